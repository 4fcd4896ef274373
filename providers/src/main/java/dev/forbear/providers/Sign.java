package dev.forbear.providers;

import dev.forbear.providers.body.Fact;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One thing that may be seen in a reply. */
sealed interface Sign {

  boolean isIn(Evidence evidence);

  /** One of some codes. */
  final class AnyCode implements Sign {

    private final List<String> written;
    private final Set<String> codes;

    AnyCode(String... codes) {
      this.written = List.of(codes);
      this.codes = Stream.of(codes).map(Code::of).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public boolean isIn(Evidence evidence) {
      for (String code : evidence.codes()) {
        if (codes.contains(code)) {
          return true;
        }
      }
      return false;
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
    public boolean isIn(Evidence evidence) {
      for (String code : evidence.codes()) {
        for (String root : roots) {
          if (code.contains(root)) {
            return true;
          }
        }
      }
      return false;
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
    public boolean isIn(Evidence evidence) {
      for (Fact fact : evidence.facts()) {
        if (isAt(fact.path()) && isWanted(fact)) {
          return true;
        }
      }
      return false;
    }

    private boolean isAt(String place) {
      return place.endsWith(path)
          && (place.length() == path.length()
              || place.charAt(place.length() - path.length() - 1) == '.');
    }

    private boolean isWanted(Fact fact) {
      if (values.isEmpty()) {
        return fact.isSomething() || fact.kind() == Fact.Kind.EMPTY;
      }
      String value = fact.text().toLowerCase(Locale.ROOT);
      for (String wanted : values) {
        if (isPart ? value.contains(wanted) : value.equals(wanted)) {
          return true;
        }
      }
      return false;
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
    public boolean isIn(Evidence evidence) {
      return evidence.hasHeader(name, word);
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
    public boolean isIn(Evidence evidence) {
      for (Phrase phrase : phrases) {
        if (phrase.isIn(evidence.words())) {
          return isWanted;
        }
      }
      return !isWanted;
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
    public boolean isIn(Evidence evidence) {
      return evidence.isPage();
    }

    @Override
    public String toString() {
      return "a page";
    }
  }

  /** Numbers that say that the request can never fit. */
  record MoreThanLimit() implements Sign {

    @Override
    public boolean isIn(Evidence evidence) {
      return RequestSize.isMoreThanLimit(evidence.words());
    }

    @Override
    public String toString() {
      return "Requested > Limit";
    }
  }
}
