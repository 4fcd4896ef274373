package dev.forbear.providers;

import dev.forbear.classify.ProviderReply;
import dev.forbear.providers.body.Body;
import dev.forbear.providers.body.Document;
import dev.forbear.providers.body.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells who is speaking: by headers that only one sends, then by the form of the body.
 *
 * <p>A form that several share names nobody, and the rows for everybody are asked alone.
 */
final class Senders {

  /** Beginnings of names of headers. */
  private record Header(String beginning, Provider provider) {}

  private static final List<Header> HEADERS = List.of(
      new Header("x-amzn-errortype", Providers.bedrock()),
      new Header("x-amzn-bedrock-", Providers.bedrock()),
      new Header("anthropic-", Providers.anthropic()),
      new Header("x-groq-", Providers.groq()),
      new Header("apim-request-id", Providers.azureOpenAi()),
      new Header("azureml-", Providers.azureOpenAi()),
      new Header("x-ms-rai-", Providers.azureOpenAi()),
      new Header("mistral-", Providers.mistral()),
      new Header("x-goog-", Providers.gemini()),
      new Header("x-fireworks-", Providers.fireworks()),
      new Header("x-together-", Providers.together()),
      new Header("x-compute-type", Providers.huggingFace()),
      new Header("x-inference-provider", Providers.huggingFace()),
      new Header("x-ds-trace-id", Providers.deepSeek()),
      new Header("openai-", Providers.openai()));

  /** The sender of a reply; null when it cannot be told. */
  static @Nullable Provider find(ProviderReply reply, Body body) {
    Document document = error(body);
    Provider byBody = document == null ? null : byForm(reply, document);
    if (byBody != null) {
      return byBody;
    }
    for (String name : reply.headers().keySet()) {
      for (Header header : HEADERS) {
        if (name.startsWith(header.beginning())) {
          return header.provider();
        }
      }
    }
    return null;
  }

  private static @Nullable Document error(Body body) {
    Document error = Errors.first(body);
    return error != null || body.documents().isEmpty()
        ? error
        : body.documents().get(0);
  }

  private static @Nullable Provider byForm(ProviderReply reply, Document document) {
    if (document.has("__type")
        || document.has(":exception-type")
        || document.has(":message-type")) {
      return Providers.bedrock();
    }
    if (document.has("error.metadata")
        || document.has("error.error_type")
        || document.has("error.availability")
        || document.has("response.error_type")
        || document.has("choices.error")
        || isNumberAndMessage(document)) {
      return Providers.openRouter();
    }
    if (document.has("error.details.@type")
        || document.has("error.errors.reason")
        || isStatusWord(document)) {
      return Providers.gemini();
    }
    if (document.text("type").equals("error")
        && document.has("error.type")
        && !document.has("sequence_number")) {
      return Providers.anthropic();
    }
    if (document.has("error.innererror")
        || document.has("error.inner_error")
        || document.has("statuscode")) {
      return Providers.azureOpenAi();
    }
    if (document.has("error_type") || document.has("estimated_time")) {
      return Providers.huggingFace();
    }
    if (document.has("raw_status_code")) {
      return Providers.mistral();
    }
    if (document.has("error.n_ctx") || isNumberedWithoutParameter(document)) {
      return Providers.llamaCpp();
    }
    if (document.has("urls") && document.has("version")) {
      return Providers.replicate();
    }
    if (!document.text("code").isEmpty() && !document.text("error").isEmpty()) {
      return Providers.xai();
    }
    if (document.has("error.type")
        && !document.has("error.param")
        && !document.has("error.object")) {
      return Providers.groq();
    }
    // Of those who send a message alone only Cohere has this status.
    return reply.status() == 498 && document.has("message") ? Providers.cohere() : null;
  }

  /** Google's word beside the number: {@code "code": 429, "status": "RESOURCE_EXHAUSTED"}. */
  private static boolean isStatusWord(Document document) {
    boolean hasNumber = false;
    boolean hasWord = false;
    for (Fact fact : document.facts()) {
      hasNumber |= fact.path().equals("error.code") && fact.kind() == Fact.Kind.NUMBER;
      hasWord |= fact.path().equals("error.status");
    }
    return hasNumber && hasWord;
  }

  private static boolean isNumberedWithoutParameter(Document document) {
    return isNumbered(document) && document.has("error.type") && !document.has("error.param");
  }

  private static boolean isNumberAndMessage(Document document) {
    return isNumbered(document)
        && document.has("error.message")
        && !document.has("error.type")
        && !document.has("error.status")
        && !document.has("error.details")
        && !document.has("error.errors");
  }

  private static boolean isNumbered(Document document) {
    return document.facts().stream()
        .anyMatch(fact -> fact.path().equals("error.code") && fact.kind() == Fact.Kind.NUMBER);
  }

  private Senders() {}
}
