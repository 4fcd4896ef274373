package dev.forbear.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a flag that names a port of TCP: a whole number from 0, for one that is free, to 65535. */
final class Port implements ITypeConverter<Integer> {

  private static final int MAX = 65_535;

  @Override
  public Integer convert(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= MAX) {
        return port;
      }
    } catch (NumberFormatException notWhole) {
      // Answered below, like a number out of range.
    }
    throw new TypeConversionException("must be a whole number from 0, for a free one, to " + MAX
        + ", was '" + Shown.text(text) + "'");
  }
}
