package dev.forbear.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page opens from a disk and from any host, is small, and asks nobody for anything. */
@Tag("foreign")
@ExtendWith(WithBrowser.class)
@Timeout(120)
class OpeningTest {

  /** Of the page, its style and the scripts it names. */
  private static final int FIRST_VIEW_BYTES = 300_000;

  private static final Pattern NAMED = Pattern.compile("(?:src|href)=\"([^\"#]+\\.(?:js|css))\"");

  private final PlannerPage page;

  OpeningTest(PlannerPage page) {
    this.page = page;
  }

  @Test
  void opensFromADiskAndReadsNothingButItsFiles() {
    page.open("");
    page.settleStorm();
    page.showCode();

    assertThat(page.texts("#targets [role=tab]")).hasSizeGreaterThan(4);
    assertThat(page.browser().requests())
        .contains(PlannerPage.FOLDER.resolve("forbear-code.js").toUri().toString())
        .allMatch(OpeningTest::isOfThePage);
    page.assertNoFault();
  }

  @Test
  void opensFromAHostUnderAStrictPolicyAndAsksOnlyIt() {
    try (ServedPage served = new ServedPage()) {
      page.openAt(served.address());
      page.settleStorm();
      page.showCode();

      assertThat(page.text("figure-success")).isEqualTo("99.9959 %");
      assertThat(page.texts("#storm-sides h3")).hasSize(2);
      assertThat(page.text("code")).isNotBlank();
      assertThat(page.browser().requests())
          .contains(served.address())
          .allMatch(each -> each.startsWith(served.address()) || isLocal(each));
      assertThat(served.paths()).contains("/", "/forbear-code.js").doesNotHaveDuplicates();
      page.assertNoFault();
    }
  }

  @Test
  void fetchesTheGeneratorOnlyWhenItIsLookedAt() {
    page.open("");

    assertThat(page.browser().requests()).noneMatch(each -> each.endsWith("forbear-code.js"));

    page.showCode();

    assertThat(page.browser().requests())
        .filteredOn(each -> each.endsWith("forbear-code.js"))
        .hasSize(1);
  }

  @Test
  void isSmallAtFirst() throws IOException {
    String html = Files.readString(PlannerPage.FOLDER.resolve("index.html"));
    List<String> files = new ArrayList<>(List.of("index.html"));
    Matcher named = NAMED.matcher(html);
    while (named.find()) {
      files.add(named.group(1));
    }
    assertThat(files)
        .contains("page.css", "forbear.js", "page.js")
        .doesNotContain("forbear-code.js");

    long bytes = 0;
    for (String file : files) {
      bytes += Files.size(PlannerPage.FOLDER.resolve(file));
    }

    assertThat(bytes).isBetween(100_000L, (long) FIRST_VIEW_BYTES);
  }

  /** Chromium tells of a file by its address, as the JDK does. */
  private static boolean isOfThePage(String address) {
    return address.startsWith(PlannerPage.FOLDER.toUri().toString()) || isLocal(address);
  }

  private static boolean isLocal(String address) {
    return address.startsWith("blob:")
        || address.startsWith("data:")
        || address.equals("about:blank");
  }
}
