package dev.forbear.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a flag that counts: a whole number from 1 to {@link Fields#MAX_COUNT}. */
final class Count implements ITypeConverter<Long> {

  @Override
  public Long convert(String text) {
    return upTo(Fields.MAX_COUNT, text);
  }

  /**
   * A whole number from 1 to that one.
   *
   * @throws TypeConversionException saying what was given and what is allowed
   */
  static long upTo(long most, String text) {
    try {
      long count = Long.parseLong(text);
      if (count >= 1 && count <= most) {
        return count;
      }
    } catch (NumberFormatException notWhole) {
      // Answered below, like a number out of range.
    }
    throw new TypeConversionException(
        "must be a whole number from 1 to " + most + ", was '" + Shown.text(text) + "'");
  }
}
