package dev.forbear.cli;

import java.util.Map;
import java.util.Properties;

/**
 * Which streams are a person's terminal. Colors and hints go to people only.
 *
 * @param in whether input is typed
 * @param out whether answers are read on a terminal
 * @param err whether messages are read on a terminal
 * @param colorAllowed false where the environment variable {@code NO_COLOR} is set (no-color.org, read 2026-11-30)
 */
record Terminal(boolean in, boolean out, boolean err, boolean colorAllowed) {

  /** Set by the launcher, which can tell the streams apart: any of {@code in}, {@code out} and {@code err}. */
  static final String PROPERTY = "forbear.terminal";

  static final Terminal NONE = new Terminal(false, false, false, false);

  static Terminal detect(Map<String, String> environment, Properties properties) {
    boolean colorAllowed = environment.getOrDefault("NO_COLOR", "").isEmpty();
    // A virtual machine cannot tell the streams apart on every JDK; without the launcher none is a
    // terminal.
    String given = properties.getProperty(PROPERTY, "");
    return new Terminal(
        given.contains("in"), given.contains("out"), given.contains("err"), colorAllowed);
  }

  boolean colorsOut() {
    return out && colorAllowed;
  }

  boolean colorsErr() {
    return err && colorAllowed;
  }
}
