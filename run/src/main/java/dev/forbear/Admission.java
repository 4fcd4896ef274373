package dev.forbear;

import dev.forbear.task.EndReason;
import org.jspecify.annotations.Nullable;

/**
 * Says before each attempt whether its target has room.
 *
 * <p>A refused attempt is not made and does not count; the task moves to its next target, or ends. Called on the thread that
 * would make the attempt; must be quick and thread-safe. One that throws admits.
 */
@FunctionalInterface
public interface Admission {

  /**
   * Asks for one attempt.
   *
   * @param task the name of the task
   * @param target the name of the target
   * @return why it may not start; null when it may
   */
  @Nullable
  EndReason refusal(String task, String target);
}
