package dev.forbear.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

  private static final long NOW = Instant.parse("2026-11-30T12:00:00Z").toEpochMilli();

  /** The wait the headers of a 429 name, as text; "none" for no hint. */
  private static String hint(String... headers) {
    return hint(429, NOW, headers);
  }

  private static String hint(int status, long now, String... headers) {
    Map<String, List<String>> map = new LinkedHashMap<>();
    for (String header : headers) {
      int colon = header.indexOf(':');
      map.computeIfAbsent(header.substring(0, colon), name -> new ArrayList<>())
          .add(header.substring(colon + 1));
    }
    return text(RetryAfter.fromHeaders(new ProviderReply(status, map, ""), now));
  }

  private static String text(OptionalDouble hint) {
    return hint.isEmpty() ? "none" : String.valueOf((long) hint.getAsDouble());
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      0                                 | 0
      120                               | 120000
      0.0000001                         | 1
      2.5                               | 2500
      300.8891906738281                 | 300890
      16777217                          | 16777217000
      0010                              | 10000
      99999999999                       | 99999999999000
      9007199254740.991                 | 9007199254740991
      9007199254740.992                 | 9007199254740991
      999999999999999999999999999999    | 9007199254740991
      2, 30                             | 30000
      30,2                              | 30000
      soon, 7, -9                       | 7000
      60s                               | 60000
      1m30s                             | 90000
      1h2m3.5s                          | 3723500
      579ms                             | 579
      900.2ms                           | 901
      50.597142857s                     | 50598
      1ns                               | 1
      PT90S                             | 90000
      pt1m30.25s                        | 90250
      P1DT2H                            | 93600000
      P1W                               | 604800000
      2026-11-30T12:00:37Z              | 37000
      2026-11-30T13:00:37.0001+01:00    | 37001
      2026-11-30T11:59:00Z              | 0
      """)
  void readsTheLengthOfAWaitExactlyAndRoundsItUp(String value, String expected) {
    assertThat(hint("Retry-After:" + value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      Mon, 30 Nov 2026 12:00:37 GMT     | 37000
      mon, 30 nov 2026 12:00:37 gmt     | 37000
      Monday, 30-Nov-26 12:00:37 GMT    | 37000
      Mon Nov 30 12:00:37 2026          | 37000
      Tue Dec  1 00:00:00 2026          | 43200000
      Tue, 30 Nov 2026 12:00:37 GMT     | 37000
      30 Nov 2026 12:00:37 GMT          | 37000
      Mon, 30 Nov 2026 12:00:37         | 37000
      Mon, 30 Nov 2026 12:00:37 +0000   | 37000
      Mon, 30 Nov 2026 13:00:37 +0100   | 37000
      Mon, 30 Nov 2026 11:30:37 -0030   | 37000
      Thu, 31 Dec 2026 23:59:60 GMT     | 2721600000
      Mon, 30 Nov 2026 11:59:59 GMT     | 0
      Thu, 01 Jan 1970 00:00:00 GMT     | 0
      Tue, 29 Feb 2028 12:00:00 GMT     | 39398400000
      Mon, 30 Nov 2026 12:00:01 GMT, Mon, 30 Nov 2026 12:00:09 GMT | 9000
      Mon, 30 Nov 2026 12:00:09 GMT, 3  | 9000
      Thursday, 31-Dec-76 00:00:00 GMT  | 0
      Monday, 30-Nov-76 12:00:00 GMT    | 1577923200000
      Monday, 30-Nov-76 12:00:01 GMT    | 0
      Monday, 30-Nov-70 12:00:00 GMT    | 1388534400000
      Sunday, 29-Feb-28 12:00:00 GMT    | 39398400000
      """)
  void readsEveryDateFormAgainstTheGivenClock(String value, String expected) {
    assertThat(hint("Retry-After:" + value)).isEqualTo(expected);
  }

  @Test
  void looksFiftyYearsAheadFromAnyCentury() {
    long in2080 = Instant.parse("2080-06-01T00:00:00Z").toEpochMilli();

    assertThat(hint(429, in2080, "Retry-After:Sunday, 01-Jun-80 00:00:10 GMT")).isEqualTo("10000");
    assertThat(hint(429, in2080, "Retry-After:Sunday, 01-Jun-10 00:00:00 GMT"))
        .as("2110 is 30 years ahead")
        .isEqualTo("946598400000");
    assertThat(hint(429, in2080, "Retry-After:Sunday, 02-Jun-30 00:00:00 GMT"))
        .as("2130 is more than 50 years ahead, so 2030 is meant")
        .isEqualTo("0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "-5",
        "+5",
        "-0",
        "NaN",
        "Infinity",
        "-Infinity",
        "1e3",
        "1E3",
        "0x10",
        "1_000",
        ".5",
        "5.",
        "1.2.3",
        "1 2",
        "5 seconds",
        "soon",
        "\u0665",
        "\uff15",
        "5\u0665",
        "1m-30s",
        "1.5",
        "s",
        "ms",
        "5x",
        "1m30",
        "-1s",
        "P",
        "PT",
        "P1",
        "PT1",
        "P1DT",
        "P1M",
        "P1Y",
        "PT1S1M",
        "PT1M1M",
        "P1H",
        "PTT1S",
        "P-1D",
        "--",
        ",",
        ",,",
        ";",
        "null",
        "undefined",
        "Mon, 30 Nov 2026 25:00:37 GMT",
        "Mon, 30 Nov 2026 12:60:37 GMT",
        "Mon, 30 Nov 2026 12:00:61 GMT",
        "Mon, 31 Nov 2026 12:00:37 GMT",
        "Mon, 29 Feb 2027 12:00:37 GMT",
        "Mon, 00 Nov 2026 12:00:37 GMT",
        "Mon, 30 Xyz 2026 12:00:37 GMT",
        "Mon, 30 anf 2026 12:00:37 GMT",
        "Mon, 30 Nov 2026 12:00:37 PST",
        "Mon, 30 Nov 2026 12:00:37 +9900",
        "Mon, 30 Nov 2026",
        "Mon Nov 30 12:00 2026",
        "29-Feb-27 12:00:00 GMT",
        "2026-13-01T00:00:00Z",
        "2026-11-31T00:00:00Z",
        "2026-11-30T12:00:37",
        "2026-11-30"
      })
  void takesGarbageForNoHintAndAsksTheNextSource(String value) {
    String expected = value.equals("1.5") ? "1500" : "none";

    assertThat(hint("Retry-After:" + value)).isEqualTo(expected);
    assertThat(hint("retry-after-ms:" + (value.equals("1.5") ? "x" : value), "Retry-After:3"))
        .isEqualTo("3000");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      1500  | 1500
      0     | 0
      0.4   | 1
      250.0 | 250
      250.00000000000000000000000000001 | 251
      99999999999999999999 | 9007199254740991
      """)
  void readsMillisecondsUnderBothNames(String value, String expected) {
    assertThat(hint("retry-after-ms:" + value)).isEqualTo(expected);
    assertThat(hint("X-MS-Retry-After-MS:" + value)).isEqualTo(expected);
  }

  @Test
  void prefersMillisecondsToSecondsAndBothToLimits() {
    String limit = "RateLimit:\"default\";r=0;t=30";

    assertThat(hint("retry-after-ms:250", "x-ms-retry-after-ms:900", "Retry-After:10", limit))
        .isEqualTo("250");
    assertThat(hint("x-ms-retry-after-ms:900", "Retry-After:10", limit)).isEqualTo("900");
    assertThat(hint("Retry-After:10", limit)).isEqualTo("10000");
    assertThat(hint("retry-after-ms:0", "Retry-After:3")).isEqualTo("0");
    assertThat(hint(limit, "x-ratelimit-remaining-tokens:0", "x-ratelimit-reset-tokens:99s"))
        .isEqualTo("30000");
  }

  @Test
  void takesTheLongestOfSeveralValues() {
    assertThat(hint("Retry-After:2", "Retry-After:30", "retry-after:9")).isEqualTo("30000");
    assertThat(hint("Retry-After:2", "Retry-After:never")).isEqualTo("2000");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      "default";r=0;t=30                             | 30000
      "permin";r=0;t=12, "perhr";r=400;t=1200        | 12000
      "permin";r=0;t=12, "perhr";r=0;t=1200          | 1200000
      "default";r=5;t=30                             | none
      "default";r=0                                  | none
      "default";t=30                                 | none
      "default"; r=0; t=0                            | 0
      "a,b;r=5\\";t=9";r=0;t=4                       | 4000
      default;r=0;t=7;pk=:abc=:                      | 7000
      "x";r=-1;t=5                                   | none
      "x";r=0;t=-5                                   | none
      "x";r=0;t=soon, "y";r=0;t=3                    | 3000
      "unclosed;r=0;t=5                              | none
      limit=100, remaining=0, reset=5                | 5000
      limit=100, remaining=1, reset=5                | none
      """)
  void readsTheStandardFieldOnlyWhereNothingIsLeft(String value, String expected) {
    assertThat(hint("RateLimit:" + value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      0  | 42         | 42000
      0  | 0          | 0
      1  | 42         | none
      -1 | 42         | none
      x  | 42         | none
      0  | 1796040045 | 45000
      """)
  void readsTheThreeFieldsOfTheOldDraft(String remaining, String reset, String expected) {
    assertThat(hint("RateLimit-Remaining:" + remaining, "RateLimit-Reset:" + reset))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      20ms             | 20
      6m0s             | 360000
      1m9.696s         | 69696
      55               | 55000
      33011.382867     | 33011383
      999999           | 999999000
      1234567          | none
      1796040045       | 45000
      1796040045.5     | 45500
      1796040044999    | 44999
      1796039000       | 0
      17960400450000   | none
      0                | none
      0s               | 0
      -1               | none
      2026-11-30T12:00:37Z | 37000
      """)
  void readsTheResetOfAnExhaustedDimension(String reset, String expected) {
    assertThat(hint("x-ratelimit-remaining-tokens:0", "x-ratelimit-reset-tokens:" + reset))
        .isEqualTo(expected);
    assertThat(hint("X-RateLimit-Remaining:0", "X-RateLimit-Reset:" + reset)).isEqualTo(expected);
    assertThat(hint(500, NOW, "x-rate-limit-remaining-a:0", "x-rate-limit-reset-a:" + reset))
        .isEqualTo(expected);
  }

  @Test
  void ignoresADimensionWithSomethingLeft() {
    assertThat(hint(
            "x-ratelimit-remaining-requests:14370",
            "x-ratelimit-reset-requests:2m59.56s",
            "x-ratelimit-remaining-tokens:0",
            "x-ratelimit-reset-tokens:7.66s"))
        .isEqualTo("7660");
    assertThat(hint("x-ratelimit-remaining-requests:1", "x-ratelimit-reset-requests:6m0s"))
        .isEqualTo("none");
    assertThat(hint("x-ratelimit-remaining-tokens:-1", "x-ratelimit-reset-tokens:55"))
        .isEqualTo("none");
  }

  @Test
  void waitsForTheLastOfSeveralExhaustedDimensions() {
    assertThat(hint(
            "x-ratelimit-remaining-requests:0",
            "x-ratelimit-reset-requests:3s",
            "x-ratelimit-remaining-tokens:0",
            "x-ratelimit-reset-tokens:7s"))
        .isEqualTo("7000");
  }

  @Test
  void trustsAResetWithoutACountOnlyOn429AndThenTheFirstToRefill() {
    String tokens = "x-rate-limit-reset-tokens:55";
    String requests = "x-ratelimit-reset-requests:6m0s";

    assertThat(hint(tokens)).isEqualTo("55000");
    assertThat(hint(tokens, requests)).isEqualTo("55000");
    assertThat(hint(500, NOW, tokens, requests)).isEqualTo("none");
    assertThat(hint(tokens, "x-ratelimit-remaining-requests:0", requests)).isEqualTo("360000");
  }

  @Test
  void readsAnthropicsTimestampsOfExhaustedOrRejectedDimensions() {
    assertThat(hint(
            "anthropic-ratelimit-requests-remaining:0",
            "anthropic-ratelimit-requests-reset:2026-11-30T12:00:01Z",
            "anthropic-ratelimit-tokens-remaining:16000",
            "anthropic-ratelimit-tokens-reset:2026-11-30T13:00:00Z"))
        .isEqualTo("1000");
    assertThat(hint(
            "anthropic-ratelimit-unified-status:rejected",
            "anthropic-ratelimit-unified-reset:1796040045"))
        .isEqualTo("45000");
    assertThat(hint(
            "anthropic-ratelimit-unified-status:allowed",
            "anthropic-ratelimit-unified-reset:1796040045"))
        .isEqualTo("none");
    assertThat(hint("anthropic-ratelimit-tokens-reset:2026-11-30T13:00:00Z")).isEqualTo("none");
  }

  @Test
  void givesTheLimitsApartFromTheHeadersMadeForWaits() {
    ProviderReply reply = new ProviderReply(
        429, Map.of("Retry-After", List.of("10"), "RateLimit", List.of("\"d\";r=0;t=30")), "");

    assertThat(text(RetryAfter.explicit(reply, NOW))).isEqualTo("10000");
    assertThat(text(RetryAfter.ofLimits(reply, NOW))).isEqualTo("30000");
    assertThat(text(RetryAfter.duration(" 34.074824224s "))).isEqualTo("34075");
    assertThat(text(RetryAfter.duration("34"))).as("a bare number has no unit").isEqualTo("none");
  }

  @Test
  void doesNotReadBeyondItsBounds() {
    String longest = "9".repeat(RetryAfter.MAX_VALUE_LENGTH);
    List<String> many =
        IntStream.rangeClosed(1, 100_000).mapToObj(String::valueOf).toList();
    ProviderReply reply = new ProviderReply(429, Map.of("Retry-After", many), "");

    assertThat(hint("Retry-After:" + longest)).isEqualTo(String.valueOf(RetryAfter.LONGEST_MS));
    assertThat(hint("Retry-After:" + longest + "9")).isEqualTo("none");
    assertThat(text(RetryAfter.fromHeaders(reply, NOW))).isEqualTo(RetryAfter.MAX_VALUES + "000");
  }

  @Test
  void survivesAnyClock() {
    for (long now : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
      for (String date : List.of(
          "Mon, 30 Nov 2026 12:00:37 GMT",
          "Monday, 30-Nov-26 12:00:37 GMT",
          "9999-12-31T23:59:60Z")) {
        double hint = RetryAfter.fromHeaders(
                new ProviderReply(429, Map.of("Retry-After", List.of(date)), ""), now)
            .orElse(-1);

        assertThat(hint).as("%s at %d", date, now).isBetween(0.0, (double) RetryAfter.LONGEST_MS);
      }
    }
  }
}
