package dev.forbear.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands in the fields of the page, read as a person reads it.
 *
 * @param texts by the word of the knob
 */
record KnobTexts(Map<String, String> texts) {

  private static final Pattern DURATION = Pattern.compile("([0-9.]+)(ms|s|m|h)");
  private static final Map<String, Integer> UNITS_MS =
      Map.of("ms", 1, "s", 1000, "m", 60_000, "h", 3_600_000);

  private static final Map<String, String> DURATIONS = Map.of(
      "base", "baseMs",
      "cap", "capMs",
      "deadline", "deadlineMs",
      "minimum", "minAttemptMs",
      "latency", "latencyMs",
      "failed-latency", "latencyFailMs",
      "retry-after", "retryAfterMs");

  KnobTexts with(String knob, String text) {
    Map<String, String> others = new HashMap<>(texts);
    others.put(knob, text);
    return new KnobTexts(others);
  }

  /** The plan they ask for, as the rules take it. */
  Map<String, Object> plan() {
    Map<String, Object> plan = new HashMap<>();
    plan.put("maxAttempts", number(text("attempts")));
    plan.put("multiplier", number(text("multiplier")));
    plan.put("jitter", text("jitter"));
    plan.put("retryAfterRule", text("hint-rule"));
    plan.put(
        "failureRate", number(text("fail").replace("%", "")).movePointLeft(2).doubleValue());
    DURATIONS.forEach((knob, field) -> {
      Matcher duration = DURATION.matcher(text(knob));
      if (duration.matches()) {
        BigDecimal unit = BigDecimal.valueOf(UNITS_MS.getOrDefault(duration.group(2), 0));
        plan.put(field, number(duration.group(1)).multiply(unit).doubleValue());
      } else {
        assertThat(text(knob)).as(knob).isIn("none", "same");
      }
    });
    return plan;
  }

  private String text(String knob) {
    return assertThat(texts).containsKey(knob).actual().getOrDefault(knob, "");
  }

  private static BigDecimal number(String text) {
    return new BigDecimal(text);
  }
}
