package dev.forbear.cli;

import dev.forbear.Attempt;
import dev.forbear.AttemptCall;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ReplyException;
import dev.forbear.http.HttpCalls;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request as an attempt whose answer is judged even when its status tells a success: an error, a refusal or a cut-off in
 * a 200 fails the attempt, as any other refusal does.
 *
 * <p>For one task; its attempts come one after the other, on the thread that carries the task out.
 */
final class JudgedCall implements AttemptCall<ReplyBody> {

  private final HttpRequest request;
  private final Judge judge;
  private final CallCourse course;
  private final HttpClient client;
  private @Nullable ReplyException failure;
  private @Nullable ReplyBody failed;

  JudgedCall(HttpRequest request, Judge judge, CallCourse course) {
    this.request = request;
    this.judge = judge;
    this.course = course;
    this.client = client(request);
  }

  @Override
  public ReplyBody call(Attempt attempt) throws Exception {
    ReplyBody body = new ReplyBody();
    HttpResponse<Void> response = HttpCalls.blocking(
            client, request, BodyHandlers.ofByteArrayConsumer(body))
        .call(attempt);
    boolean hasBody = !request.method().equals("HEAD") && !body.isTooLong();
    if (judge.readsBodies() && hasBody) {
      refuseFailure(response, body);
    }
    course.answered(response.statusCode());
    return body;
  }

  /** The whole body of an answer that was refused with this failure; empty for any other. */
  Optional<ReplyBody> bodyOf(@Nullable Throwable cause) {
    return cause != null && cause == failure ? Optional.ofNullable(failed) : Optional.empty();
  }

  private void refuseFailure(HttpResponse<Void> response, ReplyBody body) throws ReplyException {
    ProviderReply reply =
        new ProviderReply(response.statusCode(), response.headers().map(), body.text());
    // A success has no hint, so that the clock does not matter.
    if (judge.classifier().classify(reply, 0).failureClass() != FailureClass.SUCCESS) {
      failed = body;
      failure = new ReplyException(reply);
      throw failure;
    }
  }

  /** A client for this request. */
  static HttpClient client(HttpRequest request) {
    HttpClient.Builder client = HttpClient.newBuilder();
    if ("http".equalsIgnoreCase(request.uri().getScheme())) {
      // Without TLS the offer to change to HTTP/2 costs headers and confuses small servers.
      client.version(HttpClient.Version.HTTP_1_1);
    }
    return client.build();
  }
}
