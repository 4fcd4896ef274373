package dev.forbear.classify;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An exception and its causes, outermost first, as the rules see them: class names and messages.
 *
 * <p>A chain is made from a real exception or from a written one, so that the same rules serve a running call and a line of
 * a log. It keeps at most {@link #MAX_LINKS} links, which also ends a chain that leads back into itself. Immutable.
 */
public final class ThrownChain {

  /** Causes further down are not looked at. */
  public static final int MAX_LINKS = 64;

  private static final String ARROW = " <- ";
  private static final Pattern CLASS_NAME =
      Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*");

  private final List<Link> links;

  private ThrownChain(List<Link> links) {
    this.links = links;
  }

  /** The chain of an exception. */
  public static ThrownChain of(Throwable thrown) {
    List<Link> links = new ArrayList<>(4);
    Throwable next = thrown;
    while (next != null && links.size() < MAX_LINKS) {
      links.add(new Link.Thrown(next));
      next = causeOf(next);
    }
    return new ThrownChain(links);
  }

  /**
   * A chain as it is written down: {@code java.io.IOException: closed <- java.net.SocketException: Connection reset}.
   *
   * <p>The message {@code null} stands for none. Superclasses are known for the classes the rules speak of; any other class
   * counts as an exception of its own kind.
   *
   * @throws IllegalArgumentException where a link does not begin with the full name of a class
   */
  public static ThrownChain parse(String text) {
    List<Link> links = new ArrayList<>(4);
    for (String part : text.split(ARROW, MAX_LINKS + 1)) {
      if (links.size() < MAX_LINKS) {
        links.add(link(part.strip()));
      }
    }
    return new ThrownChain(links);
  }

  /** What the chain means; a {@link ReplyException} in it is not looked into, and there is never a hint. */
  public Classified classify() {
    ExceptionRule rule = ExceptionRules.DEFAULTS.decisive(links);
    // What wraps an unknown exception says less than the exception itself.
    return rule == null
        ? Meaning.NOT_KNOWN.by("exception " + links.get(links.size() - 1).type())
        : rule.verdict();
  }

  /**
   * The reply of the outermost {@link ReplyException}; null when there is none, and when an error of the virtual machine or
   * an interrupt outweighs it.
   */
  public @Nullable ProviderReply reply() {
    for (Link link : links) {
      if (link instanceof Link.Thrown real && real.thrown() instanceof ReplyException replied) {
        ExceptionRule rule = ExceptionRules.DEFAULTS.decisive(links);
        return rule != null && rule.weight() == ExceptionRule.Weight.STOP ? null : replied.reply();
      }
    }
    return null;
  }

  /** The class names; messages may hold what must not be printed. */
  @Override
  public String toString() {
    return String.join(ARROW, links.stream().map(Link::type).toList());
  }

  private static @Nullable Throwable causeOf(Throwable thrown) {
    try {
      return thrown.getCause();
    } catch (RuntimeException unreadable) {
      return null;
    }
  }

  private static Link link(String text) {
    int colon = text.indexOf(": ");
    String type = colon < 0 ? text : text.substring(0, colon);
    if (!CLASS_NAME.matcher(type).matches()) {
      throw new IllegalArgumentException("an exception is written"
          + " package.Class: message <- package.Class: message, was a text of "
          + text.length()
          + " characters that does not begin with a class name");
    }
    String message = colon < 0 ? "null" : text.substring(colon + 2);
    return new Link.Described(Supertypes.of(type), message.equals("null") ? null : message);
  }
}
