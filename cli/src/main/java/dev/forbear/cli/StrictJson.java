package dev.forbear.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * Reads one JSON object from one line, and nothing that is only nearly one (RFC 8259).
 *
 * <p>Names given twice are refused: which of two values counts is a guess. Every dimension is bounded, and messages tell
 * positions and bounds only, because a line may hold prompts and keys.
 */
final class StrictJson {

  /** Deeper than any reply of a provider; keeps readers from running out of stack. */
  static final int MAX_DEPTH = 1000;

  /** Names, values and brackets in one line: about 100 MB of memory at worst. */
  static final long MAX_TOKENS = 1_000_000;

  /** Digits of one number; the longest exact double has 767 (Steele and White, 1990). */
  static final int MAX_NUMBER_CHARS = 1000;

  private static final JsonMapper MAPPER = mapper();

  /**
   * The object on the line.
   *
   * @throws InvalidLine when the line is blank or anything but one JSON object
   */
  static ObjectNode object(String line) {
    if (line.isBlank()) {
      throw new InvalidLine("the line is blank; one JSON object is expected");
    }
    JsonNode value = parse(line);
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw new InvalidLine("the line must be a JSON object, was " + JsonKind.of(value));
  }

  private static JsonNode parse(String line) {
    try (JsonParser parser = MAPPER.createParser(line)) {
      JsonNode value = MAPPER.readTree(parser);
      if (parser.nextToken() != null) {
        throw new InvalidLine("the line goes on after its JSON object; one object is expected");
      }
      return value;
    } catch (JsonProcessingException broken) {
      throw new InvalidLine(explain(broken));
    } catch (NumberFormatException notReadable) {
      throw new InvalidLine("the line holds a number whose exponent is out of all range");
    } catch (IOException impossible) {
      throw new AssertionError("a text in memory cannot fail to be read", impossible);
    }
  }

  private static String explain(JsonProcessingException broken) {
    if (broken instanceof StreamConstraintsException) {
      return "the line is too large a JSON value: at most " + MAX_DEPTH + " levels, " + MAX_TOKENS
          + " names and values, and " + MAX_NUMBER_CHARS + " characters in a number are allowed";
    }
    if (broken instanceof JsonEOFException) {
      return "the line breaks off in the middle of its JSON object";
    }
    String where = broken.getLocation() == null
        ? ""
        : " near character " + Math.max(1, broken.getLocation().getColumnNr());
    return broken.getOriginalMessage().startsWith("Duplicate field")
        ? "the line gives a name twice" + where
        : "the line is not JSON" + where;
  }

  private static JsonMapper mapper() {
    JsonFactory factory = JsonFactory.builder()
        .streamReadConstraints(StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxTokenCount(MAX_TOKENS)
            .maxNumberLength(MAX_NUMBER_CHARS)
            .maxStringLength(JsonLines.MAX_LINE_BYTES)
            .maxNameLength(JsonLines.MAX_LINE_BYTES)
            .build())
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        // Names of one line must not stay in memory for the next ones.
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .build();
    return JsonMapper.builder(factory)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .build();
  }

  private StrictJson() {}
}
