package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class TerminalTest {

  @Test
  void knowsWhatTheLauncherSaw() {
    assertThat(Terminal.detect(Map.of(), launched(" in out err")))
        .isEqualTo(new Terminal(true, true, true, true));
    assertThat(Terminal.detect(Map.of(), launched(" err")))
        .isEqualTo(new Terminal(false, false, true, true));
  }

  @Test
  void takesNothingForATerminalWithoutTheLauncher() {
    Terminal terminal = Terminal.detect(Map.of(), new Properties());

    assertThat(terminal).isEqualTo(new Terminal(false, false, false, true));
    assertThat(terminal.colorsOut()).isFalse();
    assertThat(terminal.colorsErr()).isFalse();
  }

  @Test
  void honorsTheWishForNoColor() {
    assertThat(Terminal.detect(Map.of("NO_COLOR", "1"), launched("out err")).colorsOut())
        .isFalse();
    assertThat(Terminal.detect(Map.of("NO_COLOR", ""), launched("out err")).colorsOut())
        .isTrue();
  }

  private static Properties launched(String terminals) {
    Properties properties = new Properties();
    properties.setProperty(Terminal.PROPERTY, terminals);
    return properties;
  }
}
