package dev.forbear.simulate;

import java.util.List;

/**
 * What a run comes to.
 *
 * @param world what was run
 * @param moments the state over time, the first at 0
 * @param clients one per client, in the order of the world
 * @param storm what the outages did and how the world came out of them
 */
public record SimulationReport(
    World world, List<Moment> moments, List<ClientReport> clients, StormFigures storm) {

  /** Keeps its own lists. */
  public SimulationReport {
    moments = List.copyOf(moments);
    clients = List.copyOf(clients);
  }
}
