package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.Arrivals;
import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.ProviderModel;
import dev.forbear.simulate.ServiceTime;
import dev.forbear.simulate.Simulation;
import dev.forbear.simulate.World;
import dev.forbear.task.TaskRules;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When and where a run tells how far it is. */
class SimulateProgressTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final AtomicLong nanos = new AtomicLong();

  @Test
  void drawsOnATerminalAndClearsTheLineAtTheEnd() {
    run(new Terminal(false, false, true, true), Duration.ofMillis(1));

    assertThat(told())
        .startsWith("\r\u001B[K[#######        ".stripTrailing())
        .contains("simulating policy, 50 %")
        .endsWith("\r\u001B[K");
  }

  @Test
  void saysNothingOfAQuickRun() {
    run(new Terminal(false, false, true, true), Duration.ofNanos(100_000));

    assertThat(told()).isEmpty();
  }

  @Test
  void saysNothingWhereNobodyReads() {
    run(new Terminal(true, true, false, true), Duration.ofSeconds(1));

    assertThat(told()).isEmpty();
  }

  @Test
  void clearsTheLineOfARunThatIsRefused() {
    SimulateProgress progress =
        progress(new Terminal(false, false, true, true), Duration.ofSeconds(1));
    World world = world(Arrivals.together(20_000_000));

    assertThatThrownBy(() -> progress.run("policy", world))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("more are not allowed");
    assertThat(told()).isEmpty();
  }

  @Test
  void runsNoOtherCourseThanWithoutStops() {
    World world = world(Arrivals.poisson(50));

    assertThat(progress(Terminal.NONE, Duration.ZERO).run("policy", world))
        .isEqualTo(Simulation.run(world));
  }

  private void run(Terminal terminal, Duration perLook) {
    progress(terminal, perLook).run("policy", world(Arrivals.poisson(50)));
  }

  /** Of two runs; the clock moves on whenever somebody looks at it. */
  private SimulateProgress progress(Terminal terminal, Duration perLook) {
    Streams streams = new Streams(
        new ByteArrayInputStream(new byte[0]),
        new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8),
        new PrintStream(err, false, StandardCharsets.UTF_8),
        terminal);
    return new SimulateProgress(streams, 2, () -> nanos.addAndGet(perLook.toNanos()));
  }

  private static World world(Arrivals arrivals) {
    RetryPolicy policy =
        RetryPolicy.of(3, Duration.ofMillis(500), Duration.ofSeconds(8), Duration.ofSeconds(1));
    return World.of(
        ProviderModel.of(100, ServiceTime.exponential(1000), 50),
        List.of(),
        ClientModel.of("policy", TaskRules.of(policy), 20_000, arrivals),
        60_000,
        1);
  }

  private String told() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
