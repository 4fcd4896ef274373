package dev.forbear.cli;

import dev.forbear.simulate.ProviderModel;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Room for so many, or for all.
 *
 * @param places at least 0; {@link ProviderModel#UNLIMITED} for no limit
 */
record Room(int places) {

  static final Room UNLIMITED = new Room(ProviderModel.UNLIMITED);

  private static final String NONE = "none";

  /** Reads {@code 50}, or {@code none} for no limit. */
  static final class Converter implements ITypeConverter<Room> {
    @Override
    public Room convert(String text) {
      if (text.equals(NONE)) {
        return UNLIMITED;
      }
      try {
        int places = Integer.parseInt(text);
        if (places >= 0 && places < ProviderModel.UNLIMITED) {
          return new Room(places);
        }
      } catch (NumberFormatException notWhole) {
        // Answered below, like a number out of range.
      }
      throw new TypeConversionException("must be a whole number below " + ProviderModel.UNLIMITED
          + ", or none for no limit, was '" + Shown.text(text) + "'");
    }
  }
}
