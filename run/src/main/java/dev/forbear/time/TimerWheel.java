package dev.forbear.time;

import org.jspecify.annotations.Nullable;

/**
 * A hashed timer wheel: armed actions in a ring of short lists, found by the tick they are due at.
 *
 * <p>Most alarms guard a call that ends in time, so they are armed and cancelled and never run. Both are a few writes under
 * an uncontended lock: the tick, modulo the size of the ring, names the list, and a cancelled entry takes itself out
 * of it. Nothing is sorted, and nothing cancelled stays behind. Only the thread that polls pays for order. When it passes a
 * slot it moves what is due to a queue and leaves what belongs to a later turn. Example with 4 slots: ticks 5 and 9 lie
 * in slot 1; passing tick 5 takes the first and leaves the second. (G. Varghese and T. Lauck, "Hashed and Hierarchical
 * Timing Wheels", 1987, scheme 6.)
 *
 * <p>It knows ticks, no clock and no thread. {@link #wakeTick()} tells the polling thread how long it may sleep, and
 * {@link #arm} tells the caller when to wake it. The bound may be too early (its entry was cancelled, or belongs to a
 * later turn), never too late: so a thread that arms and cancels in a loop wakes nobody.
 *
 * <p>The monitor of the wheel guards every field here and in the entries; actions run outside it.
 */
final class TimerWheel {

  /** One turn is 2.1 s at 1.05 ms a tick; an alarm farther away costs one visit a turn. 8 KiB of heads. */
  static final int SLOTS = 2048;

  /** The wake-up tick of a wheel where nothing is armed. */
  static final long NEVER = Long.MAX_VALUE;

  private final @Nullable Entry[] heads = new @Nullable Entry[SLOTS];

  /** One bit a slot: set while its list has an entry. */
  private final long[] occupied = new long[SLOTS / Long.SIZE];

  /** What is due, first in first out, as a ring around this entry, which has no action. */
  private final Entry due;

  /** The last tick passed: everything due by then has left its slot. */
  private long passedTick = -1;

  private long wakeTick = NEVER;
  private int size;

  TimerWheel() {
    due = new Entry(this, 0, null);
    due.previous = due;
    due.next = due;
  }

  /**
   * Arms an action.
   *
   * @param tick when it is due, at least 0; a passed one means at once
   */
  Entry arm(long tick, Runnable action) {
    Entry entry = new Entry(this, tick, action);
    synchronized (this) {
      if (tick <= passedTick) {
        enqueue(entry);
      } else {
        link(entry);
      }
      size++;
      if (tick < wakeTick) {
        wakeTick = tick;
        entry.earliest = true;
      }
    }
    return entry;
  }

  /**
   * Takes out one action that is due.
   *
   * @param nowTick the last tick that has begun
   * @return the action, the caller's to run; null when nothing is due
   */
  synchronized @Nullable Runnable poll(long nowTick) {
    if (nowTick < wakeTick) {
      return null;
    }
    pass(nowTick);
    Entry first = due.next;
    Runnable action = null;
    if (first != null && first != due) {
      action = first.action;
      first.ran = true;
      remove(first);
    }
    wakeTick = due.next != due ? passedTick : nextOccupiedTick();
    return action;
  }

  /** Before this tick nothing is due; {@link #NEVER} when nothing is armed. */
  synchronized long wakeTick() {
    return wakeTick;
  }

  /** How many actions are armed, those that are due included. */
  synchronized int size() {
    return size;
  }

  private synchronized boolean cancel(Entry entry) {
    if (entry.action == null) {
      return !entry.ran;
    }
    remove(entry);
    return true;
  }

  /** Moves what became due since the last call to the queue, slot by slot, at most one turn. */
  private void pass(long nowTick) {
    if (nowTick <= passedTick) {
      return;
    }
    long from = Math.max(passedTick + 1, nowTick - SLOTS + 1);
    for (long tick = occupiedFrom(from, nowTick); tick <= nowTick; ) {
      Entry entry = heads[slot(tick)];
      while (entry != null) {
        Entry next = entry.next;
        if (entry.tick <= nowTick) {
          unlink(entry);
          enqueue(entry);
        }
        entry = next;
      }
      tick = occupiedFrom(tick + 1, nowTick);
    }
    passedTick = nowTick;
  }

  private long nextOccupiedTick() {
    long last = passedTick + SLOTS;
    long tick = occupiedFrom(passedTick + 1, last);
    return tick <= last ? tick : NEVER;
  }

  /** The first tick from the first to the last whose slot has an entry, or a tick after the last. */
  private long occupiedFrom(long first, long last) {
    long tick = first;
    while (tick <= last) {
      long bits = occupied[slot(tick) / Long.SIZE] >>> slot(tick);
      if (bits != 0) {
        return tick + Long.numberOfTrailingZeros(bits);
      }
      tick += Long.SIZE - slot(tick) % Long.SIZE;
    }
    return tick;
  }

  private void link(Entry entry) {
    int slot = slot(entry.tick);
    Entry head = heads[slot];
    entry.next = head;
    if (head == null) {
      occupied[slot / Long.SIZE] |= 1L << slot;
    } else {
      head.previous = entry;
    }
    heads[slot] = entry;
  }

  private void enqueue(Entry entry) {
    Entry last = due.previous;
    entry.previous = last;
    entry.next = due;
    due.previous = entry;
    if (last != null) {
      last.next = entry;
    }
  }

  private void remove(Entry entry) {
    unlink(entry);
    entry.action = null;
    size--;
  }

  /** Works in both kinds of list: only the head of a slot has nothing before it. */
  private void unlink(Entry entry) {
    Entry previous = entry.previous;
    Entry next = entry.next;
    if (next != null) {
      next.previous = previous;
    }
    if (previous != null) {
      previous.next = next;
    } else {
      int slot = slot(entry.tick);
      heads[slot] = next;
      if (next == null) {
        occupied[slot / Long.SIZE] &= ~(1L << slot);
      }
    }
    entry.previous = null;
    entry.next = null;
  }

  private static int slot(long tick) {
    return (int) tick & (SLOTS - 1);
  }

  /** An armed action, itself the link of its list. */
  static final class Entry implements TimeSource.Alarm {

    private final TimerWheel wheel;
    private final long tick;

    /** Null once it ran or was cancelled, so that a kept entry keeps nothing else alive. */
    private @Nullable Runnable action;

    private @Nullable Entry previous;
    private @Nullable Entry next;
    private boolean ran;
    private boolean earliest;

    private Entry(TimerWheel wheel, long tick, @Nullable Runnable action) {
      this.wheel = wheel;
      this.tick = tick;
      this.action = action;
    }

    /** Whether arming it brought the wake-up forward; only the thread that armed it may ask. */
    boolean isEarliest() {
      return earliest;
    }

    @Override
    public boolean cancel() {
      return wheel.cancel(this);
    }
  }
}
