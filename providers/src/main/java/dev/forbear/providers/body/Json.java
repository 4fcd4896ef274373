package dev.forbear.providers.body;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads JSON into facts, as far as it goes: what stands before a break or a mistake is kept.
 *
 * <p>It is lenient where senders are careless (raw control characters, single quotes, NaN), and takes several values one after
 * the other, and the elements of an outermost array, for documents of their own.
 */
final class Json {

  private static final JsonFactory FACTORY = JsonFactory.builder()
      .streamReadConstraints(StreamReadConstraints.builder()
          // The text is bounded already; these only must not get in the way before that.
          .maxNestingDepth(Bounds.HEAD_LENGTH + Bounds.TAIL_LENGTH)
          .maxNumberLength(Bounds.HEAD_LENGTH + Bounds.TAIL_LENGTH)
          .maxStringLength(Bounds.HEAD_LENGTH + Bounds.TAIL_LENGTH)
          .maxNameLength(Bounds.HEAD_LENGTH + Bounds.TAIL_LENGTH)
          .build())
      .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
      .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
      .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
      .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
      .enable(JsonReadFeature.ALLOW_LEADING_ZEROS_FOR_NUMBERS)
      .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
      .build();

  private final String text;
  private final int level;
  private final List<Document> documents = new ArrayList<>(1);
  private List<Fact> facts = new ArrayList<>();
  private boolean isOpen;
  private boolean isFresh;
  private int kept;

  private Json(String text, int level) {
    this.text = text;
    this.level = level;
  }

  /** The documents of a text; empty when it does not begin with JSON. */
  static List<Document> read(String text) {
    return read(text, 0);
  }

  static List<Document> read(String text, int level) {
    Json reading = new Json(text, level);
    try (JsonParser parser = FACTORY.createParser(text)) {
      reading.readAll(parser);
    } catch (IOException broken) {
      reading.breakOff();
    }
    return reading.documents;
  }

  private void readAll(JsonParser parser) throws IOException {
    JsonToken token = parser.nextToken();
    while (token != null && kept < Bounds.FACTS && documents.size() < Bounds.DOCUMENTS) {
      take(token, parser);
      token = parser.nextToken();
    }
    if (isOpen) {
      breakOff();
    }
  }

  private void take(JsonToken token, JsonParser parser) throws IOException {
    JsonStreamContext place = parser.getParsingContext();
    boolean wasFresh = isFresh;
    isFresh = false;
    switch (token) {
      case START_OBJECT, START_ARRAY -> {
        if (place.getNestingDepth() > Bounds.DEPTH) {
          parser.skipChildren();
        } else if (!(token == JsonToken.START_ARRAY && isTop(place.getParent()))) {
          isOpen = true;
          isFresh = true;
        }
      }
      case END_OBJECT, END_ARRAY -> {
        boolean isTopArray = token == JsonToken.END_ARRAY && place.inRoot();
        if (isTop(place) && !isTopArray) {
          close(true, false);
        } else if (wasFresh && !isTopArray) {
          keep(Fact.Kind.EMPTY, "", path(place));
        }
      }
      case FIELD_NAME -> {
        // Kept by the context.
      }
      case VALUE_STRING -> takeText(parser, place);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
        takeValue(Fact.Kind.NUMBER, parser.getText(), place);
      case VALUE_TRUE -> takeValue(Fact.Kind.TRUTH, "true", place);
      case VALUE_FALSE -> takeValue(Fact.Kind.TRUTH, "false", place);
      case VALUE_NULL -> takeValue(Fact.Kind.NOTHING, "", place);
      default -> {
        // Not made by a reader of text.
      }
    }
  }

  private void takeValue(Fact.Kind kind, String value, JsonStreamContext place) {
    if (isTop(place)) {
      // A bare number or null is no document of anybody.
      return;
    }
    keep(kind, value, path(place));
  }

  private void takeText(JsonParser parser, JsonStreamContext place) throws IOException {
    int from = (int) parser.currentTokenLocation().getCharOffset();
    String value;
    try {
      value = parser.getText();
    } catch (IOException broken) {
      String rest = from >= 0 && from < text.length() ? text.substring(from + 1) : "";
      keep(Fact.Kind.BROKEN_TEXT, Nested.unescape(clip(rest)), path(place));
      throw broken;
    }
    List<Document> inside = level < Bounds.LEVELS
        ? Nested.of(isTop(place) ? "" : name(place), value, level + 1)
        : List.of();
    if (isTop(place)) {
      inside.forEach(this::add);
      if (inside.isEmpty() && !value.isBlank()) {
        keep(Fact.Kind.TEXT, value, "");
        close(true, false);
      }
      return;
    }
    if (inside.isEmpty()) {
      keep(Fact.Kind.TEXT, value, path(place));
    }
    for (Document document : inside) {
      for (Fact fact : document.facts()) {
        keep(fact.kind(), fact.text(), fact.path());
      }
    }
  }

  private void keep(Fact.Kind kind, String value, String path) {
    isOpen = true;
    kept++;
    facts.add(new Fact(path, kind, clip(value)));
  }

  private void add(Document document) {
    documents.add(document);
    kept += document.facts().size();
  }

  private void close(boolean isJson, boolean isCut) {
    documents.add(new Document("", facts, isJson, isCut));
    facts = new ArrayList<>();
    isOpen = false;
  }

  private void breakOff() {
    if (isOpen) {
      close(true, true);
    }
  }

  /** Whether what stands there is a document of its own. */
  private static boolean isTop(JsonStreamContext place) {
    return place.inRoot() || (place.inArray() && place.getParent().inRoot());
  }

  private static String name(JsonStreamContext place) {
    JsonStreamContext at = place;
    while (at != null && !at.inObject()) {
      at = at.getParent();
    }
    return at == null || at.getCurrentName() == null ? "" : lower(at.getCurrentName());
  }

  private static String path(JsonStreamContext place) {
    String path = "";
    for (JsonStreamContext at = place; at != null; at = at.getParent()) {
      if (at.inObject() && at.getCurrentName() != null) {
        String name = lower(at.getCurrentName());
        path = path.isEmpty() ? name : name + "." + path;
      }
    }
    return path;
  }

  /** Points in names would look like steps. */
  private static String lower(String name) {
    String cut = name.length() > Bounds.NAME_LENGTH ? name.substring(0, Bounds.NAME_LENGTH) : name;
    return cut.toLowerCase(Locale.ROOT).replace('.', '-');
  }

  private static String clip(String value) {
    return value.length() > Bounds.VALUE_LENGTH ? value.substring(0, Bounds.VALUE_LENGTH) : value;
  }
}
