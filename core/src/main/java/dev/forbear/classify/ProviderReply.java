package dev.forbear.classify;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A provider's answer as far as telling a failure needs it.
 *
 * <p>{@link #toString} prints lengths and names only: a body or a header value may hold a prompt or a key.
 *
 * @param status the HTTP status
 * @param headers header names, taken in any case and kept in lower case, to their values in order
 * @param body the text of the body, possibly cut; empty when there is none
 */
public record ProviderReply(int status, Map<String, List<String>> headers, String body) {

  /** Keeps its own copy of the headers, with names that match in any case. */
  public ProviderReply {
    Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach((name, values) ->
        copy.merge(name.toLowerCase(Locale.ROOT), List.copyOf(values), ProviderReply::joined));
    headers = java.util.Collections.unmodifiableMap(copy);
  }

  /** A reply without headers and body. */
  public static ProviderReply of(int status) {
    return new ProviderReply(status, Map.of(), "");
  }

  /** The values of one header; empty when it was not sent. */
  public List<String> header(String name) {
    return headers.getOrDefault(name, List.of());
  }

  /** The same header under two spellings is one header with the values of both. */
  private static List<String> joined(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /** The status, the names of the headers and the length of the body. */
  @Override
  public String toString() {
    return "ProviderReply[status=" + status + ", headers=" + headers.keySet() + ", body of "
        + body.length() + " chars]";
  }
}
