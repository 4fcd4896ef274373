package dev.forbear.conformance.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.testkit.ScriptedReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that withholds its answer, or a part of it, costs the caller the time of the attempt and no more. */
final class DeadlineTest {

  private static final Duration DEADLINE = Duration.ofMillis(400);

  /** What the caller may have to wait beyond the deadline. */
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** A miss is measured again this often at most, and only where the machine has been late too. */
  private static final int MEASUREMENTS = 3;

  private static final long MACHINE_WAS_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final Duration NOTHING_MORE = Duration.ofSeconds(1);

  private static final List<String> WITHHELD =
      List.of("hang", "headers-then-hang", "drip-headers", "drip");

  /**
   * How late a caller got its thread or result back, or the server saw its connection close.
   *
   * @param nanos the latest of them
   * @param machineNanos what the machine took away meanwhile
   */
  private record Lateness(long nanos, long machineNanos) {}

  private final Forbear forbear = Wire.threeAttempts().deadline(DEADLINE).build();
  private final Forbear impatient =
      Wire.threeAttempts().attemptTimeout(Duration.ofMillis(600)).build();

  @BeforeAll
  static void loadTheClasses() {
    Wire.loadTheClasses();
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#all")
  void endsByTheDeadlineAndHangsUpWhateverIsWithheld(Way way) throws Exception {
    try (ScriptedProvider provider = withholding();
        MachinePauses pauses = new MachinePauses()) {
      Lateness lateness = measure(way, provider, pauses);
      for (int i = 1; i < MEASUREMENTS && isTheMachines(lateness); i++) {
        lateness = measure(way, provider, pauses);
      }

      long oursNanos =
          isTheMachines(lateness) ? lateness.nanos() - lateness.machineNanos() : lateness.nanos();
      assertThat(oursNanos).as("%s", lateness).isLessThanOrEqualTo(LATE_NANOS);
      int sent = provider.requests().size();
      assertThat(provider.awaitRequests(sent + 1, NOTHING_MORE)).isFalse();
      assertThat(Wire.leavesNothing(forbear)).isTrue();
    }
  }

  private static boolean isTheMachines(Lateness lateness) {
    return lateness.nanos() > LATE_NANOS && lateness.machineNanos() > MACHINE_WAS_LATE_NANOS;
  }

  private Lateness measure(Way way, ScriptedProvider provider, MachinePauses pauses)
      throws InterruptedException {
    int sentBefore = provider.requests().size();
    List<Running<String>> tasks = startOneOfEach(way, forbear, provider);

    long latestNanos = 0;
    long dueNanos = 0;
    for (Running<String> task : tasks) {
      assertThat(Story.of(task.outcome())).isEqualTo("timeout | failed deadline");
      dueNanos = task.beganAtNanos() + DEADLINE.toNanos();
      assertThat(task.endedAtNanos() - dueNanos).isNotNegative();
      latestNanos = Math.max(latestNanos, task.endedAtNanos() - dueNanos);
    }
    assertThat(provider.requests()).hasSize(sentBefore + WITHHELD.size());
    for (int index = sentBefore; index < sentBefore + WITHHELD.size(); index++) {
      assertThat(provider.awaitHangUp(index, Wire.PATIENCE)).isTrue();
      long hungUpAtNanos = provider.requests().get(index).hungUpAtNanos().orElseThrow();
      latestNanos = Math.max(latestNanos, hungUpAtNanos - dueNanos);
    }
    return new Lateness(latestNanos, pauses.lostNanos(dueNanos, dueNanos + latestNanos));
  }

  private static ScriptedProvider withholding() {
    return ScriptedProvider.answering(
        (index, request) -> ScriptedReply.parse(request.path().substring(1)));
  }

  private static List<Running<String>> startOneOfEach(
      Way way, Forbear forbear, ScriptedProvider provider) {
    List<Running<String>> tasks = new ArrayList<>();
    for (String fault : WITHHELD) {
      tasks.add(
          way.start(forbear, Task.named(fault).repeatable(), Wire.post(provider.uri("/" + fault))));
    }
    return tasks;
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void asksAgainWhenOnlyTheTimeOfOneAttemptIsUp(Way way) {
    try (ScriptedProvider provider = ScriptedProvider.playing("hang, ok")) {
      Outcome<?> outcome =
          way.run(impatient, Task.named("generate").repeatable(), Wire.post(provider.uri()));

      assertThat(Story.of(outcome)).isEqualTo("timeout | ok");
      assertThat(provider.requests()).hasSize(2);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void doesNotAskAgainWhatMayHaveRun(Way way) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("hang x9")) {
      Outcome<?> undeclared = way.run(impatient, Task.named("post"), Wire.post(provider.uri()));
      Outcome<?> write = way.run(impatient, Task.named("w").write(), Wire.post(provider.uri()));

      assertThat(Story.of(undeclared)).isEqualTo("timeout | failed unsafe");
      assertThat(Story.of(write)).isEqualTo("timeout | unknown unsafe");
      assertThat(provider.awaitRequests(3, Duration.ofMillis(200))).isFalse();
    }
  }
}
