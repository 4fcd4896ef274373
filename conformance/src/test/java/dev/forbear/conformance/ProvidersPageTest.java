package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of the providers is printed from the tables, and is never behind them. */
class ProvidersPageTest {

  private static final Path PAGE = Path.of("../docs/providers.md");

  @Test
  void showsTheTablesAsTheyAre() throws IOException {
    String printed = CommandRun.of("", "providers", "--markdown").out();

    String shown = Files.exists(PAGE) ? Files.readString(PAGE) : "";

    assertThat(shown)
        .as(
            "docs/providers.md is behind the tables; run: ./forbear providers --markdown > docs/providers.md")
        .isEqualTo(printed);
  }
}
