package dev.forbear.cli;

import dev.forbear.classify.FailureClassifier;
import dev.forbear.providers.Provider;
import dev.forbear.providers.Providers;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whose rules judge, and why these.
 *
 * @param name of the provider
 * @param classifier its rules
 * @param reason for people
 */
record Judge(String name, FailureClassifier classifier, String reason) {

  /** Whoever the reply looks like. */
  static final String ANY = "any";

  /** The rules that know no provider. */
  static final String NONE = "none";

  /**
   * The judge of a name.
   *
   * @throws IllegalArgumentException naming the nearest one
   */
  static Judge named(String name) {
    if (name.equals(NONE)) {
      return new Judge(NONE, FailureClassifier.defaults(), "by status and headers alone");
    }
    if (Providers.fronts().stream().anyMatch(front -> front.name().equals(name))) {
      return new Judge(ANY, Providers.any(), "as the rows of " + name + " hold whoever is called");
    }
    return find(name)
        .map(provider -> new Judge(provider.name(), provider, "by name"))
        .orElseThrow(() -> new IllegalArgumentException(
            "there is no provider '" + Shown.text(name) + "'" + Nearest.question(name, names())));
  }

  /** The provider of a name as it stands beside a reply; whoever it looks like where there is no table of that name. */
  static Provider namedOrAny(String name) {
    return find(name).orElseGet(Providers::any);
  }

  /** The provider behind an address; whoever the reply looks like for null and for a host that is not known. */
  static Judge behind(@Nullable URI address) {
    Provider provider = address == null ? Providers.any() : Providers.forHost(address);
    String reason = provider.name().equals(ANY) ? "by what the reply looks like" : "by the host";
    return new Judge(provider.name(), provider, reason);
  }

  /** Whether bodies count, and with them what a status of 200 means. */
  boolean readsBodies() {
    return !name.equals(NONE);
  }

  /** For people. */
  @Override
  public String toString() {
    return name + ", " + reason;
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>(List.of(ANY, NONE));
    Providers.all().forEach(provider -> names.add(provider.name()));
    Providers.fronts().forEach(front -> names.add(front.name()));
    return names;
  }

  private static Optional<Provider> find(String name) {
    Provider known = Providers.named(name);
    boolean isKnown = !known.name().equals(ANY) || name.equals(ANY);
    return isKnown ? Optional.of(known) : Optional.empty();
  }
}
