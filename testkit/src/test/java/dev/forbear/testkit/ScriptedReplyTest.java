package dev.forbear.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScriptedReplyTest {

  @Test
  void isBuiltStepByStepWithoutChangingTheOneBefore() {
    ScriptedReply plain = ScriptedReply.status(429);

    ScriptedReply rich = plain
        .withRetryAfter(Duration.ofSeconds(2))
        .withDelay(Duration.ofMillis(300))
        .withHeader("X-Request-Id", "r-1")
        .withBody("{}")
        .withTarget("A");

    assertThat(plain).isEqualTo(ScriptedReply.parse("429"));
    assertThat(rich.header("x-request-id")).containsExactly("r-1");
    assertThat(rich.header("RETRY-AFTER")).containsExactly("2");
    assertThat(rich.delayMs()).isEqualTo(300);
    assertThat(rich.body()).isEqualTo("{}");
    assertThat(rich.target()).isEqualTo("A");
    assertThat(rich.withHeader("x-request-id").header("x-request-id")).isEmpty();
  }

  @Test
  void keepsItsOwnCopies() {
    List<String> values = new ArrayList<>(List.of("1"));
    Map<String, List<String>> headers = new HashMap<>(Map.of("A", values));
    ScriptedReply reply = new ScriptedReply(0, Fault.NONE, 200, headers, "", List.of(), 0, "", 0);

    values.add("2");
    headers.clear();

    assertThat(reply.headers()).isEqualTo(Map.of("a", List.of("1")));
  }

  @Test
  void printsNamesAndLengthsButNoValuesAndNoBodies() {
    ScriptedReply reply = ScriptedReply.parse("429 after 2s in 300ms")
        .withHeader("x-key", "secret-key")
        .withBody("secret-body")
        .withTarget("A");

    assertThat(reply)
        .hasToString("429 after 2s in 300ms [headers x-key; body of 11 chars; target A]");
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSE", "RESET_EARLY", "RESET", "CLOSE", "HANG", "INTERRUPT"})
  void cannotAnswerWhereItsFaultSendsNothing(Fault fault) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScriptedReply.of(fault).withBody("x"))
        .withMessageContaining("'" + fault.word() + "' sends no answer");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScriptedReply.of(fault).withHeader("a", "b"))
        .withMessageContaining("sends no answer");
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 100, 199, 1000, Integer.MAX_VALUE})
  void refusesAStatusNoReplyHas(int status) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScriptedReply.status(status))
        .withMessage("status must be 200 to 999, was " + status);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void refusesADelayThatIsNoTime(double delayMs) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new ScriptedReply(delayMs, Fault.NONE, 200, Map.of(), "", List.of(), 0, "", 0))
        .withMessage("delayMs must be a finite number >= 0, was " + delayMs);
  }

  @Test
  void refusesWhatCannotStandInAHeader() {
    ScriptedReply reply = ScriptedReply.ok("");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> reply.withHeader("a", "b\r\nc: d"))
        .withMessage("the value of header 'a' must not hold line breaks or control characters");
    assertThatIllegalArgumentException().isThrownBy(() -> reply.withHeader("a b", "c"));
    assertThatIllegalArgumentException().isThrownBy(() -> reply.withHeader("", "c"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reply.withRetryAfter(Duration.ofSeconds(-1)))
        .withMessage("retryAfter must be a finite number >= 0, was -1000.0");
  }

  @Test
  void refusesMoreThanOneReplyInWords() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScriptedReply.parse("503, ok"))
        .withMessageContaining("use Script.parse for several");
  }
}
