package dev.forbear.classify;

/** Calendar arithmetic in UTC without a clock and without leap seconds. */
final class CivilTime {

  static final long MS_PER_SECOND = 1_000;
  static final long MS_PER_MINUTE = 60 * MS_PER_SECOND;
  static final long MS_PER_HOUR = 60 * MS_PER_MINUTE;
  static final long MS_PER_DAY = 24 * MS_PER_HOUR;

  /** Whether there is such a day in the proleptic Gregorian calendar. */
  static boolean isDay(long year, int month, int day) {
    return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  }

  /** Whether there is such a time of day; a second of 60 is a leap second and counts as the next minute's first. */
  static boolean isTime(int hour, int minute, int second) {
    return hour <= 23 && minute <= 59 && second <= 60;
  }

  /**
   * Milliseconds since 1970 of a date and time. A day beyond the end of its month runs into the next one.
   *
   * <p>Counts years from 1 March, so that the leap day is the last of its year: H. Hinnant, "chrono-Compatible Low-Level
   * Date Algorithms", days_from_civil.
   */
  static long epochMs(long year, int month, int day, int hour, int minute, int second) {
    long marchYear = month > 2 ? year : year - 1;
    long era = Math.floorDiv(marchYear, 400);
    long yearOfEra = marchYear - era * 400;
    long dayOfYear = (153L * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    long epochDay = era * 146_097 + dayOfEra - 719_468;
    return epochDay * MS_PER_DAY
        + hour * MS_PER_HOUR
        + minute * MS_PER_MINUTE
        + second * MS_PER_SECOND;
  }

  private static int daysIn(long year, int month) {
    return switch (month) {
      case 2 -> isLeap(year) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  private static boolean isLeap(long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  private CivilTime() {}
}
