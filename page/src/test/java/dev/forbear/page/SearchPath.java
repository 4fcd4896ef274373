package dev.forbear.page;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where programs are looked for.
 *
 * @param folders as in the environment variable {@code PATH}
 */
record SearchPath(String folders) {

  static SearchPath ofEnvironment() {
    return new SearchPath(Optional.ofNullable(System.getenv("PATH")).orElse(""));
  }

  /** The first program of that name. */
  Optional<Path> program(String name) {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(folders)
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .filter(Files::isRegularFile)
        .findFirst();
  }
}
