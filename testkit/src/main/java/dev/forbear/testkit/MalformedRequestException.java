package dev.forbear.testkit;

/** What arrived is no request this server reads. The message names the rule, never what was sent. */
final class MalformedRequestException extends Exception {

  private final int status;

  MalformedRequestException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The status it is answered with. */
  int status() {
    return status;
  }
}
