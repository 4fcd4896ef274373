package dev.forbear.task;

/** What a driver has to carry out next. */
public sealed interface Step {

  /**
   * Dispatch an attempt now.
   *
   * @param attempt its number, from 1
   * @param target where it goes, from 0
   * @param timeoutMs the time it may take, milliseconds; after it the driver reports {@link Signal#timedOut}
   */
  record Send(int attempt, int target, double timeoutMs) implements Step {}

  /**
   * Wait, then report {@link Signal.WaitOver}.
   *
   * @param delayMs milliseconds, at least 0
   */
  record Wait(double delayMs) implements Step {}

  /**
   * Hand out what the attempt in flight delivers from now on; it goes on.
   *
   * @param attempt its number
   * @param discarded the earlier attempt whose delivered parts are void now; 0 for none
   */
  record Deliver(int attempt, int discarded) implements Step {}

  /**
   * The task is over. An attempt still in flight has to be aborted.
   *
   * @param ending how it ended
   */
  record End(Ending ending) implements Step {}

  /** The signal came too late or twice: nothing to do. */
  record Ignore() implements Step {}
}
