package dev.forbear.cli;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The loop that most code begins with: so many attempts, so long apart, whatever went wrong. */
final class NaiveClient implements DemoClient {

  static final int ATTEMPTS = 5;
  static final Duration PAUSE = Duration.ofSeconds(1);
  static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(2);

  private final HttpClient client = DemoRequests.client();
  private final DemoRequests requests;

  NaiveClient(DemoRequests requests) {
    this.requests = requests;
  }

  @Override
  public String carryOut(int task) throws InterruptedException {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (attempt > 1) {
        Thread.sleep(PAUSE.toMillis());
      }
      if (succeeds(requests.of(task, attempt))) {
        return SUCCESS;
      }
    }
    return "attempts";
  }

  private boolean succeeds(HttpRequest request) throws InterruptedException {
    HttpRequest limited = HttpRequest.newBuilder(request, (name, value) -> true)
        .timeout(ATTEMPT_TIMEOUT)
        .build();
    try {
      int status = client.send(limited, BodyHandlers.ofString()).statusCode();
      return status >= 200 && status <= 299;
    } catch (IOException failed) {
      return false;
    }
  }
}
