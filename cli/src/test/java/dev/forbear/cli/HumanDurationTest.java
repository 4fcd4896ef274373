package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HumanDurationTest {

  @ParameterizedTest
  @CsvSource({
    "500ms, 500",
    "0.5ms, 0.5",
    "1.5s, 1500",
    ".5s, 500",
    "1.1s, 1100",
    "20 s, 20000",
    "2m, 120000",
    "1h, 3600000",
    "0, 0",
    "0.0, 0",
    "0s, 0"
  })
  void readsANumberWithItsUnit(String text, double ms) {
    assertThat(HumanDuration.parse(text).ms()).isEqualTo(ms);
  }

  @ParameterizedTest
  @CsvSource({"0.1s, 0.1", "500ms, 0.5", "2m, 120", "1ms, 0.001"})
  void isExactInSecondsToo(String text, double seconds) {
    assertThat(HumanDuration.parse(text).seconds()).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({
    "20, '20 has no unit: 20ms or 20s?'",
    "0.5, '0.5 has no unit: 0.5ms or 0.5s?'",
    "5sec, '''sec'' is no unit of time: use ms, s, m or h, as in 500ms, 1.5s, 2m or 1h'",
    "5MS, '''MS'' is no unit of time: use ms, s, m or h, as in 500ms, 1.5s, 2m or 1h'",
    "-5s, '''-5s'' is not a duration: write 500ms, 1.5s, 2m or 1h'",
    "1m30s, '''1m30s'' is not a duration: write 500ms, 1.5s, 2m or 1h'",
    "1e3s, '''1e3s'' is not a duration: write 500ms, 1.5s, 2m or 1h'",
    "'', ''''' is not a duration: write 500ms, 1.5s, 2m or 1h'",
    "NaN, '''NaN'' is not a duration: write 500ms, 1.5s, 2m or 1h'"
  })
  void refusesWhatIsNotOne(String text, String message) {
    assertThatThrownBy(() -> HumanDuration.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void refusesMoreDigitsThanItCanHold() {
    assertThatThrownBy(() -> HumanDuration.parse("9".repeat(400) + "s"))
        .hasMessageContaining("is not a duration")
        .hasMessageContaining("…");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ms",
    "0.25, 0.25 ms",
    "999, 999 ms",
    "1000, 1 s",
    "1500, 1.5 s",
    "12345.678, 12.345678 s",
    "60000, 1 m",
    "90000, 90 s",
    "120000, 2 m",
    "3600000, 1 h",
    "86400000, 24 h"
  })
  void writesTheLargestUnitThatIsExact(double ms, String text) {
    assertThat(HumanDuration.text(ms)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "12.4, 12 ms",
    "3210, 3.2 s",
    "192340, 192.3 s",
    "600000, 10.00 m",
    "49859919490, 577.08 d"
  })
  void roundsWhatWasMeasured(double ms, String text) {
    assertThat(HumanDuration.rounded(ms)).isEqualTo(text);
  }

  @Test
  void readsWhatItWrites() {
    for (double ms : new double[] {0, 0.25, 999, 1500, 12345.678, 60_000, 90_000, 3_600_000}) {
      assertThat(HumanDuration.parse(HumanDuration.text(ms)).ms()).isEqualTo(ms);
    }
  }
}
