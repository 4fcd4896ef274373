package dev.forbear.conformance.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Forbear;
import dev.forbear.StreamResult;
import dev.forbear.Task;
import dev.forbear.TaskStream;
import dev.forbear.flow.Outlet;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.stream.StreamPart;
import dev.forbear.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ten thousand streams that have begun and say nothing: what they hold, and that none of them holds a thread. */
@Timeout(120)
class IdleStreamsTest {

  private static final int STREAMS = 10_000;

  /** The documented cost; what the source of the parts holds (a connection, say) comes on top. */
  private static final long MAX_BYTES_PER_STREAM = 4096;

  private static final int MAX_MORE_THREADS = 4;

  /** A consumer that wants everything and gets one word. */
  private static final class Patient implements Flow.Subscriber<StreamPart> {

    private int parts;

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(StreamPart part) {
      parts++;
    }

    @Override
    public void onError(Throwable thrown) {}

    @Override
    public void onComplete() {}
  }

  @Test
  void holdsFewBytesAndNoThreadPerStream() {
    List<Outlet<StreamPart>> sources = new ArrayList<>(STREAMS);
    Forbear forbear = Forbear.of(RetryPolicy.of(3, 500, 8000, 1000));
    Task task = Task.named("idle")
        .repeatable()
        .deadline(Duration.ofMinutes(10))
        .firstTokenTimeout(Duration.ofMinutes(5))
        .idleTimeout(Duration.ofMinutes(5));
    Flow.Publisher<StreamPart> idle = subscriber -> {
      Outlet<StreamPart> outlet = new Outlet<>(subscriber, new Outlet.Supply() {
        @Override
        public void more() {}

        @Override
        public void cancelled(@Nullable Throwable thrown) {}
      });
      sources.add(outlet);
      subscriber.onSubscribe(outlet);
    };
    List<TaskStream> streams = new ArrayList<>(STREAMS);
    List<Patient> consumers = new ArrayList<>(STREAMS);
    begin(forbear, task, idle, streams, consumers, 100); // loads classes, starts the timer
    int threadsBefore = Thread.activeCount();
    int alarmsBefore = TimeSource.system().pendingAlarms();
    long bytesBefore = usedBytes();

    begin(forbear, task, idle, streams, consumers, STREAMS - 100);
    for (Outlet<StreamPart> source : sources) {
      source.put(new StreamPart.Text("word"));
    }

    long bytesPerStream = (usedBytes() - bytesBefore) / (STREAMS - 100);
    System.out.println("idle streams: " + bytesPerStream + " bytes each, " + STREAMS + " at once");
    assertThat(consumers).allSatisfy(consumer -> assertThat(consumer.parts).isEqualTo(1));
    assertThat(Thread.activeCount() - threadsBefore).isLessThanOrEqualTo(MAX_MORE_THREADS);
    assertThat(bytesPerStream).isLessThan(MAX_BYTES_PER_STREAM);

    for (Outlet<StreamPart> source : sources) {
      source.put(new StreamPart.Finished("stop"));
    }
    for (TaskStream stream : streams) {
      CompletableFuture<dev.forbear.Outcome<StreamResult>> outcome = stream.outcome();
      assertThat(outcome.join().orElseThrow().text()).isEqualTo("word");
    }
    assertThat(TimeSource.system().pendingAlarms()).isLessThanOrEqualTo(alarmsBefore);
  }

  private static void begin(
      Forbear forbear,
      Task task,
      Flow.Publisher<StreamPart> idle,
      List<TaskStream> streams,
      List<Patient> consumers,
      int count) {
    for (int i = 0; i < count; i++) {
      TaskStream stream = forbear.stream(task, attempt -> idle);
      Patient consumer = new Patient();
      stream.subscribe(consumer);
      streams.add(stream);
      consumers.add(consumer);
    }
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
