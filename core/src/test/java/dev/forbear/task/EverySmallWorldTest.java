package dev.forbear.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every course a task can take in a small world: each ending of each attempt, waits that end early, in time and too late, cancels,
 * refusals and signals that come twice, for up to four attempts. What must always hold is checked after every step.
 */
class EverySmallWorldTest {

  private static final double MINIMUM_MS = 100;
  private static final double DEADLINE_MS = 2000;
  private static final double ATTEMPT_MS = 70;
  private static final double HINT_MS = 450;
  private static final double LONG_HINT_MS = 10_000;

  private record World(
      long maxAttempts,
      Operation operation,
      Targets targets,
      double attemptTimeoutMs,
      boolean streams,
      AfterCommit afterCommit) {

    TaskMachine machine() {
      RetryPolicy policy = RetryPolicy.of(maxAttempts, 200, 800, MINIMUM_MS);
      TaskRules rules =
          new TaskRules(policy, attemptTimeoutMs, Double.POSITIVE_INFINITY, targets, afterCommit);
      return new TaskMachine(rules, operation, DEADLINE_MS);
    }
  }

  /** One signal of a course, with the facts the checks need. */
  private record Event(String name, Signal signal, double nowMs) {}

  static List<World> worlds() {
    List<Operation> operations = List.of(
        Operation.repeatable(), Operation.undeclared(), Operation.write(), Operation.write("k"));
    List<Targets> targets = List.of(
        Targets.single(),
        new Targets(List.of("A", "B"), 1, Set.of(FailureClass.AUTH), 300, 0),
        new Targets(List.of("A", "B", "C"), 2, Set.of(), Double.POSITIVE_INFINITY, 250));
    List<World> worlds = new ArrayList<>();
    for (Operation operation : operations) {
      for (Targets some : targets) {
        for (long maxAttempts = 1; maxAttempts <= 4; maxAttempts++) {
          double attemptTimeoutMs = maxAttempts % 2 == 0 ? 900 : Double.POSITIVE_INFINITY;
          worlds.add(
              new World(maxAttempts, operation, some, attemptTimeoutMs, false, AfterCommit.KEEP));
          if (maxAttempts < 4) {
            for (AfterCommit afterCommit : AfterCommit.values()) {
              worlds.add(
                  new World(maxAttempts, operation, some, attemptTimeoutMs, true, afterCommit));
            }
          }
        }
      }
    }
    return worlds;
  }

  @ParameterizedTest
  @MethodSource("worlds")
  void keepsItsPromisesInEveryCourse(World world) {
    Walk walk = new Walk(world);

    walk.from(List.of(), new Event("start", new Signal.Started(), 0));

    assertThat(walk.courses).as("courses walked in %s", world).isGreaterThan(8);
  }

  /** Walks all courses; a machine cannot be copied, so each is walked again from its start. */
  private static final class Walk {

    private final World world;
    private int courses;

    Walk(World world) {
      this.world = world;
    }

    void from(List<Event> before, Event next) {
      List<Event> course = new ArrayList<>(before);
      course.add(next);
      Checks checks = new Checks(world, course);
      Step last = checks.replay();
      if (last instanceof Step.End) {
        courses++;
        return;
      }
      for (Event event :
          last instanceof Step.Wait ? whileWaiting(checks) : whileRunning(checks, last)) {
        from(course, event);
      }
    }

    private List<Event> whileRunning(Checks checks, Step last) {
      int attempt = checks.lastAttempt;
      double nowMs = checks.nowMs;
      double atMs = nowMs + ATTEMPT_MS;
      double cutMs = nowMs + checks.timeoutMs;
      List<Event> events = new ArrayList<>();
      if (world.streams() && last instanceof Step.Send) {
        events.add(new Event("commit", new Signal.Committing(attempt, false), nowMs));
        events.add(new Event("commit with cursor", new Signal.Committing(attempt, true), nowMs));
      }
      events.add(new Event("ok", new Signal.Succeeded(attempt), atMs));
      events.add(failed(
          "refused connection",
          attempt,
          FailureClass.CONNECT_FAILED,
          true,
          RequestMayHaveRun.NO,
          -1,
          atMs));
      events.add(failed(
          "lost answer",
          attempt,
          FailureClass.UNKNOWN_OUTCOME,
          true,
          RequestMayHaveRun.MAYBE,
          -1,
          atMs));
      events.add(failed(
          "rate limit",
          attempt,
          FailureClass.RATE_LIMIT,
          true,
          RequestMayHaveRun.NO,
          HINT_MS,
          atMs));
      events.add(failed(
          "long limit",
          attempt,
          FailureClass.RATE_LIMIT,
          true,
          RequestMayHaveRun.NO,
          LONG_HINT_MS,
          atMs));
      events.add(failed("auth", attempt, FailureClass.AUTH, false, RequestMayHaveRun.NO, -1, atMs));
      events.add(failed(
          "bad", attempt, FailureClass.INVALID_REQUEST, false, RequestMayHaveRun.NO, -1, atMs));
      events.add(failed(
          "garbled",
          attempt,
          FailureClass.PROTOCOL_ERROR,
          false,
          RequestMayHaveRun.MAYBE,
          -1,
          atMs));
      events.add(failed(
          "gone", attempt, FailureClass.CANCELLED, false, RequestMayHaveRun.MAYBE, -1, atMs));
      events.add(new Event("timeout", Signal.timedOut(attempt, cutMs, 0.5, 9), cutMs));
      events.add(new Event(
          "timeout noticed late",
          Signal.timedOut(attempt, DEADLINE_MS + 5, 0.5, 9),
          DEADLINE_MS + 5));
      events.add(new Event(
          "budget spent", new Signal.Failed(attempt, Signal.ATTEMPT_TIMEOUT, atMs, 0.5, 0), atMs));
      if (last instanceof Step.Send) {
        events.add(new Event(
            "refused by budget", new Signal.Refused(attempt, EndReason.ATTEMPTS, nowMs), nowMs));
        events.add(new Event(
            "gone before it", new Signal.Refused(attempt, EndReason.CANCELLED, nowMs), nowMs));
        events.add(new Event(
            "target full", new Signal.Refused(attempt, EndReason.CONCURRENCY, nowMs), nowMs));
      }
      Ending inner =
          new Ending(OutcomeKind.FAILED, EndReason.DEADLINE, Signal.ATTEMPT_TIMEOUT, true, false);
      events.add(new Event("inner stop", new Signal.InnerStopped(attempt, inner, atMs), atMs));
      events.add(new Event("cancel", new Signal.Cancelled(atMs), atMs));
      return events;
    }

    private static List<Event> whileWaiting(Checks checks) {
      double dueMs = checks.nowMs + checks.waitMs;
      int attempt = checks.lastAttempt;
      List<Event> events = new ArrayList<>();
      events.add(new Event("wait over", new Signal.WaitOver(attempt, dueMs), dueMs));
      events.add(new Event(
          "wait over late", new Signal.WaitOver(attempt, DEADLINE_MS - 99), DEADLINE_MS - 99));
      if (checks.waitMs > 1) { // once early is enough: the rest of the wait is the same state again
        events.add(new Event("woken early", new Signal.WaitOver(attempt, dueMs - 1), dueMs - 1));
      }
      double nowMs = checks.nowMs;
      events.add(new Event(
          "no repeats left",
          new Signal.Refused(attempt + 1, EndReason.RETRY_BUDGET, nowMs),
          nowMs));
      events.add(new Event("cancel", new Signal.Cancelled(nowMs), nowMs));
      return events;
    }

    private static Event failed(
        String name,
        int attempt,
        FailureClass failureClass,
        boolean isTransient,
        RequestMayHaveRun mayHaveRun,
        double hintMs,
        double nowMs) {
      OptionalDouble hint = hintMs < 0 ? OptionalDouble.empty() : OptionalDouble.of(hintMs);
      Classified verdict = new Classified(failureClass, isTransient, hint, mayHaveRun, name);
      return new Event(name, new Signal.Failed(attempt, verdict, nowMs, 0.5, 9), nowMs);
    }
  }

  /** Plays one course and checks every step of it. */
  private static final class Checks {

    private final World world;
    private final List<Event> course;
    private final TaskMachine machine;
    private double nowMs;
    private double waitMs;
    private double hintMs;
    private double notBeforeMs;
    private int sent;
    private int lastAttempt;
    private int lastTarget;
    private boolean mayHaveRun;
    private double timeoutMs;
    private int delivered;
    private boolean resumable;

    Checks(World world, List<Event> course) {
      this.world = world;
      this.course = course;
      this.machine = world.machine();
    }

    Step replay() {
      Step step = new Step.Ignore();
      for (Event event : course) {
        boolean running = step instanceof Step.Send || step instanceof Step.Deliver;
        nowMs = event.nowMs();
        note(event.signal(), running);
        step = machine.on(event.signal());
        check(event, step);
        checkThatStaleSignalsAreIgnored(step);
      }
      return step;
    }

    private void note(Signal signal, boolean running) {
      if (signal instanceof Signal.Failed failed) {
        hintMs = failed.failure().retryAfterMs().orElse(0);
        notBeforeMs = nowMs + hintMs;
        mayHaveRun |= failed.failure().requestMayHaveRun() != RequestMayHaveRun.NO
            || delivered == lastAttempt;
      } else if (signal instanceof Signal.Refused && running) {
        sent--;
      } else if (signal instanceof Signal.InnerStopped
          || (signal instanceof Signal.Cancelled && running)) {
        mayHaveRun = true;
      }
    }

    private void check(Event event, Step step) {
      if (step instanceof Step.Send send) {
        boolean moved = send.target() != lastTarget;
        sent++;
        require(sent <= world.maxAttempts(), "attempts never exceed the policy's");
        require(send.attempt() == sent, "attempts are numbered in order");
        require(DEADLINE_MS - nowMs >= MINIMUM_MS, "no send with less than the minimum");
        require(
            send.timeoutMs() > 0 && send.timeoutMs() <= DEADLINE_MS - nowMs,
            "an attempt ends by the deadline");
        require(nowMs >= notBeforeMs || moved, "no attempt on a target before its hint");
        boolean resumes = resumable && world.afterCommit() == AfterCommit.RESUME;
        if (delivered != 0) {
          require(
              resumes || world.afterCommit() == AfterCommit.RESTART,
              "after the commit nothing is silently repeated");
          require(!resumes || !moved, "only the server that began an answer continues it");
        }
        timeoutMs = send.timeoutMs();
        if (mayHaveRun && !resumes) {
          boolean safe = world.operation().kind() == Operation.Kind.REPEATABLE
              || (world.operation().key() != null && !moved);
          require(safe, "what is unsafe is never repeated");
        }
        if (moved) {
          notBeforeMs = 0;
        }
        lastAttempt = send.attempt();
        lastTarget = send.target();
      } else if (step instanceof Step.Wait wait) {
        waitMs = wait.delayMs();
        boolean rest = event.signal() instanceof Signal.WaitOver;
        require(nowMs + waitMs >= notBeforeMs, "no wait under a hint");
        require(nowMs + waitMs + MINIMUM_MS <= DEADLINE_MS, "no wait that cannot help");
        require(rest || sent < world.maxAttempts(), "no wait after the last attempt");
      } else if (step instanceof Step.Deliver deliver) {
        require(event.signal() instanceof Signal.Committing, "only a commit is delivered");
        boolean startsAgain = world.afterCommit() == AfterCommit.RESTART;
        require(deliver.discarded() == (startsAgain ? delivered : 0), "the right text is void");
        delivered = deliver.attempt();
        resumable = ((Signal.Committing) event.signal()).resumable();
      } else if (step instanceof Step.End end) {
        checkEnding(event.signal(), end.ending());
      } else {
        require(false, "a signal that is due is never ignored");
      }
    }

    private void checkEnding(Signal signal, Ending ending) {
      boolean success = signal instanceof Signal.Succeeded;
      boolean write = world.operation().kind() == Operation.Kind.WRITE;
      require((ending.kind() == OutcomeKind.SUCCESS) == success, "success is an attempt's success");
      require((ending.reason() == null) == success, "every other end has a reason");
      require(
          (ending.kind() == OutcomeKind.PARTIAL)
              == (delivered != 0
                  && !success
                  && ending.kind() != OutcomeKind.CANCELLED
                  && ending.kind() != OutcomeKind.UNKNOWN),
          "what was delivered is partial until an attempt succeeds");
      if (ending.kind() == OutcomeKind.UNKNOWN) {
        require(write && mayHaveRun, "only a write that may have run is unknown");
      }
      if (ending.kind() == OutcomeKind.FAILED && write && mayHaveRun) {
        require(
            ending.failureClass() == FailureClass.INVALID_REQUEST,
            "a write that may have run has failed only by a verdict on its payload");
      }
      if (!success && ending.uncertain()) {
        require(mayHaveRun && world.operation().kind() != Operation.Kind.REPEATABLE, "uncertain");
      }
      if (signal instanceof Signal.Cancelled
          || (signal instanceof Signal.Refused refused
              && refused.reason() == EndReason.CANCELLED)) {
        require(ending.kind() == OutcomeKind.CANCELLED, "a cancel cancels");
      }
      require(machine.attempts() == sent, "attempts that did not start are not counted");
    }

    private void checkThatStaleSignalsAreIgnored(Step step) {
      List<Signal> stale = new ArrayList<>();
      stale.add(new Signal.Started());
      stale.add(new Signal.Succeeded(lastAttempt + 1));
      stale.add(new Signal.Succeeded(lastAttempt - 1));
      stale.add(Signal.timedOut(lastAttempt - 1, nowMs, 0.5, 9));
      stale.add(new Signal.WaitOver(lastAttempt + 1, nowMs + 500));
      if (!(step instanceof Step.Send || step instanceof Step.Deliver)) {
        stale.add(new Signal.Committing(lastAttempt, true));
        stale.add(new Signal.Succeeded(lastAttempt));
        stale.add(Signal.timedOut(lastAttempt, nowMs, 0.5, 9));
        stale.add(new Signal.Refused(lastAttempt, EndReason.ATTEMPTS, nowMs));
        stale.add(new Signal.InnerStopped(lastAttempt, Ending.SUCCESS, nowMs));
      }
      if (!(step instanceof Step.Wait)) {
        stale.add(new Signal.WaitOver(lastAttempt, nowMs + 500));
      }
      if (step instanceof Step.Deliver) {
        stale.add(new Signal.Refused(lastAttempt, EndReason.CONCURRENCY, nowMs));
      }
      if (step instanceof Step.End) {
        stale.add(new Signal.Cancelled(nowMs));
      }
      for (Signal signal : stale) {
        require(machine.on(signal) instanceof Step.Ignore, "stale signals are ignored");
      }
    }

    private void require(boolean holds, String promise) {
      if (!holds) {
        throw new AssertionError(story(promise));
      }
    }

    private String story(String promise) {
      return promise + " in " + world + ": "
          + course.stream().map(event -> event.name() + "@" + event.nowMs()).toList();
    }
  }
}
