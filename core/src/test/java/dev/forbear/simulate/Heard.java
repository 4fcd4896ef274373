package dev.forbear.simulate;

import dev.forbear.task.EndReason;
import dev.forbear.task.Step;
import java.util.ArrayList;
import java.util.List;

/** A run as lines such as {@code 100 a1 send 2}: when, which task of which client, what is done next. */
final class Heard implements SimulationListener {

  private final List<String> lines = new ArrayList<>();

  /** Runs a world to its end. */
  static List<String> of(World world) {
    Heard heard = new Heard();
    new Simulation(world, heard).advanceTo(world.durationMs());
    return heard.lines;
  }

  @Override
  public void step(String client, long task, double nowMs, Step step) {
    lines.add(number(nowMs) + " " + client + task + " " + text(step));
  }

  private static String text(Step step) {
    if (step instanceof Step.Send send) {
      return "send " + send.attempt();
    }
    if (step instanceof Step.Wait wait) {
      return "wait " + number(wait.delayMs());
    }
    if (step instanceof Step.End end) {
      EndReason reason = end.ending().reason();
      return reason == null ? "success" : reason.word();
    }
    return step.toString();
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
