package dev.forbear.providers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules in the order in which they are asked: by stage, and within a stage as they were written.
 *
 * <p>Codes come first, then sizes, then phrases, then codes that senders put on many things, then statuses; so that a
 * table can be written in the order in which it is best read.
 */
final class Table {

  private final List<Rule> rules;

  private Table(List<Rule> rules) {
    this.rules = rules;
  }

  /** Tables one after the other, the more special first. */
  static Table of(List<List<Rule>> tables) {
    List<Rule> rules = new ArrayList<>();
    tables.forEach(rules::addAll);
    rules.sort(Comparator.comparing(Rule::stage));
    return new Table(List.copyOf(rules));
  }

  /** The same table behind some rules that are asked before everything else. */
  Table behind(List<Rule> first) {
    List<Rule> all = new ArrayList<>(first);
    all.addAll(rules);
    return new Table(List.copyOf(all));
  }

  /** The first rule that holds; null when none does. */
  @Nullable
  Rule first(Evidence evidence) {
    for (Rule rule : rules) {
      if (rule.condition().holds(evidence)) {
        return rule;
      }
    }
    return null;
  }

  List<Rule> rules() {
    return rules;
  }
}
