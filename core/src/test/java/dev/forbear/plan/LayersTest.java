package dev.forbear.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LayersTest {

  @Test
  void multiplyInAnOutageAndHideOnAverage() {
    assertThat(Layers.of(List.of(4L, 4L, 4L), 1)).isEqualTo(new Layers(64, 64, 0));
    Layers quiet = Layers.of(List.of(4L, 3L), 0.08);
    assertThat(quiet.worst()).isEqualTo(12);
    assertThat(quiet.expected()).isCloseTo(1 / 0.92, within(1e-12));
    assertThat(quiet.success()).isCloseTo(1, within(1e-12));
    assertThat(Layers.of(List.of(3L, 3L, 3L, 3L, 3L), 0)).isEqualTo(new Layers(243, 1, 1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.3, 0.9, 0.999999})
  void addUpLikeOneLayer(double failureRate) {
    double expected = 0;
    double reached = 1;
    for (int attempt = 1; attempt <= 24; attempt++) {
      expected += reached;
      reached *= failureRate;
    }

    Layers layers = Layers.of(List.of(2L, 3L, 4L), failureRate);

    assertThat(layers.expected()).isCloseTo(expected, within(1e-8));
    assertThat(layers.success()).isCloseTo(1 - reached, within(1e-13));
  }

  @Test
  void refuseWhatMultipliesTooFar() {
    assertThatThrownBy(() -> Layers.of(List.of(1L << 30, 1L << 30), 0.5))
        .hasMessage("attemptsPerLayer multiply to more than 2^53");
    assertThat(Layers.of(List.of(1L << 30, 1L << 23), 0.5).worst()).isEqualTo(1L << 53);
    assertThatThrownBy(() -> Layers.of(List.of(), 0.5))
        .hasMessage("attemptsPerLayer must hold at least one layer, was empty");
    assertThatThrownBy(() -> Layers.of(List.of(3L, 0L), 0.5))
        .hasMessage("attemptsPerLayer must be >= 1, was 0");
    assertThatThrownBy(() -> Layers.of(List.of(3L), Double.NaN))
        .hasMessage("failureRate must be from 0 to 1, was NaN");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 2, 0",
    "100, 100, 2, 0",
    "100, 50, 2, 0",
    "100, 10, 2, 0.7920792079207921",
    "3, 9, 2, 0",
    "1, 0, 1, 0.5"
  })
  void aThrottleRefusesWhatIsBeyondItsShare(
      double requests, double accepts, double k, double probability) {
    assertThat(AdaptiveThrottle.rejectProbability(requests, accepts, k)).isEqualTo(probability);
  }

  @Test
  void aThrottleRefusesCountsThatAreNone() {
    assertThatThrownBy(() -> AdaptiveThrottle.rejectProbability(-1, 0, 2))
        .hasMessage("requests must be a finite number >= 0, was -1.0");
    assertThatThrownBy(() -> AdaptiveThrottle.rejectProbability(1, Double.NaN, 2))
        .hasMessage("accepts must be a finite number >= 0, was NaN");
    assertThatThrownBy(() -> AdaptiveThrottle.rejectProbability(1, 0, 0.5))
        .hasMessage("k must be a finite number >= 1, was 0.5");
  }
}
