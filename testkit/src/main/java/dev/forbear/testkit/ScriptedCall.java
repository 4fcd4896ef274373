package dev.forbear.testkit;

import dev.forbear.AsyncAttemptCall;
import dev.forbear.Attempt;
import dev.forbear.AttemptCall;
import dev.forbear.StreamCall;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ReplyException;
import dev.forbear.stream.StreamPart;
import dev.forbear.time.TimeSource.Alarm;
import dev.forbear.time.Wake;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A call that follows a script in virtual time, blocking, async or as a stream, and notes what became of each attempt.
 *
 * <p>Each attempt takes the first reply of the script that is not used up and names no other target. A reply of 200 to 299 is a
 * success; faults become the exceptions {@code java.net.http} throws for them.
 */
public final class ScriptedCall {

  /** One attempt as the provider saw it. */
  public static final class Made {

    private final String target;
    private final @Nullable String key;
    private double abortedAtMs = Double.NaN;

    Made(String target, @Nullable String key) {
      this.target = target;
      this.key = key;
    }

    /** Where it went. */
    public String target() {
      return target;
    }

    /** The operation key it carried; null for none. */
    public @Nullable String key() {
      return key;
    }

    /** The first time counts: a stream is closed by its attempt and by its subscription. */
    void abortedAt(double nowMs) {
      abortedAtMs = Double.isNaN(abortedAtMs) ? nowMs : abortedAtMs;
    }

    /** When the caller closed it, milliseconds since the world began; NaN when it was answered. */
    public double abortedAtMs() {
      return abortedAtMs;
    }
  }

  private final VirtualTime time;
  private final List<ScriptedReply> left;
  private final List<Made> made = new ArrayList<>();
  private String missing = "";

  /** A call that follows the script. */
  public ScriptedCall(Script script, VirtualTime time) {
    this.time = time;
    this.left = new ArrayList<>(script.replies());
  }

  /** The attempts made, in order. */
  public List<Made> made() {
    return List.copyOf(made);
  }

  /** What the script had no reply for; empty when it had one for every attempt. */
  String missing() {
    return missing;
  }

  /** The call as one that blocks, in virtual time, until the reply is due. */
  public AttemptCall<ScriptedReply> blocking() {
    return attempt -> {
      ScriptedReply reply = next(attempt);
      if (neverEnds(reply)) {
        time.sleepForEver();
      }
      time.sleepUntil(dueNanos(reply), new Wake());
      return answer(reply);
    };
  }

  /** The call as one that answers by an alarm when the reply is due. */
  public AsyncAttemptCall<ScriptedReply> async() {
    return attempt -> {
      ScriptedReply reply = next(attempt);
      CompletableFuture<ScriptedReply> answer = new CompletableFuture<>();
      if (!neverEnds(reply)) {
        Alarm alarm = time.alarm(dueNanos(reply), () -> complete(answer, reply));
        attempt.onCancel(alarm::cancel);
      }
      return answer;
    };
  }

  /**
   * The call as one whose answer is a stream: the chunks of each reply, in their time and as they are asked for.
   *
   * <p>{@code meta:} becomes a {@link StreamPart.Metadata}, {@code text:} a {@link StreamPart.Text}, {@code tool:} a {@link
   * StreamPart.ToolBytes}, {@code error:} a {@link StreamPart.Broken} and {@code done} a {@link StreamPart.Finished}. A reply
   * of 200 to 299 without chunks is a stream that ends, or hangs, before its first part.
   */
  public StreamCall streaming() {
    return attempt -> {
      ScriptedReply reply = next(attempt);
      return new ScriptedStream(reply, time, made.get(made.size() - 1), attempt);
    };
  }

  private ScriptedReply next(Attempt attempt) {
    Made one = new Made(attempt.target(), attempt.operationKey().orElse(null));
    made.add(one);
    attempt.onCancel(() -> one.abortedAt(time.nowMs()));
    for (ScriptedReply reply : left) {
      if (reply.target().isEmpty() || reply.target().equals(attempt.target())) {
        left.remove(reply);
        return reply;
      }
    }
    missing = "the script has no reply left for attempt " + attempt.number() + " on target '"
        + attempt.target() + "'";
    throw new IllegalStateException(missing);
  }

  private long dueNanos(ScriptedReply reply) {
    long now = time.nanoTime();
    // A delay beyond the end of time is as good as never.
    return now + Math.min(Long.MAX_VALUE - now, (long) Math.ceil(reply.delayMs() * 1e6));
  }

  static boolean neverEnds(ScriptedReply reply) {
    return switch (reply.fault()) {
      case HANG, DRIP_HEADERS, HEADERS_THEN_HANG, DRIP -> true;
      case NONE, REFUSE, RESET_EARLY, RESET, CLOSE, CUT, RESET_IN_BODY, INTERRUPT -> false;
    };
  }

  private static void complete(CompletableFuture<ScriptedReply> answer, ScriptedReply reply) {
    try {
      answer.complete(answer(reply));
    } catch (Exception e) {
      answer.completeExceptionally(e);
    }
  }

  static ScriptedReply answer(ScriptedReply reply) throws Exception {
    switch (reply.fault()) {
      case NONE -> {
        if (reply.status() >= 200 && reply.status() <= 299) {
          return reply;
        }
        throw new ReplyException(new ProviderReply(reply.status(), reply.headers(), reply.body()));
      }
      case REFUSE -> throw new ConnectException("Connection refused");
      case RESET_EARLY, RESET -> throw new SocketException("Connection reset");
      case CLOSE ->
        throw new IOException("HTTP/1.1 header parser received no bytes", new EOFException());
      case CUT ->
        throw new IOException(
            "chunked transfer encoding, state: READING_LENGTH", new EOFException());
      case RESET_IN_BODY ->
        throw new IOException(
            "chunked transfer encoding, state: READING_LENGTH",
            new SocketException("Connection reset"));
      case INTERRUPT -> throw new InterruptedException("the script interrupts");
      case HANG, DRIP_HEADERS, HEADERS_THEN_HANG, DRIP ->
        throw new AssertionError("never ends: " + reply);
    }
    throw new AssertionError("unknown fault " + reply.fault());
  }
}
