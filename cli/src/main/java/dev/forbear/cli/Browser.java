package dev.forbear.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The browser of whoever sits at this machine, opened by the program of the system for that.
 *
 * @param ways programs with their arguments, tried in order until one can be started; none where nobody would see a window
 */
record Browser(List<List<String>> ways) {

  /** What says that there are windows, or which browser does without. */
  private static final List<String> WINDOWS_OF_UNIX =
      List.of("DISPLAY", "WAYLAND_DISPLAY", "BROWSER");

  /**
   * The one of this system.
   *
   * @param system the property {@code os.name}
   */
  static Browser of(String system, Map<String, String> environment) {
    String name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return new Browser(List.of(List.of("rundll32", "url.dll,FileProtocolHandler")));
    }
    if (name.startsWith("mac")) {
      return new Browser(List.of(List.of("open")));
    }
    boolean isSeen = WINDOWS_OF_UNIX.stream()
        .anyMatch(each -> !environment.getOrDefault(each, "").isEmpty());
    // In a session of its own, so that the Ctrl-C that ends the command does not end the browser.
    return new Browser(
        isSeen ? List.of(List.of("setsid", "xdg-open"), List.of("xdg-open")) : List.of());
  }

  /**
   * Opens an address, and does not wait for it.
   *
   * @return whether that worked, as soon as it is known; some browsers tell when they are closed, never an exception
   */
  CompletableFuture<Boolean> open(String address) {
    for (List<String> way : ways) {
      List<String> command = new ArrayList<>(way);
      command.add(address);
      try {
        Process process = new ProcessBuilder(command)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start();
        process.getOutputStream().close();
        return process.onExit().thenApply(ended -> ended.exitValue() == 0);
      } catch (IOException thereIsNoSuchProgram) {
        // The next way is tried.
      }
    }
    return CompletableFuture.completedFuture(false);
  }
}
