package dev.forbear.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One vector, with its text as it stands: the command must read the very same bytes.
 *
 * @param name file and line number, for messages
 * @param text the line
 * @param json the line read
 */
record VectorLine(String name, String text, JsonNode json) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The lines of a file below the folder of this module. */
  static List<VectorLine> of(String file) {
    List<VectorLine> lines = new ArrayList<>();
    for (String text : texts(Path.of(file))) {
      lines.add(new VectorLine(file + ":" + (lines.size() + 1), text, parse(text)));
    }
    return lines;
  }

  static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException broken) {
      throw new AssertionError("not JSON: " + text, broken);
    }
  }

  JsonNode input() {
    return json.path("input");
  }

  JsonNode expect() {
    return json.path("expect");
  }

  boolean mustBeRefused() {
    return expect().path("error").asBoolean();
  }

  @Override
  public String toString() {
    return name;
  }

  private static List<String> texts(Path path) {
    try {
      return Files.readAllLines(path);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
