package dev.forbear.page;

import dev.forbear.policy.Decision;
import dev.forbear.policy.Decision.Retry;
import dev.forbear.policy.Decision.Stop;
import dev.forbear.policy.Failure;
import dev.forbear.policy.RetryPolicy;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A decision as a plain object: {@code {retry: true, delayMs}} or {@code {retry: false, reason}}, for the input that
 * {@code forbear decide} reads.
 */
final class DecisionAnswer {

  static Map<String, @Nullable Object> to(Fields input) {
    Fields fault = input.object("failure");
    Failure failure = new Failure(
        fault.flag("transient"), fault.flag("safeToRetry"), fault.numberOr("retryAfterMs", 0));
    Fields rules = input.object("policy");
    RetryPolicy policy = RetryPolicy.of(
        rules.count("maxAttempts"),
        rules.number("baseDelayMs"),
        rules.number("maxDelayMs"),
        rules.number("minimumAttemptMs"));
    Decision decision = policy.decide(
        failure,
        input.count("completedAttempts"),
        input.number("remainingMs"),
        input.number("random"));
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("retry", decision instanceof Retry);
    if (decision instanceof Retry retry) {
      answer.put("delayMs", retry.delayMs());
    } else if (decision instanceof Stop stop) {
      answer.put("reason", stop.reason().word());
    }
    return answer;
  }

  private DecisionAnswer() {}
}
