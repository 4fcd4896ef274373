package dev.forbear.generate;

import java.util.ArrayList;
import java.util.List;

/**
 * The plan of a target whose waits or whose deadline are not the policy's: the time of a call, attempt by attempt.
 *
 * <p>Waited time lies on a lattice. A wait is laid on it so that its average is kept exactly, its probability being shared
 * between the two nearest points; sums are then sums over the lattice. So averages are exact, and a quantile is off by one
 * distance at most for each wait that is laid. With the law of the policy itself the figures agree with those of {@code Plan}.
 */
final class Course {

  /** Multiplications of a whole plan: a fifth of a second in a browser. */
  private static final double MAX_WORK = 6e7;

  private static final int MOST_POINTS = 4000;

  private static final double ROUNDING = 1e-12;

  private final List<Law> waits;
  private final DeadlineRule rule;
  private final double deadlineMs;
  private final double minimumMs;
  private final double failureRate;
  private final double latencyMs;

  private final double stepMs;
  private final int points;
  private final List<Ends> ends = new ArrayList<>();

  private Course(
      Recipe recipe, List<Law> waits, DeadlineRule rule, Traffic traffic, double reachMs) {
    this.waits = waits;
    this.rule = recipe.hasDeadline() ? rule : DeadlineRule.IGNORED;
    this.deadlineMs = recipe.deadlineMs();
    this.minimumMs = recipe.minimumAttemptMs();
    this.failureRate = traffic.failureRate();
    this.latencyMs = traffic.latencyMs();
    int most = (int) Math.sqrt(MAX_WORK / Math.max(1, waits.size()));
    this.points = Math.min(MOST_POINTS, most);
    this.stepMs = reachMs > 0 ? reachMs / (points - 2) : 1;
  }

  static Figures of(Recipe recipe, List<Law> waits, DeadlineRule rule, Traffic traffic) {
    double longestMs = new Course(recipe, waits, rule, traffic, 0).longestMs();
    Figures coarse = new Course(recipe, waits, rule, traffic, longestMs).figures();
    // Once more for the quantile, as far as it needs: the points lie closer.
    double neededMs = coarse.p95Ms() + 2 * coarse.p95ErrorMs();
    Figures close = neededMs < longestMs
        ? new Course(recipe, waits, rule, traffic, neededMs).figures()
        : coarse;
    return new Figures(
        coarse.meanMs(),
        close.p95Ms(),
        close.p95ErrorMs(),
        longestMs,
        coarse.attempts(),
        coarse.attemptsIfAllFail());
  }

  private Figures figures() {
    double[] begun = new double[points];
    begun[0] = 1;
    double reached = 1;
    double attempts = 0;
    double attemptsIfAllFail = 0;
    for (int failed = 0; failed <= waits.size(); failed++) {
      double started = sum(begun);
      attempts += reached * started;
      attemptsIfAllFail += started;
      double endMs = (failed + 1) * latencyMs;
      addEnds(reached * (1 - failureRate), endMs, begun);
      reached *= failureRate;
      if (failed == waits.size()) {
        addEnds(reached, endMs, begun);
        break;
      }
      begun = next(begun, waits.get(failed), endMs, reached);
    }
    return new Figures(
        meanMs(), quantileMs(0.95), stepMs, longestMs(), attempts, attemptsIfAllFail);
  }

  /** The starts of the next attempt, by the time waited so far; what does not go on is added to the ends. */
  private double[] next(double[] begun, Law wait, double failedAtMs, double reached) {
    double[] kernel = kernel(wait);
    double[] going = begun.clone();
    double[] stopped = new double[points];
    for (int i = 0; i < points; i++) {
      boolean isLate = failedAtMs + i * stepMs >= deadlineMs;
      if (isLate && rule != DeadlineRule.IGNORED) {
        stopped[i] = going[i];
        going[i] = 0;
      }
    }
    double[] next = sum(going, kernel);
    double leftMs = switch (rule) {
      case GATED, GATED_STARTS -> deadlineMs - minimumMs - failedAtMs;
      case CUT, SHORTENED -> deadlineMs - failedAtMs;
      case AFTER_ATTEMPTS, IGNORED -> Double.POSITIVE_INFINITY;
    };
    int last = (int) Math.min(points - 1.0, Math.floor(leftMs / stepMs + ROUNDING * points));
    double over = 0;
    for (int i = Math.max(0, last + 1); i < points; i++) {
      over += next[i];
      next[i] = 0;
    }
    if (rule == DeadlineRule.SHORTENED && last >= 0) {
      next[last] += over;
    } else if (rule == DeadlineRule.CUT) {
      ends.add(Ends.at(deadlineMs, reached * over));
    } else if (rule == DeadlineRule.GATED || rule == DeadlineRule.GATED_STARTS) {
      double[] within = cumulative(kernel);
      for (int i = 0; i < points; i++) {
        double fits = last < i ? 0 : within[Math.min(points - 1, last - i)];
        stopped[i] += going[i] * (1 - fits);
      }
    }
    addEnds(reached, failedAtMs, stopped);
    return next;
  }

  private void addEnds(double share, double offsetMs, double[] by) {
    boolean isCut = rule == DeadlineRule.GATED || rule == DeadlineRule.CUT;
    ends.add(new Ends(share, offsetMs, stepMs, by, isCut ? deadlineMs : Double.POSITIVE_INFINITY));
  }

  private double[] kernel(Law wait) {
    double[] kernel = new double[points];
    double before = wait.meanAboveMs(-stepMs);
    double here = wait.meanAboveMs(0);
    for (int i = 0; i < points; i++) {
      double after = wait.meanAboveMs((i + 1) * stepMs);
      double probability = (before - 2 * here + after) / stepMs;
      kernel[i] = probability > ROUNDING ? probability : 0;
      before = here;
      here = after;
    }
    return kernel;
  }

  private double[] sum(double[] one, double[] other) {
    double[] sum = new double[points];
    int length = points;
    while (length > 0 && other[length - 1] == 0) {
      length--;
    }
    for (int i = 0; i < points; i++) {
      if (one[i] == 0) {
        continue;
      }
      for (int j = 0; j < length && i + j < points; j++) {
        sum[i + j] += one[i] * other[j];
      }
    }
    return sum;
  }

  private double meanMs() {
    double mean = 0;
    for (Ends each : ends) {
      mean += each.meanMs();
    }
    return mean;
  }

  private double quantileMs(double share) {
    double low = 0;
    double high = 1;
    while (endedBy(high) < share - ROUNDING && high < 1e300) {
      low = high;
      high *= 2;
    }
    while (high - low > 1e-6 * high) {
      double middle = (low + high) / 2;
      if (endedBy(middle) >= share - ROUNDING) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private double endedBy(double milliseconds) {
    double ended = 0;
    for (Ends each : ends) {
      ended += each.upTo(milliseconds);
    }
    return ended;
  }

  private double longestMs() {
    double longest = 0;
    double leastWaited = 0;
    double mostWaited = 0;
    for (int failed = 0; failed <= waits.size(); failed++) {
      double endMs = (failed + 1) * latencyMs;
      longest = Math.max(longest, cut(endMs + mostWaited));
      if (failed == waits.size() || isOver(endMs + leastWaited)) {
        break;
      }
      Law wait = waits.get(failed);
      leastWaited += wait.minMs();
      mostWaited = switch (rule) {
        case GATED, GATED_STARTS ->
          Math.min(mostWaited + wait.maxMs(), deadlineMs - minimumMs - endMs);
        case CUT, SHORTENED -> Math.min(mostWaited + wait.maxMs(), deadlineMs - endMs);
        case AFTER_ATTEMPTS -> Math.min(mostWaited, deadlineMs - endMs) + wait.maxMs();
        case IGNORED -> mostWaited + wait.maxMs();
      };
      if (mostWaited < leastWaited) {
        break;
      }
    }
    return longest;
  }

  private boolean isOver(double milliseconds) {
    return rule != DeadlineRule.IGNORED && milliseconds >= deadlineMs;
  }

  private double cut(double milliseconds) {
    return rule == DeadlineRule.GATED || rule == DeadlineRule.CUT
        ? Math.min(deadlineMs, milliseconds)
        : milliseconds;
  }

  private static double sum(double[] of) {
    double sum = 0;
    for (double each : of) {
      sum += each;
    }
    return sum;
  }

  static double[] cumulative(double[] of) {
    double[] cumulative = of.clone();
    for (int i = 1; i < cumulative.length; i++) {
      cumulative[i] += cumulative[i - 1];
    }
    return cumulative;
  }
}
