package dev.forbear.page;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.task.Ending;
import dev.forbear.task.Operation;
import dev.forbear.task.Signal;
import dev.forbear.task.Step;
import dev.forbear.task.TaskMachine;
import dev.forbear.task.TaskRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a task does, signal by signal: {@code {policy, operation, deadlineMs, signals}} in, {@code {steps}} out, one step for
 * each signal.
 *
 * <p>An operation is {@code undeclared}, {@code repeatable} or {@code write}. A signal names itself in {@code signal} as
 * {@code started}, {@code succeeded}, {@code failed}, {@code timed-out}, {@code wait-over} or {@code cancelled}; further fields
 * carry the names they have in {@link Signal}.
 */
final class CourseAnswer {

  private static final String RULE = "said by the caller";

  static Map<String, @Nullable Object> to(Fields input) {
    Operation.Kind kind = input.word("operation", Operation.Kind.values());
    TaskMachine machine = new TaskMachine(
        TaskRules.of(PolicyFields.policy(input.object("policy"))),
        new Operation(kind, null),
        input.number("deadlineMs"));
    List<Map<String, @Nullable Object>> steps = new ArrayList<>();
    for (Fields signal : input.objects("signals")) {
      steps.add(step(machine.on(signal(signal))));
    }
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("steps", steps);
    return answer;
  }

  private static Signal signal(Fields signal) {
    return switch (signal.text("signal")) {
      case "started" -> Signal.STARTED;
      case "succeeded" -> new Signal.Succeeded(signal.smallCount("attempt"));
      case "failed" ->
        new Signal.Failed(
            signal.smallCount("attempt"),
            failure(signal.object("failure")),
            signal.finite("nowMs"),
            signal.number("random"),
            Long.MAX_VALUE);
      case "timed-out" ->
        Signal.timedOut(
            signal.smallCount("attempt"),
            signal.finite("nowMs"),
            signal.number("random"),
            Long.MAX_VALUE);
      case "wait-over" ->
        new Signal.WaitOver(signal.smallCount("afterAttempt"), signal.finite("nowMs"));
      case "cancelled" -> new Signal.Cancelled(signal.finite("nowMs"));
      default ->
        throw new IllegalArgumentException("signal must be one of started, succeeded, failed,"
            + " timed-out, wait-over, cancelled, was another word");
    };
  }

  private static Classified failure(Fields failure) {
    return new Classified(
        failure.word("class", FailureClass.values(), FailureClass::word),
        failure.flag("transient"),
        failure.has("retryAfterMs")
            ? OptionalDouble.of(failure.number("retryAfterMs"))
            : OptionalDouble.empty(),
        failure.word("requestMayHaveRun", RequestMayHaveRun.values(), RequestMayHaveRun::word),
        RULE);
  }

  private static Map<String, @Nullable Object> step(Step step) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    if (step instanceof Step.Send send) {
      shown.put("step", "send");
      shown.put("attempt", send.attempt());
      shown.put("target", send.target());
      shown.put("timeoutMs", send.timeoutMs());
    } else if (step instanceof Step.Wait wait) {
      shown.put("step", "wait");
      shown.put("delayMs", wait.delayMs());
    } else if (step instanceof Step.End end) {
      shown.put("step", "end");
      addEnding(shown, end.ending());
    } else if (step instanceof Step.Ignore) {
      shown.put("step", "ignore");
    } else {
      throw new AssertionError("a step that no signal here leads to: " + step);
    }
    return shown;
  }

  private static void addEnding(Map<String, @Nullable Object> shown, Ending ending) {
    FailureClass failed = ending.failureClass();
    shown.put("outcome", ending.kind().word());
    shown.put("reason", ending.reason() == null ? null : ending.reason().word());
    shown.put("class", failed == null ? null : failed.word());
    shown.put("uncertain", ending.uncertain());
  }

  private CourseAnswer() {}
}
