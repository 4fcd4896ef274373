package dev.forbear.providers;

import dev.forbear.providers.body.Body;
import dev.forbear.providers.body.Document;
import dev.forbear.providers.body.Fact;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the error inside an answer whose status tells a success. */
final class Errors {

  /** What may stand around an error. */
  private static final Set<String> AROUND = Set.of(
      "body", "choices", "data", "detail", "error", "message", "payload", "response", "result");

  private static final Set<String> ERROR_TYPES =
      Set.of("error", "response.failed", "response.error", "stream-error", "run.failed");

  private static final List<String> STATUSES =
      List.of("code", "status", "statuscode", "status_code");

  /** The first document with an error; null when there is none. */
  static @Nullable Document first(Body body) {
    for (Document document : body.documents()) {
      if (isError(document)) {
        return document;
      }
    }
    return null;
  }

  /** Whether the error stands beside an answer that had begun. */
  static boolean isWithinChoices(Document error) {
    return error.says("choices.error") || error.text("choices.finish_reason").equals("error");
  }

  private static boolean isError(Document document) {
    if (ERROR_TYPES.contains(document.event()) && !document.isDone()) {
      return true;
    }
    if (ERROR_TYPES.contains(document.text("type"))
        || document.text("object").equals("error")
        || document.has(":exception-type")
        || document.has(":error-code")
        || document.text("status").equals("failed")
        || document.text("response.status").equals("failed")) {
      return true;
    }
    boolean hasWords = document.says("message") || document.says("msg") || document.says("detail");
    for (Fact fact : document.facts()) {
      if (fact.isSomething() && isInError(fact.path())) {
        return true;
      }
      if (hasWords && STATUSES.contains(fact.path()) && fact.text().matches("[45][0-9][0-9]")) {
        return true;
      }
    }
    return false;
  }

  /** Whether the value is an error or stands in one, and only what may stand around an error stands around it. */
  private static boolean isInError(String path) {
    int from = 0;
    while (from <= path.length()) {
      int point = path.indexOf('.', from);
      String name = point < 0 ? path.substring(from) : path.substring(from, point);
      if (name.equals("error") || name.equals("errors")) {
        return true;
      }
      if (!AROUND.contains(name) || point < 0) {
        return false;
      }
      from = point + 1;
    }
    return false;
  }

  private Errors() {}
}
