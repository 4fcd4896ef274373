package dev.forbear.task;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.policy.Decision;
import dev.forbear.policy.Failure;
import dev.forbear.policy.StopReason;
import org.jspecify.annotations.Nullable;

/**
 * The course of one task, from its start to its one end.
 *
 * <p>A driver feeds {@link Signal}s and carries out the {@link Step} each one is answered with. The machine reads no clock,
 * makes no random number and calls nobody: the same signals always lead to the same steps, so the blocking driver, the async
 * driver, virtual time and a simulator follow one set of rules. Example, two attempts allowed:
 *
 * <pre>
 *   Started                    -> Send(1)
 *   Failed(1, 503, at 100 ms)  -> Wait(250)
 *   WaitOver(1, at 350 ms)     -> Send(2)
 *   Succeeded(2)               -> End(success)
 * </pre>
 *
 * <p>What always holds, in any order of signals: attempts never exceed the policy's; after an end every signal is ignored; no
 * attempt is sent with less than the minimum left; no wait is shorter than the hint; what is unsafe is never repeated.
 *
 * <p>Not thread-safe: one driver owns it, and guards it where signals come from several threads.
 */
public final class TaskMachine {

  private static final Step IGNORE = new Step.Ignore();
  private static final Step SUCCESS = new Step.End(Ending.SUCCESS);
  private static final Step DEGRADED_SUCCESS = new Step.End(Ending.DEGRADED_SUCCESS);

  /** The verdict on an attempt in which a task stopped that had made no attempt of its own; what ran beside it is not known. */
  private static final Classified STOPPED_INSIDE = Classified.of(
      FailureClass.TIMEOUT,
      true,
      RequestMayHaveRun.MAYBE,
      "stop of a task inside, without an attempt");

  /** Clocks count nanoseconds: a wait that lacks less than one is over, and the rest is the rounding of sums of doubles. */
  private static final double CLOCK_STEP_MS = 1e-6;

  private enum State {
    NEW,
    RUNNING,
    WAITING,
    ENDED
  }

  private final TaskRules rules;
  private final Operation operation;
  private final double deadlineMs;

  private State state = State.NEW;
  private int attempt;
  private int target;
  private long onTarget;
  private double waitMs;
  private double startMs;
  private double dueMs;
  private boolean mayHaveRun;

  /** The attempt whose parts the consumer has; 0 before the first piece of an answer. */
  private int delivered;

  private boolean resumable;
  private @Nullable AttemptRecord lastRecord;

  /**
   * A task that has not begun.
   *
   * @param deadlineMs time for the whole task, milliseconds, finite, at least 0
   */
  public TaskMachine(TaskRules rules, Operation operation, double deadlineMs) {
    if (!(deadlineMs >= 0 && deadlineMs < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "deadlineMs must be a finite number >= 0, was " + deadlineMs);
    }
    this.rules = rules;
    this.operation = operation;
    this.deadlineMs = deadlineMs;
  }

  /** Takes one signal and answers what to do next; {@link Step.Ignore} for one that has come too late. */
  public Step on(Signal signal) {
    if (state == State.ENDED) {
      return IGNORE;
    }
    if (signal instanceof Signal.Succeeded succeeded) {
      return isCurrent(succeeded.attempt()) ? succeed() : IGNORE;
    }
    if (signal instanceof Signal.Started) {
      return state == State.NEW ? begin() : IGNORE;
    }
    if (signal instanceof Signal.Failed failed) {
      return isCurrent(failed.attempt()) ? fail(failed) : IGNORE;
    }
    if (signal instanceof Signal.Committing committing) {
      return isCurrent(committing.attempt()) ? deliver(committing) : IGNORE;
    }
    if (signal instanceof Signal.WaitOver over) {
      return state == State.WAITING && over.afterAttempt() == attempt
          ? resume(over.nowMs())
          : IGNORE;
    }
    if (signal instanceof Signal.Refused refused) {
      return refuse(refused);
    }
    if (signal instanceof Signal.InnerStopped stopped) {
      return isCurrent(stopped.attempt()) ? stopWith(stopped) : IGNORE;
    }
    if (signal instanceof Signal.Cancelled) {
      return cancel();
    }
    throw new AssertionError("unknown signal " + signal);
  }

  /** Attempts dispatched so far. */
  public int attempts() {
    return attempt;
  }

  /** The last attempt that failed; null when none did. */
  public @Nullable AttemptRecord lastRecord() {
    return lastRecord;
  }

  /** Time left to the deadline, milliseconds, at least 0. */
  public double remainingMs(double nowMs) {
    return Math.max(0, deadlineMs - nowMs);
  }

  private boolean isCurrent(int number) {
    return state == State.RUNNING && number == attempt;
  }

  private Step begin() {
    return send(0);
  }

  private Step succeed() {
    state = State.ENDED;
    return target == 0 ? SUCCESS : DEGRADED_SUCCESS;
  }

  private Step deliver(Signal.Committing committing) {
    boolean startsAgain = delivered != 0 && rules.afterCommit() == AfterCommit.RESTART;
    int discarded = startsAgain ? delivered : 0;
    delivered = attempt;
    resumable = committing.resumable();
    return new Step.Deliver(attempt, discarded);
  }

  /** The order of the checks is that of the policy, with the targets between attempts and wait. */
  private Step fail(Signal.Failed signal) {
    Classified failure = signal.failure();
    record(failure, signal.nowMs());
    if (failure.failureClass() == FailureClass.CANCELLED && !failure.isTransient()) {
      return end(OutcomeKind.CANCELLED, EndReason.CANCELLED);
    }
    if (delivered != 0 && !mayFollowDelivered()) {
      return stop(EndReason.PARTIAL_OUTPUT);
    }
    double remainingMs = remainingMs(signal.nowMs());
    Decision decision = decide(failure, remainingMs, signal.random());
    StopReason stop = decision instanceof Decision.Stop stopped ? stopped.reason() : null;
    EndReason end = endAnywhere(stop, signal);
    if (end != null) {
      return stop(end);
    }
    if (stop == StopReason.PERMANENT || onTarget >= rules.targets().perTarget()) {
      return moveOr(EndReason.ATTEMPTS, signal.nowMs());
    }
    double hintMs = failure.retryAfterMs().orElse(0);
    double delayMs = decision instanceof Decision.Retry retry ? retry.delayMs() : hintMs;
    if (mayMove() && isWorthMoving(hintMs, delayMs, remainingMs)) {
      return move(signal.nowMs());
    }
    if (stop == StopReason.DEADLINE) {
      return stop(EndReason.DEADLINE);
    }
    return hintMs > rules.maxHintMs()
        ? stop(EndReason.RETRY_AFTER_TOO_LONG)
        : waitFor(delayMs, signal.nowMs());
  }

  private boolean mayFollowDelivered() {
    return rules.afterCommit() == AfterCommit.RESTART || isResuming();
  }

  /** Whether the next attempt continues the answer; asking for the rest of it carries nothing out again. */
  private boolean isResuming() {
    return delivered != 0 && resumable && rules.afterCommit() == AfterCommit.RESUME;
  }

  private Decision decide(Classified failure, double remainingMs, double random) {
    boolean safe = isResuming() || operation.isSafeAfter(mayHaveRun(failure));
    double hintMs = failure.retryAfterMs().orElse(0);
    return rules
        .policy()
        .decide(new Failure(failure.isTransient(), safe, hintMs), attempt, remainingMs, random);
  }

  /** Why no target may be sent another attempt; null where one may. */
  private @Nullable EndReason endAnywhere(@Nullable StopReason stop, Signal.Failed signal) {
    if (stop == StopReason.UNSAFE) {
      return EndReason.UNSAFE;
    }
    if (stop == StopReason.PERMANENT && !isWorthAnotherTarget(signal.failure())) {
      return EndReason.PERMANENT;
    }
    boolean spent = attempt >= rules.policy().maxAttempts() || signal.attemptsLeft() <= 0;
    return spent ? EndReason.ATTEMPTS : null;
  }

  /** Whether a permanent failure on this target may be none on the next. */
  private boolean isWorthAnotherTarget(Classified failure) {
    return !rules.targets().isLast(target)
        && !failure.equals(Signal.FATAL_ERROR)
        && rules.targets().fallbackOn().contains(failure.failureClass());
  }

  private Step waitFor(double delayMs, double nowMs) {
    state = State.WAITING;
    waitMs = delayMs;
    dueMs = nowMs + delayMs;
    return new Step.Wait(delayMs);
  }

  /** Whether the next target is a better use of the time left than this wait. */
  private boolean isWorthMoving(double hintMs, double delayMs, double remainingMs) {
    double windowMs = remainingMs - rules.targets().reserveMs();
    boolean hintTooLong = hintMs > 0
        && (hintMs > rules.targets().maxHintMs()
            || hintMs > rules.maxHintMs()
            || !rules.policy().fits(hintMs, remainingMs));
    boolean eatsReserve =
        rules.targets().reserveMs() > 0 && !rules.policy().fits(delayMs, windowMs);
    return hintTooLong || eatsReserve;
  }

  /**
   * Whether another target may be tried. A key is honoured by the server that saw it, and by no other: once an attempt of a
   * write may have run, another target could carry it out a second time.
   */
  private boolean mayMove() {
    return !rules.targets().isLast(target) && isSafeElsewhere();
  }

  private boolean isSafeElsewhere() {
    return !isResuming() && (!mayHaveRun || operation.kind() == Operation.Kind.REPEATABLE);
  }

  private Step moveOr(EndReason whenLast, double nowMs) {
    if (rules.targets().isLast(target)) {
      return stop(whenLast);
    }
    return isSafeElsewhere() ? move(nowMs) : stop(EndReason.UNSAFE);
  }

  private Step move(double nowMs) {
    target++;
    onTarget = 0;
    waitMs = 0;
    return send(nowMs);
  }

  private Step resume(double nowMs) {
    // A scheduler may be early as well as late: an early one waits for the rest.
    return nowMs + CLOCK_STEP_MS < dueMs ? new Step.Wait(dueMs - nowMs) : send(nowMs);
  }

  private Step send(double nowMs) {
    double remainingMs = remainingMs(nowMs);
    double minimumMs = rules.policy().minimumAttemptMs();
    if (remainingMs < minimumMs) {
      return stop(EndReason.DEADLINE);
    }
    state = State.RUNNING;
    attempt++;
    onTarget++;
    startMs = nowMs;
    double reserveMs = rules.targets().isLast(target) ? 0 : rules.targets().reserveMs();
    double windowMs = Math.max(minimumMs, remainingMs - reserveMs);
    return new Step.Send(attempt, target, Math.min(rules.attemptTimeoutMs(), windowMs));
  }

  private Step refuse(Signal.Refused refused) {
    boolean hasStarted = delivered == attempt;
    if (isCurrent(refused.attempt()) && !hasStarted) {
      // It was not made, so it does not count.
      attempt--;
      onTarget--;
      return passOver(refused);
    }
    boolean isNext = state == State.WAITING && refused.attempt() == attempt + 1;
    return isNext ? passOver(refused) : IGNORE;
  }

  /** The next target may have room. */
  private Step passOver(Signal.Refused refused) {
    if (refused.reason() == EndReason.CANCELLED) {
      return end(OutcomeKind.CANCELLED, EndReason.CANCELLED);
    }
    if (refused.reason() == EndReason.ATTEMPTS) {
      return stop(EndReason.ATTEMPTS);
    }
    if (mayMove()) {
      return move(refused.nowMs());
    }
    return stop(target == 0 ? refused.reason() : EndReason.FALLBACK_FULL);
  }

  private Step stopWith(Signal.InnerStopped stopped) {
    Ending inner = stopped.ending();
    Classified failure = inner.failure();
    record(failure == null ? STOPPED_INSIDE : failure, stopped.nowMs());
    mayHaveRun |= inner.uncertain();
    EndReason reason = inner.reason() == null ? EndReason.PERMANENT : inner.reason();
    return switch (inner.kind()) {
      case CANCELLED -> end(OutcomeKind.CANCELLED, reason);
      case UNKNOWN -> end(OutcomeKind.UNKNOWN, reason);
      default -> stop(reason);
    };
  }

  private Step cancel() {
    mayHaveRun |= state == State.RUNNING;
    return end(OutcomeKind.CANCELLED, EndReason.CANCELLED);
  }

  private void record(Classified failure, double nowMs) {
    mayHaveRun |= mayHaveRun(failure) != RequestMayHaveRun.NO;
    lastRecord = new AttemptRecord(attempt, target, waitMs, startMs, nowMs, failure);
  }

  /** Whatever broke it: an attempt that has answered in part did run. */
  private RequestMayHaveRun mayHaveRun(Classified failure) {
    return delivered == attempt ? RequestMayHaveRun.YES : failure.requestMayHaveRun();
  }

  /** Ends without success: with parts delivered it is partial, a write that may have run and was not answered for good is unknown. */
  private Step stop(EndReason reason) {
    if (delivered != 0) {
      return end(OutcomeKind.PARTIAL, reason);
    }
    boolean unknown =
        operation.kind() == Operation.Kind.WRITE && mayHaveRun && !isAnsweredForGood();
    return end(unknown ? OutcomeKind.UNKNOWN : OutcomeKind.FAILED, reason);
  }

  /**
   * Whether the last answer speaks of the payload itself. Every attempt carries the same payload under the same key, so such
   * an answer holds for all of them; a refused key, a missing address or a limit says nothing of an earlier attempt.
   */
  private boolean isAnsweredForGood() {
    AttemptRecord last = lastRecord;
    if (last == null || last.failure().isTransient()) {
      return false;
    }
    return switch (last.failure().failureClass()) {
      case INVALID_REQUEST, REQUEST_TOO_LARGE, CONTEXT_LENGTH, CONTENT_POLICY, INCOMPLETE_OUTPUT ->
        true;
      default -> false;
    };
  }

  private Step end(OutcomeKind kind, EndReason reason) {
    state = State.ENDED;
    boolean uncertain =
        mayHaveRun && operation.kind() != Operation.Kind.REPEATABLE && !isAnsweredForGood();
    Classified failure = lastRecord == null ? null : lastRecord.failure();
    return new Step.End(new Ending(kind, reason, failure, uncertain, false));
  }
}
