package dev.forbear.simulate;

/**
 * How long the provider works on a request.
 *
 * @param law how the times spread
 * @param meanMs of requests that succeed, milliseconds, at least 0
 * @param failedMeanMs of requests that fail, milliseconds, at least 0
 */
public record ServiceTime(Law law, double meanMs, double failedMeanMs) {

  /** How times spread around their mean. */
  public enum Law {
    /** Every request takes the mean. */
    CONSTANT,
    /** Most are short and a few are long: exponential. */
    EXPONENTIAL
  }

  /** Checks both means. */
  public ServiceTime {
    Checks.requireMs("service time", meanMs);
    Checks.requireMs("service time of failures", failedMeanMs);
  }

  /** Every request takes this long. */
  public static ServiceTime constant(double milliseconds) {
    return new ServiceTime(Law.CONSTANT, milliseconds, milliseconds);
  }

  /** Exponential with this mean. */
  public static ServiceTime exponential(double meanMs) {
    return new ServiceTime(Law.EXPONENTIAL, meanMs, meanMs);
  }

  double draw(boolean fails, Chance chance) {
    double meanMs = fails ? failedMeanMs : this.meanMs;
    return switch (law) {
      case CONSTANT -> meanMs;
      case EXPONENTIAL -> meanMs * chance.exponential();
    };
  }
}
