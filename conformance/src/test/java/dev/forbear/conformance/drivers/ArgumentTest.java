package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.Forbear;
import dev.forbear.Task;
import dev.forbear.task.Targets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Mistakes in settings are refused where they are made, with what was given and what is allowed. */
class ArgumentTest {

  private static final Task TASK = Task.named("task");

  private static void assertRefused(ThrowingCallable mistake, String message) {
    assertThatThrownBy(mistake).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  private static void assertMissing(ThrowingCallable mistake, String message) {
    assertThatThrownBy(mistake).isInstanceOf(NullPointerException.class).hasMessage(message);
  }

  /** A null where none is allowed, as code without null checks may hand it in. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <V> V nothing() {
    return null;
  }

  @Test
  void refusesDurationsThatAreNotPositive() {
    assertRefused(() -> TASK.deadline(Duration.ZERO), "deadline must be > 0, was PT0S");
    assertRefused(
        () -> TASK.deadline(Duration.ofMillis(-1)), "deadline must be > 0, was PT-0.001S");
    assertRefused(
        () -> Forbear.builder().deadline(Duration.ZERO), "deadline must be > 0, was PT0S");
    assertRefused(
        () -> Forbear.builder().attemptTimeout(Duration.ofSeconds(-5)),
        "attemptTimeout must be > 0, was PT-5S");
    assertRefused(
        () -> Forbear.builder().maxRetryAfter(Duration.ZERO),
        "maxRetryAfter must be > 0, was PT0S");
  }

  @Test
  void refusesTasksThatCannotBe() {
    assertRefused(() -> TASK.maxAttempts(0), "maxAttempts must be >= 1, was 0");
    assertRefused(() -> TASK.maxAttempts(-3), "maxAttempts must be >= 1, was -3");
    assertRefused(
        () -> TASK.write(" "),
        "the operation key must not be blank; leave it out for a write without one");
    assertRefused(
        () -> Task.named(" "),
        "the name of a task must not be blank; messages and metrics call it by this name");
    assertRefused(
        () -> Task.named("one\ntwo"),
        "the name of a task must not hold control characters; it stands in messages of one line");
    assertRefused(() -> Targets.of(List.of()), "targets must name at least one target, was []");
    assertRefused(
        () -> Targets.of(List.of("A", "B", "A")),
        "targets must have different names, was [A, B, A]");
    assertRefused(
        () -> new Targets(List.of("A"), 0, Set.of(), 0, 0), "perTarget must be >= 1, was 0");
  }

  @Test
  void refusesWhatIsMissingAtOnce() {
    assertMissing(() -> Task.named(nothing()), "the name of a task must not be null");
    assertMissing(
        () -> TASK.write((String) nothing()),
        "the operation key must not be null; use write() for a write without one");
    assertMissing(
        () -> TASK.deadline(nothing()), "deadline must not be null; leave it out for the default");
    assertMissing(() -> TASK.with(nothing()), "the operation must not be null");
    assertMissing(
        () -> TASK.cancelledBy(nothing()), "the token must not be null; leave it out for none");
    assertMissing(
        () -> TASK.inside(nothing()), "the attempt must not be null; leave it out for none");
    Forbear forbear = Forbear.builder().build();
    String noTask = "the task must not be null; Task.named(\"…\") makes one";
    assertMissing(() -> forbear.run(nothing(), attempt -> "ok"), noTask);
    assertMissing(
        () -> forbear.runAsync(nothing(), attempt -> CompletableFuture.completedFuture("ok")),
        noTask);
    assertMissing(() -> forbear.run(TASK, nothing()), "the call must not be null");
    assertMissing(() -> forbear.runAsync(TASK, nothing()), "the call must not be null");
  }

  @Test
  void refusesMissingPartsAtOnce() {
    assertMissing(() -> Forbear.builder().policy(nothing()), missing("policy"));
    assertMissing(() -> Forbear.builder().targets(nothing()), missing("targets"));
    assertMissing(() -> Forbear.builder().classifier(nothing()), missing("classifier"));
    assertMissing(() -> Forbear.builder().listener(nothing()), missing("listener"));
    assertMissing(() -> Forbear.builder().timeSource(nothing()), missing("timeSource"));
    assertMissing(() -> Forbear.builder().random(nothing()), missing("random"));
    assertMissing(() -> Forbear.builder().executor(nothing()), missing("executor"));
    assertMissing(() -> Forbear.builder().admission(nothing()), missing("admission"));
    assertMissing(() -> Forbear.builder().attemptTimeout(nothing()), missing("attemptTimeout"));
  }

  private static String missing(String name) {
    return name + " must not be null; leave it out for the default";
  }

  @Test
  void takesTheLongestDurationThereIs() {
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
    Forbear forbear = Forbear.builder()
        .deadline(longest)
        .attemptTimeout(longest)
        .maxRetryAfter(longest)
        .build();

    assertThat(forbear.run(TASK.deadline(longest), attempt -> attempt.timeout()).orElseThrow())
        .isGreaterThan(Duration.ofDays(100 * 365));
  }

  @Test
  void keepsTheTaskThatACopyWasMadeOf() {
    Task changed = TASK.repeatable().deadline(Duration.ofSeconds(1)).isolated();

    assertThat(changed).isNotSameAs(TASK);
    assertThat(TASK.operation().kind()).isEqualTo(dev.forbear.task.Operation.Kind.UNDECLARED);
    assertThat(changed.name()).isEqualTo("task");
  }
}
