package dev.forbear;

import dev.forbear.classify.FailureClassifier;
import dev.forbear.event.TaskEvent;
import dev.forbear.event.TaskListener;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.Targets;
import dev.forbear.task.TaskRules;
import dev.forbear.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks under one policy: bounded attempts, one deadline, no wait that cannot help.
 *
 * <p>Built once and shared; immutable and thread-safe. It owns no thread: waits and deadlines of all instances share one timer.
 *
 * <pre>{@code
 * Forbear forbear = Forbear.builder().policy(RetryPolicy.of(3, 500, 8000, 1000)).build();
 * Outcome<String> outcome = forbear.run(Task.named("summarise").repeatable(), attempt -> client.summarise(text));
 * }</pre>
 */
public final class Forbear {

  /** Deadline of a task that names none: one long model call and one repeat of it. */
  public static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(60);

  /** Three attempts, half a second doubling up to eight, one second to be worth starting: the usual figures of the SDKs. */
  public static final RetryPolicy DEFAULT_POLICY = RetryPolicy.of(3, 500, 8000, 1000);

  private static final System.Logger LOG = System.getLogger("dev.forbear");

  private final TaskRules rules;
  private final double deadlineMs;
  private final FailureClassifier classifier;
  private final List<TaskListener> listeners;
  private final TimeSource time;
  private final DoubleSupplier random;
  private final Executor executor;
  private final @Nullable Admission admission;
  private final AtomicLong lateAttempts = new AtomicLong();

  private Forbear(Builder builder) {
    this.rules =
        new TaskRules(builder.policy, builder.attemptTimeoutMs, builder.maxHintMs, builder.targets);
    this.deadlineMs = ms(builder.deadline);
    this.classifier = builder.classifier;
    this.listeners = List.copyOf(builder.listeners);
    this.time = builder.time;
    this.random = builder.random;
    this.executor = builder.executor;
    this.admission = builder.admission;
  }

  /** The defaults, all of which can be changed. */
  public static Builder builder() {
    return new Builder();
  }

  /** Everything by default but the policy. */
  public static Forbear of(RetryPolicy policy) {
    return builder().policy(policy).build();
  }

  /**
   * Runs the call on this thread until it succeeds or there is a reason to stop.
   *
   * <p>Inside an attempt of another task it joins that task's deadline and budget. An {@link Error} thrown by the call ends the
   * task and is thrown on.
   */
  public <T extends @Nullable Object> Outcome<T> run(Task task, AttemptCall<T> call) {
    require(task, call);
    CallThread thread = CallThread.current();
    Attempt parent = task.parent();
    if (parent == null && !task.isIndependent()) {
      parent = thread.innermost();
    }
    Course course = new Course(this, task, parent);
    return task.isIsolated()
        ? Isolation.run(course, call)
        : new BlockingDriver<>(course, call, thread).run();
  }

  /**
   * Starts the call and answers at once; no thread is held while the task waits.
   *
   * <p>Cancelling the future cancels the task. Inside an attempt of another task it joins only with {@link Task#inside}. An
   * {@link Error} completes the future exceptionally; every other end is an outcome.
   */
  public <T extends @Nullable Object> CompletableFuture<Outcome<T>> runAsync(
      Task task, AsyncAttemptCall<T> call) {
    require(task, call);
    return new AsyncDriver<>(new Course(this, task, task.parent()), call).start();
  }

  /**
   * A task whose answer arrives in pieces; it starts when somebody takes them.
   *
   * @param task its limits {@link Task#firstTokenTimeout} and {@link Task#idleTimeout} hold for streams only
   * @param call opens the stream of one attempt
   */
  public TaskStream stream(Task task, StreamCall call) {
    require(task, call);
    return new TaskStream(this, task, call);
  }

  /**
   * Attempts that were cut and left behind while they are still running, over all tasks of this instance. The caller of a
   * blocking call that is not {@link Task#isolated} stays with it, so such an attempt is never left behind.
   */
  public long lateAttempts() {
    return lateAttempts.get();
  }

  /** The policy in force. */
  public RetryPolicy policy() {
    return rules.policy();
  }

  TaskRules rulesFor(Task task) {
    long maxAttempts = task.maxAttempts();
    if (maxAttempts == 0 && task.afterCommit() == rules.afterCommit()) {
      return rules;
    }
    RetryPolicy policy = rules.policy();
    return new TaskRules(
        maxAttempts == 0
            ? policy
            : new RetryPolicy(maxAttempts, policy.backoff(), policy.minimumAttemptMs()),
        rules.attemptTimeoutMs(),
        rules.maxHintMs(),
        rules.targets(),
        task.afterCommit());
  }

  double deadlineMs(Task task) {
    Duration own = task.deadline();
    return own == null ? deadlineMs : ms(own);
  }

  FailureClassifier classifier() {
    return classifier;
  }

  TimeSource time() {
    return time;
  }

  @Nullable
  Admission admission() {
    return admission;
  }

  DoubleSupplier random() {
    return random;
  }

  /** The wall clock; one that throws is reported, and dates then give no wait. */
  long epochMillis() {
    try {
      return time.epochMillis();
    } catch (Throwable thrown) {
      report("the time source", thrown);
      return Long.MAX_VALUE;
    }
  }

  boolean hasListeners() {
    return !listeners.isEmpty();
  }

  void tell(TaskEvent event) {
    for (TaskListener listener : listeners) {
      runReported("a listener", () -> listener.on(event));
    }
  }

  void lateBegins() {
    lateAttempts.incrementAndGet();
  }

  void lateEnds() {
    lateAttempts.decrementAndGet();
  }

  /** Takes an alarm back. */
  void disarm(TimeSource.Alarm alarm) {
    try {
      alarm.cancel();
    } catch (Throwable thrown) {
      report("the time source", thrown);
    }
  }

  /**
   * Hands an action to the executor. One that refuses is passed over: the action must not be lost, and the thread that is
   * here may be the timer's, which everybody needs.
   */
  void execute(Runnable action) {
    try {
      executor.execute(action);
    } catch (Throwable refused) {
      report("the executor", refused);
      executeElsewhere(action);
    }
  }

  private void executeElsewhere(Runnable action) {
    try {
      Threads.PER_TASK.execute(action);
    } catch (Throwable refused) {
      report("the executor", refused);
      runReported("an action", action);
    }
  }

  void runReported(String what, Runnable action) {
    try {
      action.run();
    } catch (Throwable thrown) {
      report(what, thrown);
    }
  }

  /** Something of the user's threw, an error perhaps, where nothing may be changed by it. */
  void report(String what, Throwable thrown) {
    try {
      LOG.log(
          System.Logger.Level.WARNING,
          what + " threw " + thrown.getClass().getName() + "; the task goes on",
          thrown);
    } catch (Throwable ignored) {
      // A log that throws has had its chance.
    }
  }

  static double ms(Duration duration) {
    // Beyond 292 years a deadline is as good as none.
    return duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0
        ? Long.MAX_VALUE / 1e6
        : duration.toNanos() / 1e6;
  }

  /** Collects settings; each has a default. Not thread-safe. */
  public static final class Builder {

    private RetryPolicy policy = DEFAULT_POLICY;
    private double attemptTimeoutMs = Double.POSITIVE_INFINITY;
    private double maxHintMs = Double.POSITIVE_INFINITY;
    private Targets targets = Targets.single();
    private Duration deadline = DEFAULT_DEADLINE;
    private FailureClassifier classifier = FailureClassifier.defaults();
    private final List<TaskListener> listeners = new ArrayList<>();
    private TimeSource time = TimeSource.system();
    private DoubleSupplier random = () -> ThreadLocalRandom.current().nextDouble();
    private Executor executor = Threads.PER_TASK;
    private @Nullable Admission admission;

    private Builder() {}

    /** When another attempt is made; default {@link #DEFAULT_POLICY}. */
    public Builder policy(RetryPolicy policy) {
      this.policy = given("policy", policy);
      return this;
    }

    /** Time for a whole task that names none; more than zero; default {@link #DEFAULT_DEADLINE}. */
    public Builder deadline(Duration deadline) {
      this.deadline = positive("deadline", deadline);
      return this;
    }

    /** Longest time for one attempt; more than zero; default: what is left to the deadline. */
    public Builder attemptTimeout(Duration timeout) {
      this.attemptTimeoutMs = ms(positive("attemptTimeout", timeout));
      return this;
    }

    /** Longest wait a provider may ask for; a longer one stops with {@code retry-after-too-long}; default: none. */
    public Builder maxRetryAfter(Duration longest) {
      this.maxHintMs = ms(positive("maxRetryAfter", longest));
      return this;
    }

    /** Where attempts go, primary first; the call finds its target in {@link Attempt#target}; default: one, without a choice. */
    public Builder targets(Targets targets) {
      this.targets = given("targets", targets);
      return this;
    }

    /** What tells failures apart; default {@link FailureClassifier#defaults}. */
    public Builder classifier(FailureClassifier classifier) {
      this.classifier = given("classifier", classifier);
      return this;
    }

    /** Adds one that is told what happens. */
    public Builder listener(TaskListener listener) {
      this.listeners.add(given("listener", listener));
      return this;
    }

    /** Clock, waits and alarms; default the system's. */
    public Builder timeSource(TimeSource time) {
      this.time = given("timeSource", time);
      return this;
    }

    /** Chance for the waits: at least 0 and less than 1, thread-safe; default {@link ThreadLocalRandom}. */
    public Builder random(DoubleSupplier random) {
      this.random = given("random", random);
      return this;
    }

    /** Where attempts after a wait and actions of {@code onCancel} run; default: a thread each, virtual where there are any. */
    public Builder executor(Executor executor) {
      this.executor = given("executor", executor);
      return this;
    }

    /** Who says whether a target has room; default: each always has. */
    public Builder admission(Admission admission) {
      this.admission = given("admission", admission);
      return this;
    }

    /** The finished instance. */
    public Forbear build() {
      return new Forbear(this);
    }
  }

  private static void require(Task task, Object call) {
    Objects.requireNonNull(task, "the task must not be null; Task.named(\"…\") makes one");
    Objects.requireNonNull(call, "the call must not be null");
  }

  /** The duration, which has to be more than zero. */
  static Duration positive(String name, Duration duration) {
    if (given(name, duration).isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(name + " must be > 0, was " + duration);
    }
    return duration;
  }

  private static <V> V given(String name, V value) {
    return Objects.requireNonNull(value, name + " must not be null; leave it out for the default");
  }
}
