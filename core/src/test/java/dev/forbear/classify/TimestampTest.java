package dev.forbear.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The calendar of {@code java.time} is the judge. */
class TimestampTest {

  private static final long SEED = 20261130;
  private static final int DRAWS = 20_000;
  private static final DateTimeFormatter IMF_FIXDATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);
  private static final DateTimeFormatter RFC_850 =
      DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.ROOT);
  private static final DateTimeFormatter ASCTIME =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT);

  @Test
  void agreesWithTheCalendarInEveryForm() {
    Random random = new Random(SEED);
    for (int draw = 0; draw < DRAWS; draw++) {
      ZonedDateTime time = Instant.ofEpochSecond(
              random.nextLong(-62_000_000_000L, 250_000_000_000L))
          .atZone(ZoneOffset.UTC);
      long epochMs = time.toInstant().toEpochMilli();
      String what = "seed " + SEED + ", draw " + draw + ": " + time;

      assertThat(Timestamp.http(IMF_FIXDATE.format(time), 0)).as(what).hasValue(epochMs);
      assertThat(Timestamp.http(ASCTIME.format(time), 0)).as(what).hasValue(epochMs);
      assertThat(Timestamp.rfc3339(time.toInstant().toString())).as(what).hasValue(epochMs);
    }
  }

  @Test
  void findsTheCenturyOfEveryYearUpToFiftyYearsFromNow() {
    Random random = new Random(SEED);
    for (int draw = 0; draw < DRAWS; draw++) {
      ZonedDateTime now =
          Instant.ofEpochSecond(random.nextLong(0, 10_000_000_000L)).atZone(ZoneOffset.UTC);
      ZonedDateTime time = now.plusSeconds(random.nextLong(-49 * 31_556_952L, 49 * 31_556_952L));
      String what = "seed " + SEED + ", draw " + draw + ": " + time + " seen from " + now;

      assertThat(Timestamp.http(RFC_850.format(time), now.toInstant().toEpochMilli()))
          .as(what)
          .hasValue(time.toEpochSecond() * 1000);
    }
  }

  @Test
  void knowsEveryDayOfFourCenturiesAndNoOther() {
    for (int year = 1900; year < 2300; year++) {
      for (int month = 0; month <= 13; month++) {
        for (int day = 0; day <= 32; day++) {
          boolean exists = month >= 1
              && month <= 12
              && day >= 1
              && day <= java.time.YearMonth.of(year, month).lengthOfMonth();

          assertThat(CivilTime.isDay(year, month, day)).isEqualTo(exists);
        }
      }
    }
  }
}
