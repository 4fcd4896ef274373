package dev.forbear.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.TaskRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The simulator beside another one, in the world of that one: so many clients that all want to write one row, each of which
 * reads its version and writes if it is still the same, over a network of 10 ms (standard deviation 2) per message.
 *
 * <p>Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015, and the program beside it
 * (aws-samples/aws-arch-backoff-simulator); {@code reference/aws-backoff.csv} holds means and standard errors of 2,000 runs
 * of that program. Its first wait is up to twice its base, and its times are whole milliseconds.
 *
 * <p>Here the clients are real tasks under real policies. A tick is a microsecond, because that program waits any fraction of
 * a millisecond and a policy waits whole ticks. Decorrelated jitter, which no policy has, comes as the provider's hint.
 */
class AwsBackoffTest {

  private static final boolean EVIDENCE = Boolean.getBoolean("forbear.evidence");
  private static final int RUNS = EVIDENCE ? 1000 : 60;
  private static final long SEED = 20_150_304;
  private static final double STANDARD_ERRORS = 4;

  private static final double TICKS_PER_MS = 1000;
  private static final double BASE_TICKS = 5 * TICKS_PER_MS;
  private static final double CAP_TICKS = 2000 * TICKS_PER_MS;

  /** Far longer than any run, so that only success ends a task. */
  private static final double NEVER_TICKS = Checks.MAX_MS;

  private record Row(
      int clients,
      String algorithm,
      double timeMs,
      double timeError,
      double calls,
      double callsError) {

    @Override
    public String toString() {
      return algorithm + " " + clients;
    }
  }

  static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("reference/aws-backoff.csv"))) {
      String[] cells = line.split(",", -1);
      if (cells[0].equals("clients") || Integer.parseInt(cells[0]) > 100) {
        continue;
      }
      rows.add(new Row(
          Integer.parseInt(cells[0]),
          cells[1],
          Double.parseDouble(cells[3]),
          Double.parseDouble(cells[5]),
          Double.parseDouble(cells[6]),
          Double.parseDouble(cells[8])));
    }
    return rows;
  }

  @Test
  void comparesEveryAlgorithmAtEverySize() throws IOException {
    assertThat(rows()).hasSize(50);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void agreesWithTheProgramOfTheArticle(Row row) {
    Sample times = new Sample();
    Sample calls = new Sample();
    for (int run = 0; run < RUNS; run++) {
      Contest contest = new Contest(row.clients(), row.algorithm(), SEED + run);
      times.add(Math.floor(contest.endTicks / TICKS_PER_MS));
      calls.add(contest.writes);
    }

    assertThat(times.mean())
        .as("time of %s, %d runs", row, RUNS)
        .isCloseTo(
            row.timeMs(), within(STANDARD_ERRORS * Math.hypot(times.error(), row.timeError())));
    assertThat(calls.mean())
        .as("writes of %s, %d runs", row, RUNS)
        .isCloseTo(
            row.calls(), within(STANDARD_ERRORS * Math.hypot(calls.error(), row.callsError())));
  }

  /** All clients of one run, until the last has written. */
  private static final class Contest implements Endpoint {

    private final Agenda agenda = new Agenda();
    private final Random network;
    private final boolean isDecorrelated;
    private final Map<SimulatedTask, Double> lastWaits = new HashMap<>();
    private final Random decorrelated;
    private int version;
    private int writes;
    private double endTicks;

    Contest(int clients, String algorithm, long seed) {
      this.network = new Random(seed);
      this.decorrelated = new Random(~seed);
      this.isDecorrelated = algorithm.equals("Decorr");
      ClientModel model =
          ClientModel.of(algorithm, rules(algorithm), NEVER_TICKS, Arrivals.together(clients));
      Chance jitter = new Chance(seed, 1);
      new SimulatedClient(
              model,
              agenda,
              this,
              SimulationListener.NONE,
              new Chance(seed, 2),
              jitter::next,
              NEVER_TICKS)
          .open();
      while (agenda.nextMs() < Double.POSITIVE_INFINITY) {
        agenda.happenNext();
      }
    }

    private static TaskRules rules(String algorithm) {
      Backoff backoff = switch (algorithm) {
        case "None", "Decorr" -> Backoff.noJitter(0, 0);
        case "Exponential" -> Backoff.noJitter(2 * BASE_TICKS, CAP_TICKS);
        case "EqualJitter" ->
          new Backoff(2 * BASE_TICKS, 2, CAP_TICKS, Jitter.EQUAL, HintRule.FLOOR);
        case "FullJitter" -> Backoff.fullJitter(2 * BASE_TICKS, CAP_TICKS);
        default -> throw new AssertionError("unknown algorithm " + algorithm);
      };
      return TaskRules.of(new RetryPolicy(Long.MAX_VALUE, backoff, 1));
    }

    /** An attempt is a read and a write: four messages. */
    @Override
    public void arrive(SimulatedAttempt attempt, double nowTicks) {
      // No limit is ever reached, so nobody has to watch it.
      attempt.finishMs = nowTicks;
      agenda.at(nowTicks + message(), readTicks -> {
        int seen = version;
        double backTicks = readTicks + message();
        agenda.at(backTicks, again -> agenda.at(again + message(), at -> write(attempt, seen, at)));
      });
    }

    private void write(SimulatedAttempt attempt, int seen, double nowTicks) {
      writes++;
      boolean isStale = seen != version;
      if (!isStale) {
        version++;
      }
      agenda.at(nowTicks + message(), thenTicks -> {
        endTicks = thenTicks;
        attempt.answer(isStale ? stale(attempt.task) : null, thenTicks);
      });
    }

    private Classified stale(SimulatedTask task) {
      Classified stale =
          Classified.of(FailureClass.CONFLICT, true, RequestMayHaveRun.NO, "stale version");
      if (!isDecorrelated) {
        return stale;
      }
      double last = lastWaits.getOrDefault(task, BASE_TICKS);
      double wait =
          Math.min(CAP_TICKS, BASE_TICKS + decorrelated.nextDouble() * (3 * last - BASE_TICKS));
      lastWaits.put(task, wait);
      return stale.withRetryAfterMs(OptionalDouble.of(wait));
    }

    private double message() {
      return TICKS_PER_MS * Math.abs(10 + 2 * network.nextGaussian());
    }

    @Override
    public boolean leave(SimulatedAttempt attempt, double nowTicks) {
      throw new AssertionError("nobody gives up");
    }
  }

  /** Mean and standard error of what was seen. */
  private static final class Sample {

    private int size;
    private double sum;
    private double squares;

    void add(double value) {
      size++;
      sum += value;
      squares += value * value;
    }

    double mean() {
      return sum / size;
    }

    double error() {
      return Math.sqrt(Math.max(0, squares / size - mean() * mean()) / (size - 1));
    }
  }
}
