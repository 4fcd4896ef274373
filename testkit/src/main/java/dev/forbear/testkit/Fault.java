package dev.forbear.testkit;

import java.util.Arrays;
import java.util.List;

/** How a scripted reply goes wrong; {@link #NONE} when it does not. */
public enum Fault {
  /** No fault: the whole answer is sent. */
  NONE("", true, true),
  /** The connection is refused: nothing was sent. A course for virtual time; on the wire see {@link ScriptedProvider#refusedUri()}. */
  REFUSE("refuse", false, false),
  /** The connection is reset (RST) when the request has begun to arrive and was not read. */
  RESET_EARLY("reset-early", false, true),
  /** The request is read whole, then the connection is reset (RST). */
  RESET("reset", false, true),
  /** The request is read whole, then the connection is closed (FIN) without a byte of an answer. */
  CLOSE("close", false, true),
  /** The request is read whole and never answered. */
  HANG("hang", false, true),
  /** The answer begins and its headers never end: a byte now and then, for ever. */
  DRIP_HEADERS("drip-headers", true, true),
  /** Status and headers are sent, and the body as far as there is one; then silence, short of the announced end. */
  HEADERS_THEN_HANG("headers-then-hang", true, true),
  /** Status and headers are sent; the body never ends: a byte now and then, for ever. */
  DRIP("drip", true, true),
  /** Status, headers and body are sent; then the connection is closed (FIN) short of the announced end. */
  CUT("cut", true, true),
  /** Status, headers and body are sent; then the connection is reset (RST) short of the announced end. */
  RESET_IN_BODY("reset-in-body", true, true),
  /** The caller's thread is interrupted. A course for virtual time; a server cannot do it. */
  INTERRUPT("interrupt", false, false);

  private final String word;
  private final boolean sendsHead;
  private final boolean isPlayable;

  Fault(String word, boolean sendsHead, boolean isPlayable) {
    this.word = word;
    this.sendsHead = sendsHead;
    this.isPlayable = isPlayable;
  }

  /** The word for it in {@link Script#parse}; empty for {@link #NONE}. */
  public String word() {
    return word;
  }

  /** Whether a status and headers are sent (or begun) before it goes wrong. */
  public boolean sendsHead() {
    return sendsHead;
  }

  /** Whether a server can do it, so that a {@link ScriptedProvider} plays it. */
  public boolean isPlayable() {
    return isPlayable;
  }

  /** The words of all faults, in the order of a call's course. */
  static List<String> words() {
    return Arrays.stream(values())
        .map(Fault::word)
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
