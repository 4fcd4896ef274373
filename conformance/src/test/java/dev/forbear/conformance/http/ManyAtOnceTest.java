package dev.forbear.conformance.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.CancelToken;
import dev.forbear.Forbear;
import dev.forbear.Task;
import dev.forbear.event.TaskCounts;
import dev.forbear.task.OutcomeKind;
import dev.forbear.testkit.ArrivedRequest;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.testkit.ScriptedReply;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many tasks at once through every kind of fault: each ends, each request is an attempt, nothing is left. */
final class ManyAtOnceTest {

  private static final int TASKS = 200;
  private static final long SEED = 20_261_130;

  /** What the server does, by chance. */
  private static final List<String> PROMPT = List.of(
      "ok",
      "ok",
      "ok",
      "ok in 30ms",
      "503",
      "429 after 20ms",
      "529",
      "500",
      "401",
      "400 cut",
      "reset",
      "close",
      "cut",
      "reset-in-body",
      "503 cut after 20ms");

  /** What only this side can end: one task in eight meets it, and is cancelled. */
  private static final List<String> ENDLESS =
      List.of("headers-then-hang", "drip", "drip-headers", "hang");

  private static final int ENDLESS_EVERY = 8;

  private final TaskCounts counts = new TaskCounts();

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void endsEveryTaskAndLeavesNothing(Way way) {
    Forbear forbear = Wire.threeAttempts().listener(counts).build();
    CancelToken token = new CancelToken();
    ExecutorService executor = Executors.newFixedThreadPool(4);
    HttpClient client = HttpClient.newBuilder().executor(executor).build();
    try (ScriptedProvider provider = mixed()) {
      List<Running<String>> prompt = new ArrayList<>();
      List<Running<String>> endless = new ArrayList<>();
      for (int i = 0; i < TASKS; i++) {
        Task task = Task.named("task-" + i).repeatable().cancelledBy(token);
        (isEndless(i) ? endless : prompt)
            .add(way.start(
                forbear, task, client, Wire.post(provider.uri("/" + i)), BodyHandlers.ofString()));
      }

      long attempts = attempts(prompt);
      assertThat(Wire.eventually(() -> provider.requests().size() == attempts + endless.size()))
          .as("seed %d", SEED)
          .isTrue();
      token.cancel();
      assertThat(attempts(endless)).isEqualTo(endless.size());

      assertThat(Wire.leavesNothing(forbear)).isTrue();
      assertThat(provider.requests()).hasSize((int) attempts + endless.size());
      assertThat(provider.requests()).allMatch(ArrivedRequest::isServed);
      assertThat(counts.attempts()).isEqualTo(attempts + endless.size());
      assertThat(counts.tasks()).isEqualTo(TASKS);
      assertThat(counts.ended(OutcomeKind.CANCELLED)).isEqualTo(endless.size());
      assertThat(counts.ended(OutcomeKind.SUCCESS)).isGreaterThan(TASKS / 4);
      assertThat(counts.ended(OutcomeKind.FAILED)).isGreaterThan(TASKS / 4);
    } finally {
      executor.shutdownNow();
    }
  }

  private static boolean isEndless(int task) {
    return task % ENDLESS_EVERY == 0;
  }

  private static long attempts(List<Running<String>> tasks) {
    return tasks.stream().mapToLong(task -> task.outcome().attempts()).sum();
  }

  /** The reply depends on task and attempt alone, not on who comes first. */
  private static ScriptedProvider mixed() {
    Map<Integer, Integer> attemptsOf = new ConcurrentHashMap<>();
    return ScriptedProvider.answering((index, request) -> {
      int task = Integer.parseInt(request.path().substring(1));
      int attempt = attemptsOf.merge(task, 1, Integer::sum);
      List<String> some = isEndless(task) ? ENDLESS : PROMPT;
      Random chance = new Random(SEED + 3L * task + attempt);
      return ScriptedReply.parse(some.get(chance.nextInt(some.size())));
    });
  }

  @AfterAll
  static void leavesNoThreadButTheTimer() {
    assertThat(Wire.eventually(ManyAtOnceTest::onlyTheTimerRuns)).isTrue();
  }

  private static boolean onlyTheTimerRuns() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("forbear"))
        .allMatch("forbear-timer"::equals);
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void usesOneConnectionForOneAfterTheOther(Way way) {
    Forbear forbear = Wire.threeAttempts().build();
    try (ScriptedProvider provider = ScriptedProvider.playing("ok x5, 503, ok x4")) {
      for (int i = 0; i < 9; i++) {
        way.run(forbear, Task.named("next").repeatable(), Wire.post(provider.uri()))
            .orElseThrow();
      }

      assertThat(provider.requests()).hasSize(10);
      assertThat(provider.requests()).extracting(ArrivedRequest::connection).containsOnly(1);
    }
  }
}
