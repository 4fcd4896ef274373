package dev.forbear.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PanelCdfTest {

  private static final long SEED = 20_261_201;
  private static final int POINTS = 18;

  static Stream<Arguments> widths() {
    double[] twoScales = new double[40];
    Arrays.fill(twoScales, 0, 20, 1e-3);
    Arrays.fill(twoScales, 20, 40, 1e6);
    return Stream.of(
        Arguments.of("one", new double[] {500}),
        Arguments.of("59 equal ones", growing(1000, 1, 1e9, 59)),
        Arguments.of("59 up to a cap", growing(500, 2, 20_000, 59)),
        Arguments.of("14 doubling", growing(500, 2, 1e30, 14)),
        Arguments.of("14 by tenths", growing(500, 1.1, 1e30, 14)),
        Arguments.of("12 times ten", growing(500, 10, 1e30, 12)),
        Arguments.of("5 times a thousand", growing(500, 1000, 1e30, 5)),
        Arguments.of("3 times a million", growing(1, 1e6, 1e30, 3)),
        Arguments.of("13 doubling from a microsecond", growing(0.001, 2, 1e30, 13)),
        Arguments.of("20 short and 20 long ones", twoScales),
        Arguments.of(
            "three scales", new double[] {1e-9, 1e-9, 1e-9, 1, 1, 1, 1e9, 1e9, 1e9, 1e9, 1e15}));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("widths")
  void agreesWithTheTextbookFormInHundredsOfDigits(String name, double[] widths) {
    PanelCdf sum = sum(widths);
    IrwinHall exact = new IrwinHall(widths);

    assertThat(sum.error()).isLessThan(1e-11);
    SplittableRandom random = new SplittableRandom(SEED);
    double longest = widths[widths.length - 1];
    double middle = sum.length() / Math.sqrt(widths.length) / 2;
    for (int i = 0; i < POINTS; i++) {
      double x = switch (i % 3) {
        case 0 -> sum.length() * random.nextDouble();
        case 1 -> sum.length() / 2 + middle * (random.nextDouble() - 0.5);
        default -> longest * (1 + 1e-3 * (random.nextDouble() - 0.5));
      };
      assertThat(sum.at(x))
          .as("%s at %s, seed %s", name, x, SEED)
          .isCloseTo(exact.at(x), within(sum.error()));
    }
  }

  @Test
  void wouldLoseEveryDigitInTheTextbookFormOfDoubles() {
    // Why the panels are there: 40 equal waits take less than 36 times one of them, practically
    // always.
    double textbook = 0;
    double times = 1;
    double factorial = 1;
    for (int k = 0; k <= 36; k++) {
      textbook += times * Math.pow(36 - k, 40);
      times *= -(40.0 - k) / (k + 1);
    }
    for (int k = 1; k <= 40; k++) {
      factorial *= k;
    }

    assertThat(Math.abs(textbook / factorial - 1)).isGreaterThan(0.1);
    assertThat(sum(growing(1, 1, 1, 40)).at(36)).isCloseTo(1, within(1e-13));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("widths")
  void neverFallsAndCoversItsMean(String name, double[] widths) {
    PanelCdf sum = sum(widths);
    double before = 0;
    for (int i = 0; i <= 2000; i++) {
      double now = sum.at(sum.length() * i / 2000);
      assertThat(now).as(name).isBetween(before - 1e-13, 1.0);
      before = Math.max(before, now);
    }
    // The mean of what is never negative is the area above its distribution.
    assertThat((sum.length() - sum.areaTo(sum.length())) / sum.length())
        .as(name)
        .isCloseTo(Arrays.stream(widths).sum() / 2 / sum.length(), within(1e-11));
  }

  @Test
  void keepsTheChanceThatNothingIsAdded() {
    PanelCdf sum = PanelCdf.POINT.plus(0.5, 100).plus(0.25, 200);

    assertThat(sum.at(-1e-9)).isZero();
    assertThat(sum.at(0)).isCloseTo(0.125, within(1e-15));
    // 0.125 + one of both below 50: 0.5*0.25*0.5 + 0.5*0.75*0.25 + both: 0.375 * 50²/(2*100*200)
    assertThat(sum.at(50)).isCloseTo(0.125 + 0.0625 + 0.09375 + 0.375 * 0.0625, within(1e-14));
    assertThat(sum.at(300)).isEqualTo(1);
  }

  @Test
  void isTheSameWithWaitsOfNoWidth() {
    PanelCdf sum = PanelCdf.POINT.plus(1, 0).plus(0, 100).plus(1, 0);

    assertThat(sum.length()).isEqualTo(100);
    assertThat(sum.at(25)).isCloseTo(0.25, within(1e-15));
  }

  @Test
  void integratesWhatLiesBelowItsEnd() {
    PanelCdf sum = sum(500, 1000, 2000);

    for (double end : new double[] {10, 400, 1700, 3499, 3600, 9000}) {
      double start = end - 700;
      double expected = 0;
      int steps = 20_000;
      for (int i = 0; i < steps; i++) {
        double x = start + (i + 0.5) * 700 / steps;
        expected += (end - x) * sum.at(x) * 700 / steps;
      }
      assertThat(sum.momentBetween(start, end)).isCloseTo(expected, within(1e-3));
    }
  }

  @Test
  void staysWithinItsErrorForAThousandWaits() {
    PanelCdf sum = sum(growing(500, 2, 20_000, 999));

    assertThat(sum.error()).isLessThan(1e-9);
    // A sum of symmetric waits is symmetric.
    assertThat(sum.at(sum.length() / 2)).isCloseTo(0.5, within(1e-11));
    double off = 3 * 20_000 * Math.sqrt(999 / 12.0);
    assertThat(sum.at(sum.length() / 2 - off))
        .isCloseTo(1 - sum.at(sum.length() / 2 + off), within(1e-11))
        .isCloseTo(Normal.below(-3), within(1e-4));
  }

  private static PanelCdf sum(double... widths) {
    PanelCdf sum = PanelCdf.POINT;
    for (double width : widths) {
      sum = sum.plus(0, width);
    }
    return sum;
  }

  private static double[] growing(double first, double multiplier, double cap, int count) {
    double[] widths = new double[count];
    for (int i = 0; i < count; i++) {
      widths[i] = Math.min(cap, first * Math.pow(multiplier, i));
    }
    return widths;
  }
}
