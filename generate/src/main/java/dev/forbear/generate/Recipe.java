package dev.forbear.generate;

import dev.forbear.plan.PlanBounds;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.util.ArrayList;
import java.util.List;

/**
 * The policy that is to be expressed elsewhere: everything a retry loop needs to know.
 *
 * <p>Times are whole milliseconds, because most targets know no finer ones and none may be rounded silently. Immutable.
 *
 * @param maxAttempts attempts in all, the first included, 1 to {@link PlanBounds#MAX_ATTEMPTS}
 * @param baseMs ceiling of the first wait, at least 0
 * @param multiplier growth of the ceiling per attempt, finite, at least 1
 * @param capMs longest own wait, more than 0; infinite for none; it does not shorten a hint
 * @param jitter how a wait spreads below its ceiling
 * @param hintRule how the provider's hint and the own wait combine
 * @param deadlineMs time for everything, more than 0; infinite for none
 * @param minimumAttemptMs time an attempt needs to be worth starting, more than 0
 * @param attemptTimeoutMs time for one attempt, more than 0; infinite for what the deadline leaves
 * @param statuses the statuses that are repeated, from 400 to 599, ascending
 */
public record Recipe(
    int maxAttempts,
    double baseMs,
    double multiplier,
    double capMs,
    Jitter jitter,
    HintRule hintRule,
    double deadlineMs,
    double minimumAttemptMs,
    double attemptTimeoutMs,
    List<Integer> statuses) {

  /** Where there is no limit. */
  public static final double NONE = Double.POSITIVE_INFINITY;

  /**
   * What is worth repeating at model providers: lost or refused for now by RFC 9110 and RFC 6585, 520 to 524 by Cloudflare,
   * 529 by Anthropic. Every one of them is transient to the classifier, which knows more of them.
   */
  public static final List<Integer> DEFAULT_STATUSES =
      List.of(408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529);

  /** Of all statuses, those that say that the request did not run; repeating it is safe whatever it does. */
  private static final List<Integer> REFUSALS =
      List.of(421, 423, 425, 429, 503, 521, 523, 525, 529);

  /** Checks every number. */
  public Recipe {
    if (maxAttempts < 1 || maxAttempts > PlanBounds.MAX_ATTEMPTS) {
      throw new IllegalArgumentException(
          "maxAttempts must be from 1 to " + PlanBounds.MAX_ATTEMPTS + ", was " + maxAttempts);
    }
    requireWholeMs("baseMs", baseMs, 0);
    if (!(multiplier >= 1 && multiplier < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "multiplier must be a finite number >= 1, was " + multiplier);
    }
    requireWholeMsOrNone("capMs", capMs);
    requireWholeMsOrNone("deadlineMs", deadlineMs);
    requireWholeMs("minimumAttemptMs", minimumAttemptMs, 1);
    requireWholeMsOrNone("attemptTimeoutMs", attemptTimeoutMs);
    if (minimumAttemptMs > deadlineMs) {
      throw new IllegalArgumentException("minimumAttemptMs must be at most deadlineMs ("
          + Shown.number(deadlineMs) + "), or no attempt is ever made; was "
          + Shown.number(minimumAttemptMs));
    }
    statuses = ascending(statuses);
  }

  /** Doubling, full jitter, the hint as a floor, a minimum of one second, no deadline, the default statuses. */
  public static Recipe of(int maxAttempts, double baseMs, double capMs) {
    return new Recipe(
        maxAttempts,
        baseMs,
        Backoff.DEFAULT_MULTIPLIER,
        capMs,
        Jitter.FULL,
        HintRule.FLOOR,
        NONE,
        1000,
        NONE,
        DEFAULT_STATUSES);
  }

  /** The same with that time for everything and for an attempt to be worth starting. */
  public Recipe withDeadline(double milliseconds, double minimumMs) {
    return new Recipe(
        maxAttempts,
        baseMs,
        multiplier,
        capMs,
        jitter,
        hintRule,
        milliseconds,
        minimumMs,
        attemptTimeoutMs,
        statuses);
  }

  /** The same with that growth and spread. */
  public Recipe withWaits(double growth, Jitter spread, HintRule rule) {
    return new Recipe(
        maxAttempts,
        baseMs,
        growth,
        capMs,
        spread,
        rule,
        deadlineMs,
        minimumAttemptMs,
        attemptTimeoutMs,
        statuses);
  }

  /** The same with that time for one attempt. */
  public Recipe withAttemptTimeout(double milliseconds) {
    return new Recipe(
        maxAttempts,
        baseMs,
        multiplier,
        capMs,
        jitter,
        hintRule,
        deadlineMs,
        minimumAttemptMs,
        milliseconds,
        statuses);
  }

  /** The same for those statuses. */
  public Recipe withStatuses(List<Integer> repeated) {
    return new Recipe(
        maxAttempts,
        baseMs,
        multiplier,
        capMs,
        jitter,
        hintRule,
        deadlineMs,
        minimumAttemptMs,
        attemptTimeoutMs,
        repeated);
  }

  /** The repeated statuses after which the request may have run all the same. */
  public List<Integer> uncertain() {
    return statuses.stream().filter(status -> !REFUSALS.contains(status)).toList();
  }

  boolean hasCap() {
    return capMs != NONE;
  }

  boolean hasDeadline() {
    return deadlineMs != NONE;
  }

  boolean hasAttemptTimeout() {
    return attemptTimeoutMs != NONE;
  }

  /** Whether an attempt is told how long it may take. */
  boolean limitsAttempts() {
    return hasDeadline() || hasAttemptTimeout();
  }

  /** The ceiling of the wait after that many attempts, milliseconds. */
  double ceilingMs(int completedAttempts) {
    return new Backoff(baseMs, multiplier, Math.min(capMs, Double.MAX_VALUE), jitter, hintRule)
        .ceilingMs(completedAttempts);
  }

  /** The largest ceiling, milliseconds; 0 where there is no wait. */
  double lastCeilingMs() {
    return maxAttempts == 1 ? 0 : ceilingMs(maxAttempts - 1);
  }

  /** Whether every wait has the same ceiling. */
  boolean isConstant() {
    return maxAttempts <= 2 || multiplier == 1 || baseMs == 0 || baseMs >= capMs;
  }

  private static List<Integer> ascending(List<Integer> given) {
    if (given.isEmpty()) {
      throw new IllegalArgumentException("statuses must name at least one status, such as 429");
    }
    List<Integer> statuses = new ArrayList<>();
    for (int status : given.stream().sorted().distinct().toList()) {
      if (status < 400 || status > 599) {
        throw new IllegalArgumentException("statuses must be from 400 to 599, was " + status);
      }
      statuses.add(status);
    }
    return List.copyOf(statuses);
  }

  private static void requireWholeMsOrNone(String name, double value) {
    if (value != NONE) {
      requireWholeMs(name, value, 1);
    }
  }

  private static void requireWholeMs(String name, double value, int least) {
    if (!(value >= least && value <= PlanBounds.MAX_MS && value == Math.floor(value))) {
      throw new IllegalArgumentException(
          name + " must be whole milliseconds, at least " + least + ", was " + Shown.number(value));
    }
  }
}
