package dev.forbear.http;

import dev.forbear.StreamCall;
import dev.forbear.stream.StreamFormat;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Requests of {@code java.net.http} whose answers are streams, as attempts.
 *
 * <p>A status of 200 to 299 begins the stream, and its body is read in step with what the consumer asks for. Any other status is a
 * failure of the attempt with as much of its body as {@link HttpCalls} would read. When the attempt is cut or cancelled the
 * exchange is closed, and the server sees its connection end. What a body still holds behind the terminal event is read and
 * dropped, within a bound, so that the connection can be used again.
 *
 * <p>A write under a key sends it as {@link HttpCalls#KEY_HEADER}.
 */
public final class HttpStreams {

  /** The request as a streamed attempt. */
  public static StreamCall of(HttpClient client, HttpRequest request, StreamFormat format) {
    return attempt -> new HttpStream(client, request, format, attempt);
  }

  /**
   * The request as a streamed attempt that a provider can continue.
   *
   * @param resuming makes the request that continues at the given cursor; it gets the first request and the cursor
   */
  public static StreamCall resumable(
      HttpClient client,
      HttpRequest request,
      BiFunction<HttpRequest, String, HttpRequest> resuming,
      StreamFormat format) {
    return attempt -> {
      @Nullable String cursor = attempt.cursor().orElse(null);
      HttpRequest next = cursor == null ? request : resuming.apply(request, cursor);
      return new HttpStream(client, next, format, attempt);
    };
  }

  private HttpStreams() {}
}
