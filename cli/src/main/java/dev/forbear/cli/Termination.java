package dev.forbear.cli;

import dev.forbear.CancelToken;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Cancels a task when this process is told to end (Ctrl-C, SIGTERM), and lets the command say its last words.
 *
 * <p>The virtual machine then leaves with 128 and the number of the signal. Whoever opens it says, by closing it, that
 * everything was said; until then the end of the process waits, at most {@value #MAX_WAIT_MS} ms.
 */
final class Termination implements AutoCloseable {

  /** Enough to abort a request and print a line; whoever pressed Ctrl-C waits for it. */
  private static final long MAX_WAIT_MS = 2_000;

  private final CountDownLatch everythingSaid = new CountDownLatch(1);
  private final CancelToken token = new CancelToken();
  private final Thread hook = new Thread(this::cancelAndWait, "forbear-termination");

  Termination() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Cancelled when the process is told to end. */
  CancelToken token() {
    return token;
  }

  private void cancelAndWait() {
    token.cancel();
    try {
      boolean unused = everythingSaid.await(MAX_WAIT_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    everythingSaid.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The process is ending, and the hook is what it waits for.
    }
  }
}
