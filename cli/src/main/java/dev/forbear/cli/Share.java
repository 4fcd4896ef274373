package dev.forbear.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A share as people write it: {@code 8%} or {@code 0.08}.
 *
 * @param value from 0 to 1
 */
record Share(double value) {

  private static final Pattern FORM = Pattern.compile("(\\d{1,3}(\\.\\d{1,20})?|\\.\\d{1,20})(%?)");

  /** Reads shares given as flags. */
  static final class Converter implements ITypeConverter<Share> {
    @Override
    public Share convert(String text) {
      var form = FORM.matcher(text);
      if (form.matches()) {
        double number = Double.parseDouble(form.group(1));
        boolean isPercent = !form.group(3).isEmpty();
        double value = isPercent ? number / 100 : number;
        if (value <= 1) {
          return new Share(value);
        }
        if (!isPercent && number <= 100) {
          throw new TypeConversionException(
              "must be a share from 0% to 100% or from 0 to 1, was '" + text + "': " + text + "%?");
        }
      }
      throw new TypeConversionException(
          "must be a share from 0% to 100% or from 0 to 1, was '" + Shown.text(text) + "'");
    }
  }
}
