package dev.forbear.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.classify.FailureClass;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.AfterCommit;
import dev.forbear.task.Operation;
import dev.forbear.task.Targets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A course to rehearse: a policy, a deadline and what the provider will do, as one line of a scenario file says it.
 *
 * <p>A scenario without an operation is declared repeatable; {@code idempotencyKey: true} means the key {@code op-1}.
 *
 * @param policy when another attempt is made
 * @param random the fixed chance, at least 0 and less than 1
 * @param deadlineMs time for the whole task, milliseconds, more than 0
 * @param attemptTimeoutMs longest time for one attempt, milliseconds; infinite for none
 * @param maxHintMs longest hint that is waited for, milliseconds; infinite for none
 * @param operation what repeating means
 * @param targets where attempts go
 * @param namesTargets whether the scenario itself names targets
 * @param full targets without capacity
 * @param nowEpochMs wall clock at the start
 * @param script what the provider does
 * @param cancelAtMs when the caller cancels; empty for never
 * @param streaming what holds for an answer that is a stream; empty for one that is not
 */
public record Scenario(
    RetryPolicy policy,
    double random,
    double deadlineMs,
    double attemptTimeoutMs,
    double maxHintMs,
    Operation operation,
    Targets targets,
    boolean namesTargets,
    Set<String> full,
    long nowEpochMs,
    Script script,
    OptionalDouble cancelAtMs,
    Optional<StreamLimits> streaming) {

  private static final double DEFAULT_RANDOM = 0.5;
  private static final String DEFAULT_KEY = "op-1";

  /** Settings of limits: leaving them out of account would rehearse another course. */
  private static final List<String> NOT_REHEARSED = List.of("maxCost", "queueWaitMs");

  /** What holds for streams only. */
  private static final List<String> STREAM_SETTINGS =
      List.of("firstTokenTimeoutMs", "idleTimeoutMs", "onPartial");

  /** Checks every number. */
  public Scenario {
    if (!(random >= 0 && random < 1)) {
      throw new IllegalArgumentException("random must be >= 0 and < 1, was " + random);
    }
    requirePositive("deadlineMs", deadlineMs);
    requirePositive("attemptTimeoutMs", attemptTimeoutMs);
    requirePositive("maxHintMs", maxHintMs);
    full = Set.copyOf(full);
    if (!(cancelAtMs.orElse(0) >= 0)) {
      throw new IllegalArgumentException(
          "cancelAtMs must be >= 0, was " + cancelAtMs.getAsDouble());
    }
    boolean hasChunks =
        script.replies().stream().anyMatch(reply -> !reply.chunks().isEmpty());
    if (hasChunks && streaming.isEmpty()) {
      throw new IllegalArgumentException(
          "a script with chunks needs the limits of a stream; StreamLimits.NONE for none");
    }
  }

  static void requirePositive(String name, double value) {
    if (!(value > 0)) {
      throw new IllegalArgumentException(name + " must be > 0, was " + value);
    }
  }

  /**
   * Reads one line.
   *
   * @throws IllegalArgumentException naming what is missing, wrong or not rehearsed
   */
  public static Scenario fromJson(JsonNode line) {
    JsonNode policy = object(line, "policy");
    if (policy.has("mode")) {
      throw new IllegalArgumentException(
          "a scenario of mode '" + policy.get("mode").asText()
              + "' is not a task of its own and is not rehearsed; leave 'mode' out");
    }
    JsonNode script = line.get("script");
    if (script == null || !script.isArray()) {
      throw new IllegalArgumentException("'script' must be an array of replies");
    }
    for (String name : NOT_REHEARSED) {
      if (isPresent(policy, name)) {
        throw new IllegalArgumentException("'" + name + "' is not rehearsed; leave it out");
      }
    }
    return new Scenario(
        RetryPolicy.of(
            count(policy, "maxAttempts"),
            number(policy, "baseDelayMs"),
            number(policy, "maxDelayMs"),
            number(policy, "minimumAttemptMs")),
        number(policy, "random", DEFAULT_RANDOM),
        number(line, "deadlineMs"),
        number(policy, "attemptTimeoutMs", Double.POSITIVE_INFINITY),
        number(policy, "retryAfterMaxMs", Double.POSITIVE_INFINITY),
        operation(policy),
        targets(policy),
        isPresent(policy, "targets"),
        new HashSet<>(strings(policy, "full")),
        (long) number(policy, "nowEpochMs", 0),
        Script.fromJson(script),
        isPresent(line, "cancelAtMs")
            ? OptionalDouble.of(number(line, "cancelAtMs"))
            : OptionalDouble.empty(),
        streaming(policy, script));
  }

  /** A stream is declared by {@code stream}, or is one by its chunks. */
  private static Optional<StreamLimits> streaming(JsonNode policy, JsonNode script) {
    JsonNode declared = policy.path("stream");
    if (isPresent(policy, "stream") && !declared.isBoolean()) {
      throw new IllegalArgumentException("'stream' must be true or false");
    }
    if (!declared.booleanValue() && script.findValue("chunks") == null) {
      for (String name : STREAM_SETTINGS) {
        if (isPresent(policy, name)) {
          throw new IllegalArgumentException(
              "'" + name + "' holds for streams only; leave it out, or say \"stream\": true");
        }
      }
      return Optional.empty();
    }
    return Optional.of(new StreamLimits(
        number(policy, "firstTokenTimeoutMs", Double.POSITIVE_INFINITY),
        number(policy, "idleTimeoutMs", Double.POSITIVE_INFINITY),
        afterCommit(policy)));
  }

  private static AfterCommit afterCommit(JsonNode policy) {
    String word = isPresent(policy, "onPartial") ? policy.get("onPartial").asText() : "keep";
    return switch (word) {
      case "keep" -> AfterCommit.KEEP;
      case "restart" -> AfterCommit.RESTART;
      default ->
        throw new IllegalArgumentException(
            "'onPartial' must be keep or restart, was '" + word + "'");
    };
  }

  private static Operation operation(JsonNode policy) {
    String kind = isPresent(policy, "operation") ? policy.get("operation").asText() : "repeatable";
    return switch (kind) {
      case "repeatable" -> Operation.repeatable();
      case "undeclared" -> Operation.undeclared();
      case "write" -> write(policy.get("idempotencyKey"));
      default ->
        throw new IllegalArgumentException(
            "'operation' must be repeatable, undeclared or write, was '" + kind + "'");
    };
  }

  private static Operation write(JsonNode key) {
    if (key == null || key.isNull() || (key.isBoolean() && !key.booleanValue())) {
      return Operation.write();
    }
    return Operation.write(key.isBoolean() ? DEFAULT_KEY : key.asText());
  }

  private static Targets targets(JsonNode policy) {
    if (!isPresent(policy, "targets")) {
      return Targets.single();
    }
    Set<FailureClass> fallbackOn = new HashSet<>();
    for (String word : strings(policy, "fallbackOn")) {
      fallbackOn.add(failureClass(word));
    }
    return new Targets(
        strings(policy, "targets"),
        isPresent(policy, "perTarget") ? count(policy, "perTarget") : Long.MAX_VALUE,
        fallbackOn,
        number(policy, "fallbackIfWaitOverMs", Double.POSITIVE_INFINITY),
        0);
  }

  private static FailureClass failureClass(String word) {
    return Arrays.stream(FailureClass.values())
        .filter(known -> known.word().equals(word))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException("'fallbackOn' knows no class '" + word + "'; classes are "
                + Arrays.stream(FailureClass.values()).map(FailureClass::word).toList()));
  }

  private static List<String> strings(JsonNode parent, String name) {
    List<String> values = new ArrayList<>();
    if (isPresent(parent, name)) {
      for (JsonNode value : parent.get(name)) {
        if (!value.isTextual()) {
          throw new IllegalArgumentException("'" + name + "' must be an array of texts");
        }
        values.add(value.textValue());
      }
    }
    return values;
  }

  private static JsonNode object(JsonNode parent, String name) {
    JsonNode value = parent.get(name);
    if (value == null || !value.isObject()) {
      throw new IllegalArgumentException("'" + name + "' must be an object");
    }
    return value;
  }

  private static long count(JsonNode parent, String name) {
    double value = number(parent, name);
    if (value != Math.rint(value) || value < 1 || value > 1L << 53) {
      throw new IllegalArgumentException(
          "'" + name + "' must be a whole number >= 1, was " + Trace.plain(value));
    }
    return (long) value;
  }

  private static double number(JsonNode parent, String name) {
    JsonNode value = parent.get(name);
    if (value == null || !value.isNumber() || !Double.isFinite(value.doubleValue())) {
      throw new IllegalArgumentException("'" + name + "' must be a finite number");
    }
    return value.doubleValue();
  }

  private static double number(JsonNode parent, String name, double whenAbsent) {
    return isPresent(parent, name) ? number(parent, name) : whenAbsent;
  }

  private static boolean isPresent(JsonNode parent, String name) {
    return parent.hasNonNull(name);
  }
}
