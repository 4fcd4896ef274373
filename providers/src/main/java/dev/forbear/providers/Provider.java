package dev.forbear.providers;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ThrownChain;
import dev.forbear.providers.body.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A provider, as far as it fails: tells what a reply of it means.
 *
 * <p>It asks, in this order: rules put in front with {@link #with}; the provider's own codes, then those that everybody
 * understands; sizes; phrases; codes that senders put on many things; and the status. What stands in front of providers
 * (proxies, gateways) is recognised everywhere.
 *
 * <p>It never throws for what a server sent, and reads no more than the first 64 Ki characters of a body and the last 8 Ki.
 * Immutable; one instance serves all threads.
 */
public final class Provider implements FailureClassifier {

  private final String name;
  private final List<Rule> front;
  private final List<Rule> own;
  private final boolean isAny;
  private final Table table;

  private Provider(String name, List<Rule> front, List<Rule> own, boolean isAny) {
    this.name = name;
    this.front = List.copyOf(front);
    this.own = List.copyOf(own);
    this.isAny = isAny;
    this.table =
        Table.of(List.of(own, Fronts.RULES, OpenAi.RULES, Everybody.RULES)).behind(this.front);
  }

  static Provider of(String name, List<Rule> rules) {
    return new Provider(name, List.of(), rules, false);
  }

  /** The one that looks who is speaking. */
  static Provider anybody() {
    return new Provider("any", List.of(), List.of(), true);
  }

  /** The name, lower case, as {@code openai}. */
  public String name() {
    return name;
  }

  /**
   * The rows of this provider's own table, in the order in which they are written, those put in front first. The rows that
   * hold for everybody are those of {@link Providers#any()}.
   */
  public List<Rule> rules() {
    List<Rule> rules = new ArrayList<>(front);
    rules.addAll(own);
    if (isAny) {
      rules.addAll(Everybody.RULES);
    }
    return List.copyOf(rules);
  }

  /** The same provider with some rows in front of everything else. */
  public Provider with(Rule... rules) {
    List<Rule> first = new ArrayList<>(List.of(rules));
    first.addAll(front);
    return new Provider(name, first, own, isAny);
  }

  @Override
  public Classified classify(ProviderReply reply, long nowEpochMs) {
    return judge(reply, nowEpochMs).verdict();
  }

  /**
   * The row by which {@link #classify(ProviderReply, long)} decides, for whoever wants its source; empty where the status, a
   * header or the form of the answer decides.
   */
  public Optional<Rule> decisiveRule(ProviderReply reply) {
    return Optional.ofNullable(judge(reply, 0).rule());
  }

  private Judgement.Ruled judge(ProviderReply reply, long nowEpochMs) {
    String type = reply.header("content-type").stream().findFirst().orElse("");
    Body body = Body.read(reply.body(), type);
    Judgement judgement = new Judgement(reply, body, nowEpochMs);
    Provider sender = isAny ? Senders.find(reply, body) : null;
    return judgement.by(sender == null ? table : sender.table.behind(front));
  }

  @Override
  public Classified classify(Throwable thrown, long nowEpochMs) {
    ThrownChain chain = ThrownChain.of(thrown);
    ProviderReply reply = chain.reply();
    return reply == null ? chain.classify() : classify(reply, nowEpochMs);
  }

  /** The rows of a table, each with the name of it. */
  static List<Rule> owned(String owner, List<Rule> rules) {
    return rules.stream().map(rule -> rule.ownedBy(owner)).toList();
  }

  /** The name. */
  @Override
  public String toString() {
    return name;
  }
}
