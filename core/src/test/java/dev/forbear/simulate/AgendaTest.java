package dev.forbear.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AgendaTest {

  private final Agenda agenda = new Agenda();
  private final List<String> happened = new ArrayList<>();

  @Test
  void letsTheEarliestHappenFirst() {
    enter(3, "c");
    enter(1, "a");
    enter(2, "b");

    assertThat(drain()).containsExactly("a", "b", "c");
  }

  @Test
  void keepsTheOrderOfWhatHappensAtTheSameTime() {
    for (int i = 0; i < 3000; i++) {
      enter(5, "e" + i);
    }

    List<String> order = drain();

    for (int i = 0; i < 3000; i++) {
      assertThat(order.get(i)).isEqualTo("e" + i);
    }
  }

  @Test
  void putsLimitsLastAtTheirTime() {
    agenda.atLast(5, nowMs -> happened.add("limit"));
    enter(5, "answer");
    enter(6, "later");

    assertThat(drain()).containsExactly("answer", "limit", "later");
  }

  @Test
  void tellsTheTimeAndWhenNothingIsLeft() {
    assertThat(agenda.nextMs()).isInfinite();
    agenda.at(7, nowMs -> happened.add("at " + nowMs));

    assertThat(agenda.nextMs()).isEqualTo(7);
    assertThat(drain()).containsExactly("at 7.0");
    assertThat(agenda.nextMs()).isInfinite();
  }

  @Test
  void takesWhatIsEnteredMeanwhile() {
    agenda.at(1, nowMs -> {
      happened.add("first");
      enter(nowMs, "at once");
      enter(nowMs + 1, "then");
    });
    enter(1, "second");

    assertThat(drain()).containsExactly("first", "second", "at once", "then");
  }

  /** Beside a plain list, sorted, with entries and events mixed by chance. */
  @Test
  void agreesWithASortedList() {
    for (long seed = 1; seed <= 50; seed++) {
      Random random = new Random(seed);
      List<double[]> expected = new ArrayList<>();
      List<Integer> order = new ArrayList<>();
      Agenda mixed = new Agenda();
      for (int i = 0; i < 5000; i++) {
        if (random.nextInt(3) > 0) {
          double timeMs = random.nextInt(100);
          int number = i;
          mixed.at(timeMs, nowMs -> order.add(number));
          expected.add(new double[] {timeMs, number});
        } else if (!expected.isEmpty()) {
          expected.sort(Comparator.<double[]>comparingDouble(e -> e[0]).thenComparing(e -> e[1]));
          double[] next = expected.remove(0);
          assertThat(mixed.nextMs()).as("seed %d", seed).isEqualTo(next[0]);
          mixed.happenNext();
          assertThat(order.get(order.size() - 1)).as("seed %d", seed).isEqualTo((int) next[1]);
        }
      }
    }
  }

  @Test
  void endsARunInWhichTooMuchHappens() {
    Agenda bounded = new Agenda(3);
    for (int i = 0; i < 4; i++) {
      bounded.at(1, nowMs -> happened.add("event"));
    }
    for (int i = 0; i < 3; i++) {
      bounded.happenNext();
    }

    assertThatIllegalStateException()
        .isThrownBy(bounded::happenNext)
        .withMessageContaining("more than 3 things have happened in the run");
  }

  /** What is moot is dropped when room is needed, and all else still happens in its order. */
  @Test
  void forgetsWhatWouldChangeNothing() {
    Random random = new Random(11);
    List<double[]> expected = new ArrayList<>();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      double timeMs = random.nextInt(1000);
      int number = i;
      if (random.nextInt(10) > 0) {
        agenda.atLast(timeMs, new Moot());
      } else {
        agenda.at(timeMs, nowMs -> order.add(number));
        expected.add(new double[] {timeMs, number});
      }
    }
    drain();

    expected.sort(Comparator.<double[]>comparingDouble(e -> e[0]).thenComparing(e -> e[1]));
    assertThat(order).isEqualTo(expected.stream().map(e -> (int) e[1]).toList());
  }

  private record Moot() implements Agenda.Happening {

    @Override
    public void happen(double nowMs) {}

    @Override
    public boolean isMoot() {
      return true;
    }
  }

  private void enter(double timeMs, String name) {
    agenda.at(timeMs, nowMs -> happened.add(name));
  }

  private List<String> drain() {
    while (agenda.nextMs() < Double.POSITIVE_INFINITY) {
      agenda.happenNext();
    }
    return happened;
  }
}
