package dev.forbear.providers;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.providers.body.Body;
import dev.forbear.providers.body.Document;
import dev.forbear.providers.body.Fact;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells an answer from a polite failure: a success whose output is refused, cut off, empty or not there. */
final class Answers {

  private static final Classified CUT = Classified.of(
      FailureClass.STREAM_INTERRUPTED, true, RequestMayHaveRun.YES, "the answer breaks off");
  private static final Classified NO_END = Classified.of(
      FailureClass.STREAM_INTERRUPTED,
      true,
      RequestMayHaveRun.YES,
      "a stream without its last event");
  private static final Classified NO_BEGINNING = Classified.of(
      FailureClass.STREAM_INTERRUPTED, true, RequestMayHaveRun.MAYBE, "a stream without any event");
  private static final Classified NO_SAMPLE = Classified.of(
      FailureClass.INCOMPLETE_OUTPUT,
      true,
      RequestMayHaveRun.MAYBE,
      "a stream that ended without an answer");
  private static final Classified NO_CHOICES = Classified.of(
      FailureClass.UNAVAILABLE, true, RequestMayHaveRun.MAYBE, "status 200 without choices");
  private static final Classified NO_CANDIDATES = Classified.of(
      FailureClass.INCOMPLETE_OUTPUT,
      true,
      RequestMayHaveRun.MAYBE,
      "status 200 without candidates");
  private static final Classified CALLED_OFF = Classified.of(
      FailureClass.CANCELLED, true, RequestMayHaveRun.MAYBE, "status 200 with a cancelled answer");
  private static final Classified PAGE = Classified.of(
      FailureClass.PROTOCOL_ERROR,
      false,
      RequestMayHaveRun.MAYBE,
      "status 200 with a page for people");
  private static final Classified NOT_JSON = Classified.of(
      FailureClass.PROTOCOL_ERROR,
      false,
      RequestMayHaveRun.MAYBE,
      "status 200 with JSON that is none");

  /** The last events of each protocol, by the name of the event or the value of its {@code type}. */
  private static final Set<String> LAST_EVENTS = Set.of(
      "response.completed",
      "response.incomplete",
      "response.cancelled",
      "response.done",
      "message_stop",
      "messagestop",
      "message-end",
      "stream-end",
      "done");

  private static final List<String> OUTPUT_NAMES = List.of(
      "text",
      "content",
      "response",
      "generated_text",
      "token",
      "output_text",
      "thinking",
      "partial_json",
      "arguments",
      "reasoning_content",
      "reasoning",
      "delta",
      "outputtext",
      "generation",
      "refusal");

  private static final List<String> NO_OUTPUT_ABOVE =
      List.of("error", "errors", "headers", "metadata");

  /** Whether the answer comes in parts, so that it has an end of its own. */
  static boolean isStream(Body body) {
    return switch (body.shape()) {
      case EVENTS, LINES -> true;
      case ARRAY -> body.documents().size() > 1;
      default -> false;
    };
  }

  static Classified judge(Body body, boolean isAnnouncedAsJson, Classified plain) {
    return switch (body.shape()) {
      case NOTHING -> plain;
      case TEXT -> isAnnouncedAsJson ? NOT_JSON : plain;
      case PAGE -> PAGE;
      case EVENTS, LINES, ARRAY -> ofStream(body, plain);
      case JSON -> ofWhole(body, plain);
    };
  }

  private static Classified ofWhole(Body body, Classified plain) {
    Finish finish = finish(body);
    Classified meaning = finish == null ? null : finish.meaning();
    if (meaning != null) {
      return meaning;
    }
    if (body.isCut()) {
      return CUT;
    }
    Document answer = body.documents().get(0);
    String status = answer.text("status");
    if (status.equals("cancelled") || status.equals("canceled")) {
      return CALLED_OFF;
    }
    if (isEmpty(answer, "choices")) {
      return NO_CHOICES;
    }
    return finish == null && isEmpty(answer, "candidates") ? NO_CANDIDATES : plain;
  }

  private static boolean isEmpty(Document answer, String name) {
    return answer.facts().stream()
        .anyMatch(fact -> fact.path().equals(name)
            && (fact.kind() == Fact.Kind.NOTHING || fact.kind() == Fact.Kind.EMPTY));
  }

  private static Classified ofStream(Body body, Classified plain) {
    Finish finish = finish(body);
    Classified meaning = finish == null ? null : finish.meaning();
    if (meaning != null) {
      return meaning;
    }
    boolean isDone = false;
    boolean isLast = false;
    boolean hasDocuments = false;
    for (Document document : body.documents()) {
      isDone |= document.isDone();
      isLast |= isLast(document);
      hasDocuments |= document.isJson();
    }
    if (isDone && !hasDocuments && !isLast) {
      return NO_SAMPLE;
    }
    if (isDone || isLast || finish != null) {
      return plain;
    }
    if (!hasDocuments && body.documents().isEmpty()) {
      return NO_BEGINNING;
    }
    return isOneWhole(body) ? ofWhole(body, plain) : NO_END;
  }

  /** An array or a single line that is no stream at all, as of embeddings. */
  private static boolean isOneWhole(Body body) {
    return body.shape() == Body.Shape.ARRAY
        && !body.isCut()
        && body.documents().stream().noneMatch(document -> document.has("candidates"));
  }

  private static boolean isLast(Document document) {
    if (LAST_EVENTS.contains(document.event()) || LAST_EVENTS.contains(document.text("type"))) {
      return true;
    }
    for (Fact fact : document.facts()) {
      boolean isTrue = fact.kind() == Fact.Kind.TRUTH && fact.text().equals("true");
      boolean isMark = fact.path().equals("done")
          || fact.path().equals("stop")
          || fact.path().equals("is_finished");
      if ((isTrue && isMark)
          || fact.path().startsWith("messagestop")
          || (fact.path().equals("generated_text") && fact.isText())
          || (fact.path().equals(":event-type") && fact.text().equalsIgnoreCase("messageStop"))
          || (fact.path().equals("event_type") && fact.text().equals("stream-end"))) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Finish finish(Body body) {
    Finish found = null;
    for (Document document : body.documents()) {
      Finish finish = Finish.of(document);
      if (finish != null && (found == null || finish.compareTo(found) > 0)) {
        found = finish;
      }
    }
    return found;
  }

  /** Whether the model has said something, be it only a word. */
  static boolean hasOutput(Body body) {
    for (Document document : body.documents()) {
      for (Fact fact : document.facts()) {
        if (fact.isText()
            && !fact.text().isEmpty()
            && OUTPUT_NAMES.contains(fact.name())
            && !fact.isBelow(NO_OUTPUT_ABOVE)) {
          return true;
        }
      }
    }
    return false;
  }

  private Answers() {}
}
