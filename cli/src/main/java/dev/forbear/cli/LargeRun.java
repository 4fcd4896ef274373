package dev.forbear.cli;

import dev.forbear.simulate.Arrivals;
import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.ProviderModel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What to do about a run that needs more than it may: the flags that make this one smaller. */
final class LargeRun {

  /**
   * The bound that was passed, and the flags that help instead of what the library advises.
   *
   * @param message of the library: the bound, a semicolon, the advice
   */
  static String explained(String message, List<ClientModel> clients, ProviderModel provider) {
    String bound = message.replaceFirst("; [^;]*$", "");
    boolean isAll = bound.contains("have happened") && repeats(clients);
    boolean isQueue =
        bound.contains("in the queue") && provider.queueLimit() == ProviderModel.UNLIMITED;
    return bound + "; lower " + flags(clients, isAll) + (isAll ? ", or raise --base" : "")
        + (isQueue ? ", or limit the queue with --queue" : "");
  }

  /** The same for a run that found no memory. */
  static String withoutMemory(long megabytes, List<ClientModel> clients) {
    return "the run needs more than the " + megabytes + " MB this virtual machine may use; lower "
        + flags(clients, false);
  }

  /** {@code --rate, --for or --attempts}. */
  private static String flags(List<ClientModel> clients, boolean repeats) {
    Set<String> flags = new LinkedHashSet<>();
    for (ClientModel client : clients) {
      flags.add(
          client.arrivals() instanceof Arrivals.Together
              ? "--together"
              : client.arrivals() instanceof Arrivals.Closed ? "--workers" : "--rate");
    }
    if (!StormRun.isBatch(clients)) {
      flags.add("--for");
    }
    if (repeats) {
      flags.add("--attempts");
    }
    List<String> all = new ArrayList<>(flags);
    String last = all.remove(all.size() - 1);
    return all.isEmpty() ? last : String.join(", ", all) + " or " + last;
  }

  private static boolean repeats(List<ClientModel> clients) {
    return clients.stream().anyMatch(client -> client.rules().policy().maxAttempts() > 1);
  }

  private LargeRun() {}
}
