package dev.forbear.providers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How phrases are written and what they find. */
class PhraseTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "overloaded                     , the model is overloaded.",
        "limit: 0                       , quota, limit: 0, model x",
        "credit balance * too low       , your credit balance is too low",
        "model * not exist              , model not exist",
        "/ ?month                       , 1000 api calls / month",
        "rate[ -]?limited               , you were ratelimited",
        "polic~                         , content policies",
        "#-hour                         , the 5-hour window"
      })
  void isFound(String row) {
    assertThat(find(row)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "overload                       , the model is overloaded",
        "limit: 0                       , limit: 0.5",
        "limit: 0                       , limit: 05",
        "rate limit                     , separate limit",
        "a * b                          , ab",
        "no credits                     , piano credits"
      })
  void isNotFound(String row) {
    assertThat(find(row)).isFalse();
  }

  private static boolean find(String row) {
    int comma = row.indexOf(',');
    return Phrase.of(row.substring(0, comma).strip())
        .isIn(row.substring(comma + 1).strip());
  }
}
