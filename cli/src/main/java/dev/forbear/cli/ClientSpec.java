package dev.forbear.cli;

import dev.forbear.simulate.ClientModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * A client in one word or a few: the flags of the command, but for some that are different.
 *
 * <p>{@code attempts=8 jitter=none} is the client of the flags with those two changed, {@code storm: attempts=8} the same
 * under a name, and {@code naive} the loop most code begins with. A limit is taken away with {@code retry-budget=none}.
 */
final class ClientSpec {

  static final String NAIVE = "naive";

  /** The loop of {@link NaiveClient}: its pause, as long every time; each attempt waits as long as those beside it. */
  private static final String NAIVE_SPEC = "attempts=" + NaiveClient.ATTEMPTS + " base="
      + NaiveClient.PAUSE.toMillis() + "ms multiplier=1 cap=" + NaiveClient.PAUSE.toMillis()
      + "ms jitter=none minimum=1ms deadline=24h retry-budget=none concurrency=none max-retry-after=none";

  /** Columns of a name; longer ones would push the others apart. */
  private static final int MAX_NAME = 24;

  private static final Pattern NAMED = Pattern.compile("([^=:]*):\\s*(.*)");

  private static final String DASHES = "--";
  private static final String NONE = "none";

  private static final String BUDGET = "--retry-budget";
  private static final String BUCKET = "--retry-bucket";

  /** Limits, which {@code none} takes away. */
  private static final Set<String> LIMITS =
      Set.of("--attempt-timeout", "--max-retry-after", BUDGET, BUCKET, "--concurrency");

  /**
   * Flags that say one thing in several ways: another way takes the place of all that was said.
   *
   * @param kinds the ways
   * @param all these, and what belongs to them
   */
  private record Choice(Set<String> kinds, Set<String> all) {}

  private static final List<Choice> CHOICES = List.of(
      new Choice(
          Set.of("--rate", "--together", "--workers"),
          Set.of("--rate", "--together", "--workers", "--think", "--from", "--until")),
      new Choice(
          Set.of("--repeatable", "--undeclared", "--write", "--key"),
          Set.of("--repeatable", "--undeclared", "--write", "--key")));

  @Command(name = "client")
  private static final class Flags {
    @Mixin
    private final ClientFlags client = new ClientFlags();
  }

  private final List<String> base;

  /** Clients that are like that of these flags. */
  ClientSpec(ParseResult given) {
    Set<String> ofClient =
        new CommandLine(new Flags()).getCommandSpec().optionsMap().keySet();
    base = new ArrayList<>();
    for (OptionSpec option : given.matchedOptions()) {
      String name = option.longestName();
      if (ofClient.contains(name)) {
        base.add(
            option.arity().max() == 0
                ? name
                : name + "=" + option.originalStringValues().get(0));
      }
    }
  }

  /**
   * The client.
   *
   * @throws IllegalArgumentException saying what is wrong with the words
   */
  ClientModel client(String spec) {
    Matcher named = NAMED.matcher(spec.strip());
    boolean isNamed = named.matches();
    String text = isNamed ? named.group(2) : spec.strip();
    // A key is never shown.
    String name = isNamed ? named.group(1).strip() : text.replaceAll("\\bkey=[^\\s,]*", "key=…");
    List<String> words = new ArrayList<>(List.of(text.split("[\\s,]+", -1)));
    if (name.isEmpty() || words.get(0).isEmpty()) {
      throw new IllegalArgumentException(
          "write naive, or flags that are different, as in 'attempts=8 jitter=none' or 'storm: attempts=8'");
    }
    List<String> changes = new ArrayList<>();
    if (words.get(0).equals(NAIVE)) {
      words.remove(0);
      changes.addAll(List.of(NAIVE_SPEC.split(" ", -1)));
      if (!has(base, "--attempt-timeout")) {
        double deadlineMs = parsed(List.of()).client(NAIVE).deadlineMs();
        changes.add("attempt-timeout=" + PlainNumber.of(deadlineMs) + "ms");
      }
    }
    changes.addAll(words);
    return parsed(changes).client(Shown.text(TextWidth.cut(name, MAX_NAME)));
  }

  private ClientFlags parsed(List<String> changes) {
    List<String> flags = new ArrayList<>(base);
    for (String change : changes) {
      String name = name(change);
      for (Choice choice : CHOICES) {
        if (choice.kinds().contains(name) && !has(base, name)) {
          flags.removeIf(flag -> choice.all().contains(name(flag)));
        }
      }
    }
    for (String change : changes) {
      String name = name(change);
      flags.removeIf(flag -> name(flag).equals(name));
      String flag = change.startsWith(DASHES) ? change : DASHES + change;
      if (!flag.equals(name + "=" + NONE) || !LIMITS.contains(name)) {
        flags.add(flag);
      } else if (name.equals(BUDGET)) {
        flags.removeIf(other -> name(other).equals(BUCKET));
      }
    }
    Flags parsed = new Flags();
    try {
      new CommandLine(parsed).parseArgs(flags.toArray(new String[0]));
    } catch (ParameterException refused) {
      throw new IllegalArgumentException(UsageErrors.explain(refused), refused);
    }
    return parsed.client;
  }

  private static boolean has(List<String> flags, String name) {
    return flags.stream().anyMatch(flag -> name(flag).equals(name));
  }

  /** The flag of {@code --flag=value} or {@code flag=value}. */
  private static String name(String change) {
    String name = change.replaceFirst("=.*", "");
    return name.startsWith(DASHES) ? name : DASHES + name;
  }
}
