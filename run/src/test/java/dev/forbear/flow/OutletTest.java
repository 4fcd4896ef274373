package dev.forbear.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OutletTest {

  private final List<String> heard = new ArrayList<>();
  private final Notes supply = new Notes();
  private final Receiver receiver = new Receiver();
  private final Outlet<String> outlet = new Outlet<>(receiver, supply);

  /** Counts what the supply was told. */
  private static final class Notes implements Outlet.Supply {

    private final AtomicInteger asked = new AtomicInteger();
    private final List<String> cancels = new ArrayList<>();
    private Runnable onMore = () -> {};

    @Override
    public void more() {
      asked.incrementAndGet();
      onMore.run();
    }

    @Override
    public synchronized void cancelled(@Nullable Throwable thrown) {
      cancels.add(thrown == null ? "cancelled" : String.valueOf(thrown.getMessage()));
    }
  }

  private final class Receiver implements Flow.Subscriber<String> {

    private Runnable onItem = () -> {};

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      heard.add("subscribed");
    }

    @Override
    public void onNext(String item) {
      heard.add(item);
      onItem.run();
    }

    @Override
    public void onError(Throwable thrown) {
      heard.add("failed: " + thrown.getMessage());
    }

    @Override
    public void onComplete() {
      heard.add("complete");
    }
  }

  @Test
  void handsOverNoMoreThanWasAskedFor() {
    outlet.put("a");
    outlet.put("b");
    assertThat(heard).isEmpty();

    outlet.request(1);
    assertThat(heard).containsExactly("a");

    outlet.request(5);
    assertThat(heard).containsExactly("a", "b");
  }

  @Test
  void asksForMoreOnlyWhereSomethingIsWantedAndNothingIsLeft() {
    outlet.put("a");
    outlet.request(1);
    assertThat(supply.asked).hasValue(0);

    outlet.request(1);
    assertThat(supply.asked).hasValue(1);
    assertThat(outlet.isHungry()).isTrue();

    outlet.put("b");
    assertThat(outlet.isHungry()).isFalse();
    assertThat(supply.asked).hasValue(1);
  }

  @Test
  void tellsTheEndAfterAllItemsAndWithoutBeingAsked() {
    outlet.put("a");
    outlet.end(null);
    assertThat(heard).isEmpty();

    outlet.request(1);

    assertThat(heard).containsExactly("a", "complete");
  }

  @Test
  void tellsAnEndWithoutItemsAtOnceAndNothingAfterIt() {
    outlet.end(new IllegalStateException("lost"));
    outlet.put("late");
    outlet.end(null);
    outlet.request(9);

    assertThat(heard).containsExactly("failed: lost");
    assertThat(supply.asked).hasValue(0);
  }

  @Test
  void takesRequestsFromWithinAnItemInALoopAndNotInDepth() {
    supply.onMore = () -> outlet.put("x");
    receiver.onItem = () -> {
      if (heard.size() < 100_000) {
        outlet.request(1);
      }
    };

    outlet.request(1);

    assertThat(heard).hasSize(100_000);
  }

  @Test
  void countsRequestsBeyondTheLargestNumberAsUnbounded() {
    outlet.request(Long.MAX_VALUE);
    outlet.request(Long.MAX_VALUE);
    outlet.put("a");
    outlet.request(1);
    outlet.put("b");

    assertThat(heard).containsExactly("a", "b");
  }

  @Test
  void refusesARequestForNothingAsReactiveStreamsDemands() {
    outlet.put("never handed over");

    outlet.request(0);
    outlet.request(1);

    assertThat(heard).containsExactly("failed: a subscriber must request more than 0, was 0");
    assertThat(supply.cancels).containsExactly("cancelled");
  }

  @Test
  void cancelsOnceAndDropsWhatIsLeft() {
    outlet.put("a");
    outlet.cancel();
    outlet.cancel();
    outlet.request(1);
    outlet.put("b");
    outlet.end(null);

    assertThat(heard).isEmpty();
    assertThat(outlet.size()).isZero();
    assertThat(supply.cancels).containsExactly("cancelled");
  }

  @Test
  void cancelsASubscriberThatThrows() {
    receiver.onItem = () -> {
      throw new IllegalStateException("no appetite");
    };
    outlet.put("a");
    outlet.put("b");

    outlet.request(2);

    assertThat(heard).containsExactly("a");
    assertThat(supply.cancels).containsExactly("no appetite");
  }

  @Test
  void handsOverInOrderAndOneAtATimeWhateverThreadsPutIn() throws InterruptedException {
    int count = 20_000;
    List<Integer> received = new ArrayList<>(); // not safe for threads, on purpose
    CountDownLatch ended = new CountDownLatch(1);
    Outlet<Integer> shared = new Outlet<>(
        new Flow.Subscriber<>() {
          @Override
          public void onSubscribe(Flow.Subscription subscription) {}

          @Override
          public void onNext(Integer item) {
            received.add(item);
          }

          @Override
          public void onError(Throwable thrown) {
            ended.countDown();
          }

          @Override
          public void onComplete() {
            ended.countDown();
          }
        },
        supply);
    Thread asking = new Thread(() -> {
      for (int i = 0; i < count; i++) {
        shared.request(1);
      }
    });
    asking.start();
    for (int i = 0; i < count; i++) {
      shared.put(i);
    }
    shared.end(null);
    ended.await();
    asking.join();

    assertThat(received).hasSize(count).isSorted();
  }
}
