package dev.forbear.providers;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.providers.body.Document;
import dev.forbear.providers.body.Fact;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Why a model stopped, in the words of every provider.
 *
 * <p>OpenAI, Mistral, Groq, TGI and others say {@code finish_reason}, Anthropic {@code stop_reason}, Bedrock
 * {@code stopReason} or {@code completionReason}, Gemini {@code finishReason} and {@code blockReason}, Ollama
 * {@code done_reason}, OpenAI's Responses {@code incomplete_details.reason} (by their API references; where the corpus has no line, unconfirmed).
 */
enum Finish {
  /** The model came to its end, or wants a tool. */
  WHOLE,
  /** The limit of length. */
  LENGTH,
  /** A filter or the model itself refused. */
  REFUSED,
  /** The question was refused before the model saw it. */
  BLOCKED,
  /** The sample is unusable; another one may do. */
  SPOILT,
  /** The provider broke off. */
  BROKEN,
  /** Called off. */
  CANCELLED;

  private static final Set<String> NAMES = Set.of(
      "finish_reason",
      "finishreason",
      "stop_reason",
      "stopreason",
      "done_reason",
      "completionreason",
      "completion_reason",
      "stop_type");

  /** Values below these are what the model wrote for a tool. */
  private static final List<String> WRITTEN =
      List.of("arguments", "args", "input", "parameters", "tool_calls", "functioncall");

  private static final Map<Finish, List<String>> WORDS = Map.of(
      LENGTH,
      List.of(
          "length",
          "maxtokens",
          "maxoutputtokens",
          "modellength",
          "modelcontextwindowexceeded",
          "errorlimit",
          "maxlength",
          "contextlength",
          "tokenlimit",
          "limit",
          "maxcompletiontokens"),
      REFUSED,
      List.of(
          "contentfilter",
          "contentfiltered",
          "refusal",
          "safety",
          "recitation",
          "blocklist",
          "prohibitedcontent",
          "spii",
          "imagesafety",
          "imageprohibitedcontent",
          "imagerecitation",
          "guardrailintervened",
          "errortoxic",
          "blocked",
          "sensitive",
          "contentpolicy",
          "moderation",
          "language",
          "modelarmor"),
      SPOILT,
      List.of(
          "malformedfunctioncall",
          "unexpectedtoolcall",
          "malformedmodeloutput",
          "malformedtooluse",
          "toomanytoolcalls",
          "malformedresponse",
          "noimage",
          "imageother",
          "missingthoughtsignature",
          "malformedtooluseoutput",
          "other"),
      BROKEN,
      List.of("error", "timeout", "insufficientsystemresource", "networkerror"),
      CANCELLED,
      List.of("usercancel", "cancelled", "canceled", "abort", "aborted"));

  /** What a document says about its end; null when nothing. */
  static @Nullable Finish of(Document document) {
    Finish found = null;
    for (Fact fact : document.facts()) {
      Finish finish = of(fact);
      if (finish != null && (found == null || finish.compareTo(found) > 0)) {
        found = finish;
      }
    }
    return found;
  }

  private static @Nullable Finish of(Fact fact) {
    String name = fact.name();
    boolean isText = fact.kind() == Fact.Kind.TEXT && !fact.text().isEmpty();
    if (!isText || fact.isBelow(WRITTEN)) {
      return null;
    }
    if (NAMES.contains(name)
        || fact.path().equals("incomplete_details.reason")
        || fact.path().equals("response.incomplete_details.reason")) {
      return word(fact.text());
    }
    if (fact.path().endsWith("promptfeedback.blockreason")) {
      return Code.of(fact.text()).equals("blockreasonunspecified") ? null : BLOCKED;
    }
    boolean isRefusal = name.equals("refusal")
        && (fact.path().equals("choices.message.refusal")
            || fact.path().equals("choices.delta.refusal")
            || fact.isBelow("output"));
    return isRefusal && !fact.text().isBlank() ? REFUSED : null;
  }

  private static Finish word(String written) {
    String word = Code.of(written);
    for (Map.Entry<Finish, List<String>> entry : WORDS.entrySet()) {
      if (entry.getValue().contains(word)) {
        return entry.getKey();
      }
    }
    return WHOLE;
  }

  /** What it means; null for an answer that is whole. */
  @Nullable
  Classified meaning() {
    return switch (this) {
      case WHOLE -> null;
      case LENGTH ->
        of(FailureClass.INCOMPLETE_OUTPUT, false, RequestMayHaveRun.YES, "the limit of length");
      case REFUSED ->
        of(FailureClass.CONTENT_POLICY, false, RequestMayHaveRun.YES, "a refusal or a filter");
      case BLOCKED ->
        of(FailureClass.CONTENT_POLICY, false, RequestMayHaveRun.NO, "a blocked prompt");
      case SPOILT ->
        of(FailureClass.INCOMPLETE_OUTPUT, true, RequestMayHaveRun.YES, "an unusable sample");
      case BROKEN ->
        of(
            FailureClass.STREAM_INTERRUPTED,
            true,
            RequestMayHaveRun.YES,
            "an error of the provider");
      case CANCELLED -> of(FailureClass.CANCELLED, true, RequestMayHaveRun.YES, "a cancel");
    };
  }

  private static Classified of(
      FailureClass failureClass, boolean isTransient, RequestMayHaveRun ran, String what) {
    return Classified.of(failureClass, isTransient, ran, "the answer ended with " + what);
  }
}
