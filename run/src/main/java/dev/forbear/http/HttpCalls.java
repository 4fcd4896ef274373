package dev.forbear.http;

import dev.forbear.AsyncAttemptCall;
import dev.forbear.Attempt;
import dev.forbear.AttemptCall;
import dev.forbear.classify.ReplyException;
import dev.forbear.time.TimeSource;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Requests of {@code java.net.http} as attempts.
 *
 * <p>A status of 200 to 299 is a success and its body is read by the given handler, within the time of the attempt: unlike
 * {@link HttpRequest#timeout}, that limit holds until the last byte. Any other status is thrown as a {@link ReplyException} with
 * as much of the body as comes within 64 KiB, one second and half of the time the attempt has left;
 * where the rest of the body is lost or late, the status decides all the same. When the attempt is cut or cancelled the exchange
 * is closed, and the server sees its connection end. A handler that hands the body on before it has arrived ({@code
 * ofInputStream}, {@code ofLines}, {@code ofPublisher}) ends the attempt with the headers, and what follows is not covered.
 *
 * <p>A write under a key sends it as {@code Idempotency-Key}, unless the request carries that header already
 * (draft-ietf-httpapi-idempotency-key-header). The publisher of the request's body is subscribed to once for each request, so it
 * must give the same bytes each time, as those of {@code BodyPublishers} do.
 *
 * <p><b>What the client sends by itself.</b> A request that found its connection closed before any byte of an answer is sent once
 * more when it is a GET or HEAD, unseen by the attempt; no other method is, unless the system property {@code
 * jdk.httpclient.enableAllMethodRetry} is set (measured with 17.0.15 and 25.0.3); {@code
 * jdk.httpclient.redirects.retrylimit=1} turns that off where the client follows no redirects. {@code jdk.httpclient.disableRetryConnect} turns off the second try of a failed connect. A client that follows redirects or has an authenticator sends what these take
 * within the attempt; where it does not follow them, a redirect is a failure for good.
 */
public final class HttpCalls {

  /** Header of a write's operation key. */
  public static final String KEY_HEADER = "Idempotency-Key";

  /** The request as an attempt on the calling thread, which is released when the attempt is cut. */
  public static <T extends @Nullable Object> AttemptCall<HttpResponse<T>> blocking(
      HttpClient client, HttpRequest request, BodyHandler<T> handler) {
    return attempt -> {
      AnswerReader<T> reader = reader(handler, attempt);
      CompletableFuture<HttpResponse<T>> exchange = send(client, request, reader, attempt);
      try {
        return exchange.handle(reader::settle).get();
      } catch (InterruptedException e) {
        exchange.cancel(true);
        throw e;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
    };
  }

  /** The request as an attempt that holds no thread. */
  public static <T extends @Nullable Object> AsyncAttemptCall<HttpResponse<T>> async(
      HttpClient client, HttpRequest request, BodyHandler<T> handler) {
    return attempt -> {
      AnswerReader<T> reader = reader(handler, attempt);
      return send(client, request, reader, attempt).handle(reader::settle);
    };
  }

  private static <T extends @Nullable Object> AnswerReader<T> reader(
      BodyHandler<T> handler, Attempt attempt) {
    long cutAtNanos = TimeSource.system().nanoTime() + attempt.timeout().toNanos();
    return new AnswerReader<>(handler, cutAtNanos);
  }

  private static <T extends @Nullable Object> CompletableFuture<HttpResponse<T>> send(
      HttpClient client, HttpRequest request, AnswerReader<T> reader, Attempt attempt) {
    CompletableFuture<HttpResponse<T>> exchange =
        client.sendAsync(withKey(request, attempt), reader);
    attempt.onCancel(() -> exchange.cancel(true));
    return exchange;
  }

  static HttpRequest withKey(HttpRequest request, Attempt attempt) {
    String key = attempt.operationKey().orElse(null);
    if (key == null || request.headers().firstValue(KEY_HEADER).isPresent()) {
      return request;
    }
    return HttpRequest.newBuilder(request, (name, value) -> true)
        .header(KEY_HEADER, key)
        .build();
  }

  private HttpCalls() {}
}
