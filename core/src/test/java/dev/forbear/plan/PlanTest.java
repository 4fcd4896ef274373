package dev.forbear.plan;

import static dev.forbear.plan.Plans.PUBLISHED;
import static dev.forbear.plan.Plans.rule;
import static dev.forbear.plan.Plans.withDeadlineMs;
import static dev.forbear.plan.Plans.withFailureRate;
import static dev.forbear.plan.Plans.withWaits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import dev.forbear.policy.RetryPolicy;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {

  @Test
  void saysThePublishedExample() {
    PlanSummary summary = PlanSummary.of(Plan.of(PUBLISHED));

    String text = summary.rows().stream()
        .map(row -> row.label() + ": " + row.value())
        .collect(Collectors.joining("\n", "", "\n"));
    assertThat(text).isEqualTo("""
            success: 99.9959 %, up from 92.0 %
            waits: 0–500/0–1000/0–2000 ms with means 250/500/1000 ms
            waiting: at worst 3.50 s, expected 24 ms
            attempts per request: 1.087
            extra calls per successful request: 0.087
            load: 1.09×
            end-to-end: expected 1.33 s, worst 8.30 s
            quantiles: p50 1.20 s, p90 1.20 s, p95 2.60 s, p99 2.88 s, p99.9 4.81 s
            failure after retries: <0.1 %
            attempts that fit: 4 of 4
            if every attempt fails: 4.000 attempts per request; stable below 25.0 % of capacity
            """);
    assertThat(summary.notes())
        .containsExactly(
            "Continuous waits; the runtime draws whole milliseconds, half a millisecond less per jittered wait.",
            "The worst case has the longest waits and average attempts; independent failures.");
  }

  @ParameterizedTest
  @CsvSource({
    "3, 0.999488, 5100",
    "4, 0.99995904, 8300",
    "5, 0.9999967232, 13500",
    "6, 0.999999737856, 22700",
    "8, 0.99999999832228, 61100",
    "10, 0.99999999998926, 103500"
  })
  void showsWhatEveryFurtherAttemptBuysAndCosts(int attempts, double success, double worstMs) {
    PlanInput input = withDeadlineMs(PUBLISHED, Double.POSITIVE_INFINITY).withMaxAttempts(attempts);

    Plan plan = Plan.of(input);

    assertThat(plan.outcomes().success()).isCloseTo(success, within(1e-13));
    assertThat(plan.worstCaseMs()).isEqualTo(worstMs);
    assertThat(plan.expectedMs()).isCloseTo(1328, within(1.5));
  }

  @Test
  void countsTheMillisecondsOfTheRuntime() {
    Plan plan = Plan.of(PUBLISHED.withDraws(Draws.WHOLE_MS));

    // Half a millisecond less per wait: 0.08 * 249.5 + 0.0064 * 499.5 + 0.000512 * 999.5.
    assertThat(plan.totalWaitExpectedMs()).isCloseTo(23.668544, within(1e-9));
    assertThat(plan.totalWaitWorstMs()).isEqualTo(3497);
    // 0.03 of 0.0736 is left: 204 of 500 cells from the first one on.
    assertThat(plan.quantiles().p95Ms()).isEqualTo(2400 + 203);
    assertThat(plan.precision().draws()).isEqualTo(Draws.WHOLE_MS);
    assertThat(PlanSummary.of(plan).notes())
        .contains("Waits in whole milliseconds, as the runtime draws them.");
  }

  @Test
  void saysThatADeadlineMayCutAFailingAttempt() {
    PlanInput input = withDeadlineMs(PUBLISHED.withMaxAttempts(1).withFailedLatencyMs(5000), 4000);

    Plan plan = Plan.of(input);

    assertThat(plan.fits().worst()).isEqualTo(1);
    assertThat(PlanSummary.of(plan).notes())
        .contains(
            "An attempt that fails may not end before the deadline of 4.00 s: there the task ends without success.");
    assertThat(row(plan, "waiting")).startsWith("at worst 0 ms, expected");
  }

  @Test
  void listsAsManyWaitsAsALineHolds() {
    PlanInput ten = PUBLISHED.withMaxAttempts(10);

    assertThat(row(Plan.of(ten), "waits"))
        .isEqualTo(
            "0–500/0–1000/0–2000/0–4000/0–8000/0–16000/… ms with means 250/500/1000/2000/4000/8000/… ms");
    PlanInput hours = withWaits(ten, rule(3_600_000, 2, 1e12, PlanJitter.EQUAL));
    assertThat(row(Plan.of(hours), "waits"))
        .isEqualTo("1800000–3600000/3600000–7200000/7200000–14400000/… ms with means"
            + " 2700000/5400000/10800000/21600000/43200000/… ms");
    PlanInput microseconds = withWaits(ten.withMaxAttempts(3), rule(0.25, 2, 1, PlanJitter.FULL));
    assertThat(row(Plan.of(microseconds), "waits"))
        .isEqualTo("0–0.25/0–0.5 ms with means 0.125/0.25 ms");
  }

  @Test
  void isMadeFromThePolicyThatRuns() {
    RetryPolicy policy =
        new RetryPolicy(4, new Backoff(500, 2, 20_000, Jitter.EQUAL, HintRule.ON_TOP), 1000);

    PlanInput input = PlanInput.of(policy, 0.08, 1200, 30_000);

    assertThat(input.waits().runtime()).contains(policy.backoff());
    assertThat(input.maxAttempts()).isEqualTo(4);
    assertThat(input.minimumAttemptMs()).isEqualTo(1000);
    assertThat(input.isRuntimeRule()).isTrue();
  }

  @Test
  void saysWhatIsPlannedOnly() {
    PlanInput decorrelated = withWaits(PUBLISHED, rule(500, 2, 20_000, PlanJitter.DECORRELATED));
    PlanInput exact =
        withWaits(PUBLISHED, new WaitRule(500, 2, 20_000, PlanJitter.FULL, PlanHintRule.EXACT));

    String note = "Planned only: the runtime has no such jitter or hint rule.";
    assertThat(PlanSummary.of(Plan.of(decorrelated)).notes()).contains(note);
    assertThat(PlanSummary.of(Plan.of(exact.withRetryAfterMs(700))).notes()).contains(note);
    assertThat(PlanSummary.of(Plan.of(exact)).notes()).doesNotContain(note);
    assertThat(decorrelated.waits().runtime()).isEmpty();
  }

  @Test
  void warnsOfAHintThatLeavesNoJitter() {
    assertThat(Plan.of(PUBLISHED.withRetryAfterMs(3000)).hintErasesJitter()).isTrue();
    assertThat(Plan.of(PUBLISHED.withRetryAfterMs(499)).hintErasesJitter()).isFalse();
    WaitRule add = new WaitRule(500, 2, 20_000, PlanJitter.FULL, PlanHintRule.ADD);
    assertThat(Plan.of(withWaits(PUBLISHED, add).withRetryAfterMs(3000)).hintErasesJitter())
        .isFalse();
    assertThat(Plan.of(PUBLISHED).hintErasesJitter()).isFalse();
  }

  @Test
  void takesFailuresThatAreFasterThanSuccesses() {
    Plan plan = Plan.of(PUBLISHED.withFailedLatencyMs(100));

    double failed = 0.08 + 0.0064 + 0.000512 + 0.00004096;
    assertThat(plan.expectedMs())
        .isCloseTo(0.99995904 * 1200 + failed * 100 + 23.712, within(1e-9));
    assertThat(plan.worstCaseMs()).isEqualTo(3 * 100 + 3500 + 1200);
  }

  @Test
  void startsNothingWithLessThanTheMinimumLeft() {
    PlanInput input = new PlanInput(
        PUBLISHED.waits(), 4, 2000, 0.5, 100, 100, 1999, OptionalDouble.empty(), Draws.CONTINUOUS);

    Plan plan = Plan.of(input);

    assertThat(plan.outcomes()).isEqualTo(new OutcomeSplit(0, 0, 1, 0));
    assertThat(plan.expectedAttempts()).isZero();
    assertThat(plan.attempts()).hasSize(4);
    assertThat(plan.expectedMs()).isZero();
    assertThat(plan.worstCaseMs()).isZero();
    assertThat(plan.quantiles().p999Ms()).isZero();
    assertThat(plan.fits()).isEqualTo(new AttemptsThatFit(0, 0, 0, 0));
    assertThat(plan.callsPerSuccess()).isEmpty();
    assertThat(plan.stableUtilization()).isEqualTo(1);
  }

  @Test
  void cutsEverythingAtADeadlineOfZero() {
    Plan plan = Plan.of(withDeadlineMs(PUBLISHED, 0));

    assertThat(plan.outcomes()).isEqualTo(new OutcomeSplit(0, 0, 0, 1));
    assertThat(plan.expectedAttempts()).isEqualTo(1);
    assertThat(plan.expectedMs()).isZero();
  }

  @Test
  void neverFailsAtARateOfZero() {
    Plan plan = Plan.of(withFailureRate(PUBLISHED, 0));

    assertThat(plan.outcomes()).isEqualTo(new OutcomeSplit(1, 0, 0, 0));
    assertThat(plan.expectedMs()).isEqualTo(1200);
    assertThat(plan.expectedMsGivenFailure()).isEmpty();
    assertThat(plan.attemptsIfAllFail()).isEqualTo(4);
    assertThat(plan.totalWaitExpectedMs()).isZero();
  }

  @Test
  void tellsTheEndsOfATightDeadlineApart() {
    PlanInput input = withFailureRate(withDeadlineMs(PUBLISHED, 4000), 0.5);

    Plan plan = Plan.of(input);

    assertThat(plan.outcomes().success()).isCloseTo(0.77, within(1e-14));
    assertThat(plan.outcomes().cutAtDeadline()).isCloseTo(0.634 / 3, within(1e-14));
    assertThat(plan.outcomes().stopDeadline()).isCloseTo(0.056 / 3, within(1e-14));
    assertThat(plan.outcomes().stopAttempts()).isZero();
    assertThat(plan.meetsDeadline()).isFalse();
    assertThat(PlanSummary.of(plan).notes())
        .contains("Attempt 3 is not certain to end before the deadline of 4.00 s.");
    assertThat(row(plan, "waiting")).startsWith("at worst 3.50 s without the deadline, expected ");
    // What succeeds and what fails, weighed, is all.
    assertThat(0.77 * plan.expectedMsGivenSuccess().orElseThrow()
            + 0.23 * plan.expectedMsGivenFailure().orElseThrow())
        .isCloseTo(plan.expectedMs(), within(1e-9));
  }

  @Test
  void takesAShareThatAStepMeetsExactly() {
    // 0.7 + 0.3 * 0.7 is a rounding less than 0.91 in doubles.
    Plan plan =
        Plan.of(withFailureRate(withWaits(PUBLISHED, rule(500, 2, 20_000, PlanJitter.NONE)), 0.3));

    assertThat(0.7 + 0.3 * 0.7).isLessThan(0.91);
    assertThat(plan.time().quantileMs(0.91)).isEqualTo(2900);
    assertThat(plan.time().quantileMs(0.9100001)).isEqualTo(5100);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1001, Integer.MAX_VALUE})
  void refusesAttemptsItCannotPlan(int attempts) {
    assertThatThrownBy(() -> PUBLISHED.withMaxAttempts(attempts))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxAttempts must be from 1 to 1000 in a plan, was " + attempts);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.NEGATIVE_INFINITY, 1e16})
  void refusesTimesThatAreNone(double ms) {
    assertRefused(() -> rule(ms, 2, 1, PlanJitter.FULL), "baseMs", ms);
    assertRefused(() -> rule(1, 2, ms, PlanJitter.FULL), "capMs", ms);
    assertRefused(() -> PUBLISHED.withRetryAfterMs(ms), "retryAfterMs", ms);
    assertRefused(() -> PUBLISHED.withFailedLatencyMs(ms), "failedLatencyMs", ms);
    assertRefused(() -> withDeadlineMs(PUBLISHED, ms), "deadlineMs", ms);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesRatesThatAreNone(double rate) {
    assertThatThrownBy(() -> withFailureRate(PUBLISHED, rate))
        .hasMessage("failureRate must be from 0 to 1, was " + rate);
  }

  @Test
  void refusesWhatNeedsMoreThanItsBounds() {
    PlanInput unbounded = withWaits(
        withDeadlineMs(PUBLISHED, Double.POSITIVE_INFINITY),
        rule(500, 2, Double.POSITIVE_INFINITY, PlanJitter.FULL));
    assertThatThrownBy(() -> Plan.of(unbounded.withMaxAttempts(60)))
        .hasMessage("the waits of a plan may be 2^53 ms long in all, and reach that with wait 45:"
            + " lower the attempts, the multiplier or the cap");
    assertThatThrownBy(() -> Plan.of(unbounded.withMaxAttempts(30).withDraws(Draws.WHOLE_MS)))
        .hasMessageStartingWith("a plan in whole milliseconds may take 8388608 cells");
    PlanInput decorrelated = withWaits(PUBLISHED, rule(500, 2, 20_000, PlanJitter.DECORRELATED));
    assertThatThrownBy(() -> Plan.of(decorrelated.withMaxAttempts(21)))
        .hasMessage("maxAttempts must be from 1 to 20 with jitter decorrelated, was 21");
    PlanInput wild =
        withWaits(unbounded, rule(1, 1, Double.POSITIVE_INFINITY, PlanJitter.DECORRELATED));
    assertThatThrownBy(() -> Plan.of(wild.withMaxAttempts(12)))
        .hasMessageStartingWith("decorrelated waits that grow up to");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.0 %",
    "1e-9, <0.1 %",
    "0.00099, <0.1 %",
    "0.001, 0.1 %",
    "0.92, 92.0 %",
    "0.9989, 99.9 %",
    "0.99949, 99.9490 %",
    "0.99995904, 99.9959 %",
    "0.99999999, >99.9999 %",
    "1, 100.0 %"
  })
  void roundsProbabilitiesWithoutLying(double probability, String text) {
    assertThat(PlanSummary.percent(probability)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ms",
    "0.0001, <0.001 ms",
    "0.001, 0.001 ms",
    "0.00123, 0.00123 ms",
    "0.012345, 0.0123 ms",
    "0.4, 0.4 ms",
    "0.9996, 1 ms",
    "5, 5 ms",
    "5.25, 5.25 ms",
    "9.994, 9.99 ms",
    "9.999, 10 ms",
    "10.4, 10 ms",
    "23.7, 24 ms",
    "999.4, 999 ms",
    "999.5, 1.00 s",
    "1328, 1.33 s",
    "8300, 8.30 s",
    "599994, 599.99 s",
    "599996, 10.00 m",
    "35999600, 599.99 m",
    "35999900, 10.00 h",
    "36000000, 10.00 h",
    "864000000, 10.00 d",
    "49859919490, 577.08 d",
    "9007199254740992, 104249991.37 d"
  })
  void showsTimesInTheUnitThatFits(double ms, String text) {
    assertThat(PlanSummary.time(ms)).isEqualTo(text);
  }

  private static String row(Plan plan, String label) {
    return PlanSummary.of(plan).rows().stream()
        .filter(row -> row.label().equals(label))
        .map(PlanSummary.Row::value)
        .collect(Collectors.joining());
  }

  private static void assertRefused(Runnable call, String name, double given) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(name + " must be a number from 0 to 2^53 milliseconds, was " + given);
  }
}
