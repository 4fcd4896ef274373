package dev.forbear.cli;

/** Foreign text made fit to be shown in a message: short, and without control characters. */
final class Shown {

  /** Enough to recognize a mistyped flag or file name. */
  private static final int MAX_CHARS = 60;

  static String text(String foreign) {
    StringBuilder shown = new StringBuilder();
    foreign.codePoints().limit(MAX_CHARS).map(Shown::visible).forEach(shown::appendCodePoint);
    if (foreign.codePointCount(0, foreign.length()) > MAX_CHARS) {
      shown.append('…');
    }
    return shown.toString();
  }

  private static int visible(int codePoint) {
    boolean hidden = Character.isISOControl(codePoint)
        || Character.getType(codePoint) == Character.SURROGATE
        || Character.getType(codePoint) == Character.FORMAT;
    return hidden ? '\uFFFD' : codePoint;
  }

  private Shown() {}
}
