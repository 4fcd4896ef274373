package dev.forbear.generate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.RetryAfter;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.Decision;
import dev.forbear.policy.Decision.Retry;
import dev.forbear.policy.Decision.Stop;
import dev.forbear.policy.Failure;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import dev.forbear.policy.RetryPolicy;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Courses of calls with the waits and ends they must have, by the rules of core: one list for every plain text.
 *
 * <p>In JSON: {@code repeatable}, {@code nowMs} (the wall clock at the start), {@code random} and {@code attempts} (status,
 * headers and milliseconds of each; a status of 0 is an error of the transport); expected are {@code waits}, {@code timeouts}
 * (milliseconds given to each attempt, -1 for none), {@code attempts} and {@code end}.
 */
final class Golden {

  static final ObjectMapper JSON = new ObjectMapper();

  private static final int COURSES = 60;
  private static final long SEED = 20_261_130;
  private static final long NOW_MS = 1_790_000_000_000L;

  /** Closer to a limit than that, seconds as binary fractions may fall on either side. */
  private static final double BORDER_MS = 0.02;

  /** The policies every plain text is written for. */
  static Map<String, Recipe> recipes() {
    Map<String, Recipe> recipes = new LinkedHashMap<>();
    Recipe published = Recipe.of(4, 500, 20_000).withDeadline(30_000, 1000);
    recipes.put("published", published);
    recipes.put("limited", published.withAttemptTimeout(2000).withDeadline(9000, 500));
    recipes.put("endless", Recipe.of(7, 200, Recipe.NONE));
    recipes.put("timed", Recipe.of(3, 1000, 1500).withAttemptTimeout(700));
    recipes.put("tripling", published.withWaits(3, Jitter.EQUAL, HintRule.ON_TOP));
    recipes.put("fixed", published.withWaits(1.5, Jitter.NONE, HintRule.FLOOR));
    recipes.put(
        "refusals", Recipe.of(5, 0, 1000).withStatuses(List.of(429, 529)).withDeadline(4000, 100));
    recipes.put("single", Recipe.of(1, 500, 1000).withDeadline(2000, 1000));
    return recipes;
  }

  /** The courses for a policy; the same on every machine. */
  static ArrayNode courses(Recipe recipe) {
    ArrayNode courses = JSON.createArrayNode();
    Random random = new Random(SEED + recipe.maxAttempts());
    while (courses.size() < COURSES) {
      ObjectNode course = course(recipe, random);
      ObjectNode expected = expected(recipe, course);
      if (expected != null) {
        course.set("expected", expected);
        courses.add(course);
      }
    }
    return courses;
  }

  private static ObjectNode course(Recipe recipe, Random random) {
    ObjectNode course = JSON.createObjectNode();
    course.put("repeatable", random.nextInt(4) > 0);
    course.put("nowMs", NOW_MS);
    ArrayNode chances = course.putArray("random");
    ArrayNode attempts = course.putArray("attempts");
    for (int i = 0; i < recipe.maxAttempts() + 1; i++) {
      chances.add(random.nextInt(10) == 0 ? 0 : random.nextDouble());
      ObjectNode attempt = attempts.addObject();
      attempt.put("status", status(random));
      attempt.put("ms", random.nextInt(12) == 0 ? 60_000 : 1 + random.nextInt(900));
      ObjectNode headers = attempt.putObject("headers");
      hint(random, headers);
    }
    return course;
  }

  private static int status(Random random) {
    int[] common = {429, 429, 503, 503, 529, 500, 502, 0};
    int[] rare = {200, 200, 204, 400, 401, 409, 418, 501, 504, 599};
    return random.nextInt(4) > 0 ? common[random.nextInt(8)] : rare[random.nextInt(10)];
  }

  private static void hint(Random random, ObjectNode headers) {
    switch (random.nextInt(9)) {
      case 0 -> headers.put("Retry-After", Integer.toString(random.nextInt(4)));
      case 1 -> headers.put("retry-after", " 0.25 ");
      case 2 -> headers.put("Retry-After", date(NOW_MS + 1000L * (random.nextInt(5) - 1)));
      case 3 -> headers.put("retry-after-ms", "1250").put("retry-after", "9");
      case 4 -> {
        String[] garbage = {"soon", "-1", "1e3", "NaN", "", "0x10", "infinity", "1_0", "Mon, 9 Foo"
        };
        headers.put("Retry-After", garbage[random.nextInt(garbage.length)]);
      }
      default -> {}
    }
  }

  private static String date(long epochMs) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Instant.ofEpochMilli(epochMs).atOffset(ZoneOffset.UTC));
  }

  /** What core makes of a course; null for one that comes too close to a limit to be the same everywhere. */
  private static @Nullable ObjectNode expected(Recipe recipe, ObjectNode course) {
    RetryPolicy policy = new RetryPolicy(
        recipe.maxAttempts(),
        new Backoff(
            recipe.baseMs(),
            recipe.multiplier(),
            Math.min(recipe.capMs(), 0x1p53),
            recipe.jitter(),
            recipe.hintRule()),
        recipe.minimumAttemptMs());
    double deadlineMs = Math.min(recipe.deadlineMs(), 0x1p53);
    ObjectNode expected = JSON.createObjectNode();
    ArrayNode waits = expected.putArray("waits");
    ArrayNode timeouts = expected.putArray("timeouts");
    double elapsedMs = 0;
    int attempts = 0;
    String end = "deadline";
    while (deadlineMs - elapsedMs >= recipe.minimumAttemptMs()) {
      JsonNode attempt = course.path("attempts").get(attempts);
      double random = course.path("random").get(attempts).doubleValue();
      attempts++;
      double timeoutMs = Math.min(deadlineMs - elapsedMs, recipe.attemptTimeoutMs());
      timeouts.add(recipe.limitsAttempts() ? timeoutMs : -1);
      elapsedMs += attempt.path("ms").doubleValue();
      int status = attempt.path("status").intValue();
      if (status >= 200 && status < 400) {
        end = "success";
        break;
      }
      Failure failure = failure(recipe, course, attempt, elapsedMs);
      double remainingMs = Math.max(0, deadlineMs - elapsedMs);
      Decision decision = policy.decide(failure, attempts, remainingMs, random);
      double delayMs = policy.backoff().delayMs(attempts, random, failure.retryAfterMs());
      if (Math.abs(delayMs + recipe.minimumAttemptMs() - remainingMs) < BORDER_MS) {
        return null;
      }
      if (decision instanceof Stop stop) {
        end = stop.reason().word();
        break;
      }
      if (decision instanceof Retry retry) {
        waits.add(retry.delayMs());
        elapsedMs += retry.delayMs();
      }
    }
    return expected.put("attempts", attempts).put("end", end);
  }

  private static Failure failure(
      Recipe recipe, ObjectNode course, JsonNode attempt, double elapsedMs) {
    boolean repeatable = course.path("repeatable").booleanValue();
    int status = attempt.path("status").intValue();
    if (status == 0) {
      return new Failure(true, repeatable);
    }
    Map<String, List<String>> headers = new LinkedHashMap<>();
    attempt
        .path("headers")
        .properties()
        .forEach(
            header -> headers.put(header.getKey(), List.of(header.getValue().textValue())));
    // The loops read the wall clock when they read the header.
    long nowMs = NOW_MS + Math.round(elapsedMs);
    double hintMs = RetryAfter.explicit(reply(status, headers), nowMs).orElse(0);
    boolean isTransient = recipe.statuses().contains(status);
    boolean safe = repeatable || !recipe.uncertain().contains(status);
    return new Failure(isTransient, safe, hintMs);
  }

  private static ProviderReply reply(int status, Map<String, List<String>> headers) {
    return new ProviderReply(status, headers, "");
  }

  static List<JsonNode> list(JsonNode array) {
    List<JsonNode> nodes = new ArrayList<>();
    array.forEach(nodes::add);
    return nodes;
  }

  private Golden() {}
}
