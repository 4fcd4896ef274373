package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.Arrivals;
import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.ProviderModel;
import dev.forbear.simulate.ServiceTime;
import dev.forbear.task.Targets;
import dev.forbear.task.TaskRules;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The flags that are named make the run at hand smaller. */
class LargeRunTest {

  private static final ProviderModel PROVIDER =
      ProviderModel.of(100, ServiceTime.constant(1000), ProviderModel.UNLIMITED);

  @Test
  void namesTheFlagsThatHelp() {
    String events = "more than 9 things have happened in the run, more are not allowed; do less";
    ClientModel open = client("a", 3, Arrivals.poisson(5));
    ClientModel batch = client("b", 3, Arrivals.together(5));
    ClientModel once = client("c", 1, new Arrivals.Closed(5, 1000));

    assertThat(LargeRun.explained(events, List.of(open), PROVIDER))
        .isEqualTo("more than 9 things have happened in the run, more are not allowed;"
            + " lower --rate, --for or --attempts, or raise --base");
    assertThat(LargeRun.explained(events, List.of(once), PROVIDER))
        .endsWith("; lower --workers or --for");
    assertThat(LargeRun.explained(events, List.of(batch), PROVIDER))
        .endsWith("; lower --together or --attempts, or raise --base");
    assertThat(LargeRun.explained("9 at once, no more; do less", List.of(batch), PROVIDER))
        .isEqualTo("9 at once, no more; lower --together");
    assertThat(LargeRun.explained("9 in the queue; do less", List.of(open, batch), PROVIDER))
        .isEqualTo(
            "9 in the queue; lower --rate, --together or --for, or limit the queue with --queue");
    assertThat(LargeRun.withoutMemory(64, List.of(open)))
        .isEqualTo(
            "the run needs more than the 64 MB this virtual machine may use; lower --rate or --for");
  }

  private static ClientModel client(String name, int attempts, Arrivals arrivals) {
    TaskRules rules = new TaskRules(
        RetryPolicy.of(attempts, 500, 8000, 1000),
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        Targets.single());
    return ClientModel.of(name, rules, 60_000, arrivals);
  }
}
