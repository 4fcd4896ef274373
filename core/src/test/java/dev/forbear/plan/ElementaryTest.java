package dev.forbear.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElementaryTest {

  private static final long SEED = 20_261_130;
  private static final int NUMBERS = 100_000;

  /** Three operations and two functions, each off by one rounding at most. */
  private static final double SOME_ROUNDINGS = 5;

  @Test
  void keepsAllDigitsOfSmallAndLargeExponents() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < NUMBERS; i++) {
      double size = Math.pow(10, random.nextDouble() * 20 - 17);
      for (double x : new double[] {size, -size}) {
        if (x < 700) {
          assertNear(Elementary.expm1(x), StrictMath.expm1(x), "e^x - 1 of " + x);
        }
      }
    }
  }

  @Test
  void keepsAllDigitsOfLogarithmsCloseToOne() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < NUMBERS; i++) {
      double x = Math.pow(10, random.nextDouble() * 24 - 17);

      assertNear(Elementary.log1p(x), StrictMath.log1p(x), "ln(1 + x) of " + x);
    }
  }

  @Test
  void knowsTheEnds() {
    assertThat(Elementary.expm1(0)).isZero();
    assertThat(Elementary.expm1(-1e300)).isEqualTo(-1);
    assertThat(Elementary.expm1(Double.NEGATIVE_INFINITY)).isEqualTo(-1);
    assertThat(Elementary.expm1(1e300)).isInfinite();
    assertThat(Elementary.log1p(0)).isZero();
    assertThat(Elementary.log1p(Double.POSITIVE_INFINITY)).isInfinite();
  }

  @Test
  void roundsToTheNearestWholeNumber() {
    assertThat(Elementary.nearest(0.49999999999999994)).isZero();
    assertThat(Elementary.nearest(0.5)).isEqualTo(1);
    assertThat(Elementary.nearest(2.5)).isEqualTo(3);
    assertThat(Elementary.nearest(2.4)).isEqualTo(2);
    assertThat(Elementary.nearest(-1.5)).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0x1p52 - 1, 0x1p52 + 1, 0x1p53 - 1, 0x1p53, 9e21, 0x1p1000})
  void leavesWholeNumbersOfAnySizeAlone(double whole) {
    assertThat(Elementary.nearest(whole)).isEqualTo(whole);
  }

  @Test
  void hasTheCosinesOfAWholeTurnAndMore() {
    for (int parts = 0; parts <= 15 * 31; parts++) {
      assertThat(Chebyshev.cosine(parts))
          .as("%d parts", parts)
          .isCloseTo(Math.cos(Math.PI * parts / 32), within(1e-13));
    }
    for (int parts = 0; parts <= 16; parts++) {
      assertThat(Chebyshev.cosine(parts))
          .isCloseTo(StrictMath.cos(Math.PI * parts / 32), within(Elementary.ROUNDING));
    }
  }

  @Test
  void namesTheRoundingOfOne() {
    assertThat(Elementary.ROUNDING).isEqualTo(Math.ulp(1.0));
  }

  private static void assertNear(double given, double exact, String story) {
    assertThat(given).as(story).isCloseTo(exact, within(SOME_ROUNDINGS * Math.ulp(exact)));
  }
}
