package dev.forbear.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flag that names a provider; a mixin of every command that judges replies. */
final class ProviderFlag {

  static final String NAME = "--provider";

  @Option(
      names = NAME,
      paramLabel = "NAME",
      description =
          "Whose rules judge: a provider of 'forbear providers', any for whoever the reply looks"
              + " like, or none for status and headers alone.")
  private @Nullable String name;

  /**
   * The provider that was named; empty for none.
   *
   * @throws IllegalArgumentException for a name nobody has, with the nearest one
   */
  Optional<Judge> judge() {
    return Optional.ofNullable(name).map(Judge::named);
  }
}
