package dev.forbear.http;

import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import org.jspecify.annotations.Nullable;

/** A body: what the caller's handler made of it, or the text of a refusal. */
sealed interface Answer<T extends @Nullable Object> {

  /** The body of a success. */
  record Value<T extends @Nullable Object>(T body) implements Answer<T> {}

  /** The body of any other status, possibly cut. */
  record Refused<T extends @Nullable Object>(String text) implements Answer<T> {}

  static <T extends @Nullable Object> BodySubscriber<Answer<T>> subscriber(
      HttpResponse.ResponseInfo info, BodyHandler<T> handler) {
    return isSuccess(info.statusCode())
        ? BodySubscribers.mapping(handler.apply(info), Value::new)
        : BodySubscribers.mapping(new ErrorBody(), Refused::new);
  }

  private static boolean isSuccess(int status) {
    return status >= 200 && status <= 299;
  }
}
