package dev.forbear.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class WakeTest {

  private final Wake wake = new Wake();

  @Test
  void onceSignalledStaysSignalled() {
    assertThat(wake.isSignalled()).isFalse();

    wake.signal();
    wake.signal();
    wake.attach();
    wake.detach();

    assertThat(wake.isSignalled()).isTrue();
  }

  @Test
  void canBeUsedForOneWaitAfterAnother() {
    wake.attach();
    wake.detach();
    wake.attach();
    wake.detach();

    assertThat(wake.isSignalled()).isFalse();
  }

  @Test
  void refusesASecondThread() {
    wake.attach();

    CompletableFuture<Void> second = CompletableFuture.runAsync(wake::attach);

    assertThatThrownBy(second::join)
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("one thread at a time");
  }

  @Test
  void aSignalBetweenCheckAndParkIsNotLost() {
    wake.attach();
    assertThat(wake.isSignalled()).isFalse();

    new Thread(wake::signal, "signalling").start();
    while (!wake.isSignalled()) {
      Thread.onSpinWait();
    }
    long beginNanos = System.nanoTime();
    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(20));

    assertThat(System.nanoTime() - beginNanos).isLessThan(TimeUnit.SECONDS.toNanos(15));
    assertThat(wake.isSignalled()).isTrue();
  }
}
