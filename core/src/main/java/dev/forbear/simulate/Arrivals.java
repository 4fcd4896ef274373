package dev.forbear.simulate;

/** When the tasks of a client begin. */
public sealed interface Arrivals {

  /**
   * Independent callers: so many tasks a second on average, at random.
   *
   * @param perSecond tasks per second, more than 0
   * @param fromMs the first not before, milliseconds
   * @param untilMs none from then on, milliseconds; infinite for the end of the run
   */
  record Poisson(double perSecond, double fromMs, double untilMs) implements Arrivals {

    /** Checks every number. */
    public Poisson {
      if (!(perSecond > 0 && perSecond <= SimulationBounds.MAX_PER_SECOND)) {
        throw new IllegalArgumentException("tasks per second must be more than 0 and at most "
            + (long) SimulationBounds.MAX_PER_SECOND + ", was " + perSecond);
      }
      Checks.requireMs("start of the tasks", fromMs);
      if (!(untilMs > fromMs)) {
        throw new IllegalArgumentException(
            "end of the tasks must be after their start, was " + untilMs + " <= " + fromMs);
      }
    }
  }

  /**
   * Callers that move as one: a batch, a schedule, everybody who lost the same connection.
   *
   * @param tasks how many, at least 1
   * @param atMs when, milliseconds
   */
  record Together(int tasks, double atMs) implements Arrivals {

    /** Checks both numbers. */
    public Together {
      if (tasks < 1 || tasks > SimulationBounds.MAX_TASKS) {
        throw new IllegalArgumentException(
            "tasks must be from 1 to " + SimulationBounds.MAX_TASKS + ", was " + tasks);
      }
      Checks.requireMs("start of the tasks", atMs);
    }
  }

  /**
   * Workers that begin the next task when the last one has ended: they slow down with the provider.
   *
   * @param workers how many, at least 1
   * @param thinkMs the pause between two tasks, exponential with this mean, milliseconds, more than 0; also before the first
   */
  record Closed(int workers, double thinkMs) implements Arrivals {

    /** Checks both numbers. */
    public Closed {
      if (workers < 1 || workers > SimulationBounds.MAX_TASKS) {
        throw new IllegalArgumentException(
            "workers must be from 1 to " + SimulationBounds.MAX_TASKS + ", was " + workers);
      }
      Checks.requirePositiveMs("pause between tasks", thinkMs);
    }
  }

  /** Independent callers over the whole run. */
  static Arrivals poisson(double perSecond) {
    return new Poisson(perSecond, 0, Double.POSITIVE_INFINITY);
  }

  /** Everybody at the start. */
  static Arrivals together(int tasks) {
    return new Together(tasks, 0);
  }
}
