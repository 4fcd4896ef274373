package dev.forbear.policy;

import static dev.forbear.policy.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {

  /** The largest number a random source of doubles draws. */
  private static final double LARGEST_DRAW = Math.nextDown(1.0);

  @Test
  void doublesUpToTheCap() {
    Backoff backoff = Backoff.noJitter(500, 1500);

    assertThat(ceilings(backoff, 1, 2, 3, 4, 5)).containsExactly(500, 1000, 1500, 1500, 1500);
  }

  @Test
  void growsByItsMultiplier() {
    Backoff backoff = new Backoff(100, 1.5, 400, Jitter.NONE, HintRule.FLOOR);

    assertThat(ceilings(backoff, 1, 2, 3, 4, 5)).containsExactly(100, 150, 225, 337.5, 400);
  }

  @Test
  void growsBySquaringSoThatEveryMachineGetsTheSameNumber() {
    double multiplier = 1.2;
    double squared = multiplier * multiplier;
    double seventh = multiplier * squared * (squared * squared);
    Backoff backoff = new Backoff(1, multiplier, 1e9, Jitter.NONE, HintRule.FLOOR);

    assertThat(ceilings(backoff, 1, 2, 3, 8)).containsExactly(1, multiplier, squared, seventh);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.0001, 1.1, 1.5, Math.PI, 10})
  void growsAsTheExactPowerDoes(double multiplier) {
    Backoff backoff = new Backoff(1, multiplier, 1e300, Jitter.NONE, HintRule.FLOOR);
    BigDecimal exact = BigDecimal.ONE;
    for (int completed = 1; completed <= 300; completed++) {
      double power = exact.doubleValue();

      // One rounding per factor at most.
      assertThat(backoff.ceilingMs(completed))
          .as("completed %d", completed)
          .isCloseTo(Math.min(power, 1e300), within(completed * Math.ulp(power)));
      exact = exact.multiply(new BigDecimal(multiplier), MathContext.DECIMAL128);
    }
  }

  @Test
  void staysAtItsBaseWithAMultiplierOfOne() {
    Backoff backoff = new Backoff(100, 1, 400, Jitter.NONE, HintRule.FLOOR);

    assertThat(ceilings(backoff, 1, 2, 1000, Long.MAX_VALUE)).containsOnly(100);
  }

  @Test
  void startsAtTheCapWhenTheBaseIsLarger() {
    assertThat(ceilings(Backoff.noJitter(1000, 50), 1, 2)).containsExactly(50, 50);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 1023, 1024, 1025, 9_999, 1L << 31, (1L << 53), Long.MAX_VALUE})
  void keepsAZeroBaseAtZeroWhateverTheExponent(long completed) {
    assertThat(Backoff.noJitter(0, 5000).ceilingMs(completed)).isZero();
    assertThat(Backoff.fullJitter(0, 5000).delayMs(completed, LARGEST_DRAW, 0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1024, 1025, 1026, 9_999, (1L << 31) + 1, (1L << 32) + 1, Long.MAX_VALUE})
  void reachesTheCapWhereThePowerIsTooLarge(long completed) {
    assertThat(Backoff.noJitter(0.5, 5000).ceilingMs(completed)).isEqualTo(5000);
    Backoff tripling = new Backoff(0.5, 3, 5000, Jitter.NONE, HintRule.FLOOR);
    assertThat(tripling.ceilingMs(completed)).isEqualTo(5000);
  }

  @Test
  void isExactUpToTheLargestDoubles() {
    Backoff unbounded = Backoff.noJitter(1, Double.MAX_VALUE);

    assertThat(ceilings(unbounded, 53, 54, 1024)).containsExactly(0x1p52, 0x1p53, 0x1p1023);
    assertThat(unbounded.ceilingMs(1025)).isEqualTo(Double.MAX_VALUE);
    assertThat(Backoff.noJitter(Double.MAX_VALUE, Double.MAX_VALUE).ceilingMs(2))
        .isEqualTo(Double.MAX_VALUE);
    assertThat(Backoff.noJitter(Double.MIN_VALUE, 1).ceilingMs(2)).isEqualTo(2 * Double.MIN_VALUE);
  }

  @Test
  void keepsTheFractionsOfBaseAndCap() {
    assertThat(ceilings(Backoff.noJitter(250.5, 900.25), 1, 2, 3))
        .containsExactly(250.5, 501, 900.25);
  }

  @Test
  void roundsOnlyTheJitteredPartDown() {
    Backoff backoff = Backoff.fullJitter(333.3, 10_000);

    assertThat(backoff.delayMs(1, 0.5, 0)).isEqualTo(166);
    assertThat(backoff.delayMs(1, 0.5, 166.25)).isEqualTo(166.25);
  }

  @Test
  void drawsFromZeroUpToButNeverAtTheCeiling() {
    Backoff backoff = Backoff.fullJitter(500, 1500);

    assertThat(DoubleStream.of(0, 0.25, 0.5, LARGEST_DRAW)
            .map(random -> backoff.delayMs(4, random, 0)))
        .containsExactly(0.0, 375.0, 750.0, 1499.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0x1p53, 0x1p60, 1.5e300, Double.MAX_VALUE, 0x1.0000000000001p900})
  void drawsBelowTheCapEvenWhereDoublesAreFartherApartThanOne(double capMs) {
    assertThat(Backoff.fullJitter(capMs, capMs).delayMs(1, LARGEST_DRAW, 0)).isLessThan(capMs);
  }

  @Test
  void keepsHalfTheCeilingWithEqualJitter() {
    Backoff backoff = new Backoff(500, 2, 1500, Jitter.EQUAL, HintRule.FLOOR);

    assertThat(DoubleStream.of(0, 0.5, LARGEST_DRAW).map(random -> backoff.delayMs(4, random, 0)))
        .containsExactly(750.0, 1125.0, 1499.0);
  }

  @Test
  void waitsForTheCeilingWithoutJitter() {
    assertThat(DoubleStream.of(0, 0.5, LARGEST_DRAW)
            .map(random -> Backoff.noJitter(500, 1500).delayMs(2, random, 0)))
        .containsOnly(1000.0);
  }

  @Test
  void takesTheLongerOfHintAndOwnDelayByDefault() {
    Backoff backoff = Backoff.fullJitter(500, 1500);

    assertThat(backoff.delayMs(4, 0.5, 749)).isEqualTo(750);
    assertThat(backoff.delayMs(4, 0.5, 751)).isEqualTo(751);
    assertThat(backoff.delayMs(4, 0.5, 86_400_000)).isEqualTo(86_400_000);
  }

  @Test
  void addsTheOwnDelayToTheHintWhereAskedTo() {
    Backoff backoff = new Backoff(500, 2, 1500, Jitter.FULL, HintRule.ON_TOP);

    assertThat(backoff.delayMs(4, 0.5, 2000)).isEqualTo(2750);
    assertThat(backoff.delayMs(4, 0, 2000)).isEqualTo(2000);
    assertThat(backoff.delayMs(4, 0.5, 0)).isEqualTo(750);
  }

  @Test
  void namesTheValueAndWhatIsAllowed() {
    assertRefused(
        () -> Backoff.noJitter(-1, 1), "baseDelayMs must be a finite number >= 0, was -1.0");
    assertRefused(
        () -> Backoff.noJitter(1, Double.NaN), "maxDelayMs must be a finite number >= 0, was NaN");
    assertRefused(() -> multiplying(0.5), "multiplier must be a finite number >= 1, was 0.5");
    assertRefused(
        () -> multiplying(Double.NaN), "multiplier must be a finite number >= 1, was NaN");
    assertRefused(
        () -> multiplying(Double.POSITIVE_INFINITY),
        "multiplier must be a finite number >= 1, was Infinity");
    Backoff backoff = Backoff.noJitter(1, 1);
    assertRefused(() -> backoff.ceilingMs(0), "completedAttempts must be >= 1, was 0");
    assertRefused(() -> backoff.delayMs(1, 1, 0), "random must be >= 0 and < 1, was 1.0");
    assertRefused(
        () -> backoff.delayMs(1, 0, -1), "retryAfterMs must be a finite number >= 0, was -1.0");
  }

  private static Backoff multiplying(double multiplier) {
    return new Backoff(1, multiplier, 1, Jitter.NONE, HintRule.FLOOR);
  }

  private static double[] ceilings(Backoff backoff, long... completed) {
    return LongStream.of(completed).mapToDouble(backoff::ceilingMs).toArray();
  }
}
