package dev.forbear.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the JSON Lines of this module's folders {@code corpus} and {@code vectors}. */
public final class Lines {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern DISPUTED_ID = Pattern.compile("^[-*] `([^`]+)`");

  /**
   * The lines of a file, in order, without those whose {@code id} is listed in {@code disputed.md}.
   *
   * @param file relative to this module: {@code corpus/failures.jsonl}
   */
  public static List<JsonNode> of(String file) {
    Set<String> disputed = disputed();
    return read(file).stream()
        .filter(line -> !line.isBlank())
        .map(Lines::parse)
        .filter(line -> !disputed.contains(line.path("id").asText()))
        .toList();
  }

  /** The ids at the head of the list items of {@code disputed.md}. */
  private static Set<String> disputed() {
    Set<String> ids = new HashSet<>();
    for (String line : read("disputed.md")) {
      Matcher matcher = DISPUTED_ID.matcher(line);
      if (matcher.find()) {
        ids.add(matcher.group(1));
      }
    }
    return ids;
  }

  private static List<String> read(String file) {
    try {
      return Files.readAllLines(Path.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException("not a JSON line: " + line, e);
    }
  }

  private Lines() {}
}
