package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainNumberTest {

  private static final long SEED = 4511638;

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "1, 1",
    "100.0, 100",
    "-7, -7",
    "0.5, 0.5",
    "250.5, 250.5",
    "0.1, 0.1",
    "1e-7, 0.0000001",
    "2e-3, 0.002",
    "1e15, 1000000000000000",
    "9007199254740992, 9007199254740992",
    "9223372036854775808, 9223372036854775808",
    "1e22, 10000000000000000000000",
    "1e23, 99999999999999991611392",
    "0.30000000000000004, 0.30000000000000004",
    "1234567.8912345, 1234567.8912345",
    "-0.25, -0.25"
  })
  void writesPlainDigits(double value, String digits) {
    assertThat(PlainNumber.of(value)).isEqualTo(digits);
  }

  @Test
  void readsBackAsTheSameNumberOfAnySize() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 2_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        String digits = PlainNumber.of(value);

        assertThat(Double.parseDouble(digits)).as("seed " + SEED + ", " + value).isEqualTo(value);
        assertThat(digits).as("seed " + SEED).doesNotContainAnyWhitespaces().doesNotContain("E");
      }
    }
  }

  @Test
  void holdsTheSmallestAndTheLargestNumber() {
    assertThat(PlainNumber.of(Double.MIN_VALUE))
        .startsWith("0.000")
        .endsWith("0005")
        .hasSize(326);
    assertThat(PlainNumber.of(Double.MAX_VALUE)).startsWith("17976931348623157").hasSize(309);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void refusesWhatHasNoDigits(double value) {
    assertThatThrownBy(() -> PlainNumber.of(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a printed number must be finite, was " + value);
  }
}
