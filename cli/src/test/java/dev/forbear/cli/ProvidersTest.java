package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.providers.Provider;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code forbear providers}: the tables as people read them. */
class ProvidersTest {

  static List<Provider> tables() {
    return ProviderTables.all();
  }

  @Test
  void listsEveryTableWithTheNumberOfItsRows() {
    CommandRun run = CommandRun.of("providers");

    assertThat(run.lines()).first().asString().matches("provider +rows +classes it tells");
    for (Provider table : tables()) {
      assertThat(run.out())
          .containsPattern(
              "(?m)^%s +%d( |$)".formatted(table.name(), table.rules().size()));
    }
    assertThat(run.exitCode()).isZero();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void showsEveryRowOfATableWithItsSource(Provider table) {
    CommandRun run = CommandRun.of("providers", table.name());
    String words = run.out().replaceAll("\\s+", " ");

    assertThat(run.lines()).first().asString().startsWith(table.name() + ", ");
    table.rules().forEach(rule -> {
      ProviderRow row = ProviderRow.of(rule);
      assertThat(words)
          .contains(
              (row.sign().equals("-") ? row.status() : row.sign()).replaceAll("\\s+", " ") + " "
                  + row.failureClass() + "; transient: "
                  + row.isTransient() + "; may have run: " + row.mayHaveRun())
          .contains(row.source() + ", " + row.readOn());
    });
    assertThat(run.exitCode()).isZero();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void namesTheSourceAndTheDateOfEveryRow(Provider table) {
    table.rules().forEach(rule -> {
      assertThat(rule.source()).as(rule.toString()).isNotBlank();
      assertThat(rule.readOn()).as(rule.toString()).isNotBlank();
    });
  }

  @ParameterizedTest
  @MethodSource("tables")
  void staysReadable(Provider table) {
    assertThat(CommandRun.of("providers", table.name()).lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(UsageErrors.WIDTH + 20));
  }

  @Test
  void printsOnePageOfAllOfThem() {
    List<String> lines = CommandRun.of("providers", "--markdown").lines();

    for (Provider table : tables()) {
      assertThat(lines).contains("### " + table.name());
    }
    assertThat(lines.stream().filter(line -> line.startsWith("| ")))
        .allSatisfy(line -> assertThat(line.split("(?<!\\\\)\\|", -1)).hasSize(10));
    long rows = tables().stream().mapToLong(table -> table.rules().size()).sum();
    long headings = tables().size();
    assertThat(lines.stream().filter(line -> line.startsWith("| ")))
        .hasSize((int) (rows + headings));
  }

  @Test
  void refusesANameNobodyHas() {
    CommandRun run = CommandRun.of("providers", "antropic");

    assertThat(run.err())
        .startsWith("error: there is no provider 'antropic'; did you mean anthropic?\n");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(CommandRun.of("providers", "openai", "--markdown").err())
        .startsWith("error: --markdown prints all tables; leave the name out\n");
  }
}
