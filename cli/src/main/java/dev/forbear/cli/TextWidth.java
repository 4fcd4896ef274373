package dev.forbear.cli;

/**
 * How many columns a text takes on a terminal: none for marks that sit on the character before, two for wide characters.
 *
 * <p>Source: Unicode Standard Annex 11, "East Asian Width", Unicode 16.0; the blocks whose characters are wide or, as pictures,
 * are shown wide by terminals.
 */
final class TextWidth {

  /** First and last code points of wide blocks, ascending. */
  private static final int[][] WIDE = {
    {0x1100, 0x115F},
    {0x2E80, 0x303E},
    {0x3041, 0x33FF},
    {0x3400, 0x4DBF},
    {0x4E00, 0xA4CF},
    {0xA960, 0xA97C},
    {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F},
    {0x1F680, 0x1F6FF},
    {0x1F900, 0x1FAFF},
    {0x20000, 0x3FFFD}
  };

  static int of(String text) {
    return text.codePoints().map(TextWidth::columns).sum();
  }

  /** The text and spaces up to that many columns; a longer text stays as it is. */
  static String padded(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - of(text)));
  }

  /** The text, or its beginning and an ellipsis in at most that many columns. */
  static String cut(String text, int columns) {
    if (of(text) <= columns) {
      return text;
    }
    int end = 0;
    int taken = 1; // the ellipsis
    while (end < text.length() && taken + columns(text.codePointAt(end)) <= columns) {
      taken += columns(text.codePointAt(end));
      end += Character.charCount(text.codePointAt(end));
    }
    return text.substring(0, end) + "…";
  }

  private static int columns(int codePoint) {
    int type = Character.getType(codePoint);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    for (int[] block : WIDE) {
      if (codePoint >= block[0] && codePoint <= block[1]) {
        return 2;
      }
    }
    return 1;
  }

  private TextWidth() {}
}
