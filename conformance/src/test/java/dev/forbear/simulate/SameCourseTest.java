package dev.forbear.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.Ending;
import dev.forbear.task.Operation;
import dev.forbear.task.Step;
import dev.forbear.task.Targets;
import dev.forbear.task.TaskRules;
import dev.forbear.testkit.Fault;
import dev.forbear.testkit.Rehearsal;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.Scenario;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One script, three ways to play it: rehearsed on either driver of the runtime, and simulated. All take the same course. */
class SameCourseTest {

  private static final long SEED = 1_764_547_400_000L;
  private static final int SCRIPTS = 2000;
  private static final int[] STATUSES = {200, 400, 401, 408, 409, 429, 429, 500, 503, 503, 529};

  @Test
  void takesTheCourseOfTheRuntime() {
    int repeated = 0;
    int cut = 0;
    for (int i = 0; i < SCRIPTS; i++) {
      Scenario scenario = scenario(new Random(SEED + i));
      String seed = "seed " + (SEED + i);

      Simulated simulated = new Simulated(scenario);

      for (Driver driver : Driver.values()) {
        Rehearsal.Course course = Rehearsal.play(scenario, driver);
        assertThat(simulated.startsMs).as(seed).isEqualTo(course.startsMs());
        assertThat(simulated.waitsMs).as(seed).isEqualTo(course.waitsMs());
        assertThat(simulated.ending).as(seed).isEqualTo(course.ending());
        assertThat(simulated.elapsedMs).as(seed).isEqualTo(course.elapsedMs());
      }
      repeated += simulated.startsMs.size() > 1 ? 1 : 0;
      cut += scenario
                  .script()
                  .replies()
                  .get(simulated.startsMs.isEmpty() ? 0 : simulated.startsMs.size() - 1)
                  .fault()
              == Fault.HANG
          ? 1
          : 0;
    }
    assertThat(repeated).as("scripts with repeats").isGreaterThan(SCRIPTS / 4);
    assertThat(cut).as("scripts with a limit reached").isGreaterThan(SCRIPTS / 50);
  }

  /** Whole milliseconds: the clock of the runtime counts nanoseconds, and nothing is rounded. */
  private static Scenario scenario(Random random) {
    int maxAttempts = 1 + random.nextInt(6);
    Backoff backoff = new Backoff(
        2 * random.nextInt(400),
        1 + random.nextInt(2),
        2 * random.nextInt(2000),
        pick(random, Jitter.values()),
        pick(random, HintRule.values()));
    List<ScriptedReply> replies = new ArrayList<>();
    for (int i = 0; i < maxAttempts; i++) {
      replies.add(reply(random));
    }
    List<Operation> operations = List.of(
        Operation.repeatable(), Operation.undeclared(), Operation.write(), Operation.write("op-1"));
    return new Scenario(
        new RetryPolicy(maxAttempts, backoff, 1 + random.nextInt(500)),
        random.nextDouble(),
        1 + random.nextInt(12_000),
        random.nextBoolean() ? Double.POSITIVE_INFINITY : 1 + random.nextInt(3000),
        random.nextBoolean() ? Double.POSITIVE_INFINITY : 1 + random.nextInt(3000),
        operations.get(random.nextInt(3) == 0 ? random.nextInt(4) : 0),
        Targets.single(),
        false,
        Set.of(),
        0,
        new Script(replies),
        OptionalDouble.empty(),
        Optional.empty());
  }

  private static <T> T pick(Random random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  private static ScriptedReply reply(Random random) {
    if (random.nextInt(10) == 0) {
      return ScriptedReply.of(Fault.HANG);
    }
    ScriptedReply reply = ScriptedReply.status(STATUSES[random.nextInt(STATUSES.length)])
        .withDelay(Duration.ofMillis(random.nextInt(1500)));
    return random.nextInt(3) == 0
        ? reply.withRetryAfter(Duration.ofMillis(random.nextInt(4000)))
        : reply;
  }

  /** The course of one simulated task whose attempts are answered by a script. */
  private static final class Simulated implements SimulationListener, Endpoint {

    private final Agenda agenda = new Agenda();
    private final Iterator<ScriptedReply> replies;
    private final List<Double> startsMs = new ArrayList<>();
    private final List<Double> waitsMs = new ArrayList<>();
    private @Nullable Ending ending;
    private double elapsedMs;

    Simulated(Scenario scenario) {
      this.replies = scenario.script().replies().iterator();
      TaskRules rules = new TaskRules(
          scenario.policy(), scenario.attemptTimeoutMs(), scenario.maxHintMs(), scenario.targets());
      ClientModel model = ClientModel.of(
              "script", rules, scenario.deadlineMs(), Arrivals.together(1))
          .withOperation(scenario.operation());
      SimulatedClient client = new SimulatedClient(
          model, agenda, this, this, new Chance(1, 1), scenario::random, Double.POSITIVE_INFINITY);
      client.open();
      while (agenda.nextMs() < Double.POSITIVE_INFINITY) {
        agenda.happenNext();
      }
    }

    @Override
    public void step(String client, long task, double nowMs, Step step) {
      if (step instanceof Step.Send) {
        startsMs.add(nowMs);
      } else if (step instanceof Step.Wait wait) {
        waitsMs.add(wait.delayMs());
      } else if (step instanceof Step.End end) {
        ending = end.ending();
        elapsedMs = nowMs;
      }
    }

    @Override
    public void arrive(SimulatedAttempt attempt, double nowMs) {
      ScriptedReply reply = replies.next();
      if (reply.fault() == Fault.HANG) {
        return;
      }
      ProviderReply answer = new ProviderReply(reply.status(), reply.headers(), reply.body());
      agenda.at(
          nowMs + reply.delayMs(),
          thenMs -> attempt.answer(
              reply.status() == 200
                  ? null
                  : FailureClassifier.defaults().classify(answer, (long) thenMs),
              thenMs));
    }

    @Override
    public boolean leave(SimulatedAttempt attempt, double nowMs) {
      return false;
    }
  }
}
