package dev.forbear;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What stands behind a failed attempt: the exceptions made here, and what can be read off those of others. */
final class Causes {

  /** Causes looked at in a chain; a longer one is a loop or a mistake. */
  private static final int MAX_CAUSES = 32;

  /** The attempt was cut because its time was up. */
  static TimeoutException ofTimeout(Attempt attempt) {
    return new TimeoutException("no answer within " + attempt.timeout().toMillis() + " ms");
  }

  /** The attempt was cut because nobody wants its answer any more. */
  static CancellationException ofCancel() {
    return new CancellationException("the task was cancelled");
  }

  /** The failure without what an async client has wrapped around it. */
  static Throwable unwrap(Throwable thrown) {
    Throwable inner = thrown;
    for (int depth = 0; depth < MAX_CAUSES; depth++) {
      boolean isWrapper =
          inner instanceof CompletionException || inner instanceof ExecutionException;
      Throwable cause = isWrapper ? inner.getCause() : null;
      if (cause == null) {
        break;
      }
      inner = cause;
    }
    return inner;
  }

  /** The task inside the attempt whose stop this failure reports; null when it is a failure of the attempt's own. */
  static @Nullable ForbearException innerStop(Throwable thrown) {
    Throwable cause = thrown;
    try {
      for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
        if (cause instanceof ForbearException inner) {
          return inner.stopsOuter() ? inner : null;
        }
        cause = cause.getCause();
      }
    } catch (RuntimeException unreadable) {
      // An exception of the user's that does not tell its cause.
    }
    return null;
  }

  private Causes() {}
}
