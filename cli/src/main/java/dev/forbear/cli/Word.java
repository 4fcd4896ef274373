package dev.forbear.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/** The values of an enum as people write them: lower case, hyphens between words. */
final class Word {

  static String of(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The value a word stands for.
   *
   * @throws TypeConversionException naming the allowed words and the nearest one
   */
  static <E extends Enum<E>> E of(Class<E> type, String word) {
    List<E> values = List.of(type.getEnumConstants());
    return values.stream()
        .filter(value -> of(value).equals(word))
        .findFirst()
        .orElseThrow(() -> unknown(word, values.stream().map(Word::of)));
  }

  private static TypeConversionException unknown(String word, Stream<String> words) {
    List<String> allowed = words.toList();
    return new TypeConversionException("must be one of " + String.join(", ", allowed) + ", was '"
        + Shown.text(word) + "'" + Nearest.question(word, allowed));
  }

  private Word() {}
}
