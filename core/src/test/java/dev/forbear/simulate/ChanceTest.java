package dev.forbear.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChanceTest {

  private static final int DRAWS = 1_000_000;

  /** The outputs of the authors' own program from the state 1, 2, 3, 4, as other implementations test them too. */
  @Test
  void isXoshiro128PlusPlus() {
    Chance chance = new Chance(1, 2, 3, 4);
    long[] expected = {
      641,
      1573767,
      3222811527L,
      3517856514L,
      836907274,
      4247214768L,
      3867114732L,
      1355841295,
      495546011,
      621204420
    };

    for (long bits : expected) {
      assertThat(Integer.toUnsignedLong(chance.bits())).isEqualTo(bits);
    }
  }

  @Test
  void drawsEvenlyFromZeroToBelowOne() {
    Chance chance = new Chance(7, 0);
    int[] tenths = new int[10];
    double sum = 0;
    for (int i = 0; i < DRAWS; i++) {
      double drawn = chance.next();
      assertThat(drawn >= 0 && drawn < 1).isTrue();
      tenths[(int) (drawn * 10)]++;
      sum += drawn;
    }

    assertThat(sum / DRAWS).isCloseTo(0.5, within(5 * Math.sqrt(1.0 / 12 / DRAWS)));
    for (int count : tenths) {
      assertThat((double) count).isCloseTo(DRAWS / 10.0, within(5 * Math.sqrt(DRAWS * 0.1 * 0.9)));
    }
  }

  @Test
  void drawsExponentialTimes() {
    Chance chance = new Chance(8, 0);
    double sum = 0;
    double squares = 0;
    double[] limits = {0.1, 0.5, 1, 2, 3, 5};
    int[] beyond = new int[limits.length];
    for (int i = 0; i < DRAWS; i++) {
      double drawn = chance.exponential();
      sum += drawn;
      squares += drawn * drawn;
      for (int j = 0; j < limits.length; j++) {
        beyond[j] += drawn > limits[j] ? 1 : 0;
      }
    }

    assertThat(sum / DRAWS).isCloseTo(1, within(5 / Math.sqrt(DRAWS)));
    assertThat(squares / DRAWS).isCloseTo(2, within(5 * Math.sqrt(20.0 / DRAWS)));
    for (int j = 0; j < limits.length; j++) {
      double share = Math.exp(-limits[j]);
      assertThat((double) beyond[j])
          .as("beyond %s", limits[j])
          .isCloseTo(DRAWS * share, within(5 * Math.sqrt(DRAWS * share * (1 - share))));
    }
  }

  @Test
  void givesEverySeedAndStreamItsOwn() {
    Set<Double> firsts = new HashSet<>();
    for (long seed = -50; seed < 50; seed++) {
      for (int stream = 0; stream < 33; stream++) {
        firsts.add(new Chance(seed, stream).next());
      }
    }

    assertThat(firsts).hasSize(3300);
  }

  @Test
  void repeatsItselfUnderTheSameSeed() {
    Chance one = new Chance(Long.MIN_VALUE, 3);
    Chance other = new Chance(Long.MIN_VALUE, 3);

    for (int i = 0; i < 1000; i++) {
      assertThat(one.next()).isEqualTo(other.next());
    }
  }

  @Test
  void neverHappensAtZeroAndAlwaysAtOne() {
    Chance chance = new Chance(9, 0);

    for (int i = 0; i < 1000; i++) {
      assertThat(chance.happens(0)).isFalse();
      assertThat(chance.happens(1)).isTrue();
    }
  }
}
