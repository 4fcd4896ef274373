package dev.forbear.policy;

/** Why a policy refuses another attempt; the order is the order of the checks. */
public enum StopReason {
  /** Repeating could carry the operation out twice. */
  UNSAFE("unsafe"),
  /** Repeating cannot help. */
  PERMANENT("permanent"),
  /** All permitted attempts were made. */
  ATTEMPTS("attempts"),
  /** The wait and a useful attempt do not fit into the time left. */
  DEADLINE("deadline");

  private final String word;

  StopReason(String word) {
    this.word = word;
  }

  /** The word used in JSON, messages and metrics. */
  public String word() {
    return word;
  }
}
