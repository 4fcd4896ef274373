package dev.forbear.testkit;

import dev.forbear.Attempt;
import dev.forbear.classify.ProviderReply;
import dev.forbear.flow.Outlet;
import dev.forbear.stream.StreamCutException;
import dev.forbear.stream.StreamPart;
import dev.forbear.time.TimeSource;
import java.io.EOFException;
import java.net.SocketException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The stream of one scripted attempt, in virtual time: each chunk at its time, none before it was asked for.
 *
 * <p>A consumer that asks late gets a chunk late, and what follows no earlier than it is due; nothing is kept meanwhile but the
 * script. {@code done} and {@code error:} end the stream at once. Not thread-safe: one thread owns a virtual world.
 */
final class ScriptedStream implements Flow.Publisher<StreamPart> {

  private final ScriptedReply reply;
  private final VirtualTime time;
  private final ScriptedCall.Made made;
  private final Attempt attempt;
  private final long openedAtNanos;

  /** A stream that opens now, and is closed when the attempt is cut. */
  ScriptedStream(ScriptedReply reply, VirtualTime time, ScriptedCall.Made made, Attempt attempt) {
    this.reply = reply;
    this.time = time;
    this.made = made;
    this.attempt = attempt;
    this.openedAtNanos = time.nanoTime();
  }

  @Override
  public void subscribe(Flow.Subscriber<? super StreamPart> subscriber) {
    Playing playing = new Playing(subscriber);
    attempt.onCancel(playing::abort);
    playing.begin();
  }

  private final class Playing implements Outlet.Supply {

    private final Flow.Subscriber<? super StreamPart> subscriber;
    private final Outlet<StreamPart> outlet;
    private TimeSource.@Nullable Alarm alarm;
    private int played;
    private boolean isOver;

    Playing(Flow.Subscriber<? super StreamPart> subscriber) {
      this.subscriber = subscriber;
      this.outlet = new Outlet<>(subscriber, this);
    }

    void begin() {
      subscriber.onSubscribe(outlet);
      if (!isOver && (!isAnswer() || reply.chunks().isEmpty())) {
        endAt(dueNanos(0));
      } else if (outlet.isHungry()) {
        more();
      }
    }

    @Override
    public void more() {
      if (alarm == null && !isOver && isAnswer() && played < reply.chunks().size()) {
        alarm = time.alarm(dueNanos(played + 1), this::play);
      }
    }

    private void play() {
      alarm = null;
      ScriptedChunk chunk = reply.chunks().get(played++);
      boolean ends = isTerminal(chunk);
      if (played == reply.chunks().size() && !ends) {
        endAt(dueNanos(played + 1));
      }
      isOver |= ends;
      outlet.put(part(chunk));
      if (ends) {
        outlet.end(null);
      }
    }

    private void endAt(long atNanos) {
      if (!ScriptedCall.neverEnds(reply)) {
        alarm = time.alarm(atNanos, this::end);
      }
    }

    private void end() {
      alarm = null;
      isOver = true;
      outlet.end(failure());
    }

    @Override
    public void cancelled(@Nullable Throwable thrown) {
      abort();
    }

    /** The caller closes it; that is worth noting only while it runs. */
    private void abort() {
      if (alarm != null) {
        alarm.cancel();
        alarm = null;
      }
      if (!isOver) {
        isOver = true;
        made.abortedAt(time.nowMs());
      }
    }
  }

  private boolean isAnswer() {
    return reply.fault().sendsHead() && reply.status() >= 200 && reply.status() <= 299;
  }

  /** When the n-th chunk comes; 0 is the head of the answer. */
  private long dueNanos(int number) {
    double afterMs = reply.delayMs() + number * reply.everyMs();
    // A delay beyond the end of time is as good as never.
    return openedAtNanos
        + Math.min(Long.MAX_VALUE - openedAtNanos, (long) Math.ceil(afterMs * 1e6));
  }

  /** What ends the stream in place of its terminal event; null for an end in good order. */
  private @Nullable Throwable failure() {
    boolean isAnswer = isAnswer();
    if (isAnswer && reply.fault() == Fault.NONE) {
      return null;
    }
    if (isAnswer && reply.fault() == Fault.CUT) {
      return new StreamCutException(new EOFException("EOF reached while reading"));
    }
    if (isAnswer && reply.fault() == Fault.RESET_IN_BODY) {
      return new StreamCutException(new SocketException("Connection reset"));
    }
    try {
      throw new AssertionError("no failure: " + ScriptedCall.answer(reply));
    } catch (Exception e) {
      return e;
    }
  }

  private static boolean isTerminal(ScriptedChunk chunk) {
    return chunk.kind() == ScriptedChunk.Kind.DONE || chunk.kind() == ScriptedChunk.Kind.ERROR;
  }

  private static StreamPart part(ScriptedChunk chunk) {
    String content = chunk.content();
    return switch (chunk.kind()) {
      case META -> StreamPart.Metadata.ALIVE;
      case TEXT -> content.isEmpty() ? StreamPart.Metadata.ALIVE : new StreamPart.Text(content);
      case TOOL -> new StreamPart.ToolBytes(0, content);
      case ERROR ->
        new StreamPart.Broken(new ProviderReply(
            chunk.status(), Map.of("content-type", List.of("application/json")), content));
      case DONE -> new StreamPart.Finished("stop");
    };
  }
}
