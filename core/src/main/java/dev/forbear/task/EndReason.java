package dev.forbear.task;

import dev.forbear.policy.StopReason;

/** Why a task made no further attempt: the one vocabulary of results, exceptions, command and metrics. */
public enum EndReason {
  /** Repeating could carry the operation out twice. */
  UNSAFE("unsafe"),
  /** Repeating cannot help. */
  PERMANENT("permanent"),
  /** All permitted attempts were made, by this task or by one it shares its budget with. */
  ATTEMPTS("attempts"),
  /** The wait and a useful attempt did not fit into the time left. */
  DEADLINE("deadline"),
  /** The provider asked for a longer wait than the caller accepts. */
  RETRY_AFTER_TOO_LONG("retry-after-too-long"),
  /** The cost budget is spent. */
  COST("cost"),
  /** The token limit is reached. */
  TOKENS("tokens"),
  /** The request limit is reached. */
  REQUESTS("requests"),
  /** Too many attempts are running. */
  CONCURRENCY("concurrency"),
  /** Too large a share of the traffic is repeats already. */
  RETRY_BUDGET("retry-budget"),
  /** No remaining target has capacity. */
  FALLBACK_FULL("fallback-full"),
  /** Output was delivered already. */
  PARTIAL_OUTPUT("partial-output"),
  /** The caller did not want it any more. */
  CANCELLED("cancelled"),
  /** The operation key belongs to another payload. */
  KEY_MISMATCH("key-mismatch"),
  /** The same operation is running already. */
  IN_PROGRESS("in-progress"),
  /** An earlier run of the operation has an unknown end. */
  RECONCILE_FIRST("reconcile-first"),
  /** The ledger cannot be reached. */
  STORE_UNAVAILABLE("store-unavailable");

  private final String word;

  EndReason(String word) {
    this.word = word;
  }

  /** The word used in JSON, messages and metrics. */
  public String word() {
    return word;
  }

  /** The reason of a policy as the reason of a task. */
  static EndReason of(StopReason reason) {
    return switch (reason) {
      case UNSAFE -> UNSAFE;
      case PERMANENT -> PERMANENT;
      case ATTEMPTS -> ATTEMPTS;
      case DEADLINE -> DEADLINE;
    };
  }
}
