package dev.forbear.cli;

import dev.forbear.testkit.Fault;
import dev.forbear.testkit.ScriptedReply;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * What happens to each attempt of each task in the demo: a function of the seed, so that both clients meet the same fates.
 *
 * <p>Some tasks can never succeed: their request is wrong, their credit is spent, their quota comes back in half a minute.
 * All others meet a provider under load, which refuses, breaks off or falls silent about every third time.
 *
 * @param seed of everything
 */
record DemoWorld(long seed) {

  /** Odd and without pattern, so that neighboring tasks and attempts share nothing (the constant of SplitMix64). */
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private static final String BAD_REQUEST =
      "{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"max_tokens: too large\"}}";
  private static final String NO_CREDIT =
      "{\"error\":{\"type\":\"billing_error\",\"message\":\"Your credit balance is too low\"}}";
  private static final String RATE_LIMIT =
      "{\"error\":{\"type\":\"rate_limit_error\",\"message\":\"Number of requests exceeded\"}}";
  private static final String ANSWER =
      "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"A summary.\"}}]}";

  /**
   * The fate of one attempt.
   *
   * @param task counted from 0
   * @param attempt counted from 1
   */
  ScriptedReply replyTo(int task, int attempt) {
    double kind = chance(task, 0).nextDouble();
    SplittableRandom chance = chance(task, attempt);
    if (kind < 0.06) {
      return ScriptedReply.status(400).withBody(BAD_REQUEST).withDelay(between(chance, 20, 60));
    }
    if (kind < 0.11) {
      return ScriptedReply.status(402).withBody(NO_CREDIT).withDelay(between(chance, 20, 60));
    }
    if (kind < 0.16) {
      return rateLimit(Duration.ofSeconds(30)).withDelay(between(chance, 20, 60));
    }
    return underLoad(chance);
  }

  private static ScriptedReply underLoad(SplittableRandom chance) {
    double draw = chance.nextDouble();
    Duration soon = between(chance, 20, 80);
    if (draw < 0.06) {
      // Shorter than the pause of the naive client: it, too, comes back when it was told to.
      return rateLimit(between(chance, 300, 900)).withDelay(soon);
    }
    if (draw < 0.13) {
      return ScriptedReply.status(529).withDelay(soon);
    }
    if (draw < 0.20) {
      return ScriptedReply.status(503).withDelay(soon);
    }
    if (draw < 0.25) {
      return ScriptedReply.status(500).withDelay(between(chance, 100, 300));
    }
    if (draw < 0.28) {
      return ScriptedReply.of(Fault.RESET).withDelay(soon);
    }
    if (draw < 0.33) {
      return ScriptedReply.of(Fault.HANG);
    }
    return ScriptedReply.ok(ANSWER).withDelay(between(chance, 100, 500));
  }

  /** The draws of one attempt; attempt 0 stands for the task itself. */
  SplittableRandom chance(int task, int attempt) {
    return new SplittableRandom(seed + GAMMA * (((long) task << 32) + attempt + 1));
  }

  private static ScriptedReply rateLimit(Duration hint) {
    return ScriptedReply.status(429).withBody(RATE_LIMIT).withRetryAfter(hint);
  }

  private static Duration between(SplittableRandom chance, int fromMs, int toMs) {
    return Duration.ofMillis(chance.nextInt(fromMs, toMs));
  }
}
