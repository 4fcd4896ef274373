package dev.forbear.classify;

/** Whether the provider may have carried the request out although the attempt failed. */
public enum RequestMayHaveRun {
  /** It provably did not run. */
  NO("no"),
  /** Nothing proves either. */
  MAYBE("maybe"),
  /** It ran, at least in part. */
  YES("yes");

  private final String word;

  RequestMayHaveRun(String word) {
    this.word = word;
  }

  /** The word used in JSON, messages and metrics. */
  public String word() {
    return word;
  }
}
