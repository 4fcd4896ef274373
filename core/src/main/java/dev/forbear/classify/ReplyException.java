package dev.forbear.classify;

import java.io.IOException;

/**
 * The provider answered, and the answer is a failure.
 *
 * <p>An attempt throws it to hand the reply to the classifier; whatever reads an exception finds it in the cause chain.
 * The message names the status only, never a header value or the body.
 */
public final class ReplyException extends IOException {

  private static final long serialVersionUID = 1L;

  private final transient ProviderReply reply;

  /** A failure that carries the reply. */
  public ReplyException(ProviderReply reply) {
    super("the provider answered with status " + reply.status());
    this.reply = reply;
  }

  /** What the provider answered. */
  public ProviderReply reply() {
    return reply;
  }
}
