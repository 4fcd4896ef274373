package dev.forbear.testkit;

/**
 * Chooses the reply to each request, for courses that no list can say: a seeded mix, say, or a reply that depends on a header.
 *
 * <p>Called on the thread of the request's connection, so several calls may run at once; what they share must bear that. A
 * function that throws, or returns what no server can do, gives status 599 and {@link ArrivedRequest#problem} says why.
 */
@FunctionalInterface
public interface ReplyFunction {

  /**
   * The reply to one request.
   *
   * @param requestIndex how many requests arrived before this one: 0 for the first
   * @param request what arrived, read whole
   */
  ScriptedReply replyTo(int requestIndex, ArrivedRequest request);
}
