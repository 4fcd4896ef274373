package dev.forbear.page;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The browser Chromium, as the system has it.
 *
 * @param program the browser
 * @param driver what drives it, of the same version
 */
record Chromium(Path program, Path driver) {

  /** Printed where there is none; a run that has to prove everything fails at this line. */
  static final String NOT_PROVEN =
      "not proven here: planner page in a browser (chromium not found)";

  /** Debian's packages, and what installs them. */
  private static final List<List<String>> INSTALLING = List.of(
      List.of("apt-get", "-q", "update"),
      List.of(
          "apt-get",
          "-q",
          "-y",
          "-o",
          "DPkg::Lock::Timeout=60",
          "--no-install-recommends",
          "install",
          "chromium",
          "chromium-driver"));

  /** For each of the two, on a slow network. */
  private static final int MAX_INSTALL_SECONDS = 240;

  /** The one on the path. */
  static Optional<Chromium> on(SearchPath path) {
    return path.program("chromium")
        .flatMap(
            program -> path.program("chromedriver").map(driver -> new Chromium(program, driver)));
  }

  /** The one on the path, installed where this process may do so. */
  static Optional<Chromium> onOrInstalled(SearchPath path) {
    return on(path).or(() -> {
      if (System.getProperty("user.name").equals("root")
          && path.program("apt-get").isPresent()
          && INSTALLING.stream().allMatch(Chromium::runs)) {
        return on(path);
      }
      return Optional.empty();
    });
  }

  private static boolean runs(List<String> command) {
    ProcessBuilder start = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    start.environment().put("DEBIAN_FRONTEND", "noninteractive");
    try {
      Process process = start.start();
      process.getOutputStream().close();
      boolean hasEnded = process.waitFor(MAX_INSTALL_SECONDS, SECONDS);
      process.destroyForcibly();
      return hasEnded && process.exitValue() == 0;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
