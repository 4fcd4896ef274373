package dev.forbear.providers;

import dev.forbear.providers.body.Fact;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One thing that may be seen in a reply. */
sealed interface Sign {

  /** What of it was seen, in the words of the table; empty for what was rightly not there; null when it does not hold. */
  @Nullable
  String seenIn(Evidence evidence);

  /** One of some codes. */
  final class AnyCode implements Sign {

    private final List<String> written;
    private final Map<String, String> codes;

    AnyCode(String... codes) {
      this.written = List.of(codes);
      this.codes = new HashMap<>();
      for (String code : codes) {
        this.codes.put(Code.of(code), code);
      }
    }

    @Override
    public @Nullable String seenIn(Evidence evidence) {
      for (String code : evidence.codes()) {
        String known = codes.get(code);
        if (known != null) {
          return "code " + known;
        }
      }
      return null;
    }

    @Override
    public String toString() {
      return "code " + String.join(" | ", written);
    }
  }

  /** A part of a code. */
  final class CodeLike implements Sign {

    private final List<String> written;
    private final List<String> roots;

    CodeLike(String... roots) {
      this.written = List.of(roots);
      this.roots = Stream.of(roots).map(Code::of).toList();
    }

    @Override
    public @Nullable String seenIn(Evidence evidence) {
      for (String code : evidence.codes()) {
        for (int i = 0; i < roots.size(); i++) {
          if (code.contains(roots.get(i))) {
            return "code with " + written.get(i);
          }
        }
      }
      return null;
    }

    @Override
    public String toString() {
      return "code with " + String.join(" | ", written);
    }
  }

  /** A value of the error. */
  final class Field implements Sign {

    private final String path;
    private final List<String> values;
    private final boolean isPart;

    Field(String path, String[] values, boolean isPart) {
      this.path = path.toLowerCase(Locale.ROOT);
      this.values =
          Stream.of(values).map(value -> value.toLowerCase(Locale.ROOT)).toList();
      this.isPart = isPart;
    }

    @Override
    public @Nullable String seenIn(Evidence evidence) {
      for (Fact fact : evidence.facts()) {
        String seen = isAt(fact.path()) ? wanted(fact) : null;
        if (seen != null) {
          return seen;
        }
      }
      return null;
    }

    private boolean isAt(String place) {
      return place.endsWith(path)
          && (place.length() == path.length()
              || place.charAt(place.length() - path.length() - 1) == '.');
    }

    private @Nullable String wanted(Fact fact) {
      if (values.isEmpty()) {
        return fact.isSomething() || fact.kind() == Fact.Kind.EMPTY ? "field " + path : null;
      }
      String value = fact.text().toLowerCase(Locale.ROOT);
      for (String wanted : values) {
        if (isPart ? value.contains(wanted) : value.equals(wanted)) {
          return "field " + path + " " + wanted;
        }
      }
      return null;
    }

    @Override
    public String toString() {
      return values.isEmpty()
          ? "field " + path
          : "field " + path + (isPart ? " with " : " = ") + String.join(" | ", values);
    }
  }

  /** A word in a header. */
  record Header(String name, String word) implements Sign {

    @Override
    public @Nullable String seenIn(Evidence evidence) {
      return evidence.hasHeader(name, word) ? toString() : null;
    }

    @Override
    public String toString() {
      return "header " + name + (word.isEmpty() ? "" : " with " + word);
    }
  }

  /** Words in what the reply says. */
  final class Phrases implements Sign {

    private final List<Phrase> phrases;
    private final boolean isWanted;

    Phrases(String[] phrases, boolean isWanted) {
      this.phrases = Stream.of(phrases).map(Phrase::of).toList();
      this.isWanted = isWanted;
    }

    boolean isWanted() {
      return isWanted;
    }

    @Override
    public @Nullable String seenIn(Evidence evidence) {
      for (Phrase phrase : phrases) {
        if (phrase.isIn(evidence.words())) {
          return isWanted ? "phrase '" + phrase.written() + "'" : null;
        }
      }
      return isWanted ? null : "";
    }

    @Override
    public String toString() {
      return (isWanted ? "phrase " : "without ")
          + phrases.stream()
              .map(phrase -> "'" + phrase.written() + "'")
              .collect(Collectors.joining(" | "));
    }
  }

  /** A page for people. */
  record Page() implements Sign {

    @Override
    public @Nullable String seenIn(Evidence evidence) {
      return evidence.isPage() ? toString() : null;
    }

    @Override
    public String toString() {
      return "a page";
    }
  }

  /** Numbers that say that the request can never fit. */
  record MoreThanLimit() implements Sign {

    @Override
    public @Nullable String seenIn(Evidence evidence) {
      return RequestSize.isMoreThanLimit(evidence.words()) ? toString() : null;
    }

    @Override
    public String toString() {
      return "Requested > Limit";
    }
  }
}
