package dev.forbear.simulate;

import java.util.List;

/**
 * The state of the world at one moment.
 *
 * @param atMs when, milliseconds since the start of the run
 * @param queued requests that wait for a slot of the provider
 * @param working requests the provider works on, somebody waiting for them or not
 * @param shed requests the provider has refused so far
 * @param clients one per client, in the order of the world
 */
public record Moment(double atMs, long queued, long working, long shed, List<Counts> clients) {

  /** Keeps its own list. */
  public Moment {
    clients = List.copyOf(clients);
  }

  /** All clients together. */
  public Counts all() {
    Counts sum = Counts.NONE;
    for (Counts each : clients) {
      sum = sum.plus(each);
    }
    return sum;
  }
}
