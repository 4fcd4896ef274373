package dev.forbear;

import dev.forbear.flow.Outlet;
import dev.forbear.stream.StreamPart;
import dev.forbear.task.Step;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Carries a streamed task out: the async driver over attempts that each become a {@link StreamFlight}, and one outlet through
 * which all of them reach the consumer.
 *
 * <p>Only the attempt that has committed last may deliver, and nobody once the task is over: the end and what had been
 * delivered by then are taken together. The lock guards the transcript and who delivers; the consumer is called outside it.
 */
final class StreamDriver implements Outlet.Supply {

  private final Course course;
  private final StreamCall call;
  private final AsyncDriver<StreamResult> driver;
  private final Outlet<StreamPart> outlet;

  // Guarded by this.
  private final Transcript transcript = new Transcript();
  private @Nullable StreamFlight flight;
  private int delivering;
  private int cursorOf;
  private String cursor = "";
  private boolean isOver;

  StreamDriver(Course course, StreamCall call, Flow.Subscriber<? super StreamPart> consumer) {
    this.course = course;
    this.call = call;
    this.outlet = new Outlet<>(consumer, this);
    this.driver = new AsyncDriver<>(course, this::open);
    course.deliveredBy(this::close);
  }

  Flow.Subscription subscription() {
    return outlet;
  }

  /** Starts; the consumer hears of the end after all that was delivered. */
  CompletableFuture<Outcome<StreamResult>> start() {
    CompletableFuture<Outcome<StreamResult>> result = driver.start();
    CompletableFuture<?> unused = result.whenComplete((outcome, thrown) -> end(outcome, thrown));
    return result;
  }

  private void end(@Nullable Outcome<StreamResult> outcome, @Nullable Throwable thrown) {
    if (thrown != null) {
      outlet.end(thrown);
    } else if (outcome instanceof Outcome.NoValue<StreamResult> noValue) {
      outlet.end(new ForbearException(noValue.report()));
    } else {
      outlet.end(null);
    }
  }

  private CompletableFuture<StreamResult> open(Attempt attempt) throws Exception {
    StreamFlight mine = new StreamFlight(this, attempt);
    synchronized (this) {
      flight = mine;
    }
    Flow.Publisher<StreamPart> parts = call.open(attempt);
    if (parts == null) {
      throw new IllegalStateException(
          "the call of '" + course.task().name() + "' returned null, not a publisher");
    }
    mine.begin(parts);
    return mine.ended();
  }

  // What the flights report

  /** To resume, the cursor behind a piece is wanted with the piece itself. */
  boolean isHungry() {
    return outlet.isHungry() || (course.resumes() && outlet.size() < 2);
  }

  /** Whether the attempt may deliver from now on. */
  boolean commit(Attempt attempt) {
    boolean resumable;
    synchronized (this) {
      resumable = course.cursor() != null || cursorOf == attempt.number();
    }
    Step.Deliver deliver = driver.commit(attempt, resumable);
    if (deliver == null) {
      return false;
    }
    synchronized (this) {
      if (isOver) {
        return false;
      }
      delivering = attempt.number();
      if (cursorOf == delivering) {
        course.resumeAt(cursor);
      }
    }
    if (deliver.discarded() != 0) {
      deliver(attempt, new StreamPart.Discard(deliver.discarded()));
    }
    return true;
  }

  void deliver(Attempt attempt, StreamPart part) {
    synchronized (this) {
      if (isOver || delivering != attempt.number()) {
        return;
      }
      transcript.add(part);
    }
    outlet.put(part);
  }

  /** What is no part of the answer, and may come again from another attempt. */
  void deliverAside(StreamPart part) {
    outlet.put(part);
  }

  synchronized void count(StreamPart.Usage usage) {
    transcript.count(usage);
  }

  /** A cursor counts once the attempt it comes from has delivered; one from an attempt that was replaced never does. */
  synchronized void remember(Attempt attempt, StreamPart.Cursor next) {
    cursorOf = attempt.number();
    cursor = next.position();
    if (delivering == cursorOf) {
      course.resumeAt(cursor);
    }
  }

  /** The attempt has seen its terminal event. */
  synchronized StreamResult finish(Attempt attempt, String reason) {
    return transcript.result(reason);
  }

  /** The task ends without a value: nothing is delivered any more. */
  private synchronized @Nullable StreamResult close() {
    isOver = true;
    return transcript.result("");
  }

  // What the consumer wants

  @Override
  public void more() {
    StreamFlight running;
    synchronized (this) {
      running = flight;
    }
    if (running != null) {
      running.askIfWanted();
    }
  }

  @Override
  public void cancelled(@Nullable Throwable thrown) {
    if (thrown != null) {
      course.forbear().report("the consumer of a stream", thrown);
    }
    driver.cancel();
  }
}
