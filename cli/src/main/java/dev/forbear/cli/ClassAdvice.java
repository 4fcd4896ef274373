package dev.forbear.cli;

import dev.forbear.classify.FailureClass;

/**
 * What a class of failure means, and what a person can do about it.
 *
 * @param meaning a sentence
 * @param advice one or two sentences
 */
record ClassAdvice(String meaning, String advice) {

  /** The words for a class; written here and nowhere else. */
  static ClassAdvice of(FailureClass failureClass) {
    return switch (failureClass) {
      case RATE_LIMIT ->
        new ClassAdvice(
            "A limit of the account or the endpoint is used up, and it refills.",
            "Wait at least as long as the provider asks, then repeat."
                + " If it comes often, send less at a time or ask for a higher limit.");
      case QUOTA_EXHAUSTED ->
        new ClassAdvice(
            "Credit, a spending cap or the allowance of a plan is used up.",
            "No wait of a call brings it back:"
                + " add credit, raise the cap, or use another account or provider.");
      case OVERLOADED ->
        new ClassAdvice(
            "The provider has no capacity at the moment.",
            "Repeat with growing waits, or move to another model or provider."
                + " Nothing is wrong with the request.");
      case UNAVAILABLE ->
        new ClassAdvice(
            "The service cannot be reached behind its own front, or a model is still loading.",
            "Repeat after a wait."
                + " If it lasts, look at the provider's status page and move to another target.");
      case SERVER_ERROR ->
        new ClassAdvice(
            "The provider failed while it worked on the request.",
            "Repeat it if that does no harm."
                + " If the same request fails every time, report it to the provider with its request id.");
      case TIMEOUT ->
        new ClassAdvice(
            "No answer came in time, on this side or behind the provider's front.",
            "Repeat it if that does no harm."
                + " If it comes often, allow more time, ask for less output, or stream.");
      case CONNECT_FAILED ->
        new ClassAdvice(
            "No connection came about; the request never left.",
            "Repeat it. If it lasts, check the address, name lookup, proxy and firewall.");
      case TLS_FAILED ->
        new ClassAdvice(
            "The other side could not be trusted: its certificate or its host name.",
            "Check the host name, this machine's clock and the trusted certificates;"
                + " a proxy in between may show one of its own.");
      case UNKNOWN_OUTCOME ->
        new ClassAdvice(
            "The connection was lost after the request, or part of it, had left.",
            "Nobody knows whether it ran."
                + " Repeat only what does no harm twice; look everything else up first.");
      case STREAM_INTERRUPTED ->
        new ClassAdvice(
            "The answer began, and its end never came.",
            "What arrived is not the whole answer: keep it as a part, or discard it and ask again."
                + " A new attempt begins at the beginning and is paid for again.");
      case INCOMPLETE_OUTPUT ->
        new ClassAdvice(
            "The model stopped before it was done, as at its length limit.",
            "Raise the output limit, ask for less, or let it go on from what came.");
      case INVALID_REQUEST ->
        new ClassAdvice(
            "The request itself is wrong.",
            "Read the message in the body and correct the request; no repeat helps.");
      case REQUEST_TOO_LARGE ->
        new ClassAdvice(
            "The request is larger than any limit allows.",
            "Send less, or in parts; no wait makes it fit.");
      case CONTEXT_LENGTH ->
        new ClassAdvice(
            "The prompt does not fit the model.",
            "Shorten the prompt or its history, lower the output limit,"
                + " or take a model with a larger context.");
      case AUTH ->
        new ClassAdvice(
            "The key is missing, wrong or revoked.",
            "Check which key goes to which host and in which header; no repeat helps before that.");
      case PERMISSION ->
        new ClassAdvice(
            "The key is valid but may not do this.",
            "Give the account access to the model, the region or the organization,"
                + " or use a key that has it.");
      case NOT_FOUND ->
        new ClassAdvice(
            "There is no such model, deployment or address.",
            "Check the spelling of model and path, and whether the account can see the model.");
      case CONTENT_POLICY ->
        new ClassAdvice(
            "Input or output was refused by a content rule.",
            "Change the prompt or tell the user; the same prompt meets the same rule.");
      case CONFLICT ->
        new ClassAdvice(
            "Another request holds the resource.",
            "Repeat after a short wait, and send what concerns one thing one after the other.");
      case CANCELLED ->
        new ClassAdvice(
            "The call was cancelled.",
            "If that was you, nothing is to be done."
                + " If not, find the client, proxy or timeout in between that gave up first.");
      case BOT_CHALLENGE ->
        new ClassAdvice(
            "A page that tells people from programs answered instead of the provider.",
            "No program passes it: check the address, the network the request comes from"
                + " and its User-Agent, or ask the provider to let it through.");
      case PROTOCOL_ERROR ->
        new ClassAdvice(
            "The answer is not what the protocol allows.",
            "Check the address and what stands in between:"
                + " a proxy, a login page, another server on that port.");
      case SUCCESS -> new ClassAdvice("Nothing failed.", "Use the answer.");
    };
  }
}
