package dev.forbear.cli;

import dev.forbear.providers.Provider;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code forbear providers}: what is recognised of each provider, and where that was read. */
@Command(
    name = "providers",
    header = "List what is recognised of each provider, and where it was read.",
    description = {
      "%nWithout a name: every table. With one: its rows, each with the statuses and signs it holds for, what",
      "they mean, and the page, file or thread they come from with the date it was read.%n"
    },
    exitCodeList = {"0:the tables were listed", "2:wrong usage"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  forbear providers",
      "  forbear providers anthropic",
      "  forbear providers --markdown > docs/providers.md"
    })
final class ProvidersCommand implements Callable<Integer> {

  private final Streams streams;

  @Option(names = "--markdown", description = "Print all tables as one page of Markdown.")
  private boolean markdown;

  @Parameters(paramLabel = "NAME", arity = "0..1", description = "The provider; all without.")
  private @Nullable String name;

  @Spec
  private @Nullable CommandSpec spec;

  ProvidersCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (name != null && markdown) {
      throw refusal("--markdown prints all tables; leave the name out");
    }
    String text = name != null
        ? ProviderTables.table(named(name))
        : markdown ? ProviderTables.markdown() : ProviderTables.list();
    // The page is the same on every system.
    streams.out().print(text + "\n");
    return ExitCode.ANSWERED;
  }

  private Provider named(String given) {
    List<Provider> tables = ProviderTables.all();
    List<String> names = tables.stream().map(Provider::name).toList();
    int place = names.indexOf(given);
    if (place >= 0) {
      return tables.get(place);
    }
    Provider alias = Judge.namedOrAny(given);
    if (names.contains(alias.name()) && !alias.name().equals(Judge.ANY)) {
      return alias;
    }
    throw refusal(
        "there is no provider '" + Shown.text(given) + "'" + Nearest.question(given, names));
  }

  private ParameterException refusal(String message) {
    CommandSpec self = Objects.requireNonNull(spec, "set by picocli");
    return new ParameterException(self.commandLine(), message);
  }
}
