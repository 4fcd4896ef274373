package dev.forbear.generate;

import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;

/** Methods that the texts for Java libraries share. */
final class JavaFragments {

  private static final String HINT = """
      /** The wait a provider asks for: retry-after-ms, else Retry-After in seconds or as a date; garbage is none. */
      static double retryAfterMs(HttpHeaders headers) {
        String milliseconds = headers.firstValue("retry-after-ms").orElse("").strip();
        if (milliseconds.matches(NUMBER)) {
          return Double.parseDouble(milliseconds);
        }
        String text = headers.firstValue("retry-after").orElse("").strip();
        if (text.matches(NUMBER)) {
          return Double.parseDouble(text) * 1000;
        }
        try {
          Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
          return Math.max(0, then.toEpochMilli() - System.currentTimeMillis());
        } catch (DateTimeParseException garbage) {
          return 0;
        }
      }""";

  private static final String NUMBER = """
      private static final String NUMBER = "[0-9]{1,15}(\\\\.[0-9]{1,15})?";""";

  /** Reading Retry-After. */
  static String hint() {
    return HINT;
  }

  /** The constant that {@link #hint} needs. */
  static String number() {
    return NUMBER;
  }

  /** The body of a method that draws a wait; {@code attempt} has failed, {@code hintMs} was asked for. */
  static String wait(Recipe recipe) {
    return own(recipe) + "\n"
        + (recipe.hintRule() == HintRule.FLOOR
            ? "return (long) Math.ceil(Math.max(own, hintMs));"
            : "return (long) Math.ceil(hintMs + own);");
  }

  /** The same without a hint. */
  static String waitWithoutHint(Recipe recipe) {
    return own(recipe) + "\nreturn (long) Math.ceil(own);";
  }

  /** The lines that leave the drawn milliseconds in {@code own}. */
  static String own(Recipe recipe) {
    return ceiling(recipe) + "\n" + own(recipe.jitter());
  }

  static String statuses(Recipe recipe) {
    return "private static final Set<Integer> RETRYABLE_STATUSES =\n    "
        + Statuses.joined("Set.of(", recipe.statuses(), ");");
  }

  static String uncertain(Recipe recipe) {
    return "/** After these the request may have run all the same; after any other refusal it has not. */\n"
        + "private static final Set<Integer> UNCERTAIN_STATUSES =\n    "
        + Statuses.joined("Set.of(", recipe.uncertain(), ");");
  }

  /** A number as Java takes it: a whole one beyond the range of int is a long. */
  static String literal(double value) {
    String number = Shown.number(value);
    boolean isWhole = value == Math.floor(value) && value <= 0x1p53;
    return isWhole && value > Integer.MAX_VALUE ? number + "L" : number;
  }

  private static String ceiling(Recipe recipe) {
    String base = literal(recipe.baseMs());
    if (recipe.isConstant()) {
      return "double ceiling = " + literal(Math.min(recipe.baseMs(), recipe.capMs())) + ";";
    }
    String grown = base + " * Math.pow(" + literal(recipe.multiplier()) + ", attempt - 1)";
    return recipe.hasCap()
        ? "double ceiling = Math.min(" + literal(recipe.capMs()) + ", " + grown + ");"
        : "double ceiling = " + grown + ";";
  }

  private static String own(Jitter jitter) {
    String random = "ThreadLocalRandom.current().nextDouble()";
    return switch (jitter) {
      case NONE -> "double own = ceiling;";
      case FULL -> "double own = Math.floor(" + random + " * ceiling);";
      case EQUAL -> "double own = ceiling / 2 + Math.floor(" + random + " * (ceiling / 2));";
    };
  }

  private JavaFragments() {}
}
