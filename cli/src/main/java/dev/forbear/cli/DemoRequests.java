package dev.forbear.cli;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.function.Function;

/**
 * The requests of the demo. Each says in its path whose it is, so that the provider can play the fate meant for it.
 *
 * @param at the address of a path at the provider
 */
record DemoRequests(Function<String, URI> at) {

  private static final String TASKS = "/tasks/";
  private static final String ATTEMPTS = "/attempts/";

  private static final String PROMPT =
      "{\"messages\":[{\"role\":\"user\",\"content\":\"Summarize this page.\"}]}";

  /** The one request of that attempt; a POST, which the client of the JDK never repeats by itself. */
  HttpRequest of(int task, int attempt) {
    return HttpRequest.newBuilder(at.apply(TASKS + task + ATTEMPTS + attempt))
        .header("content-type", "application/json")
        .POST(BodyPublishers.ofString(PROMPT))
        .build();
  }

  static int task(String path) {
    return Integer.parseInt(path.substring(TASKS.length(), path.indexOf(ATTEMPTS)));
  }

  static int attempt(String path) {
    return Integer.parseInt(path.substring(path.indexOf(ATTEMPTS) + ATTEMPTS.length()));
  }

  /** A client of its own: two that are compared must not share connections. */
  static HttpClient client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }
}
