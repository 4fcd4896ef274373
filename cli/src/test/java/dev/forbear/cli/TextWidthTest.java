package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextWidthTest {

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "policy, 6",
    "Größe …×, 8",
    "方針, 4",
    "ポリシー, 8",
    "정책, 4",
    "ｗｉｄｅ, 8",
    "e\u0301, 1",
    "\uD83D\uDE00, 2"
  })
  void countsTheColumnsOfATerminal(String text, int columns) {
    assertThat(TextWidth.of(text)).isEqualTo(columns);
  }

  @ParameterizedTest
  @CsvSource({
    "policy, 6, policy",
    "policy, 5, poli…",
    "方針方針, 8, 方針方針",
    "方針方針, 7, 方針方…",
    "方針方針, 6, 方針…",
    "\uD83D\uDE00\uD83D\uDE00, 3, \uD83D\uDE00…"
  })
  void cutsBetweenCharacters(String text, int columns, String cut) {
    assertThat(TextWidth.cut(text, columns)).isEqualTo(cut);
  }
}
