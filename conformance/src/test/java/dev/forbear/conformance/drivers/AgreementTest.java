package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.event.TaskEvent;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.AttemptRecord;
import dev.forbear.task.Operation;
import dev.forbear.task.Step;
import dev.forbear.task.Targets;
import dev.forbear.testkit.Fault;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedCall;
import dev.forbear.testkit.ScriptedReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Thousands of worlds made by chance: both drivers take the same course, and it keeps the promises. */
class AgreementTest {

  private static final int WORLDS = 1500;
  private static final long SEED = 1_764_547_200_000L;

  private static final double CLOCK_STEP_MS = 1e-6;

  /** Of sums of doubles. */
  private static final double ROUNDING_MS = 1e-9;

  private static final List<String> NAMES = List.of("A", "B", "C");

  /** Everything a world is made of; times to the nanosecond, so that no two things happen at once by accident. */
  private record World(
      RetryPolicy policy,
      Duration deadline,
      Duration attemptTimeout,
      Duration maxRetryAfter,
      Operation operation,
      Targets targets,
      double random,
      double cancelAtMs,
      List<ScriptedReply> replies) {

    static World of(Random random) {
      int maxAttempts = 1 + random.nextInt(6);
      RetryPolicy policy = RetryPolicy.of(
          maxAttempts, random.nextInt(800), random.nextInt(4000), ms(random, 1, 500));
      Targets targets = new Targets(
          NAMES.subList(0, 1 + random.nextInt(3)),
          1 + random.nextInt(3),
          random.nextBoolean() ? Set.of() : Set.of(FailureClass.AUTH, FailureClass.NOT_FOUND),
          random.nextBoolean() ? Double.POSITIVE_INFINITY : ms(random, 0, 3000),
          random.nextInt(3) == 0 ? ms(random, 0, 2000) : 0);
      List<ScriptedReply> replies = new ArrayList<>();
      for (int i = 0; i < maxAttempts; i++) {
        replies.add(reply(random));
      }
      return new World(
          policy,
          duration(random, 1, 12_000),
          random.nextBoolean() ? Duration.ofDays(1) : duration(random, 1, 3000),
          random.nextBoolean() ? Duration.ofDays(1) : duration(random, 1, 3000),
          List.of(
                  Operation.repeatable(),
                  Operation.undeclared(),
                  Operation.write(),
                  Operation.write("op-1"))
              .get(random.nextInt(4)),
          targets,
          random.nextDouble(),
          random.nextInt(3) == 0 ? ms(random, 0, 6000) : Double.NaN,
          replies);
    }

    private static ScriptedReply reply(Random random) {
      Fault fault = List.of(Fault.NONE, Fault.RESET, Fault.REFUSE, Fault.CLOSE, Fault.HANG)
          .get(Math.max(0, random.nextInt(12) - 7));
      if (fault == Fault.HANG) {
        return ScriptedReply.of(fault);
      }
      if (fault != Fault.NONE) {
        return ScriptedReply.of(fault).withDelay(duration(random, 0, 1500));
      }
      int[] statuses = {200, 400, 401, 404, 408, 409, 429, 429, 500, 503, 503, 529};
      ScriptedReply reply = ScriptedReply.status(statuses[random.nextInt(statuses.length)])
          .withDelay(duration(random, 0, 1500));
      return random.nextInt(3) == 0 ? reply.withRetryAfter(duration(random, 0, 4000)) : reply;
    }

    private static double ms(Random random, int from, int to) {
      return duration(random, from, to).toNanos() / 1e6;
    }

    private static Duration duration(Random random, int fromMs, int toMs) {
      return Duration.ofNanos(
          fromMs * 1_000_000L + (long) (random.nextDouble() * (toMs - fromMs) * 1e6));
    }

    Play.Seen play(Driver driver) {
      Play play = Play.with(driver)
          .forbear(any -> any.policy(policy)
              .targets(targets)
              .attemptTimeout(attemptTimeout)
              .maxRetryAfter(maxRetryAfter)
              .random(() -> random))
          .task(any -> any.with(operation).deadline(deadline))
          .showingTargets();
      if (!Double.isNaN(cancelAtMs)) {
        play.cancelledAt(cancelAtMs);
      }
      ScriptedCall call = new ScriptedCall(new Script(replies), play.time());
      return play.play(call.blocking(), call.async(), call);
    }
  }

  @Test
  void bothDriversTakeTheSameCourse() {
    int cancelled = 0;
    for (int i = 0; i < WORLDS; i++) {
      World world = World.of(new Random(SEED + i));
      String seed = "seed " + (SEED + i);

      Play.Seen blocking = world.play(Driver.BLOCKING);
      Play.Seen async = world.play(Driver.ASYNC);

      assertThat(async.trace()).as(seed).isEqualTo(blocking.trace());
      assertThat(withoutLate(async.events())).as(seed).isEqualTo(withoutLate(blocking.events()));
      assertThat(aborts(async)).as(seed).isEqualTo(aborts(blocking));
      assertThat(blocking.interrupted()).as(seed).isFalse();
      checkPromises(world, blocking, seed);
      cancelled += blocking.trace().contains("cancelled") ? 1 : 0;
    }
    assertThat(cancelled).as("worlds with a cancel that came in time").isBetween(100, WORLDS / 2);
  }

  /** As text, because the causes are objects of their own. */
  private static List<String> withoutLate(List<TaskEvent> events) {
    return events.stream()
        .filter(event -> !(event instanceof TaskEvent.LateAttemptEnded))
        .map(TaskEvent::toString)
        .toList();
  }

  private static List<Double> aborts(Play.Seen seen) {
    return seen.made().stream().map(ScriptedCall.Made::abortedAtMs).toList();
  }

  private static void checkPromises(World world, Play.Seen seen, String seed) {
    double deadlineMs = world.deadline.toNanos() / 1e6;
    double notBeforeMs = 0;
    double waitedUntilMs = Double.NaN;
    String target = "";
    boolean mayHaveRun = false;
    for (TaskEvent event : seen.events()) {
      String promise = "";
      if (event instanceof TaskEvent.AttemptStarted started) {
        double leftMs = deadlineMs - started.atMs();
        boolean moved = !started.target().equals(target);
        boolean safe = world.operation.kind() == Operation.Kind.REPEATABLE
            || (world.operation.key() != null && !moved);
        if (leftMs < world.policy.minimumAttemptMs()) {
          promise = "no attempt with less than the minimum left";
        } else if (started.timeoutMs() > leftMs) {
          promise = "no attempt beyond the deadline";
        } else if (!moved && started.atMs() < notBeforeMs - ROUNDING_MS) {
          promise = "no attempt before the hint";
        } else if (!moved && started.atMs() > waitedUntilMs + CLOCK_STEP_MS + ROUNDING_MS) {
          promise = "no wait longer than it was said to be";
        } else if (mayHaveRun && !safe) {
          promise = "nothing unsafe is repeated";
        }
        target = started.target();
      } else if (event instanceof TaskEvent.AttemptFailed failed) {
        AttemptRecord facts = failed.record();
        waitedUntilMs =
            facts.endMs() + (failed.next() instanceof Step.Wait wait ? wait.delayMs() : 0);
        notBeforeMs = facts.endMs() + facts.failure().retryAfterMs().orElse(0);
        mayHaveRun |= facts.failure().requestMayHaveRun() != RequestMayHaveRun.NO;
      } else if (event instanceof TaskEvent.TaskEnded ended) {
        if (ended.attempts() > world.policy.maxAttempts()) {
          promise = "no attempt beyond the budget";
        } else if (ended.elapsedMs() > deadlineMs + CLOCK_STEP_MS + ROUNDING_MS) {
          promise = "no end beyond the deadline";
        }
      }
      assertThat(promise).as(seed + " at " + event + ": " + seen.trace()).isEmpty();
    }
  }
}
