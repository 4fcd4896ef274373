package dev.forbear.cli;

import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.http.HttpCalls;
import dev.forbear.policy.RetryPolicy;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.SplittableRandom;

/** The same tasks under a policy. */
final class ForbearClient implements DemoClient {

  static final RetryPolicy POLICY = RetryPolicy.of(4, 200, 1000, 300);
  static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(1);

  private static final Task SUMMARIZE =
      Task.named("summarize").repeatable().deadline(Duration.ofMillis(DEADLINE_MS));

  private final HttpClient client = DemoRequests.client();
  private final ThreadLocal<SplittableRandom> chance =
      ThreadLocal.withInitial(() -> new SplittableRandom(0));
  private final Forbear forbear = Forbear.builder()
      .policy(POLICY)
      .attemptTimeout(ATTEMPT_TIMEOUT)
      .random(() -> chance.get().nextDouble())
      .build();
  private final DemoRequests requests;
  private final DemoWorld world;

  ForbearClient(DemoRequests requests, DemoWorld world) {
    this.requests = requests;
    this.world = world;
  }

  @Override
  public String carryOut(int task) throws InterruptedException {
    // Drawn on the thread of the task, so the waits, too, follow from the seed.
    chance.set(world.chance(task, Integer.MAX_VALUE));
    Outcome<HttpResponse<String>> outcome = forbear.run(
        SUMMARIZE,
        attempt -> HttpCalls.blocking(
                client, requests.of(task, attempt.number()), BodyHandlers.ofString())
            .call(attempt));
    if (outcome instanceof Outcome.NoValue<HttpResponse<String>> none) {
      if (Thread.interrupted()) {
        throw new InterruptedException("the demo was stopped");
      }
      return none.reason().word();
    }
    return SUCCESS;
  }
}
