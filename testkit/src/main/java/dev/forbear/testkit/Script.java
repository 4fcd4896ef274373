package dev.forbear.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What a provider will do, request by request: an ordered list of replies.
 *
 * <pre>{@code
 * Script script = Script.parse("503 x2, 429 after 2s, hang, 200 in 300ms");
 *
 * try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
 *   // two 503, then 429 with "retry-after: 2", then silence, then 200 after 300 ms
 * }
 * }</pre>
 *
 * <p>A script is a value and knows no server and no clock: a {@link ScriptedProvider} plays it over real HTTP, a rehearsal
 * plays it under virtual time. Immutable and safe to share.
 *
 * <h2>The words</h2>
 *
 * <p>Replies are parted by commas or line breaks. One reply is a status, a fault, or a status and a fault, followed by what it
 * carries, in any order:
 *
 * <table>
 * <caption>The words of a script</caption>
 * <tr><th>word</th><th>the provider</th></tr>
 * <tr><td>{@code 200} … {@code 999}, {@code ok}</td><td>answers with this status; {@code ok} is 200</td></tr>
 * <tr><td>{@code hang}</td><td>reads the request and never answers</td></tr>
 * <tr><td>{@code headers-then-hang}</td><td>sends status and headers, then nothing more</td></tr>
 * <tr><td>{@code drip}</td><td>sends a body that never ends, byte by byte</td></tr>
 * <tr><td>{@code drip-headers}</td><td>sends headers that never end, byte by byte</td></tr>
 * <tr><td>{@code reset}</td><td>reads the request, then resets the connection</td></tr>
 * <tr><td>{@code reset-early}</td><td>resets the connection before it has read the request</td></tr>
 * <tr><td>{@code close}</td><td>reads the request, then closes the connection without an answer</td></tr>
 * <tr><td>{@code cut}</td><td>closes the connection within the body</td></tr>
 * <tr><td>{@code reset-in-body}</td><td>resets the connection within the body</td></tr>
 * <tr><td>{@code refuse}</td><td>refuses the connection (virtual time only)</td></tr>
 * <tr><td>{@code interrupt}</td><td>the caller's thread is interrupted (virtual time only)</td></tr>
 * <tr><td>{@code stream(Hel, lo, done)}</td><td>answers 200 and streams these chunks, see below</td></tr>
 * <tr><td>{@code every 20ms}</td><td>lets so much time pass before each chunk of a stream, and before its end; default 0</td></tr>
 * <tr><td>{@code then break}</td><td>how a stream ends: {@code end} in good order (default), {@code break} by a closed connection,
 *     {@code reset} by a reset one, {@code hang} never</td></tr>
 * <tr><td>{@code after 2s}</td><td>carries a hint: {@code retry-after} in whole seconds, else {@code retry-after-ms}</td></tr>
 * <tr><td>{@code in 300ms}</td><td>takes this long before it does anything</td></tr>
 * <tr><td>{@code x3}</td><td>does so for three requests</td></tr>
 * </table>
 *
 * <p>The chunks of a stream are parted by commas: {@code text:Hel} or just {@code Hel}, {@code meta}, {@code tool:bytes},
 * {@code error:529} and {@code done}, the provider's terminal event, which ends the stream with it. Quotes keep white space,
 * commas and brackets, as in {@code stream("one, ", "two ")}.
 *
 * <p>A duration has a unit: {@code ms}, {@code s} or {@code m} (minutes). Headers and bodies are set in code, see
 * {@link ScriptedReply}.
 *
 * @param replies the replies, the first one for the first request; at most {@value #MAX_REPLIES}
 */
public record Script(List<ScriptedReply> replies) {

  /** The most replies one script holds; a slip such as {@code x1000000000} is an error, not an empty heap. */
  public static final int MAX_REPLIES = 10_000;

  /** Keeps its own copy. */
  public Script {
    replies = List.copyOf(replies);
    if (replies.size() > MAX_REPLIES) {
      throw new IllegalArgumentException(
          "a script holds at most " + MAX_REPLIES + " replies, was " + replies.size());
    }
  }

  /** A script of these replies; none is a script that has ended before the first request. */
  public static Script of(ScriptedReply... replies) {
    return new Script(List.of(replies));
  }

  /**
   * Reads a script in words; the class comment has them.
   *
   * @throws IllegalArgumentException naming the entry, what could not be read, what is allowed and the nearest valid word
   */
  public static Script parse(String text) {
    return new Script(ScriptGrammar.replies(text));
  }

  /**
   * Reads the {@code script} array of a scenario: one object per attempt.
   *
   * <p>Keys: {@code afterMs} (needed; null: never), {@code status} with {@code headers} and {@code body} (text, or any JSON
   * value that is sent as JSON) or {@code chunks} with {@code everyMs}, or {@code exception} ({@code connect},
   * {@code reset}, {@code interrupted}); {@code then} ({@code end}, {@code break}, {@code hang}; default {@code end}),
   * {@code target}, {@code cost}. Other keys are ignored.
   *
   * @param json a JSON array of objects
   * @throws IllegalArgumentException naming the entry, the key and what is allowed
   */
  public static Script fromJson(String json) {
    return new Script(ScriptJson.replies(json));
  }

  /** As {@link #fromJson(String)}, of an array already read. */
  public static Script fromJson(JsonNode array) {
    return new Script(ScriptJson.replies(array));
  }

  /** How many replies it has. */
  public int size() {
    return replies.size();
  }

  /** The replies one target gives: those that name it and those that name none, in order. */
  public Script forTarget(String target) {
    return new Script(replies.stream()
        .filter(reply -> reply.target().isEmpty() || reply.target().equals(target))
        .toList());
  }

  /** The script in its own words, equal neighbours as one entry with {@code xN}. */
  @Override
  public String toString() {
    List<String> entries = new ArrayList<>();
    int from = 0;
    while (from < replies.size()) {
      ScriptedReply reply = replies.get(from);
      int to = from + 1;
      while (to < replies.size() && replies.get(to).equals(reply)) {
        to++;
      }
      entries.add(to - from == 1 ? reply.toString() : reply + " x" + (to - from));
      from = to;
    }
    return String.join(", ", entries);
  }
}
