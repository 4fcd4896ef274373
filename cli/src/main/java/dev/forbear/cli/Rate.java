package dev.forbear.cli;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A rate as people write it: {@code 80/s}, {@code 300/m}, {@code 1000/h}.
 *
 * @param perSecond more than 0
 */
record Rate(double perSecond) {

  private static final Pattern FORM =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,15})?|\\.\\d{1,15}) ?(?:/ ?([A-Za-z]*))?");

  private static final Map<String, Double> SECONDS = Map.of("s", 1.0, "m", 60.0, "h", 3600.0);

  /** Reads rates given as flags. */
  static final class Converter implements ITypeConverter<Rate> {
    @Override
    public Rate convert(String text) {
      Matcher form = FORM.matcher(text);
      if (!form.matches()) {
        throw new TypeConversionException(
            "'" + Shown.text(text) + "' is not a rate: write 80/s, 300/m or 1000/h");
      }
      String number = form.group(1);
      if (form.group(2) == null) {
        throw new TypeConversionException(
            number + " has no unit: " + number + "/s or " + number + "/m?");
      }
      Double seconds = SECONDS.get(form.group(2));
      if (seconds == null) {
        throw new TypeConversionException(
            "'/" + form.group(2) + "' is no unit of a rate: use /s, /m or /h, as in 80/s");
      }
      double perSecond = Double.parseDouble(number) / seconds;
      if (perSecond == 0) {
        throw new TypeConversionException("must be more than 0, was '" + text + "'");
      }
      return new Rate(perSecond);
    }
  }
}
