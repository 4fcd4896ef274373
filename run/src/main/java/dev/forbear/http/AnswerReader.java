package dev.forbear.http;

import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ReplyException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer of one attempt: a success with the caller's handler, any other status as text.
 *
 * <p>A refusal is kept here, not in the body of the response: where its body breaks off the client fails, and its head, which says
 * most, would be lost.
 */
final class AnswerReader<T extends @Nullable Object> implements BodyHandler<T> {

  private final BodyHandler<T> handler;
  private final long cutAtNanos;
  private volatile @Nullable Refusal refusal;

  /** The head of an answer that is no success, and its body. */
  private record Refusal(ResponseInfo head, ErrorBody body) {

    ReplyException failure() {
      return new ReplyException(
          new ProviderReply(head.statusCode(), head.headers().map(), body.finish()));
    }
  }

  /**
   * For one attempt.
   *
   * @param handler reads the body of a success, and is asked for nothing else
   * @param cutAtNanos when the attempt will be cut, on the clock of the system's time source
   */
  AnswerReader(BodyHandler<T> handler, long cutAtNanos) {
    this.handler = handler;
    this.cutAtNanos = cutAtNanos;
  }

  @Override
  public BodySubscriber<T> apply(ResponseInfo head) {
    if (head.statusCode() < 200 || head.statusCode() > 299) {
      ErrorBody body = new ErrorBody(cutAtNanos);
      refusal = new Refusal(head, body);
      return BodySubscribers.mapping(body, text -> null); // never handed out
    }
    try {
      return Objects.requireNonNull(handler.apply(head), "the body handler returned null");
    } catch (Throwable thrown) {
      return new UnreadBody<>(thrown);
    }
  }

  /**
   * What the attempt ends with, once the client has finished with it either way.
   *
   * @throws CompletionException around what failed
   */
  HttpResponse<T> settle(@Nullable HttpResponse<T> response, @Nullable Throwable thrown) {
    Refusal refused = refusal;
    if (refused != null) {
      throw new CompletionException(refused.failure());
    }
    if (response == null) {
      throw thrown instanceof CompletionException wrapped
          ? wrapped
          : new CompletionException(thrown);
    }
    return response;
  }
}
