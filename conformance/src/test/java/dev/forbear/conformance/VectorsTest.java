package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VectorsTest {

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.Vectors#all")
  void areAllThere(Vectors vectors) {
    assertThat(vectors.lines()).hasSize(vectors.count());
    assertThat(vectors.lines().stream().filter(VectorLine::mustBeRefused))
        .hasSize(vectors.refused());
    assertThat(vectors.lines())
        .allSatisfy(
            line -> assertThat(line.json().has("expect")).as(line.name()).isTrue());
  }
}
