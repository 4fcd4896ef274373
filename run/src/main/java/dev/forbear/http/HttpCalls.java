package dev.forbear.http;

import dev.forbear.AsyncAttemptCall;
import dev.forbear.Attempt;
import dev.forbear.AttemptCall;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ReplyException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Requests of {@code java.net.http} as attempts.
 *
 * <p>A status of 200 to 299 is a success and its body is read by the given handler, within the time of the attempt: unlike
 * {@link HttpRequest#timeout}, that limit holds until the last byte. Any other status is thrown as a {@link ReplyException} with
 * as much of the body as {@link ErrorBody} allows. When the attempt is cut or cancelled the exchange is closed, and the server
 * sees its connection end. A handler that hands the body on before it has arrived ({@code ofInputStream}, {@code ofLines},
 * {@code ofPublisher}) ends the attempt with the headers, and what follows is not covered.
 *
 * <p>A write under a key sends it as {@code Idempotency-Key}, unless the request carries that header already
 * (draft-ietf-httpapi-idempotency-key-header).
 *
 * <p><b>What the JDK repeats by itself.</b> A request that found its connection closed before any byte of an answer is sent once
 * more when it is a GET or HEAD, unseen by the attempt; a POST is not, unless the system property {@code
 * jdk.httpclient.enableAllMethodRetry} is set. {@code jdk.httpclient.disableRetryConnect} turns off the second try of a failed
 * connect.
 */
public final class HttpCalls {

  /** Header of a write's operation key. */
  public static final String KEY_HEADER = "Idempotency-Key";

  /** The request as an attempt on the calling thread, which is released when the attempt is cut. */
  public static <T extends @Nullable Object> AttemptCall<HttpResponse<T>> blocking(
      HttpClient client, HttpRequest request, BodyHandler<T> handler) {
    return attempt -> {
      CompletableFuture<HttpResponse<Answer<T>>> exchange = send(client, request, handler, attempt);
      try {
        return value(exchange.get());
      } catch (InterruptedException e) {
        exchange.cancel(true);
        throw e;
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
    };
  }

  /** The request as an attempt that holds no thread. */
  public static <T extends @Nullable Object> AsyncAttemptCall<HttpResponse<T>> async(
      HttpClient client, HttpRequest request, BodyHandler<T> handler) {
    return attempt -> send(client, request, handler, attempt).thenApply(response -> {
      try {
        return value(response);
      } catch (ReplyException e) {
        throw new CompletionException(e);
      }
    });
  }

  private static <T extends @Nullable Object> CompletableFuture<HttpResponse<Answer<T>>> send(
      HttpClient client, HttpRequest request, BodyHandler<T> handler, Attempt attempt) {
    CompletableFuture<HttpResponse<Answer<T>>> exchange =
        client.sendAsync(withKey(request, attempt), info -> Answer.subscriber(info, handler));
    attempt.onCancel(() -> exchange.cancel(true));
    return exchange;
  }

  private static HttpRequest withKey(HttpRequest request, Attempt attempt) {
    String key = attempt.operationKey().orElse(null);
    if (key == null || request.headers().firstValue(KEY_HEADER).isPresent()) {
      return request;
    }
    return HttpRequest.newBuilder(request, (name, value) -> true)
        .header(KEY_HEADER, key)
        .build();
  }

  private static <T extends @Nullable Object> HttpResponse<T> value(
      HttpResponse<Answer<T>> response) throws ReplyException {
    if (response.body() instanceof Answer.Refused<T> refused) {
      throw new ReplyException(
          new ProviderReply(response.statusCode(), response.headers().map(), refused.text()));
    }
    return new SuccessResponse<>(response);
  }

  private HttpCalls() {}
}
