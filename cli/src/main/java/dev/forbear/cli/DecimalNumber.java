package dev.forbear.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a flag that is a plain decimal number; its range is checked where it is used. */
final class DecimalNumber implements ITypeConverter<Double> {

  private static final Pattern FORM = Pattern.compile("-?(\\d+(\\.\\d+)?|\\.\\d+)");

  @Override
  public Double convert(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new TypeConversionException(
          "must be a number such as 0.5, was '" + Shown.text(text) + "'");
    }
    return Double.valueOf(text);
  }
}
