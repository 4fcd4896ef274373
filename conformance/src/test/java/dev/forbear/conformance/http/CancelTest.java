package dev.forbear.conformance.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.CancelToken;
import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.event.TaskEvent;
import dev.forbear.event.TaskListener;
import dev.forbear.task.OutcomeKind;
import dev.forbear.testkit.Fault;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.testkit.ScriptedReply;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A caller who does not want the answer any more is free at once, and the server sees it. */
final class CancelTest {

  /** How often each cancel is made: the median is the product's, a single one may be the machine's. */
  private static final int TIMES = 7;

  private static final long SEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final Duration NOTHING_MORE = Duration.ofMillis(500);

  /** Who cancels, and how. */
  private enum By {
    TOKEN,
    INTERRUPT,
    FUTURE
  }

  /** Where the task is when it happens. */
  private enum Where {
    BEFORE_THE_ANSWER("hang"),
    IN_THE_BODY("headers-then-hang"),
    IN_A_DRIPPING_BODY("drip"),
    IN_A_WAIT("503 after 30s");

    private final String script;

    Where(String script) {
      this.script = script;
    }
  }

  /** Lets the test through when a task has got to where it is to be cancelled. */
  private static final class Watch implements TaskListener {

    private final Semaphore bodies = new Semaphore(0);
    private final Semaphore waits = new Semaphore(0);
    private final Semaphore ends = new Semaphore(0);

    @Override
    public void on(TaskEvent event) {
      if (event instanceof TaskEvent.AttemptFailed) {
        waits.release();
      } else if (event instanceof TaskEvent.TaskEnded ended
          && ended.ending().kind() == OutcomeKind.CANCELLED) {
        ends.release();
      }
    }

    BodyHandler<String> handler() {
      return info -> {
        bodies.release();
        return BodyHandlers.ofString().apply(info);
      };
    }
  }

  private final Watch watch = new Watch();
  private final Forbear forbear = Wire.threeAttempts().listener(watch).build();

  static List<Arguments> cancels() {
    return Way.all().stream()
        .flatMap(way -> Arrays.stream(Where.values())
            .flatMap(where -> Stream.of(
                Arguments.of(way, where, By.TOKEN),
                Arguments.of(way, where, way == Way.ASYNC ? By.FUTURE : By.INTERRUPT))))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("cancels")
  void freesTheCallerAndHangsUpAtOnce(Way way, Where where, By by) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing(where.script + " x" + TIMES)) {
      List<Long> freeNanos = new ArrayList<>();
      List<Long> seenNanos = new ArrayList<>();
      for (int index = 0; index < TIMES; index++) {
        CancelToken token = new CancelToken();
        Running<String> task = way.start(
            forbear,
            Task.named("unwanted").repeatable().cancelledBy(token),
            Wire.CLIENT,
            Wire.post(provider.uri()),
            watch.handler());
        awaitPlace(provider, index, where);

        long cancelledAtNanos = System.nanoTime();
        cancel(task, token, by);

        freeNanos.add(task.endedAtNanos() - cancelledAtNanos);
        if (where != Where.IN_A_WAIT) {
          assertThat(provider.awaitHangUp(index, Wire.PATIENCE)).isTrue();
          seenNanos.add(
              provider.requests().get(index).hungUpAtNanos().orElseThrow() - cancelledAtNanos);
        }
        assertCancelled(way, task, by);
      }

      assertThat(median(freeNanos)).as("%s", freeNanos).isLessThan(SEEN_NANOS);
      assertThat(median(seenNanos)).as("%s", seenNanos).isLessThan(SEEN_NANOS);
      assertThat(provider.requests()).hasSize(TIMES);
      assertThat(Wire.leavesNothing(forbear)).isTrue();
    }
  }

  private void awaitPlace(ScriptedProvider provider, int index, Where where)
      throws InterruptedException {
    assertThat(provider.awaitRequests(index + 1, Wire.PATIENCE)).isTrue();
    if (where == Where.IN_THE_BODY || where == Where.IN_A_DRIPPING_BODY) {
      assertThat(isThere(watch.bodies)).isTrue();
    } else if (where == Where.IN_A_WAIT) {
      assertThat(isThere(watch.waits)).isTrue();
    }
  }

  private static void cancel(Running<?> task, CancelToken token, By by) {
    switch (by) {
      case TOKEN -> token.cancel();
      case INTERRUPT -> task.interrupt();
      case FUTURE -> task.cancelFuture();
    }
  }

  private void assertCancelled(Way way, Running<?> task, By by) throws InterruptedException {
    assertThat(isThere(watch.ends)).isTrue();
    if (by != By.FUTURE) { // a future that was cancelled has no outcome
      assertThat(task.outcome()).isInstanceOf(Outcome.Cancelled.class);
      assertThat(task.outcome().attempts()).isEqualTo(1);
    }
    if (way != Way.ASYNC) {
      assertThat(task.leftInterrupted()).isEqualTo(by == By.INTERRUPT);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#all")
  void sendsNothingAfterACancel(Way way) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("503 after 300ms, hang, drip, ok")) {
      for (int index = 0; index < 3; index++) {
        CancelToken token = new CancelToken();
        Task task = Task.named("unwanted").repeatable().cancelledBy(token);
        Running<String> running = way.start(forbear, task, Wire.get(provider.uri()));
        assertThat(provider.awaitRequests(index + 1, Wire.PATIENCE)).isTrue();
        if (index == 0) {
          assertThat(isThere(watch.waits)).isTrue();
        }

        token.cancel();

        assertThat(running.outcome()).isInstanceOf(Outcome.Cancelled.class);
      }

      assertThat(provider.awaitRequests(4, NOTHING_MORE)).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#all")
  void hangsUpThroughAClientAroundAnother(Way way) throws Exception {
    HttpClient client = new InstrumentedClient(Wire.CLIENT);
    try (ScriptedProvider provider = ScriptedProvider.playing("hang x2")) {
      CancelToken token = new CancelToken();
      Task task = Task.named("unwanted").repeatable();

      Running<String> cancelled = way.start(
          forbear,
          task.cancelledBy(token),
          client,
          Wire.post(provider.uri()),
          BodyHandlers.ofString());
      assertThat(provider.awaitRequests(1, Wire.PATIENCE)).isTrue();
      token.cancel();
      Running<String> late = way.start(
          forbear,
          task.deadline(Duration.ofMillis(600)),
          client,
          Wire.post(provider.uri()),
          BodyHandlers.ofString());

      assertThat(cancelled.outcome()).isInstanceOf(Outcome.Cancelled.class);
      assertThat(Story.of(late.outcome())).isEqualTo("timeout | failed deadline");
      assertThat(provider.awaitHangUp(0, Wire.PATIENCE)).isTrue();
      assertThat(provider.awaitHangUp(1, Wire.PATIENCE)).isTrue();
      assertThat(Wire.leavesNothing(forbear)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#all")
  void keepsNoConnectionOfATaskCancelledWhileItConnects(Way way) {
    try (ScriptedProvider provider =
        ScriptedProvider.answering((index, request) -> ScriptedReply.of(Fault.HANG))) {
      for (int i = 0; i < 100; i++) {
        CancelToken token = new CancelToken();
        Task task = Task.named("unwanted").repeatable().cancelledBy(token);
        Running<String> running = way.start(forbear, task, Wire.post(provider.uri()));
        for (int spin = 0; spin < 300 * i; spin++) {
          Thread.onSpinWait(); // another instant each time, from the start to the request
        }

        token.cancel();

        assertThat(running.outcome()).isInstanceOf(Outcome.Cancelled.class);
      }

      assertThat(Wire.eventually(() -> provider.openConnections() == 0)).isTrue();
      assertThat(Wire.leavesNothing(forbear)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#blocking")
  void sendsNothingForACallerThatIsInterruptedAlready(Way way) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok")) {
      for (int i = 0; i < 20; i++) { // what is wrongly sent is sent now and then
        Running<String> task = way.startInterrupted(
            forbear, Task.named("late").repeatable(), Wire.post(provider.uri()));

        assertThat(Story.of(task.outcome())).isEqualTo("cancelled cancelled");
        assertThat(task.leftInterrupted()).isTrue();
      }
      assertThat(provider.awaitRequests(1, Duration.ofMillis(100))).isFalse();
    }
  }

  private static boolean isThere(Semaphore place) throws InterruptedException {
    return place.tryAcquire(Wire.PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private static long median(List<Long> nanos) {
    return nanos.isEmpty() ? 0 : nanos.stream().sorted().toList().get(nanos.size() / 2);
  }
}
