package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AlignedTextTest {

  @Test
  void linesColumnsUpWhereCharactersAreWide() {
    AlignedText text = new AlignedText("").row("name", "x").row("名前", "y").row("e\u0301te", "z");

    assertThat(text.toString()).isEqualTo("name  x\n名前  y\ne\u0301te   z");
    assertThat(text.width()).isEqualTo(7);
  }

  @Test
  void wrapsTheLastCellBelowItself() {
    AlignedText text = new AlignedText("  ", 30)
        .row("a", "one two three four five six seven")
        .line("  a line of its own that is longer than all");

    assertThat(text.toString()).isEqualTo("""
          a  one two three four five
             six seven
            a line of its own that is
            longer than all""".indent(2).stripTrailing());
  }

  @Test
  void leavesALastCellAloneThatHasNoRoom() {
    AlignedText text = new AlignedText("", 25).row("a first cell", "one two three four");

    assertThat(text.toString()).isEqualTo("a first cell  one two three four");
  }
}
