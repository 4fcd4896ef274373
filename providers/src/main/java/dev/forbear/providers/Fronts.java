package dev.forbear.providers;

import java.util.List;
import java.util.stream.Stream;

/** What stands in front of providers and answers in their place; recognised whoever is called. */
final class Fronts {

  static final List<Provider> ALL = List.of();

  static final List<Rule> RULES = Stream.<List<Rule>>of().flatMap(List::stream).toList();

  private Fronts() {}
}
