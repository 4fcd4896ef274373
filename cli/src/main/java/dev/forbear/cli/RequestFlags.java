package dev.forbear.cli;

import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The flags that describe a request, named as curl names them. Messages never show a header's value, a body or the URL. */
final class RequestFlags {

  private static final String CONTENT_TYPE = "content-type";

  /** As much as an array holds. */
  private static final int MAX_BODY_BYTES = Integer.MAX_VALUE;

  /** Headers that {@code java.net.http} sets itself and refuses from others. */
  private static final Set<String> RESTRICTED =
      Set.of("connection", "content-length", "expect", "host", "upgrade");

  @Option(
      names = {"-X", "--request"},
      paramLabel = "METHOD",
      description = "The method (default: POST with a body, else GET).")
  private @Nullable String method;

  @Option(
      names = {"-H", "--header"},
      paramLabel = "'NAME: VALUE'",
      description = "A header; may be given again.")
  private List<String> headers = new ArrayList<>();

  @Option(
      names = {"-d", "--data"},
      paramLabel = "TEXT|@FILE|@-",
      description = "The body: a text, the bytes of a file, or those of standard input."
          + " Sent as application/json unless a header says otherwise.")
  private @Nullable String data;

  @Parameters(paramLabel = "URL", arity = "1", description = "The address, http or https.")
  private String url = "";

  /**
   * The request.
   *
   * @param in read where the body is {@code @-}
   * @throws IllegalArgumentException saying what is wrong and what is allowed
   */
  HttpRequest request(InputStream in) {
    CallUrl address = CallUrl.parse(url);
    HttpRequest.Builder request = HttpRequest.newBuilder(address.uri());
    Set<String> names = new java.util.HashSet<>();
    for (String header : headers) {
      names.add(addHeader(header, request));
    }
    if (address.authorization().isPresent() && !names.contains("authorization")) {
      request.header("Authorization", address.authorization().get());
    }
    if (data != null && !names.contains(CONTENT_TYPE)) {
      request.header("Content-Type", "application/json");
    }
    return withMethod(
            request, data == null ? null : GivenData.bytes("-d", data, in, MAX_BODY_BYTES))
        .build();
  }

  private HttpRequest.Builder withMethod(HttpRequest.Builder request, byte @Nullable [] body) {
    String verb = method == null ? (body == null ? "GET" : "POST") : method;
    try {
      return request.method(
          verb, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(
          "-X: '" + Shown.text(verb) + "' is not a method that can be sent; use one such as POST");
    }
  }

  /** Adds a header and answers its name in lower case. */
  private static String addHeader(String line, HttpRequest.Builder request) {
    int colon = line.indexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("-H must be 'NAME: VALUE', was a text of " + line.length()
          + " characters " + (colon < 0 ? "without a colon" : "without a name"));
    }
    String name = line.substring(0, colon).strip();
    String lowerCase = name.toLowerCase(Locale.ROOT);
    if (RESTRICTED.contains(lowerCase)) {
      throw new IllegalArgumentException(
          "-H: '" + lowerCase + "' is set by the client itself; leave it out");
    }
    try {
      request.header(name, line.substring(colon + 1).strip());
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException("-H: the name or the value of header '" + Shown.text(name)
          + "' holds characters that HTTP does not allow");
    }
    return lowerCase;
  }
}
