package dev.forbear.cli;

import java.util.OptionalDouble;

/**
 * One attempt as people read it.
 *
 * @param number its number, from 1
 * @param target where it went
 * @param startMs when it was dispatched, milliseconds since the task began
 * @param status what was answered; 0 where nothing was
 * @param hintMs the provider's minimum wait, milliseconds; 0 for none
 * @param failure the class of the failure, {@code success} for none
 * @param waitMs the wait that follows, milliseconds; empty for none
 * @param then what followed: a wait, a move, or the end
 * @param leftMs time left to the deadline after it, milliseconds
 */
record AttemptNote(
    int number,
    String target,
    double startMs,
    int status,
    double hintMs,
    String failure,
    OptionalDouble waitMs,
    String then,
    double leftMs) {

  /** What came back. */
  String came() {
    if (status == 0) {
      return failure.equals("success") ? "ok" : "no reply";
    }
    return "status " + status + (hintMs > 0 ? ", hint " + HumanDuration.rounded(hintMs) : "");
  }
}
