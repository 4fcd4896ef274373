package dev.forbear.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutageLengthTest {

  @ParameterizedTest
  @CsvSource({
    "60000, 2, 7100",
    "9240000, 1.5, 30000",
    "1000, 0.1, 800",
    "1000, 0.1, 5000",
    "50, 30, 4000"
  })
  void rescuesTheAreaBelowTheLongerOnes(double meanMs, double variation, double lastStartMs) {
    double sigma = Math.sqrt(Math.log(1 + variation * variation));
    double mu = Math.log(meanMs) - sigma * sigma / 2;
    int steps = 200_000;
    double area = 0;
    for (int i = 0; i < steps; i++) {
      double u = (i + 0.5) * lastStartMs / steps;
      area += (1 - Normal.below((Math.log(u) - mu) / sigma)) * lastStartMs / steps;
    }

    assertThat(new OutageLength.LogNormal(meanMs, variation).rescued(lastStartMs))
        .isCloseTo(area / meanMs, within(1e-6));
  }

  @Test
  void isEarlierForLongerOutagesThanForTheirAverage() {
    // One minute and one hour: a task that meets one of them meets the hour 60 times as often.
    OutageLength observed = new OutageLength.Observed(List.of(60_000.0, 3_600_000.0));

    assertThat(observed.rescued(60_000)).isCloseTo(120_000 / 3_660_000.0, within(1e-15));
    assertThat(observed.rescued(3_600_000)).isEqualTo(1);
  }

  @Test
  void rescuesNobodyAtOnceAndEverybodyInTheEnd() {
    for (OutageLength length : List.of(
        new OutageLength.Fixed(1000),
        new OutageLength.Exponential(1000),
        new OutageLength.LogNormal(1000, 2),
        new OutageLength.Observed(List.of(1000.0)))) {
      assertThat(length.rescued(0)).isZero();
      assertThat(length.rescued(1e12)).isCloseTo(1, within(1e-6));
      assertThatThrownBy(() -> length.rescued(-1))
          .hasMessage("lastStartMs must be a number from 0 to 2^53 milliseconds, was -1.0");
    }
    assertThat(new OutageLength.Fixed(1000).rescued(250)).isEqualTo(0.25);
  }

  @Test
  void refusesLengthsThatAreNone() {
    assertThatThrownBy(() -> new OutageLength.LogNormal(1000, 0))
        .hasMessage("variation must be above 0 and at most 1000.0, was 0.0");
    assertThatThrownBy(() -> new OutageLength.Observed(List.of()))
        .hasMessage("lengthsMs must hold at least one length, was empty");
    assertThatThrownBy(() -> new OutageLength.Exponential(Double.NaN))
        .hasMessage("meanMs must be a number above 0 and up to 2^53 milliseconds, was NaN");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.5",
    "1, 0.8413447460685429",
    "-1, 0.15865525393145707",
    "-2.9999999, 0.0013498984748150367",
    "-3, 0.0013498980316300946",
    "-5, 2.8665157187919391e-7",
    "-10, 7.619853024160527e-24",
    "6, 0.9999999990134123",
    "-40, 0"
  })
  void knowsTheNormalDistribution(double z, double probability) {
    assertThat(Normal.below(z))
        .isCloseTo(probability, within(1e-14 * Math.max(probability, 1e-10) + 1e-13 * probability));
  }
}
