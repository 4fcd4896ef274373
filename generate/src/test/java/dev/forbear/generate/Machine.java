package dev.forbear.generate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tools of this machine; what is not there is installed where that is possible, else named in the output. */
final class Machine {

  private static final Path ROOT = Path.of("target", "generated").toAbsolutePath();

  /** What a program said, and how it ended. */
  record Run(int exitCode, String out, String err) {}

  /** A folder for a test, below {@code target}. */
  static Path folder(String name) {
    try {
      return Files.createDirectories(ROOT.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A program, which is installed from the system's packages where this user may do that.
   *
   * @param proof what cannot be proven without it
   */
  static Optional<String> program(String name, String debianPackage, String proof) {
    if (!isOnPath(name)) {
      install(debianPackage);
    }
    if (isOnPath(name)) {
      return Optional.of(name);
    }
    notProven(proof + " (" + name + " not found)");
    return Optional.empty();
  }

  static void notProven(String what) {
    System.out.println("not proven here: " + what);
  }

  static void install(String debianPackage) {
    if (isOnPath("apt-get") && run(ROOT, List.of("id", "-u")).out().strip().equals("0")) {
      List<String> install =
          List.of("apt-get", "install", "-y", "-q", "--no-install-recommends", debianPackage);
      if (run(folder("apt"), install).exitCode() != 0) {
        run(folder("apt"), List.of("apt-get", "update", "-q"));
        run(folder("apt"), install);
      }
    }
  }

  static Run run(Path folder, List<String> command) {
    return run(folder, command, Map.of());
  }

  static Run run(Path folder, List<String> command, Map<String, String> environment) {
    try {
      Files.createDirectories(folder);
      Path out = Files.createTempFile(folder, "out", ".txt");
      Path err = Files.createTempFile(folder, "err", ".txt");
      ProcessBuilder start = new ProcessBuilder(new ArrayList<>(command))
          .directory(folder.toFile())
          .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
          .redirectOutput(out.toFile())
          .redirectError(err.toFile());
      start.environment().putAll(environment);
      start.environment().put("DEBIAN_FRONTEND", "noninteractive");
      int exitCode = start.start().waitFor();
      Run run = new Run(
          exitCode,
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
      Files.delete(out);
      Files.delete(err);
      return run;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while running " + command, e);
    }
  }

  private static boolean isOnPath(String program) {
    for (String folder : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }

  private Machine() {}
}
