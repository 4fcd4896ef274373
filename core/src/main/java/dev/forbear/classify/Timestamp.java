package dev.forbear.classify;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the points in time that replies name: the three date forms of HTTP and RFC 3339.
 *
 * <p>RFC 9110, section 5.6.7: a recipient must accept IMF-fixdate, RFC 850 and asctime. The weekday is not checked,
 * because servers get it wrong and nothing depends on it; a missing zone means UTC, as HTTP knows no other.
 */
final class Timestamp {

  /** No date form is longer than this. */
  private static final int MAX_LENGTH = 64;

  private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";

  /** {@code Mon, 30 Nov 2026 12:00:37 GMT} and {@code Monday, 30-Nov-26 12:00:37 GMT}. */
  private static final Pattern DAY_FIRST = Pattern.compile(
      "(?:[A-Za-z]{3,9},?[ \t]+)?(\\d{1,2})[ -]([A-Za-z]{3})[ -](\\d{4}|\\d{2})[ \t]+"
          + "(\\d{2}):(\\d{2}):(\\d{2})(?:[ \t]+([A-Za-z]{1,3}|[+-]\\d{4}))?");

  /** {@code Mon Nov 30 12:00:37 2026}; a day below 10 is padded with a space. */
  private static final Pattern MONTH_FIRST =
      Pattern.compile("[A-Za-z]{3,9}[ \t]+([A-Za-z]{3})[ \t]+(\\d{1,2})[ \t]+"
          + "(\\d{2}):(\\d{2}):(\\d{2})[ \t]+(\\d{4})(?:[ \t]+([A-Za-z]{1,3}))?");

  /** {@code 2026-11-30T12:00:37.25Z}. */
  private static final Pattern RFC_3339 =
      Pattern.compile("(\\d{4})-(\\d{2})-(\\d{2})[Tt ](\\d{2}):(\\d{2}):(\\d{2})"
          + "(?:\\.(\\d{1,18}))?([Zz]|[+-]\\d{2}:\\d{2})");

  /**
   * Milliseconds since 1970 of a date in any form of HTTP; empty for anything else.
   *
   * @param nowEpochMs decides the century of a two-digit year
   */
  static OptionalLong http(String text, long nowEpochMs) {
    if (text.length() > MAX_LENGTH) {
      return OptionalLong.empty();
    }
    Matcher dayFirst = DAY_FIRST.matcher(text);
    if (dayFirst.matches()) {
      return of(
          dayFirst.group(3),
          month(dayFirst.group(2)),
          dayFirst.group(1),
          new String[] {dayFirst.group(4), dayFirst.group(5), dayFirst.group(6)},
          zone(dayFirst.group(7)),
          nowEpochMs);
    }
    Matcher monthFirst = MONTH_FIRST.matcher(text);
    if (monthFirst.matches()) {
      return of(
          monthFirst.group(6),
          month(monthFirst.group(1)),
          monthFirst.group(2),
          new String[] {monthFirst.group(3), monthFirst.group(4), monthFirst.group(5)},
          zone(monthFirst.group(7)),
          nowEpochMs);
    }
    return OptionalLong.empty();
  }

  /** Milliseconds since 1970 of an RFC 3339 timestamp, fractions rounded up; empty for anything else. */
  static OptionalLong rfc3339(String text) {
    Matcher matcher = RFC_3339.matcher(text);
    if (text.length() > MAX_LENGTH || !matcher.matches()) {
      return OptionalLong.empty();
    }
    OptionalLong whole = of(
        matcher.group(1),
        Integer.parseInt(matcher.group(2)),
        matcher.group(3),
        new String[] {matcher.group(4), matcher.group(5), matcher.group(6)},
        zone(matcher.group(8).replace(":", "")),
        0);
    String fraction = matcher.group(7);
    return whole.isEmpty() || fraction == null
        ? whole
        : OptionalLong.of(whole.getAsLong() + fractionMs(fraction));
  }

  private static OptionalLong of(
      String year, int month, String day, String[] time, OptionalLong zoneMs, long nowEpochMs) {
    int dayOfMonth = Integer.parseInt(day);
    int hour = Integer.parseInt(time[0]);
    int minute = Integer.parseInt(time[1]);
    int second = Integer.parseInt(time[2]);
    if (zoneMs.isEmpty() || month == 0) {
      return OptionalLong.empty();
    }
    long fullYear = year.length() == 2
        ? century(Integer.parseInt(year), month, dayOfMonth, hour, minute, second, nowEpochMs)
        : Integer.parseInt(year);
    if (!CivilTime.isDay(fullYear, month, dayOfMonth) || !CivilTime.isTime(hour, minute, second)) {
      return OptionalLong.empty();
    }
    long local = CivilTime.epochMs(fullYear, month, dayOfMonth, hour, minute, second);
    return OptionalLong.of(local - zoneMs.getAsLong());
  }

  /**
   * The year a two-digit year stands for.
   *
   * <p>RFC 9110, section 5.6.7: what seems to lie more than 50 years ahead means the past. So it is the last year with
   * these digits whose date is at most 50 years from now; the date 50 years earlier is compared with now itself.
   */
  private static long century(
      int digits, int month, int day, int hour, int minute, int second, long nowEpochMs) {
    long roughYear = 1970 + Math.floorDiv(nowEpochMs, 365 * CivilTime.MS_PER_DAY);
    long year = Math.floorDiv(roughYear, 100) * 100 + 200 + digits;
    while (CivilTime.epochMs(year - 50, month, day, hour, minute, second) > nowEpochMs) {
      year -= 100;
    }
    return year;
  }

  /** 1 to 12, or 0 for no month. */
  private static int month(String name) {
    int at = MONTHS.indexOf(name.toLowerCase(Locale.ROOT));
    return at >= 0 && at % 3 == 0 ? at / 3 + 1 : 0;
  }

  /** How far the zone is ahead of UTC, in milliseconds; empty for a zone HTTP does not know. */
  private static OptionalLong zone(@Nullable String name) {
    if (name == null) {
      return OptionalLong.of(0);
    }
    char sign = name.charAt(0);
    if (sign == '+' || sign == '-') {
      int hours = Integer.parseInt(name.substring(1, 3));
      int minutes = Integer.parseInt(name.substring(3));
      long offset = hours * CivilTime.MS_PER_HOUR + minutes * CivilTime.MS_PER_MINUTE;
      return hours > 23 || minutes > 59
          ? OptionalLong.empty()
          : OptionalLong.of(sign == '+' ? offset : -offset);
    }
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "GMT", "UTC", "UT", "Z" -> OptionalLong.of(0);
      default -> OptionalLong.empty();
    };
  }

  private static long fractionMs(String digits) {
    String padded = (digits + "000").substring(0, 3);
    boolean rest = digits.length() > 3 && !digits.substring(3).matches("0+");
    long ms = Integer.parseInt(padded);
    return rest ? ms + 1 : ms;
  }

  private Timestamp() {}
}
