package dev.forbear.simulate;

import java.util.Arrays;

/**
 * What is going to happen, the earliest first; what happens at the same time, in the order it was entered.
 *
 * <p>A binary heap over plain arrays. It moves numbers only: a happening stays where it was put until it happens, because
 * moving references about is what a garbage collector pays for.
 */
final class Agenda {

  /** Something that happens at its time. */
  interface Happening {
    void happen(double nowMs);

    /** Whether it would change nothing any more, so that it need not be kept. */
    default boolean isMoot() {
      return false;
    }
  }

  private static final int FIRST_SIZE = 1 << 10;

  /** Added to the order of what comes last among all of its time; up to there every order is a whole number of a double. */
  private static final double LAST = 0x1p52;

  /** The heap: time and order of each, side by side, and where its happening is. */
  private double[] keys = new double[2 * FIRST_SIZE];

  private int[] shelves = new int[FIRST_SIZE];
  private int size;

  /** Beyond the size of the heap, {@link #shelves} holds the free places of this. */
  private Happening[] happenings = new Happening[FIRST_SIZE];

  private double entered;
  private int happened;

  private final int maxEvents;

  /** Nothing is going to happen, and no more than {@link SimulationBounds#MAX_EVENTS} things will. */
  Agenda() {
    this(SimulationBounds.MAX_EVENTS);
  }

  /** Nothing is going to happen, and no more than that will. */
  Agenda(int maxEvents) {
    this.maxEvents = maxEvents;
    numberShelves(0);
  }

  /** Enters something. */
  void at(double timeMs, Happening happening) {
    enter(timeMs, entered++, happening);
  }

  /** Enters something that comes after all else of the same time: a limit loses against an answer of the same instant. */
  void atLast(double timeMs, Happening happening) {
    enter(timeMs, LAST + entered++, happening);
  }

  /** When the next thing happens, milliseconds; infinite when nothing will. */
  double nextMs() {
    return size == 0 ? Double.POSITIVE_INFINITY : keys[0];
  }

  /**
   * Lets the next thing happen.
   *
   * @throws IllegalStateException when more would have happened than may
   */
  void happenNext() {
    if (++happened > maxEvents) {
      throw new IllegalStateException("more than " + maxEvents
          + " things have happened in the run (tasks begun, answers, waits, limits), more are not"
          + " allowed; let there be fewer tasks or attempts, or a shorter run");
    }
    double nowMs = keys[0];
    int shelf = shelves[0];
    size--;
    sink(keys[2 * size], keys[2 * size + 1], shelves[size]);
    shelves[size] = shelf;
    Happening next = happenings[shelf];
    happenings[shelf] = null;
    next.happen(nowMs);
  }

  private void enter(double timeMs, double order, Happening happening) {
    if (size == happenings.length) {
      dropMoot();
      if (size > happenings.length / 2) {
        grow();
      }
    }
    int shelf = shelves[size];
    happenings[shelf] = happening;
    int place = size++;
    while (place > 0) {
      int parent = (place - 1) >>> 1;
      if (!isBefore(timeMs, order, parent)) {
        break;
      }
      put(place, keys[2 * parent], keys[2 * parent + 1], shelves[parent]);
      place = parent;
    }
    put(place, timeMs, order, shelf);
  }

  private void sink(double timeMs, double order, int shelf) {
    sinkFrom(0, timeMs, order, shelf);
  }

  private void sinkFrom(int from, double timeMs, double order, int shelf) {
    int place = from;
    for (int child = 2 * place + 1; child < size; child = 2 * place + 1) {
      if (child + 1 < size && isBefore(keys[2 * child + 2], keys[2 * child + 3], child)) {
        child++;
      }
      if (isBefore(timeMs, order, child)) {
        break;
      }
      put(place, keys[2 * child], keys[2 * child + 1], shelves[child]);
      place = child;
    }
    put(place, timeMs, order, shelf);
  }

  private boolean isBefore(double timeMs, double order, int place) {
    double other = keys[2 * place];
    return timeMs < other || (timeMs == other && order < keys[2 * place + 1]);
  }

  private void put(int place, double timeMs, double order, int shelf) {
    keys[2 * place] = timeMs;
    keys[2 * place + 1] = order;
    shelves[place] = shelf;
  }

  /** Limits of attempts that have been answered would pile up until they are reached; half of the room is found by that or more is made. */
  private void dropMoot() {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int shelf = shelves[i];
      if (happenings[shelf].isMoot()) {
        happenings[shelf] = null;
      } else {
        shelves[i] = shelves[kept];
        put(kept, keys[2 * i], keys[2 * i + 1], shelf);
        kept++;
      }
    }
    size = kept;
    // The order of all keys is total, so whatever heap they make lets the same happen.
    for (int place = size / 2 - 1; place >= 0; place--) {
      sinkFrom(place, keys[2 * place], keys[2 * place + 1], shelves[place]);
    }
  }

  private void grow() {
    int length = happenings.length;
    if (length >= SimulationBounds.MAX_PENDING) {
      throw new IllegalStateException("the run has " + SimulationBounds.MAX_PENDING
          + " attempts and waits at once, more are not allowed; let there be fewer tasks at once");
    }
    happenings = Arrays.copyOf(happenings, 2 * length);
    keys = Arrays.copyOf(keys, 4 * length);
    shelves = Arrays.copyOf(shelves, 2 * length);
    numberShelves(length);
  }

  private void numberShelves(int from) {
    for (int i = from; i < shelves.length; i++) {
      shelves[i] = i;
    }
  }
}
