package dev.forbear.plan;

import java.util.List;

/**
 * Layers that all retry, each without knowing of the others: framework around SDK around HTTP client.
 *
 * <p>At worst their attempts multiply. While failures are independent the average hides it, because layers then behave as one
 * with as many attempts as their product. Example: 4 in 4 in 4 make 64 requests in an outage and 1.087 at 8 % failures.
 *
 * @param worst requests when every one fails
 * @param expected requests on average
 * @param success share of tasks that succeed
 */
public record Layers(long worst, double expected, double success) {

  /**
   * Plans.
   *
   * @param attemptsPerLayer attempts in all of each layer, outermost first, each at least 1; at least one layer
   * @param failureRate share of requests that fail, independently, 0 to 1
   */
  public static Layers of(List<Long> attemptsPerLayer, double failureRate) {
    Ranges.requireProbability("failureRate", failureRate);
    if (attemptsPerLayer.isEmpty()) {
      throw new IllegalArgumentException(
          "attemptsPerLayer must hold at least one layer, was empty");
    }
    long worst = 1;
    for (long attempts : attemptsPerLayer) {
      if (attempts < 1) {
        throw new IllegalArgumentException("attemptsPerLayer must be >= 1, was " + attempts);
      }
      if (attempts > PlanBounds.MAX_LAYERED_ATTEMPTS / worst) {
        throw new IllegalArgumentException("attemptsPerLayer multiply to more than 2^53");
      }
      worst *= attempts;
    }
    if (failureRate == 1) {
      return new Layers(worst, worst, 0);
    }
    double success = failureRate == 0 ? 1 : -Elementary.expm1(worst * StrictMath.log(failureRate));
    return new Layers(worst, success / (1 - failureRate), success);
  }
}
