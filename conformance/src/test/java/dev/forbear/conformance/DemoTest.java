package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** The command {@code demo}, small. */
class DemoTest {

  private static final int TASKS = 20;

  @Test
  void comparesBothClientsInTheSameWorld() {
    CommandRun run = CommandRun.of("", "demo", "--json", "--seed", "3", "--tasks", "" + TASKS);

    assertThat(run.exitCode()).isZero();
    assertThat(run.lines()).hasSize(1);
    JsonNode figures = VectorLine.parse(run.out());
    JsonNode forbear = figures.path("forbear");
    JsonNode naive = figures.path("naive");
    assertThat(figures.path("seed").asLong()).isEqualTo(3);
    assertIsWhole(forbear);
    assertIsWhole(naive);
    // Two tasks of this seed can never succeed; the loop is still at it when their deadline has
    // passed.
    assertThat(forbear.path("ended").path("permanent").asInt()).isEqualTo(2);
    assertThat(naive.path("ended").path("attempts").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(naive.path("overruns").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(naive.path("requestsAfterDeadline").asInt())
        .isGreaterThanOrEqualTo(4)
        .isGreaterThan(forbear.path("requestsAfterDeadline").asInt());
  }

  @Test
  void printsOneTableAndWhatToReadInIt() {
    CommandRun run = CommandRun.of("", "demo", "--seed", "3", "--tasks", "4");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("4 tasks of 3 s each, 4 at a time, seed 3\n\n")
        .containsPattern("\ntasks +4 +4\n")
        .contains("\nforbear: 4 attempts, ", "\nnaive: 5 attempts, ", "\nNext: forbear rehearse ")
        .doesNotContain("\u001B", "\r");
    assertThat(run.err()).doesNotContain("\u001B", "\r");
  }

  private static void assertIsWhole(JsonNode client) {
    int ended = client.path("succeeded").asInt() + client.path("succeededLate").asInt();
    for (JsonNode count : client.path("ended")) {
      ended += count.asInt();
    }
    assertThat(ended).isEqualTo(TASKS).isEqualTo(client.path("tasks").asInt());
    assertThat(client.path("ended").has("not finished")).isFalse();
    assertThat(client.path("requests").asInt()).isGreaterThanOrEqualTo(TASKS);
    assertThat(client.path("load").asDouble())
        .isEqualTo(client.path("requests").asDouble() / TASKS);
    assertThat(client.path("p95Ms").asDouble())
        .isGreaterThanOrEqualTo(client.path("p50Ms").asDouble());
  }
}
