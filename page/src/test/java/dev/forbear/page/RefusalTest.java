package dev.forbear.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.page.Question.Rule;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be answered is refused with the field, what is allowed and what was given. */
class RefusalTest {

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          PLAN     | 3                        | input must be an object, was a number
          PLAN     | {}                       | latencyMs is missing; it must be a number
          PLAN     | {"latencyMs":"1"}        | latencyMs must be a number, was a string
          PLAN     | {"latencyMs":-1}         | latencyMs must be a finite number >= 0, was -1.0
          SUMMARY  | {"latencyMs":null}       | latencyMs is missing; it must be a number
          DECIDE   | {"failure":[]}           | failure must be an object, was an array
          DECIDE   | {"failure":{}}           | failure.transient is missing; it must be true or false
          COURSE   | {"operation":"writing"}  | operation must be one of undeclared, repeatable, write, was another word
          SIMULATE | {"clients":{}}           | clients must be an array of objects, was an object
          SIMULATE | {"clients":[true]}       | clients must be an array of objects, was an array
          SIMULATE | {"clients":[{}]}         | clients[0].policy is missing; it must be an object
          SIMULATE | {"clients":[{"policy":{"baseDelayMs":1,"maxDelayMs":1,"maxAttempts":1.5}}]} | clients[0].policy.maxAttempts must be a whole number up to 2^53, was 1.5
          """)
  void saysWhatIsWrong(Rule rule, String input, String message) {
    assertThat(Question.of(input, rule, input).answerHere()).isEqualTo(Map.of("error", message));
  }
}
