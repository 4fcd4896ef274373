package dev.forbear.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TimerWheelTest {

  private static final int TURN = TimerWheel.SLOTS;

  private final TimerWheel wheel = new TimerWheel();
  private final List<String> ran = new ArrayList<>();

  @Test
  void givesOutWhatIsDueInTheOrderOfTicks() {
    arm(7, "c");
    arm(2, "a");
    arm(5, "b");

    runUntil(1);
    assertThat(ran).isEmpty();
    runUntil(5);
    assertThat(ran).containsExactly("a", "b");
    runUntil(7);
    assertThat(ran).containsExactly("a", "b", "c");
    assertThat(wheel.size()).isZero();
    assertThat(wheel.wakeTick()).isEqualTo(TimerWheel.NEVER);
  }

  @Test
  void leavesWhatBelongsToALaterTurn() {
    arm(3, "now");
    arm(3 + TURN, "next turn");
    arm(3 + 10 * TURN, "tenth turn");

    runUntil(3);
    assertThat(ran).containsExactly("now");
    runUntil(2 + TURN);
    assertThat(ran).containsExactly("now");
    runUntil(3 + TURN);
    assertThat(ran).containsExactly("now", "next turn");
    runUntil(2 + 10 * TURN);
    assertThat(wheel.size()).isOne();
    runUntil(3 + 10 * TURN);
    assertThat(ran).containsExactly("now", "next turn", "tenth turn");
  }

  @Test
  void aPassedTickIsDueAtOnceAndAfterWhatIsDueAlready() {
    runUntil(100);
    arm(101, "first");
    runOne(99);
    arm(0, "past");
    arm(100, "present");

    assertThat(wheel.wakeTick()).isLessThanOrEqualTo(100);
    runUntil(101);

    assertThat(ran).containsExactlyInAnyOrder("first", "past", "present");
    assertThat(ran.indexOf("past")).isLessThan(ran.indexOf("present"));
  }

  @Test
  void aCancelledEntryIsGoneAtOnceWhereverItLies() {
    List<TimerWheel.Entry> entries = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      entries.add(arm(9, "same slot " + i));
    }
    assertThat(entries.get(2).cancel()).isTrue();
    assertThat(entries.get(4).cancel()).isTrue();
    assertThat(entries.get(0).cancel()).isTrue();
    assertThat(wheel.size()).isEqualTo(2);

    runOne(9);
    assertThat(entries.get(1).cancel() ^ entries.get(3).cancel()).as("one ran").isTrue();

    assertThat(wheel.size()).isZero();
    runUntil(9 + TURN);
    assertThat(ran).hasSize(1);
  }

  @Test
  void cancelGivesTheSameAnswerWhenAskedAgain() {
    TimerWheel.Entry cancelled = arm(1, "cancelled");
    TimerWheel.Entry fired = arm(1, "fired");

    assertThat(cancelled.cancel()).isTrue();
    runUntil(1);

    assertThat(cancelled.cancel()).isTrue();
    assertThat(fired.cancel()).isFalse();
    assertThat(fired.cancel()).isFalse();
    assertThat(ran).containsExactly("fired");
  }

  @Test
  void onlyAnEarlierAlarmBringsTheWakeUpForward() {
    assertThat(arm(500, "a").isEarliest()).isTrue();
    assertThat(arm(500, "b").isEarliest()).isFalse();
    assertThat(arm(501, "c").isEarliest()).isFalse();
    assertThat(arm(499, "d").isEarliest()).isTrue();
    assertThat(wheel.wakeTick()).isEqualTo(499);
  }

  @Test
  void armingAndCancellingInALoopWakesTheThreadOnce() {
    int wakeUps = 0;
    for (int i = 0; i < 1000; i++) {
      TimerWheel.Entry entry = arm(20_000 + i, "guard");
      wakeUps += entry.isEarliest() ? 1 : 0;
      entry.cancel();
    }

    assertThat(wakeUps).isOne();
    assertThat(wheel.size()).isZero();
  }

  @Test
  void theFarthestTickIsArmedAndCancelledLikeAnyOther() {
    TimerWheel.Entry entry = arm(Ticks.FARTHEST, "in 292 years");

    runUntil(10L * TURN);

    assertThat(ran).isEmpty();
    assertThat(entry.cancel()).isTrue();
    assertThat(wheel.size()).isZero();
  }

  @Test
  void behavesLikeASortedListInRandomCourses() {
    for (long seed = 1; seed <= 200; seed++) {
      TimerWheel subject = new TimerWheel();
      Random random = new Random(seed);
      Map<Integer, TimerWheel.Entry> entries = new HashMap<>();
      Map<Integer, Long> model = new HashMap<>();
      TreeSet<Integer> seen = new TreeSet<>();
      long now = 0;

      for (int i = 0; i < 500; i++) {
        int id = i;
        int choice = random.nextInt(4);
        if (choice <= 1) {
          long tick = Math.max(0, now - 10 + random.nextInt(random.nextBoolean() ? 30 : 3 * TURN));
          entries.put(id, subject.arm(tick, () -> seen.add(id)));
          model.put(id, tick);
        } else if (choice == 2) {
          int victim = random.nextInt(i + 1);
          TimerWheel.Entry entry = entries.get(victim);
          if (entry != null) {
            assertThat(entry.cancel())
                .as("seed %s, %s", seed, victim)
                .isEqualTo(!seen.contains(victim));
            model.remove(victim);
          }
        } else {
          now += random.nextInt(random.nextBoolean() ? 3 : 2 * TURN);
          runAll(subject, now);
          TreeSet<Integer> due = new TreeSet<>();
          for (Map.Entry<Integer, Long> entry : model.entrySet()) {
            if (entry.getValue() <= now) {
              due.add(entry.getKey());
            }
          }
          assertThat(seen).as("seed %s", seed).containsAll(due);
          model.keySet().removeAll(due);
          assertThat(Collections.disjoint(model.keySet(), seen))
              .as("seed %s: none early", seed)
              .isTrue();
          long earliest = model.values().stream().mapToLong(t -> t).min().orElse(TimerWheel.NEVER);
          assertThat(subject.wakeTick())
              .as("seed %s", seed)
              .isGreaterThan(now)
              .isLessThanOrEqualTo(earliest);
        }
        assertThat(subject.size()).as("seed %s", seed).isEqualTo(model.size());
      }
    }
  }

  private TimerWheel.Entry arm(long tick, String name) {
    return wheel.arm(tick, () -> ran.add(name));
  }

  private void runOne(long nowTick) {
    Runnable action = wheel.poll(nowTick);
    if (action != null) {
      action.run();
    }
  }

  private void runUntil(long nowTick) {
    runAll(wheel, nowTick);
  }

  private static void runAll(TimerWheel wheel, long nowTick) {
    for (@Nullable Runnable action = wheel.poll(nowTick);
        action != null;
        action = wheel.poll(nowTick)) {
      action.run();
    }
  }
}
