package dev.forbear.conformance.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.CancelToken;
import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ReplyException;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.testkit.ArrivedRequest;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.testkit.ScriptedReply;
import dev.forbear.time.TimeSource;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the body of a refusal does, its status and headers decide, and what came of the body is read. */
final class ErrorBodyTest {

  private static final int MAX_BODY_BYTES = 64 * 1024;

  /** Keeps the bodies it is shown. */
  private static final class Reader implements FailureClassifier {

    private final List<String> bodies = new CopyOnWriteArrayList<>();

    @Override
    public Classified classify(ProviderReply reply, long nowEpochMs) {
      bodies.add(reply.body());
      return FailureClassifier.defaults().classify(reply, nowEpochMs);
    }

    @Override
    public Classified classify(Throwable thrown, long nowEpochMs) {
      for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
        if (cause instanceof ReplyException replied) {
          return classify(replied.reply(), nowEpochMs);
        }
      }
      return FailureClassifier.defaults().classify(thrown, nowEpochMs);
    }
  }

  private final Reader reader = new Reader();
  private final Forbear forbear =
      Wire.threeAttempts().classifier(reader).deadline(Duration.ofSeconds(20)).build();
  private final Task task = Task.named("generate").repeatable();

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void readsTheBodyThatComesWhole(Way way) {
    Script script = Script.of(
        ScriptedReply.parse("429 after 60ms").withBody("{\"type\":\"rate_limit_error\"}"),
        ScriptedReply.status(503),
        ScriptedReply.ok("done"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      Outcome<?> outcome = way.run(forbear, task, Wire.post(provider.uri()));

      assertThat(Story.of(outcome)).isEqualTo("429 | 503 | ok");
      assertThat(reader.bodies).containsExactly("{\"type\":\"rate_limit_error\"}", "");
      assertThat(provider.requests())
          .extracting(ArrivedRequest::connection)
          .containsExactly(1, 1, 1);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void takesABodyThatBreaksOffAsFarAsItCame(Way way) {
    Script script = Script.of(
        ScriptedReply.parse("429 cut after 60ms").withBody("slow d"),
        ScriptedReply.parse("503 reset-in-body after 60ms").withBody(""),
        ScriptedReply.ok("done"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      Outcome<?> outcome = way.run(forbear, task, Wire.post(provider.uri()));

      assertThat(Story.of(outcome)).isEqualTo("429 | 503 | ok");
      assertThat(reader.bodies).containsExactly("slow d", "");
      assertHintsKept(provider);
    }
  }

  /** The client reports the break and the end of the body from two threads, in either order. */
  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void losesNoStatusHoweverOftenABodyBreaksOff(Way way) {
    Forbear persistent = Forbear.builder().policy(RetryPolicy.of(100, 0, 0, 50)).build();

    try (ScriptedProvider provider =
        ScriptedProvider.playing("429 cut x50, 503 reset-in-body x50")) {
      Outcome<?> outcome = way.run(persistent, task, Wire.post(provider.uri()));

      assertThat(Story.of(outcome))
          .isEqualTo("429 | ".repeat(50) + "503 | ".repeat(50) + "failed attempts");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void leavesABodyThatNeverEndsAfterASecond(Way way) throws Exception {
    Script script = Script.of(
        ScriptedReply.parse("429 drip after 60ms").withBody("slow down"), ScriptedReply.ok("done"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      Outcome<?> outcome = way.run(forbear, task, Wire.post(provider.uri()));

      assertThat(Story.of(outcome)).isEqualTo("429 | ok");
      assertThat(reader.bodies.get(0)).startsWith("slow down  ");
      assertThat(provider.awaitHangUp(0, Wire.PATIENCE)).isTrue();
      assertHintsKept(provider);
      assertThat(Wire.leavesNothing(forbear)).isTrue();
    }
  }

  /** Otherwise a slow body would turn a clear answer into a timeout, and a refused write into an unknown one. */
  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void letsTheStatusDecideWhereTheAttemptHasLessThanASecond(Way way) {
    Forbear hasty = Wire.threeAttempts().deadline(Duration.ofMillis(800)).build();
    Script script = Script.of(
        ScriptedReply.parse("401 headers-then-hang"), ScriptedReply.parse("429 drip after 5m"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      Task write = Task.named("pay").write();
      Outcome<?> refused = way.run(hasty, write, Wire.post(provider.uri()));
      Outcome<?> limited = way.run(hasty, write, Wire.post(provider.uri()));

      assertThat(Story.of(refused)).isEqualTo("401 | failed permanent");
      assertThat(Story.of(limited)).isEqualTo("429 | failed deadline");
      assertThat(((Outcome.NoValue<?>) limited).ending().retryAfterMs()).hasValue(300_000);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void readsTheBeginningOfAHugeBodyAndHangsUp(Way way) throws Exception {
    int hugeBytes = 10 * 1024 * 1024;
    Script script = Script.of(
        ScriptedReply.parse("429 after 60ms").withBody("x".repeat(hugeBytes)),
        ScriptedReply.ok("done"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      Outcome<?> outcome = way.run(forbear, task, Wire.post(provider.uri()));

      assertThat(Story.of(outcome)).isEqualTo("429 | ok");
      assertThat(reader.bodies).containsExactly("x".repeat(MAX_BODY_BYTES));
      assertThat(provider.awaitHangUp(0, Wire.PATIENCE)).isTrue();
      assertHintsKept(provider);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void readsBytesThatAreNoText(Way way) {
    // The length ends the body within its last character, which is two bytes long.
    ScriptedReply broken = ScriptedReply.status(503)
        .withBody("caf\u00e9")
        .withHeader("content-length", "4")
        .withHeader("connection", "close");

    try (ScriptedProvider provider =
        ScriptedProvider.playing(Script.of(broken, ScriptedReply.ok("done")))) {
      Outcome<?> outcome = way.run(forbear, task, Wire.post(provider.uri()));

      assertThat(Story.of(outcome)).isEqualTo("503 | ok");
      assertThat(reader.bodies).containsExactly("caf\ufffd");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void expectsNoBodyWhereNoneCanCome(Way way) {
    try (ScriptedProvider provider = ScriptedProvider.playing(
        Script.of(ScriptedReply.status(503).withBody("busy"), ScriptedReply.status(304)))) {
      HttpRequest head = HttpRequest.newBuilder(provider.uri())
          .method("HEAD", BodyPublishers.noBody())
          .build();

      Outcome<?> outcome = way.run(forbear, task, head);

      assertThat(Story.of(outcome)).isEqualTo("503 | 304 | failed permanent");
      assertThat(reader.bodies).containsExactly("", "");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void armsNothingThatOutlivesAnAttemptThatIsCut(Way way) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("503 drip x3")) {
      CancelToken token = new CancelToken();
      Running<String> running =
          way.start(forbear, task.cancelledBy(token), Wire.post(provider.uri()));
      assertThat(Wire.eventually(() -> armed() == 2)).isTrue(); // the attempt, and its error body

      token.cancel();
      long cancelledAtNanos = System.nanoTime();

      assertThat(Wire.eventually(() -> armed() == 0)).isTrue();
      assertThat(Wire.ms(System.nanoTime() - cancelledAtNanos)).isLessThan(500);
      assertThat(running.outcome()).isInstanceOf(Outcome.Cancelled.class);
    }
  }

  private static int armed() {
    return TimeSource.system().pendingAlarms();
  }

  /** No request came before the hint of the reply before it: 60 ms each time. */
  private static void assertHintsKept(ScriptedProvider provider) {
    List<ArrivedRequest> requests = provider.requests();
    for (int i = 1; i < requests.size(); i++) {
      assertThat(requests.get(i).atNanos() - requests.get(i - 1).atNanos())
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(60));
    }
  }
}
