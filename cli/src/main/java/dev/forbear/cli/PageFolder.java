package dev.forbear.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A built planner page: the files in a folder that may be handed out. Those are the regular, readable ones that really lie in
 * it, wherever a link leads, under names that are plain and not hidden.
 */
final class PageFolder {

  private static final String FIRST = "index.html";

  /**
   * What a path may be made of. A name that begins with a letter or digit is neither hidden nor a step up, and without a
   * backslash, a colon or a control character it means the same on every system.
   */
  private static final Pattern PLAIN =
      Pattern.compile("(?:[A-Za-z0-9][A-Za-z0-9._-]*/)*[A-Za-z0-9][A-Za-z0-9._-]*");

  private final Path root;

  private PageFolder(Path root) {
    this.root = root;
  }

  /**
   * The page in that folder.
   *
   * @throws NoSuchFileException when the folder or the page's first file is not there
   * @throws IOException when the folder cannot be read
   */
  static PageFolder of(Path folder) throws IOException {
    PageFolder page = new PageFolder(folder.toRealPath());
    if (page.file("/").isEmpty()) {
      throw new NoSuchFileException(FIRST);
    }
    return page;
  }

  /** The folder itself, without links. */
  Path root() {
    return root;
  }

  /**
   * The file that a path means.
   *
   * @param path of a request, decoded, beginning with a slash; the slash alone means the first file
   */
  Optional<Path> file(String path) {
    String name = path.equals("/") ? FIRST : path.substring(Math.min(1, path.length()));
    if (!path.startsWith("/") || !isPlain(name)) {
      return Optional.empty();
    }
    try {
      Path file = root.resolve(name).toRealPath();
      boolean isInside = file.startsWith(root) && isPlain(slashed(root.relativize(file)));
      return isInside && Files.isRegularFile(file) && Files.isReadable(file)
          ? Optional.of(file)
          : Optional.empty();
    } catch (IOException isNotThere) {
      return Optional.empty();
    }
  }

  private static boolean isPlain(String name) {
    return PLAIN.matcher(name).matches();
  }

  private static String slashed(Path relative) {
    return relative.toString().replace(relative.getFileSystem().getSeparator(), "/");
  }
}
