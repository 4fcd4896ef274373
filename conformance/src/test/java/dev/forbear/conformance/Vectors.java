package dev.forbear.conformance;

import java.util.List;

/**
 * The vectors of the three fixed contracts, by the command that answers them.
 *
 * @param command the word after {@code forbear}
 * @param file where they are
 * @param count how many there are, so that a lost line is noticed
 * @param refused how many of them must be refused
 */
record Vectors(String command, String file, int count, int refused) {

  static List<Vectors> all() {
    return List.of(
        new Vectors("decide", "vectors/contract-decide.jsonl", 8, 0),
        new Vectors("decide", "vectors/decide.jsonl", 120, 26),
        new Vectors("schedule", "vectors/contract-schedule.jsonl", 12, 0),
        new Vectors("schedule", "vectors/schedule.jsonl", 60, 0),
        new Vectors("next-delay", "vectors/contract-next-delay.jsonl", 9, 0),
        new Vectors("next-delay", "vectors/next-delay.jsonl", 60, 0));
  }

  List<VectorLine> lines() {
    return VectorLine.of(file);
  }

  @Override
  public String toString() {
    return file;
  }
}
