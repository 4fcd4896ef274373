package dev.forbear.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.Targets;
import dev.forbear.task.TaskRules;
import java.util.List;
import java.util.OptionalDouble;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorldTest {

  private static final TaskRules RULES = TaskRules.of(RetryPolicy.of(3, 100, 1000, 50));
  private static final ServiceTime SERVICE = ServiceTime.constant(100);
  private static final ProviderModel PROVIDER = ProviderModel.of(10, SERVICE, 5);
  private static final ClientModel CLIENT =
      ClientModel.of("a", RULES, 10_000, Arrivals.together(5));

  @ParameterizedTest
  @ValueSource(
      doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300})
  void refusesTimesThatAreNone(double ms) {
    refuses(() -> ServiceTime.constant(ms), "service time must be from 0 to a hundred years");
    refuses(() -> new ServiceTime(ServiceTime.Law.CONSTANT, 1, ms), "service time of failures");
    refuses(() -> Outage.hang(ms, 1), "start of the outage");
    refuses(() -> Outage.hang(1, ms), "duration of the outage");
    refuses(() -> PROVIDER.withHintMs(ms), "hintMs");
    refuses(() -> new Arrivals.Together(1, ms), "start of the tasks");
    refuses(() -> new Arrivals.Poisson(1, ms, Double.POSITIVE_INFINITY), "start of the tasks");
    refuses(() -> new Arrivals.Closed(1, ms), "pause between tasks");
    refuses(() -> ClientModel.of("a", RULES, ms, Arrivals.together(1)), "deadline");
    refuses(() -> World.of(PROVIDER, List.of(), CLIENT, ms, 1), "duration");
    refuses(() -> new World(PROVIDER, List.of(), List.of(CLIENT), 1000, ms, 1), "momentMs");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesSharesThatAreNone(double share) {
    refuses(() -> PROVIDER.withFailureRate(share), "failureRate must be from 0 to 1, was " + share);
    refuses(() -> Outage.fail(0, 1, share), "share of the outage must be from 0 to 1");
  }

  @Test
  void refusesCountsThatAreNone() {
    refuses(() -> ProviderModel.of(0, SERVICE, 1), "slots must be >= 1, was 0");
    refuses(() -> ProviderModel.of(1, SERVICE, -1), "queueLimit must be >= 0, was -1");
    refuses(() -> Arrivals.together(0), "tasks must be from 1 to 20000000, was 0");
    refuses(() -> new Arrivals.Closed(0, 1), "workers must be from 1 to 20000000, was 0");
    refuses(() -> Arrivals.poisson(0), "tasks per second must be more than 0");
    refuses(() -> Arrivals.poisson(Double.NaN), "tasks per second must be more than 0");
    refuses(() -> Arrivals.poisson(1e7), "at most 1000000, was 1.0E7");
    refuses(() -> new Arrivals.Poisson(1, 5, 5), "end of the tasks must be after their start");
    refuses(() -> CLIENT.withMaxConcurrency(0), "maxConcurrency must be >= 1, was 0");
  }

  @Test
  void refusesAnOutageThatIsSlowToTheEnd() {
    refuses(() -> Outage.slow(0, 1, 0), "an outage in which nothing is finished is HANG");
  }

  @Test
  void refusesOutagesThatOverlap() {
    List<Outage> outages = List.of(Outage.hang(5, 10), Outage.refuse(0, 6));

    refuses(() -> World.of(PROVIDER, outages, CLIENT, 1000, 1), "outages must not overlap, was");
  }

  @Test
  void refusesClientsThatCannotBeToldApart() {
    refuses(() -> ClientModel.of(" ", RULES, 1, Arrivals.together(1)), "must not be blank");
    refuses(
        () -> new World(PROVIDER, List.of(), List.of(CLIENT, CLIENT), 1000, 100, 1),
        "clients must have different names, was 'a' twice");
    refuses(
        () -> new World(PROVIDER, List.of(), List.of(), 1000, 100, 1),
        "a world has from 1 to 16 clients, was 0");
  }

  @Test
  void refusesAClientWithFallbacks() {
    TaskRules rules = new TaskRules(
        RULES.policy(),
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        Targets.of(List.of("one", "other")));

    refuses(
        () -> ClientModel.of("a", rules, 1, Arrivals.together(1)),
        "a simulated client has one target, was [one, other]");
  }

  @Test
  void refusesARunThatIsTooLargeBeforeItBegins() {
    ClientModel busy = ClientModel.of("a", RULES, 1000, Arrivals.poisson(1_000_000));

    refuses(
        () -> World.of(PROVIDER, List.of(), busy, 60_000, 1),
        "the run would begin about 60000000 tasks, at most 20000000 are allowed");
    refuses(
        () -> new World(PROVIDER, List.of(), List.of(CLIENT), 1e9, 1, 1),
        "has more than 100000 records; record less often or run for less time");
  }

  @Test
  void stopsARunWithTooMuchAtOnce() {
    ClientModel crowd = ClientModel.of("a", RULES, 1000, Arrivals.together(1_100_000));
    ProviderModel endless = ProviderModel.of(1, SERVICE, ProviderModel.UNLIMITED);

    assertThatIllegalStateException()
        .isThrownBy(() -> Simulation.run(World.of(endless, List.of(), crowd, 1000, 1)))
        .withMessageContaining("at once, more are not allowed");
  }

  @Test
  void answersAnEmptyRunWithoutNumbersThatAreNone() {
    ClientModel late = ClientModel.of("a", RULES, 1000, new Arrivals.Together(1, 5000));

    SimulationReport report =
        Simulation.run(World.of(PROVIDER, List.of(Outage.hang(100, 100)), late, 1000, 1));

    ClientReport client = report.clients().get(0);
    assertThat(client.load()).isEmpty();
    assertThat(client.successShare()).isEmpty();
    assertThat(client.wastedShare()).isEmpty();
    assertThat(client.quantiles()).isEmpty();
    assertThat(report.storm())
        .isEqualTo(new StormFigures(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Recovery.CANNOT_BE_TOLD,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            0,
            0));
  }

  @Test
  void knowsItsCapacity() {
    assertThat(PROVIDER.capacityPerSecond()).isEqualTo(100);
    assertThat(ProviderModel.unlimited(SERVICE, 0).capacityPerSecond()).isInfinite();
  }

  private static void refuses(ThrowingCallable making, String message) {
    assertThatIllegalArgumentException().isThrownBy(making).withMessageContaining(message);
  }
}
