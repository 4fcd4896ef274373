package dev.forbear.cli;

import dev.forbear.classify.FailureClass;
import dev.forbear.task.Ending;
import dev.forbear.task.OutcomeKind;
import java.util.List;

/**
 * What has come of a streamed answer.
 *
 * @param word {@code whole}: the provider said that it is over; {@code cut}: it stopped without that; {@code partial}: the
 *     provider broke it off with an error; {@code none}: nothing came
 * @param chars the length of the text
 * @param tools the names of the tool calls that were closed
 * @param finishReason why the model stopped, in the provider's word; empty where it did not say
 */
record StreamEnd(String word, long chars, List<String> tools, String finishReason) {

  static StreamEnd of(Ending ending, long chars, List<String> tools, String finishReason) {
    return new StreamEnd(word(ending, chars > 0 || !tools.isEmpty()), chars, tools, finishReason);
  }

  private static String word(Ending ending, boolean hasCome) {
    if (ending.kind() == OutcomeKind.SUCCESS) {
      return "whole";
    }
    if (ending.kind() != OutcomeKind.PARTIAL) {
      return hasCome ? "cut" : "none";
    }
    FailureClass failure = ending.failureClass();
    boolean isCut = failure == FailureClass.STREAM_INTERRUPTED || failure == FailureClass.TIMEOUT;
    return isCut ? "cut" : "partial";
  }

  /** For people. */
  @Override
  public String toString() {
    String calls = tools.isEmpty() ? "" : ", tool calls: " + String.join(", ", tools);
    String came = chars + (chars == 1 ? " character" : " characters") + calls;
    return switch (word) {
      case "whole" ->
        "the answer is whole: " + came
            + (finishReason.isEmpty() ? "" : ", finished '" + Shown.text(finishReason) + "'");
      case "cut" -> "the answer was cut: " + came + " came, and its end did not";
      case "partial" -> "the answer is partial: " + came + " came, then an error";
      default -> "nothing of an answer came";
    };
  }
}
