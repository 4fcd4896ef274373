package dev.forbear.event;

import dev.forbear.task.EndReason;
import dev.forbear.task.OutcomeKind;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts logical tasks and physical attempts apart: a task that needed three requests is one task and three attempts.
 *
 * <p>Thread-safe; the counts of one moment need not add up while tasks are running.
 */
public final class TaskCounts implements TaskListener {

  private final LongAdder tasks = new LongAdder();
  private final LongAdder attempts = new LongAdder();
  private final LongAdder lateEnded = new LongAdder();
  private final Map<OutcomeKind, LongAdder> byOutcome = new ConcurrentHashMap<>();
  private final Map<EndReason, LongAdder> byReason = new ConcurrentHashMap<>();

  @Override
  public void on(TaskEvent event) {
    if (event instanceof TaskEvent.AttemptStarted) {
      attempts.increment();
    } else if (event instanceof TaskEvent.TaskEnded ended) {
      tasks.increment();
      byOutcome.computeIfAbsent(ended.ending().kind(), kind -> new LongAdder()).increment();
      EndReason reason = ended.ending().reason();
      if (reason != null) {
        byReason.computeIfAbsent(reason, key -> new LongAdder()).increment();
      }
    } else if (event instanceof TaskEvent.LateAttemptEnded) {
      lateEnded.increment();
    }
  }

  /** Tasks that ended: logical calls. */
  public long tasks() {
    return tasks.sum();
  }

  /** Attempts that were dispatched: physical requests. */
  public long attempts() {
    return attempts.sum();
  }

  /** Abandoned attempts that have really ended. */
  public long lateEnded() {
    return lateEnded.sum();
  }

  /** Tasks that ended in that way. */
  public long ended(OutcomeKind kind) {
    LongAdder count = byOutcome.get(kind);
    return count == null ? 0 : count.sum();
  }

  /** Tasks that stopped for that reason. */
  public long ended(EndReason reason) {
    LongAdder count = byReason.get(reason);
    return count == null ? 0 : count.sum();
  }
}
