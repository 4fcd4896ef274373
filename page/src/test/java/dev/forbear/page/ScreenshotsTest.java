package dev.forbear.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pictures of the page, for those who judge it by looking. */
@Tag("foreign")
@ExtendWith(WithBrowser.class)
@Timeout(120)
class ScreenshotsTest {

  private static final Path FOLDER = Path.of("target/screenshots");

  private static final int HEIGHT = 900;

  private final PlannerPage page;

  ScreenshotsTest(PlannerPage page) {
    this.page = page;
  }

  @ParameterizedTest
  @CsvSource({"1280, light", "1280, dark", "390, light", "390, dark"})
  void showTheWholePage(int width, String colors) throws IOException {
    page.browser().media(colors, "reduce");
    page.browser().size(width, HEIGHT);
    page.open("");
    page.settleStorm();
    page.showCode();
    page.run("scrollTo(0, 0)");
    int height = Integer.parseInt(page.words("document.documentElement.scrollHeight"));

    byte[] whole = page.browser().screenshot(width, height);
    byte[] first = page.browser().screenshot(width, HEIGHT);

    Files.createDirectories(FOLDER);
    Files.write(FOLDER.resolve("page-" + width + "-" + colors + ".png"), whole);
    Files.write(FOLDER.resolve("first-view-" + width + "-" + colors + ".png"), first);
    assertThat(height).isGreaterThan(HEIGHT);
    assertThat(whole.length).isGreaterThan(first.length);
  }
}
