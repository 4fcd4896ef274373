package dev.forbear.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * A run of a {@link World}: tasks begin, real {@link dev.forbear.task.TaskMachine}s decide, a provider answers or does not.
 *
 * <p>A discrete-event simulation: time jumps from one event to the next, events of one instant happen in the order they were
 * entered, and an answer comes before the limit that is reached in the same instant. The same world takes the same course
 * everywhere, in the browser too. Example:
 *
 * <pre>
 *   Simulation simulation = new Simulation(world);
 *   simulation.advanceTo(60_000);          // a minute; or step by step, for a picture that moves
 *   simulation.moments();                  // the state, once a second
 *   simulation.report();                   // what it comes to
 * </pre>
 *
 * <p>Not thread-safe.
 */
public final class Simulation {

  /** Streams of chance: the provider's first, then two for each client. */
  private static final int PROVIDER_STREAM = 0;

  private final World world;
  private final Agenda agenda = new Agenda();
  private final Server server;
  private final List<SimulatedClient> clients = new ArrayList<>();
  private final Records moments;

  /** What the figures are made from, whatever else is recorded. */
  private final Records seconds;

  private double nowMs;

  /** A run that has not begun. */
  public Simulation(World world) {
    this(world, SimulationListener.NONE);
  }

  /** The same, heard by somebody. */
  public Simulation(World world, SimulationListener listener) {
    this.world = world;
    this.server = new Server(world.provider(), agenda, new Chance(world.seed(), PROVIDER_STREAM));
    server.open(world.outages());
    int stream = PROVIDER_STREAM;
    for (ClientModel model : world.clients()) {
      Chance arrivals = new Chance(world.seed(), ++stream);
      Chance jitter = new Chance(world.seed(), ++stream);
      SimulatedClient client = new SimulatedClient(
          model, agenda, server, listener, arrivals, jitter::next, world.durationMs());
      client.open();
      clients.add(client);
    }
    this.moments = new Records(world.momentMs(), world.durationMs());
    double secondMs =
        Math.max(StormFigures.RECORD_MS, world.durationMs() / SimulationBounds.MAX_MOMENTS);
    this.seconds =
        secondMs == world.momentMs() ? moments : new Records(secondMs, world.durationMs());
    record();
  }

  /** Runs to the end, and says what it comes to. */
  public static SimulationReport run(World world) {
    Simulation simulation = new Simulation(world);
    simulation.advanceTo(world.durationMs());
    return simulation.report();
  }

  /**
   * Lets everything happen up to that time, and no further than the duration of the world.
   *
   * @throws IllegalStateException naming the bound, when more would happen than {@link SimulationBounds} allow
   */
  public void advanceTo(double ms) {
    double untilMs = Math.min(ms, world.durationMs());
    while (nowMs < untilMs) {
      double stopMs = Math.min(untilMs, Math.min(moments.nextMs(), seconds.nextMs()));
      while (agenda.nextMs() <= stopMs) {
        agenda.happenNext();
      }
      nowMs = stopMs;
      record();
    }
  }

  /** How far it has come, milliseconds. */
  public double nowMs() {
    return nowMs;
  }

  /** The states recorded so far, the first at 0. */
  public List<Moment> moments() {
    return moments.all();
  }

  /** What it comes to so far. */
  public SimulationReport report() {
    List<ClientReport> reports = new ArrayList<>();
    for (int i = 0; i < clients.size(); i++) {
      reports.add(ClientReport.of(world.clients().get(i).name(), clients.get(i).tally()));
    }
    StormFigures storm = StormFigures.of(world, seconds.all(), server.longestQueue());
    return new SimulationReport(world, moments.all(), reports, storm);
  }

  private void record() {
    if (nowMs == moments.nextMs()) {
      moments.add(moment(nowMs));
    }
    if (nowMs == seconds.nextMs()) {
      seconds.add(moment(nowMs));
    }
  }

  private Moment moment(double atMs) {
    List<Counts> counts = new ArrayList<>();
    for (SimulatedClient client : clients) {
      counts.add(client.tally().counts());
    }
    return new Moment(atMs, server.queued(), server.working(), server.refused(), counts);
  }
}
