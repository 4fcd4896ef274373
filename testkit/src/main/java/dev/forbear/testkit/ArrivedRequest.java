package dev.forbear.testkit;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * One request as it arrived at a {@link ScriptedProvider}: a snapshot, immutable.
 *
 * <p>{@link #toString} gives names and lengths only: a header value or a body may hold a key or a prompt.
 *
 * @param index how many requests arrived before it: 0 for the first
 * @param connection the number of its connection: 1 for the first the provider accepted
 * @param atNanos when it had arrived whole, on the clock of {@link System#nanoTime}
 * @param method the method; empty when it could not be read
 * @param path the path, as sent, without the query; empty when it could not be read
 * @param query the query without its question mark; empty for none
 * @param headers header names (in lower case) to their values in order
 * @param body the first {@value #MAX_KEPT_BODY_BYTES} bytes of the body, as UTF-8 text
 * @param bodyBytes the length of the whole body as far as it arrived
 * @param afterScript whether it came after the last reply of its script
 * @param problem why it was not served as the script says: malformed, cut off, or the reply function failed; empty when it was
 * @param hungUpAtNanos when the peer was seen to close or reset the connection before the reply had been sent whole, on the
 *     clock of {@link System#nanoTime}; empty when it was not
 */
public record ArrivedRequest(
    int index,
    int connection,
    long atNanos,
    String method,
    String path,
    String query,
    Map<String, List<String>> headers,
    String body,
    long bodyBytes,
    boolean afterScript,
    String problem,
    OptionalLong hungUpAtNanos) {

  /** How much of a body is kept; the rest is read, counted and dropped. A long chat with its tools fits. */
  public static final int MAX_KEPT_BODY_BYTES = 64 * 1024;

  /** Keeps its own copy of the headers. */
  public ArrivedRequest {
    Map<String, List<String>> copy = new TreeMap<>();
    headers.forEach((name, values) -> copy.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
    headers = Collections.unmodifiableMap(copy);
  }

  /** The values of one header, its name in any case; empty when it was not sent. */
  public List<String> header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
  }

  /** Whether it was served as the script says. */
  public boolean isServed() {
    return problem.isEmpty();
  }

  ArrivedRequest arrived(int atIndex, boolean isAfterScript) {
    return new ArrivedRequest(
        atIndex,
        connection,
        atNanos,
        method,
        path,
        query,
        headers,
        body,
        bodyBytes,
        isAfterScript,
        problem,
        hungUpAtNanos);
  }

  ArrivedRequest withProblem(String other) {
    return new ArrivedRequest(
        index,
        connection,
        atNanos,
        method,
        path,
        query,
        headers,
        body,
        bodyBytes,
        afterScript,
        other,
        hungUpAtNanos);
  }

  ArrivedRequest hungUpAt(long nanos) {
    return new ArrivedRequest(
        index,
        connection,
        atNanos,
        method,
        path,
        query,
        headers,
        body,
        bodyBytes,
        afterScript,
        problem,
        OptionalLong.of(nanos));
  }

  /** Index, method, path, the names of the headers, the length of the body, and how it ended. */
  @Override
  public String toString() {
    return "ArrivedRequest[" + index + ": " + method + " " + path + " on connection " + connection
        + ", headers " + String.join(" ", headers.keySet()) + ", body of " + bodyBytes + " bytes"
        + (afterScript ? ", after the script" : "")
        + (problem.isEmpty() ? "" : ", problem: " + problem)
        + (hungUpAtNanos.isPresent() ? ", peer hung up" : "") + "]";
  }
}
