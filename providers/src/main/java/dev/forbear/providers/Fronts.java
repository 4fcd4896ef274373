package dev.forbear.providers;

import java.util.List;

/** What stands in front of providers and answers in their place; recognised whoever is called. */
final class Fronts {

  static final List<List<Rule>> TABLES = List.of(
      Cloudflare.RULES,
      Nginx.RULES,
      Envoy.RULES,
      AwsLoadBalancer.RULES,
      ApiManagement.RULES,
      LiteLlm.RULES,
      Portkey.RULES);

  static final List<Rule> RULES = TABLES.stream().flatMap(List::stream).toList();

  private Fronts() {}
}
