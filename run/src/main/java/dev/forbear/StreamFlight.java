package dev.forbear;

import dev.forbear.classify.ReplyException;
import dev.forbear.stream.StreamCutException;
import dev.forbear.stream.StreamPart;
import dev.forbear.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The stream of one attempt: takes its parts, holds back what does not commit, and becomes the attempt's success or failure.
 *
 * <p>It asks for a part only when the consumer wants one. The limits on the first token and on silence are kept here, and
 * time in which nothing was asked for does not count as silence. The lock guards the fields; nobody is called under it.
 */
final class StreamFlight implements Flow.Subscriber<StreamPart> {

  /** More text without a word in it is taken for an answer. */
  private static final int MAX_HELD_PARTS = 256;

  private final StreamDriver driver;
  private final Attempt attempt;
  private final Ended ended = new Ended();
  private final List<StreamPart> held = new ArrayList<>(0);

  // Guarded by this.
  private Flow.@Nullable Subscription subscription;
  private TimeSource.@Nullable Alarm firstTokenAlarm;
  private TimeSource.@Nullable Alarm idleAlarm;
  private boolean isAsked;
  private boolean hasBegun;
  private boolean hasCommitted;
  private boolean isClosed;
  private double aliveAtMs;

  StreamFlight(StreamDriver driver, Attempt attempt) {
    this.driver = driver;
    this.attempt = attempt;
  }

  /** Completes when the attempt has ended; cancelling it closes the stream. */
  private final class Ended extends CompletableFuture<StreamResult> {

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      close(true);
      return super.cancel(mayInterruptIfRunning);
    }
  }

  CompletableFuture<StreamResult> ended() {
    return ended;
  }

  /** Subscribes, with the limits armed. */
  void begin(Flow.Publisher<StreamPart> parts) {
    Course course = attempt.course();
    double firstTokenMs = course.task().firstTokenTimeoutMs();
    if (firstTokenMs < Double.POSITIVE_INFINITY) {
      arm(true, firstTokenMs, () -> fail(StreamTimeout.firstToken(firstTokenMs)));
    }
    parts.subscribe(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    Objects.requireNonNull(newSubscription, "subscription");
    boolean refused;
    synchronized (this) {
      refused = isClosed || subscription != null;
      if (!refused) {
        subscription = newSubscription;
      }
    }
    if (refused) {
      newSubscription.cancel();
    } else {
      askIfWanted();
    }
  }

  /** Asks for one part if the consumer wants one and none is on its way. */
  void askIfWanted() {
    Flow.Subscription asked;
    if (!driver.isHungry()) {
      return;
    }
    synchronized (this) {
      if (isAsked || isClosed || subscription == null) {
        return;
      }
      isAsked = true;
      asked = subscription;
      aliveAtMs = attempt.course().clock().peekMs();
    }
    asked.request(1);
  }

  @Override
  public void onNext(StreamPart part) {
    Objects.requireNonNull(part, "part");
    boolean isFirst;
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isAsked = false;
      isFirst = !hasBegun;
      hasBegun = true;
      aliveAtMs = attempt.course().clock().peekMs();
    }
    if (attempt.isCancelled()) {
      return; // cut, and about to be closed
    }
    if (isFirst) {
      watchForSilence(attempt.course().task().idleTimeoutMs());
    }
    take(part);
    askIfWanted();
  }

  private void take(StreamPart part) {
    if (part instanceof StreamPart.Finished finished) {
      if (held.isEmpty() || commit()) {
        succeed(finished.reason());
      }
    } else if (part instanceof StreamPart.Broken broken) {
      fail(new ReplyException(broken.reply()));
    } else if (part instanceof StreamPart.Usage usage) {
      driver.count(usage);
    } else if (part instanceof StreamPart.Cursor cursor) {
      driver.remember(attempt, cursor);
    } else if (part instanceof StreamPart.Thinking) {
      driver.deliverAside(part);
    } else if (part instanceof StreamPart.Discard) {
      fail(new IllegalStateException("only the driver discards; a stream of an attempt cannot"));
    } else if (!(part instanceof StreamPart.Metadata)) {
      answer(part);
    }
  }

  private void answer(StreamPart part) {
    boolean committed;
    synchronized (this) {
      committed = hasCommitted;
    }
    if (committed) {
      driver.deliver(attempt, part);
      return;
    }
    held.add(part);
    if (part.commits() || held.size() > MAX_HELD_PARTS) {
      commit();
    }
  }

  /** From here on the answer is the consumer's; false when the attempt was over before. */
  private boolean commit() {
    TimeSource.Alarm armed;
    synchronized (this) {
      if (hasCommitted || isClosed) {
        return hasCommitted;
      }
      armed = firstTokenAlarm;
      firstTokenAlarm = null;
      hasCommitted = true;
    }
    disarm(armed);
    if (!driver.commit(attempt)) {
      return false;
    }
    held.forEach(part -> driver.deliver(attempt, part));
    held.clear();
    return true;
  }

  @Override
  public void onError(Throwable thrown) {
    boolean begun;
    synchronized (this) {
      begun = hasBegun;
    }
    // What failed before the first part may not even have been sent; afterwards an answer was lost.
    fail(
        begun && !(thrown instanceof Error) && !isJudgedByItself(thrown)
            ? new StreamCutException(thrown)
            : thrown);
  }

  private static boolean isJudgedByItself(Throwable thrown) {
    return thrown instanceof StreamCutException
        || thrown instanceof ReplyException
        || thrown instanceof ForbearException
        || thrown instanceof dev.forbear.stream.MalformedStreamException;
  }

  @Override
  public void onComplete() {
    fail(new StreamCutException(null));
  }

  private void succeed(String reason) {
    if (close(true)) {
      ended.complete(driver.finish(attempt, reason));
    }
  }

  private void fail(Throwable thrown) {
    if (close(true)) {
      ended.completeExceptionally(thrown);
    }
  }

  /** Takes nothing more; false when it was closed before. */
  private boolean close(boolean cancels) {
    Flow.Subscription running;
    TimeSource.Alarm first;
    TimeSource.Alarm idle;
    synchronized (this) {
      if (isClosed) {
        return false;
      }
      isClosed = true;
      running = subscription;
      subscription = null;
      first = firstTokenAlarm;
      firstTokenAlarm = null;
      idle = idleAlarm;
      idleAlarm = null;
    }
    disarm(first);
    disarm(idle);
    if (cancels && running != null) {
      attempt.course().forbear().runReported("cancelling a stream", running::cancel);
    }
    return true;
  }

  private void watchForSilence(double idleMs) {
    if (idleMs < Double.POSITIVE_INFINITY) {
      arm(false, idleMs, () -> checkSilence(idleMs));
    }
  }

  private void checkSilence(double idleMs) {
    double silentMs;
    synchronized (this) {
      double nowMs = attempt.course().clock().peekMs();
      silentMs = isAsked ? nowMs - aliveAtMs : 0;
    }
    if (silentMs + TaskClock.STEP_MS >= idleMs) {
      fail(StreamTimeout.silence(idleMs));
    } else {
      watchForSilence(idleMs - silentMs, idleMs);
    }
  }

  private void watchForSilence(double restMs, double idleMs) {
    arm(false, restMs, () -> checkSilence(idleMs));
  }

  private void arm(boolean isFirstToken, double delayMs, Runnable action) {
    Course course = attempt.course();
    TimeSource.Alarm armed = course.guardFromNow(delayMs, () -> course.forbear().execute(action));
    synchronized (this) {
      if (!isClosed) {
        if (isFirstToken) {
          firstTokenAlarm = armed;
        } else {
          idleAlarm = armed;
        }
        return;
      }
    }
    disarm(armed);
  }

  private void disarm(TimeSource.@Nullable Alarm armed) {
    if (armed != null) {
      attempt.course().forbear().disarm(armed);
    }
  }
}
