package dev.forbear.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TicksTest {

  private static final long TICK_NANOS = 1L << Ticks.SHIFT;

  private static final List<Long> ORIGINS =
      List.of(0L, 1L, -1L, 123_456_789L, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 5);

  @Test
  void anInstantIsRoundedUpToItsTick() {
    for (long origin : ORIGINS) {
      Ticks ticks = new Ticks(origin);

      assertThat(at(ticks, origin, 0)).isEqualTo(0);
      assertThat(at(ticks, origin, 1)).isEqualTo(1);
      assertThat(at(ticks, origin, TICK_NANOS)).isEqualTo(1);
      assertThat(at(ticks, origin, TICK_NANOS + 1)).isEqualTo(2);
    }
  }

  @Test
  void aTickIsNeverReachedBeforeItsInstant() {
    long seed = 20261130;
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      long origin = random.nextLong();
      long distance = random.nextLong() >>> (2 + random.nextInt(60));
      Ticks ticks = new Ticks(origin);

      long tick = at(ticks, origin, distance);

      assertThat(ticks.reached(origin + distance - 1)).as("seed %s", seed).isLessThan(tick);
      assertThat(ticks.reached(origin + distance + TICK_NANOS - 1)).isGreaterThanOrEqualTo(tick);
      assertThat(ticks.nanosUntil(tick, origin + distance)).isBetween(0L, TICK_NANOS - 1);
    }
  }

  @Test
  void instantsBeforeTheOriginAreTheFirstTick() {
    for (long origin : ORIGINS) {
      Ticks ticks = new Ticks(origin);

      assertThat(at(ticks, origin, -1)).isEqualTo(0);
      assertThat(at(ticks, origin, Long.MIN_VALUE / 2)).isEqualTo(0);
      assertThat(at(ticks, origin, Long.MIN_VALUE)).isEqualTo(0);
    }
  }

  @Test
  void theFarthestInstantStaysFarAlsoLongAfterTheOrigin() {
    for (long origin : ORIGINS) {
      Ticks ticks = new Ticks(origin);
      long hourLater = origin + 3_600_000_000_000L;

      assertThat(at(ticks, origin, Long.MAX_VALUE)).isEqualTo(Ticks.FARTHEST);
      assertThat(ticks.atOrAfter(hourLater + Long.MAX_VALUE, () -> hourLater))
          .isEqualTo(Ticks.FARTHEST);
      assertThat(ticks.nanosUntil(Ticks.FARTHEST, hourLater))
          .isGreaterThan(Long.MAX_VALUE - 3_600_000_000_000L - 2 * TICK_NANOS);
    }
  }

  @Test
  void theClockIsLeftAloneWhereTheDifferenceIsClear() {
    Ticks ticks = new Ticks(-7);

    long tick = ticks.atOrAfter(20 * TICK_NANOS - 7, () -> {
      throw new AssertionError("read the clock");
    });

    assertThat(tick).isEqualTo(20);
  }

  private static long at(Ticks ticks, long origin, long distance) {
    return ticks.atOrAfter(origin + distance, () -> origin);
  }
}
