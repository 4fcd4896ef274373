package dev.forbear.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a seed: any whole number of 64 bits. */
final class Seed implements ITypeConverter<Long> {

  @Override
  public Long convert(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException notWhole) {
      throw new TypeConversionException("must be a whole number from " + Long.MIN_VALUE + " to "
          + Long.MAX_VALUE + ", was '" + Shown.text(text) + "'");
    }
  }
}
