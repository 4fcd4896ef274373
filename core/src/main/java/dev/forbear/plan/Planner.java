package dev.forbear.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Adds a plan up, attempt by attempt.
 *
 * <p>With p the failure rate, attempt k is reached with probability {@code p^(k-1) P(X <= gate)}, X the sum of the k - 1
 * waits before it. It then begins at {@code (k-1) failed latencies + X} and ends with its latency or at the deadline.
 */
final class Planner {

  private final PlanInput input;
  private final WaitCourse course;
  private final double deadlineMs;
  private final double failureRate;

  private final List<EndingPart> successes = new ArrayList<>();
  private final List<EndingPart> failures = new ArrayList<>();
  private final List<AttemptFigures> attempts = new ArrayList<>();
  private double success;
  private double stopAttempts;
  private double stopDeadline;
  private double cut;
  private double expectedAttempts;
  private double attemptsIfAllFail;
  private double waitedMs;
  private double expectedMs;

  /** Sums of time times probability. */
  private double successMs;

  private double failureMs;

  Planner(PlanInput input) {
    this.input = input;
    this.course = WaitCourse.of(input);
    this.deadlineMs = input.deadlineMs();
    this.failureRate = input.failureRate();
  }

  Plan plan() {
    if (Ranges.fits(0, input.gateMs(0))) {
      addAttempts();
    } else {
      stopDeadline = 1;
      failures.add(new FixedEnding(1, 0));
      for (int attempt = 1; attempt <= input.maxAttempts(); attempt++) {
        attempts.add(new AttemptFigures(attempt, 0, 0));
      }
    }
    if (cut > 0) {
      failures.add(new FixedEnding(cut, deadlineMs));
      failureMs += cut * deadlineMs;
    }
    OutcomeSplit outcomes = new OutcomeSplit(success, stopAttempts, stopDeadline, cut);
    TotalTime time = TotalTime.of(successes, failures, success, input.draws());
    boolean canSucceed = success > 0;
    double failure = outcomes.failure();
    return new Plan(
        input,
        course.waits(),
        attempts,
        outcomes,
        attempts.get(0).successProbability(),
        expectedAttempts,
        attemptsIfAllFail,
        longestWaitsMs(input.maxAttempts() - 1),
        waitedMs,
        expectedMs,
        canSucceed ? OptionalDouble.of(successMs / success) : OptionalDouble.empty(),
        failure > 0 ? OptionalDouble.of(failureMs / failure) : OptionalDouble.empty(),
        worstCaseMs(),
        fits(),
        time.quantiles(),
        canSucceed ? Optional.of(time.successQuantiles()) : Optional.empty(),
        time,
        new Precision(input.draws(), error()));
  }

  private void addAttempts() {
    int reached = course.stages().size() + 1;
    double allFailed = 1;
    for (int attempt = 1; attempt <= input.maxAttempts(); attempt++) {
      if (attempt > reached) {
        attempts.add(new AttemptFigures(attempt, 0, 0));
        continue;
      }
      addAttempt(attempt, allFailed);
      allFailed *= failureRate;
      if (attempt < input.maxAttempts()) {
        addWait(attempt, allFailed);
      }
    }
  }

  private void addAttempt(int attempt, double allFailed) {
    SumCdf waited = course.sum(attempt - 1);
    double beganMs = (attempt - 1) * input.failedLatencyMs();
    double gateMs = input.gateMs(attempt - 1);
    double started = waited.at(gateMs);
    expectedAttempts += allFailed * started;
    attemptsIfAllFail += started;

    double succeeds = allFailed * (1 - failureRate);
    double fails = allFailed * failureRate;
    double inTimeMs = Math.min(gateMs, deadlineMs - beganMs - input.latencyMs());
    double failedInTimeMs = Math.min(gateMs, deadlineMs - beganMs - input.failedLatencyMs());
    double successHere = succeeds * waited.at(inTimeMs);
    attempts.add(new AttemptFigures(attempt, started, successHere));
    success += successHere;
    if (successHere > 0) {
      double offsetMs = beganMs + input.latencyMs();
      successes.add(new Ending(succeeds, offsetMs, waited, inTimeMs, waited::at));
      successMs += successHere * offsetMs + succeeds * waited.partialMeanMs(inTimeMs);
    }
    cut += succeeds * Math.max(0, started - waited.at(inTimeMs));
    cut += fails * Math.max(0, started - waited.at(failedInTimeMs));
    expectedMs += succeeds * spentMs(waited, input.latencyMs(), beganMs, gateMs, inTimeMs);
    expectedMs += fails * spentMs(waited, input.failedLatencyMs(), beganMs, gateMs, failedInTimeMs);

    if (attempt == input.maxAttempts()) {
      stopAttempts = fails * waited.at(failedInTimeMs);
      if (stopAttempts > 0) {
        double offsetMs = beganMs + input.failedLatencyMs();
        failures.add(new Ending(fails, offsetMs, waited, failedInTimeMs, waited::at));
        failureMs += stopAttempts * offsetMs + fails * waited.partialMeanMs(failedInTimeMs);
      }
    }
  }

  /** The mean time spent in an attempt that takes that long or is cut, times the probability that it is started. */
  private double spentMs(
      SumCdf waited, double latencyMs, double beganMs, double gateMs, double inTimeMs) {
    double whole = latencyMs * waited.at(inTimeMs);
    if (inTimeMs >= gateMs) {
      return whole;
    }
    double cutHere = waited.at(gateMs) - waited.at(inTimeMs);
    double waitedMean = waited.partialMeanMs(gateMs) - waited.partialMeanMs(inTimeMs);
    return whole + Math.max(0, (deadlineMs - beganMs) * cutHere - waitedMean);
  }

  /** What follows when that many attempts have failed, which happens with that probability. */
  private void addWait(int failed, double allFailed) {
    SumCdf waited = course.sum(failed - 1);
    double offsetMs = failed * input.failedLatencyMs();
    double inTimeMs = Math.min(input.gateMs(failed - 1), deadlineMs - offsetMs);
    boolean isReached = failed <= course.stages().size();
    DoubleUnaryOperator stopped =
        isReached ? course.stages().get(failed - 1)::stoppedBy : waited::at;
    double stoppedHere = stopped.applyAsDouble(inTimeMs);
    double meanMs = waited.partialMeanMs(inTimeMs);
    if (isReached) {
      Stage stage = course.stages().get(failed - 1);
      double stageMs = stage.waitedMs();
      waitedMs += allFailed * stageMs;
      expectedMs += allFailed * stageMs;
      // Of the sum before the wait, what belongs to waits that fit is taken away.
      meanMs -= stage.sum().partialMeanMs(input.gateMs(failed)) - stageMs;
    }
    if (allFailed * stoppedHere > 0) {
      stopDeadline += allFailed * stoppedHere;
      failures.add(new Ending(allFailed, offsetMs, waited, inTimeMs, stopped));
      failureMs += allFailed * (stoppedHere * offsetMs + Math.max(0, meanMs));
    }
  }

  private double longestWaitsMs(int count) {
    return sumOfWaits(count, WaitFigures::maxMs);
  }

  private double sumOfWaits(int count, ToDoubleFunction<WaitFigures> length) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += length.applyAsDouble(course.waits().get(i));
    }
    return sum;
  }

  private AttemptsThatFit fits() {
    double neededMs = Math.max(input.minimumAttemptMs(), input.latencyMs());
    return new AttemptsThatFit(
        fitting(neededMs, WaitFigures::maxMs),
        fitting(neededMs, WaitFigures::meanMs),
        fitting(neededMs, WaitFigures::minMs),
        fitting(input.minimumAttemptMs(), WaitFigures::maxMs));
  }

  private int fitting(double neededMs, ToDoubleFunction<WaitFigures> length) {
    double waitsMs = 0;
    int fitting = 0;
    for (int attempt = 1; attempt <= input.maxAttempts(); attempt++) {
      if (attempt > 1) {
        waitsMs += length.applyAsDouble(course.waits().get(attempt - 2));
      }
      if (!Ranges.fits((attempt - 1) * input.failedLatencyMs() + waitsMs + neededMs, deadlineMs)) {
        break;
      }
      fitting = attempt;
    }
    return fitting;
  }

  /** The latest end of any attempt that can be reached; whatever the failure rate, all of them may fail. */
  private double worstCaseMs() {
    double worst = 0;
    double attemptMs = Math.max(input.latencyMs(), input.failedLatencyMs());
    if (!Ranges.fits(0, input.gateMs(0))) {
      return 0;
    }
    for (int attempt = 1; attempt <= course.stages().size() + 1; attempt++) {
      double waitsMs = Math.min(course.sum(attempt - 1).maxMs(), input.gateMs(attempt - 1));
      double endMs = (attempt - 1) * input.failedLatencyMs() + waitsMs + attemptMs;
      worst = Math.max(worst, Math.min(deadlineMs, endMs));
    }
    return worst;
  }

  private double error() {
    double error = Elementary.ROUNDING * input.maxAttempts();
    for (Stage stage : course.stages()) {
      error = Math.max(error, stage.sum().error());
    }
    return error;
  }
}
