package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTextTest {

  @Test
  void breaksBetweenWordsWhereALineIsFull() {
    assertThat(WrappedText.lines("one two three", 7)).containsExactly("one two", "three");
    assertThat(WrappedText.lines("one two three", 6)).containsExactly("one", "two", "three");
    assertThat(WrappedText.lines(" one\n two ", 80)).containsExactly("one two");
  }

  @Test
  void keepsALongWordWhole() {
    assertThat(WrappedText.lines("a longer b", 3)).containsExactly("a", "longer", "b");
  }

  @Test
  void hasOneLineForNothing() {
    assertThat(WrappedText.lines("", 3)).containsExactly("");
  }
}
