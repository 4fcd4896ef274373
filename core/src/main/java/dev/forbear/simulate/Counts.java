package dev.forbear.simulate;

/**
 * What has happened to one client's tasks up to a moment. All but {@link #waiting} and {@link #inFlight} only grow; the
 * difference of two moments is what happened between them.
 *
 * @param tasks begun: the logical load
 * @param attempts dispatched: the physical load
 * @param succeeded tasks that ended with success
 * @param failed tasks that ended otherwise
 * @param refused of these, tasks that the client's own limits ended: retry budget, concurrency
 * @param timedOut attempts cut because their time was up
 * @param waiting tasks between two attempts, now
 * @param inFlight attempts somebody waits for, now
 * @param carriedOut requests the provider has carried out
 * @param carriedOutForNobody of these, requests whose client had gone: work wasted
 * @param carriedOutAgain of these, requests of a task the provider had carried out before: an effect doubled; none
 *     under a key, which the provider honours
 */
public record Counts(
    long tasks,
    long attempts,
    long succeeded,
    long failed,
    long refused,
    long timedOut,
    long waiting,
    long inFlight,
    long carriedOut,
    long carriedOutForNobody,
    long carriedOutAgain) {

  /** Before anything happened. */
  static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** Both together. */
  public Counts plus(Counts other) {
    return new Counts(
        tasks + other.tasks,
        attempts + other.attempts,
        succeeded + other.succeeded,
        failed + other.failed,
        refused + other.refused,
        timedOut + other.timedOut,
        waiting + other.waiting,
        inFlight + other.inFlight,
        carriedOut + other.carriedOut,
        carriedOutForNobody + other.carriedOutForNobody,
        carriedOutAgain + other.carriedOutAgain);
  }

  /** What happened since an earlier moment; what is now stays as it is now. */
  public Counts since(Counts earlier) {
    return new Counts(
        tasks - earlier.tasks,
        attempts - earlier.attempts,
        succeeded - earlier.succeeded,
        failed - earlier.failed,
        refused - earlier.refused,
        timedOut - earlier.timedOut,
        waiting,
        inFlight,
        carriedOut - earlier.carriedOut,
        carriedOutForNobody - earlier.carriedOutForNobody,
        carriedOutAgain - earlier.carriedOutAgain);
  }
}
