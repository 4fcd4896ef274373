package dev.forbear.conformance.http;

import dev.forbear.Forbear;
import dev.forbear.Task;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.time.TimeSource;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What all tests over HTTP share: one client, requests, a policy of three quick attempts. */
final class Wire {

  static final String PROMPT = "{\"prompt\":\"hello\"}";

  static final HttpClient CLIENT = HttpClient.newHttpClient();

  /** Enough for anything that is only late because the machine is busy. */
  static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Three attempts, waits of 5 ms and 10 ms, 50 ms to be worth starting. */
  static Forbear.Builder threeAttempts() {
    return Forbear.builder().policy(RetryPolicy.of(3, 10, 20, 50)).random(() -> 0.5);
  }

  /** The first tasks of a process load a thousand classes, which no bound in real time is about. */
  static void loadTheClasses() {
    for (Way way : Way.all()) {
      try (ScriptedProvider provider = ScriptedProvider.playing("503, ok, hang, drip")) {
        Task task = Task.named("first").repeatable();
        way.run(threeAttempts().build(), task, post(provider.uri())).orElseThrow();
        Forbear brief = threeAttempts().deadline(Duration.ofMillis(100)).build();
        Running<String> hanging = way.start(brief, task, post(provider.uri()));
        Running<String> dripping = way.start(brief, task, post(provider.uri()));
        hanging.outcome();
        dripping.outcome();
      }
    }
  }

  static HttpRequest post(URI uri) {
    return HttpRequest.newBuilder(uri)
        .header("content-type", "application/json")
        .POST(BodyPublishers.ofString(PROMPT))
        .build();
  }

  static HttpRequest get(URI uri) {
    return HttpRequest.newBuilder(uri).build();
  }

  static long ms(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  /** Whether it comes true; looked at every millisecond because nothing announces it. */
  static boolean eventually(BooleanSupplier isTrue) {
    long untilNanos = System.nanoTime() + PATIENCE.toNanos();
    while (!isTrue.getAsBoolean()) {
      if (System.nanoTime() - untilNanos > 0) {
        return false;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    return true;
  }

  /** Whether neither an attempt nor an alarm is left over. */
  static boolean leavesNothing(Forbear forbear) {
    return eventually(
        () -> forbear.lateAttempts() == 0 && TimeSource.system().pendingAlarms() == 0);
  }

  private Wire() {}
}
