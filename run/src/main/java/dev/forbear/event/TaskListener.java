package dev.forbear.event;

/**
 * Is told what happens to tasks: for metrics, logs and traces.
 *
 * <p>Called on the thread where the event happens, so it should be quick and must not block. What it throws is logged and
 * changes nothing for the task. One listener serves many tasks at once and has to be thread-safe.
 */
@FunctionalInterface
public interface TaskListener {

  /** Something happened. */
  void on(TaskEvent event);
}
