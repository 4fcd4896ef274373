package dev.forbear.conformance.streams;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.CancelToken;
import dev.forbear.Forbear;
import dev.forbear.Task;
import dev.forbear.conformance.Lines;
import dev.forbear.event.TaskEvent;
import dev.forbear.event.TaskListener;
import dev.forbear.http.HttpStreams;
import dev.forbear.providers.Providers;
import dev.forbear.providers.stream.StreamFormats;
import dev.forbear.task.Ending;
import dev.forbear.task.Step;
import dev.forbear.testkit.Heard;
import dev.forbear.testkit.Rehearsal;
import dev.forbear.testkit.Rehearsal.Course;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.Scenario;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.time.TimeSource;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The scripts of the corpus that stream, once in virtual time and once over real HTTP: the same courses, timers aside. */
class WireScenarioTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int STREAMED = 15;

  @Test
  void takesTheSameCourseOverHttpAsInVirtualTime() throws Exception {
    List<JsonNode> lines = Lines.of("corpus/scenarios.jsonl").stream()
        .filter(line -> line.get("policy").path("stream").booleanValue())
        .toList();
    assertThat(lines).hasSize(STREAMED);
    HttpClient client = HttpClient.newHttpClient();
    List<OnTheWire> running = new ArrayList<>();
    try {
      for (JsonNode line : lines) {
        running.add(
            new OnTheWire(client, Scenario.fromJson(line))); // side by side: they mostly wait
      }
      List<String> wire = new ArrayList<>();
      List<String> virtual = new ArrayList<>();
      for (int i = 0; i < STREAMED; i++) {
        String id = lines.get(i).get("id").asText() + " ";
        Course course = Rehearsal.play(
            Scenario.fromJson(lines.get(i)), Driver.ASYNC, Providers.any(), event -> {});
        virtual.add(id + facts(course));
        wire.add(id + running.get(i).facts(course.upstreamAbortedAtMs().size()));
      }
      assertThat(wire).isEqualTo(virtual);
    } finally {
      running.forEach(OnTheWire::close);
    }
  }

  private static String facts(Course course) {
    return facts(course.targets(), course.waitsMs(), course.ending())
        + " text " + course.text() + " events " + course.events() + " aborted "
        + course.upstreamAbortedAtMs().size();
  }

  private static String facts(List<String> targets, List<Double> waitsMs, Ending ending) {
    return "targets " + targets + " waits " + waitsMs + " " + ending.kind() + " " + ending.reason()
        + " " + ending.failureClass() + " degraded " + ending.degraded();
  }

  /** One scenario in real time, on its way. */
  private static final class OnTheWire implements TaskListener {

    private final ScriptedProvider provider;
    private final Heard heard = new Heard();
    private final List<String> targets = new CopyOnWriteArrayList<>();
    private final List<Double> waitsMs = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Ending> ending = new CompletableFuture<>();
    private final CompletableFuture<?> outcome;

    OnTheWire(HttpClient client, Scenario scenario) {
      ScriptedProvider.Builder provided = ScriptedProvider.builder();
      for (String target : scenario.targets().names()) {
        provided.script("/" + target, scenario.script().forTarget(target));
      }
      provider = provided.start();
      CancelToken token = new CancelToken();
      Task task = Task.named("wire")
          .with(scenario.operation())
          .deadline(Duration.ofMillis((long) scenario.deadlineMs()))
          .cancelledBy(token);
      Forbear forbear = Forbear.builder()
          .policy(scenario.policy())
          .targets(scenario.targets())
          .classifier(Providers.any())
          .random(scenario::random)
          .listener(this)
          .build();
      var stream = forbear.stream(
          scenario.streaming().orElseThrow().applyTo(task),
          attempt -> HttpStreams.of(client, post(attempt.target()), StreamFormats.openAiChat())
              .open(attempt));
      stream.subscribe(heard);
      outcome = stream.outcome();
      scenario.cancelAtMs().ifPresent(atMs -> {
        TimeSource time = TimeSource.system();
        TimeSource.Alarm unused =
            time.alarm(time.nanoTime() + Duration.ofMillis((long) atMs).toNanos(), token::cancel);
      });
    }

    private HttpRequest post(String target) {
      return HttpRequest.newBuilder(provider.uri("/" + target))
          .POST(BodyPublishers.ofString("{}"))
          .build();
    }

    @Override
    public void on(TaskEvent event) {
      if (event instanceof TaskEvent.AttemptStarted started) {
        targets.add(started.target());
      } else if (event instanceof TaskEvent.AttemptFailed failed
          && failed.next() instanceof Step.Wait wait) {
        waitsMs.add(wait.delayMs());
      } else if (event instanceof TaskEvent.TaskEnded ended) {
        ending.complete(ended.ending());
      }
    }

    /** What happened, once it has ended, and how many of so many aborts the provider has seen. */
    String facts(int aborts) throws Exception {
      Ending ended = ending.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      Object unused = outcome.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      int seen = 0;
      for (int i = 0; i < aborts; i++) {
        seen += provider.awaitHangUp(targets.size() - 1 - i, PATIENCE) ? 1 : 0;
      }
      return WireScenarioTest.facts(targets, waitsMs, ended) + " text " + heard.text() + " events "
          + heard.events() + " aborted " + seen;
    }

    void close() {
      provider.close();
    }
  }
}
