package dev.forbear.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.classify.Classified;
import dev.forbear.classify.ProviderReply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every table must keep to. */
class TablesTest {

  private static final List<Provider> TABLES = Stream.of(
          Providers.all(), Providers.fronts(), List.of(Providers.any()))
      .flatMap(List::stream)
      .toList();

  @Test
  void everyRowNamesItsSourceAndWhenItWasRead() {
    List<String> bare = rows()
        .filter(rule -> rule.source().isBlank()
            || !rule.readOn().matches("20\\d\\d-\\d\\d|" + Sources.UNCONFIRMED))
        .map(Rule::toString)
        .toList();

    assertThat(bare).isEmpty();
    assertThat(rows()).hasSizeGreaterThan(200);
  }

  @Test
  void everyRowSaysWhoseItIs() {
    assertThat(rows().filter(rule -> rule.toString().startsWith("own rule"))).isEmpty();
    for (Provider provider :
        Stream.concat(Providers.all().stream(), Providers.fronts().stream()).toList()) {
      assertThat(provider.rules())
          .isNotEmpty()
          .allSatisfy(rule -> assertThat(rule.owner()).isEqualTo(provider.name()));
    }
  }

  @Test
  void noRowRepeatsTheConditionOfAnEarlierOne() {
    for (Provider provider : TABLES) {
      Set<String> seen = new HashSet<>();
      List<String> repeated = provider.rules().stream()
          .map(rule -> rule.condition().toString())
          .filter(condition -> !seen.add(condition))
          .toList();

      assertThat(repeated).as(provider.name()).isEmpty();
    }
  }

  @Test
  void everyRowOfCodesAloneIsReachedByEachOfItsCodes() {
    List<String> hidden = new ArrayList<>();
    for (Provider provider : TABLES) {
      for (Rule rule : provider.rules()) {
        List<String> signs = rule.condition().signs();
        if (signs.size() != 1
            || !signs.get(0).startsWith("code ")
            || signs.get(0).startsWith("code with")) {
          continue;
        }
        for (String code : signs.get(0).substring("code ".length()).split(" \\| ", -1)) {
          Classified verdict = provider.classify(reply(rule, code), 0);
          if (verdict.failureClass() != rule.failureClass()) {
            hidden.add(rule + " for " + code + " gives " + verdict.rule());
          }
        }
      }
    }

    assertThat(hidden).isEmpty();
  }

  @Test
  void everyRowOfAStatusAloneIsReached() {
    List<String> hidden = new ArrayList<>();
    for (Provider provider : TABLES) {
      for (Rule rule : provider.rules()) {
        for (int status :
            rule.condition().signs().isEmpty() ? rule.condition().statuses() : List.<Integer>of()) {
          Classified verdict = provider.classify(ProviderReply.of(status), 0);
          if (verdict.failureClass() != rule.failureClass()) {
            hidden.add(rule + " gives " + verdict.rule());
          }
        }
      }
    }

    assertThat(hidden).isEmpty();
  }

  private static ProviderReply reply(Rule rule, String code) {
    int status = rule.condition().statuses().stream().findFirst().orElse(400);
    return new ProviderReply(status, Map.of(), "{\"error\":{\"code\":\"" + code + "\"}}");
  }

  private static Stream<Rule> rows() {
    return TABLES.stream().flatMap(provider -> provider.rules().stream());
  }
}
