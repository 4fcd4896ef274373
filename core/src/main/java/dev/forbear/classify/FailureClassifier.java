package dev.forbear.classify;

/**
 * Tells what failed. Pure: it reads no clock and keeps no state, so one instance serves all threads.
 *
 * <p>Implementations should not throw; where one does, the failure counts as permanent, with the thrown exception attached.
 */
public interface FailureClassifier {

  /**
   * The rules that hold for every provider: status, headers and the exceptions of the JVM and its HTTP clients. Of a body
   * they only see whether there is one.
   */
  static FailureClassifier defaults() {
    return DefaultFailureClassifier.INSTANCE;
  }

  /**
   * What a reply means.
   *
   * @param reply the provider's answer
   * @param nowEpochMs wall clock for HTTP dates, milliseconds since 1970
   */
  Classified classify(ProviderReply reply, long nowEpochMs);

  /**
   * What an exception means. A {@link ReplyException} anywhere in the cause chain is judged by its reply.
   *
   * @param thrown what the attempt threw
   * @param nowEpochMs wall clock for HTTP dates, milliseconds since 1970
   */
  Classified classify(Throwable thrown, long nowEpochMs);
}
