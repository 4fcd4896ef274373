package dev.forbear;

import dev.forbear.task.AfterCommit;
import dev.forbear.task.Operation;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One logical call: what it is named, how long it may take, what repeating it would mean.
 *
 * <p>Immutable; each method answers a changed copy, so a task without a key can be kept in a constant and used by all threads.
 */
public final class Task {

  private final String name;
  private final Operation operation;
  private final Limits limits;
  private final Ties ties;
  private final Streaming streaming;

  /** Deadline (null: the default of the {@link Forbear}) and attempts (0: those of the policy). */
  private record Limits(
      @Nullable Duration deadline, long maxAttempts, boolean selfTimed, boolean isolated) {}

  /** What the task belongs to. */
  private record Ties(@Nullable CancelToken token, @Nullable Attempt parent, boolean independent) {}

  /** What holds for streams only. */
  private record Streaming(
      double firstTokenTimeoutMs, double idleTimeoutMs, AfterCommit afterCommit) {

    static final Streaming DEFAULT =
        new Streaming(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, AfterCommit.KEEP);
  }

  private Task(String name, Operation operation, Limits limits, Ties ties, Streaming streaming) {
    this.name = name;
    this.operation = operation;
    this.limits = limits;
    this.ties = ties;
    this.streaming = streaming;
  }

  /** A task of that name, not blank and on one line, of which nothing else is declared: only what provably did not run is repeated. */
  public static Task named(String name) {
    if (Objects.requireNonNull(name, "the name of a task must not be null").isBlank()) {
      throw new IllegalArgumentException(
          "the name of a task must not be blank; messages and metrics call it by this name");
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "the name of a task must not hold control characters; it stands in messages of one line");
    }
    return new Task(
        name,
        Operation.undeclared(),
        new Limits(null, 0, false, false),
        new Ties(null, null, false),
        Streaming.DEFAULT);
  }

  /** Repeating does no harm beyond its cost, as with a pure generation. */
  public Task repeatable() {
    return with(Operation.repeatable());
  }

  /** A write without a key: repeated only when an attempt provably did not run. */
  public Task write() {
    return with(Operation.write());
  }

  /** A write under a key that the server honours: the same key on every attempt. */
  public Task write(String key) {
    return with(Operation.write(key));
  }

  /** The operation as given. */
  public Task with(Operation changed) {
    return new Task(
        name,
        Objects.requireNonNull(changed, "the operation must not be null"),
        limits,
        ties,
        streaming);
  }

  /** Time for the whole task: attempts, waits and bodies; more than zero. */
  public Task deadline(Duration deadline) {
    return with(new Limits(
        Forbear.positive("deadline", deadline),
        limits.maxAttempts,
        limits.selfTimed,
        limits.isolated));
  }

  /** Attempts in all, at least 1, in place of the policy's number. */
  public Task maxAttempts(long maxAttempts) {
    if (maxAttempts < 1) {
      throw new IllegalArgumentException("maxAttempts must be >= 1, was " + maxAttempts);
    }
    return with(new Limits(limits.deadline, maxAttempts, limits.selfTimed, limits.isolated));
  }

  /**
   * The call keeps to {@link Attempt#timeout} by itself, so no timer watches it and nothing interrupts it.
   *
   * <p>A call that does not keep to it is not cut: its late answer is taken as it comes.
   */
  public Task selfTimed() {
    return with(new Limits(limits.deadline, limits.maxAttempts, true, limits.isolated));
  }

  /** Attempts of a blocking run are made on another thread, so that the caller is released on time whatever they do. */
  public Task isolated() {
    return with(new Limits(limits.deadline, limits.maxAttempts, limits.selfTimed, true));
  }

  /** Cancelled together with the token. */
  public Task cancelledBy(CancelToken token) {
    Objects.requireNonNull(token, "the token must not be null; leave it out for none");
    return with(new Ties(token, ties.parent, ties.independent));
  }

  /** Joins deadline and budget of that attempt's task; a blocking task joins the attempt of its thread by itself. */
  public Task inside(Attempt attempt) {
    Objects.requireNonNull(attempt, "the attempt must not be null; leave it out for none");
    return with(new Ties(ties.token, attempt, false));
  }

  /** Joins nothing: own deadline, own budget, and its stop is to outer tasks a failure like any other. */
  public Task independent() {
    return with(new Ties(ties.token, null, true));
  }

  /** Longest time from the start of a stream's attempt to the first piece of its answer; more than zero; default: none. */
  public Task firstTokenTimeout(Duration limit) {
    double limitMs = Forbear.ms(Forbear.positive("firstTokenTimeout", limit));
    return with(new Streaming(limitMs, streaming.idleTimeoutMs, streaming.afterCommit));
  }

  /**
   * Longest silence of a stream that has begun; more than zero; default: none. Anything the provider sends breaks the silence,
   * and time in which the consumer asks for nothing is none.
   */
  public Task idleTimeout(Duration limit) {
    double limitMs = Forbear.ms(Forbear.positive("idleTimeout", limit));
    return with(new Streaming(streaming.firstTokenTimeoutMs, limitMs, streaming.afterCommit));
  }

  /** What may follow when a stream breaks after part of its answer was delivered; default {@link AfterCommit#KEEP}. */
  public Task afterCommit(AfterCommit choice) {
    Objects.requireNonNull(choice, "the choice must not be null; leave it out for KEEP");
    return with(new Streaming(streaming.firstTokenTimeoutMs, streaming.idleTimeoutMs, choice));
  }

  private Task with(Streaming changed) {
    return new Task(name, operation, limits, ties, changed);
  }

  double firstTokenTimeoutMs() {
    return streaming.firstTokenTimeoutMs;
  }

  double idleTimeoutMs() {
    return streaming.idleTimeoutMs;
  }

  AfterCommit afterCommit() {
    return streaming.afterCommit;
  }

  /** The name, for messages and metrics. */
  public String name() {
    return name;
  }

  /** What repeating means. */
  public Operation operation() {
    return operation;
  }

  /** The name and the kind of operation; never a key. */
  @Override
  public String toString() {
    return "Task['" + name + "', " + operation + "]";
  }

  private Task with(Limits changed) {
    return new Task(name, operation, changed, ties, streaming);
  }

  private Task with(Ties changed) {
    return new Task(name, operation, limits, changed, streaming);
  }

  @Nullable
  Duration deadline() {
    return limits.deadline;
  }

  long maxAttempts() {
    return limits.maxAttempts;
  }

  boolean isSelfTimed() {
    return limits.selfTimed;
  }

  boolean isIsolated() {
    return limits.isolated;
  }

  @Nullable
  CancelToken token() {
    return ties.token;
  }

  boolean isIndependent() {
    return ties.independent;
  }

  @Nullable
  Attempt parent() {
    return ties.parent;
  }
}
