package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which program opens an address, and whether it did. */
class BrowserTest {

  private static final String ADDRESS = "http://127.0.0.1:1/";

  @TempDir
  private Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"Windows 11 | rundll32 url.dll,FileProtocolHandler", "Mac OS X | open"})
  void isOpenedByTheProgramOfTheSystem(String system, String program) {
    assertThat(Browser.of(system, Map.of()).ways())
        .containsExactly(List.of(program.split(" ", -1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"})
  void outlivesTheCommandOnUnix(String variable) {
    assertThat(Browser.of("Linux", Map.of(variable, ":0")).ways())
        .containsExactly(List.of("setsid", "xdg-open"), List.of("xdg-open"));
  }

  @Test
  void isNotOpenedWhereNobodyWouldSeeIt() throws Exception {
    assertThat(Browser.of("Linux", Map.of("DISPLAY", "")).ways()).isEmpty();
    assertThat(Browser.of("FreeBSD", Map.of()).ways()).isEmpty();
    assertThat(isOpened(new Browser(List.of()))).isFalse();
  }

  @Test
  void getsTheAddressAsOneArgument() throws Exception {
    Path seen = folder.resolve("seen");
    String program = script("printf '[%s]' \"$@\" >'" + seen + "'");

    assertThat(isOpened(new Browser(List.of(List.of(program, "-x"))))).isTrue();
    assertThat(seen).hasContent("[-x][" + ADDRESS + "]");
  }

  @Test
  void isTriedAnotherWayWhereAProgramIsMissing() throws Exception {
    String missing = folder.resolve("missing").toString();
    String program = script("exit 0");

    assertThat(isOpened(new Browser(List.of(List.of(missing), List.of(program)))))
        .isTrue();
    assertThat(isOpened(new Browser(List.of(List.of(missing))))).isFalse();
  }

  @Test
  void isNotOpenWhereTheProgramSaysSo() throws Exception {
    assertThat(isOpened(new Browser(List.of(List.of(script("exit 3")))))).isFalse();
  }

  private static boolean isOpened(Browser browser) throws Exception {
    return browser.open(ADDRESS).get(30, TimeUnit.SECONDS);
  }

  private String script(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("program"), "#!/bin/sh\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file.toString();
  }
}
