package dev.forbear.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;

/** One Chromium without a window, and what it notes about the pages it shows. Not thread-safe. */
final class Browser implements AutoCloseable {

  /**
   * No sandbox, because root has none; and nothing that Chromium would ask the network for by itself.
   */
  private static final List<String> FLAGS = List.of(
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--lang=en-US",
      "--force-device-scale-factor=1",
      "--window-size=1280,900");

  private static final int WIDE = 1280;
  private static final int WIDE_HEIGHT = 900;

  private final Path profile;
  private final ChromeDriver driver;

  private Browser(Path profile, ChromeDriver driver) {
    this.profile = profile;
    this.driver = driver;
  }

  /** Starts it with a new profile. */
  static Browser start(Chromium chromium, String beforeEveryPage) {
    try {
      Path profile = Files.createTempDirectory("forbear-chromium");
      ChromeOptions options = new ChromeOptions();
      options.setBinary(chromium.program().toFile());
      options.addArguments(FLAGS);
      options.addArguments("--user-data-dir=" + profile);
      options.setCapability("goog:loggingPrefs", Map.of("browser", "ALL", "performance", "ALL"));
      // With the path given Selenium looks for no driver, and so downloads none.
      ChromeDriverService service = new ChromeDriverService.Builder()
          .usingDriverExecutable(chromium.driver().toFile())
          .usingAnyFreePort()
          .build();
      Browser browser = new Browser(profile, new ChromeDriver(service, options));
      browser.tell("Page.addScriptToEvaluateOnNewDocument", Map.of("source", beforeEveryPage));
      return browser;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  ChromeDriver driver() {
    return driver;
  }

  /** A wide window, light, with motion: what every test begins with. */
  void reset() {
    size(WIDE, WIDE_HEIGHT);
    media("light", "no-preference");
    requests();
    messages();
  }

  void size(int width, int height) {
    tell(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  void media(String colorScheme, String reducedMotion) {
    tell(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", colorScheme),
                Map.of("name", "prefers-reduced-motion", "value", reducedMotion))));
  }

  void allowClipboard(String... permissions) {
    tell("Browser.grantPermissions", Map.of("permissions", List.of(permissions)));
  }

  /** The addresses asked for since the last look. */
  List<String> requests() {
    List<String> addresses = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get("performance")) {
      var message = Question.parse(entry.getMessage()).path("message");
      if (message.path("method").asText().equals("Network.requestWillBeSent")) {
        addresses.add(message.path("params").path("request").path("url").asText());
      }
    }
    return addresses;
  }

  /** What the console said since the last look. */
  List<String> messages() {
    return driver.manage().logs().get("browser").getAll().stream()
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .toList();
  }

  /** The whole page as PNG. */
  byte[] screenshot(int width, int height) {
    Object data = tell(
            "Page.captureScreenshot",
            Map.of(
                "format",
                "png",
                "captureBeyondViewport",
                true,
                "clip",
                Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1)))
        .get("data");
    return Base64.getDecoder().decode(String.valueOf(data));
  }

  private Map<String, Object> tell(String command, Map<String, Object> parameters) {
    return driver.executeCdpCommand(command, parameters);
  }

  @Override
  public void close() {
    driver.quit();
    try (Stream<Path> files = Files.walk(profile)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException stillWritten) {
      // What is left lies in the system's folder for what may be lost.
    }
  }
}
