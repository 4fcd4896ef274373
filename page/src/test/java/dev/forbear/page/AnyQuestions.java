package dev.forbear.page;

import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.page.Question.Rule;
import dev.forbear.plan.Draws;
import dev.forbear.plan.PlanHintRule;
import dev.forbear.plan.PlanJitter;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import dev.forbear.task.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Questions of many kinds, each of which the same seed asks again. */
final class AnyQuestions {

  private static final long SEED = 20_261_130;
  private static final int PLANS = 120;
  private static final int COURSES = 200;
  private static final int MOST_SIGNALS = 14;

  /** A plan that is right, to be spoilt. */
  private static final String PLAN = """
      {"baseMs":500,"multiplier":2,"maxAttempts":4,"capMs":20000,"jitter":"full","failureRate":0.08,\
      "latencyMs":1200,"deadlineMs":30000,"minAttemptMs":0}""";

  private static final String POLICY = """
      {"maxAttempts":4,"baseDelayMs":200,"maxDelayMs":5000,"minimumAttemptMs":100}""";

  static List<Question> plans() {
    SplittableRandom random = new SplittableRandom(SEED);
    return questions(Rule.PLAN, PLANS, i -> plan(random));
  }

  static List<Question> courses() {
    SplittableRandom random = new SplittableRandom(SEED);
    return questions(Rule.COURSE, COURSES, i -> course(random));
  }

  /** A storm that passes, one that stays, and what ends it; every kind of arrival, outage and provider. */
  static List<Question> worlds() {
    String crowd = "\"arrivals\":{\"kind\":\"poisson\",\"perSecond\":40}";
    String batch = "\"arrivals\":{\"kind\":\"together\",\"tasks\":300,\"atMs\":500}";
    String workers = "\"arrivals\":{\"kind\":\"closed\",\"workers\":30,\"thinkMs\":200}";
    String busy = "\"provider\":{\"slots\":30,\"meanMs\":500,\"queueLimit\":100}";
    String hinting = """
        "provider":{"slots":20,"law":"constant","meanMs":300,"failedMeanMs":20,"failureRate":0.1,\
        "queueLimit":0,"queueOrder":"lifo","shedMs":5,"hintMs":1500,"giveUp":"leaves-queue"}""";
    String stopping = """
        "provider":{"slots":25,"meanMs":400,"giveUp":"stops-work"}""";
    return Stream.of(
            world(1, busy, "", client("a", crowd, "")),
            world(2, busy, outage("hang", ""), client("a", crowd, "")),
            world(2, busy, outage("hang", ""), client("a", crowd, budget())),
            world(3, busy, outage("refuse", ""), client("a", batch, ",\"maxConcurrency\":40")),
            world(4, hinting, outage("fail", ",\"share\":0.7"), client("a", crowd, "")),
            world(
                5,
                stopping,
                outage("slow", ",\"share\":0.2"),
                client("a", workers, ",\"attemptTimeoutMs\":900")
                    + ","
                    + client("b", crowd, ",\"operation\":\"write\"")))
        .map(input -> Question.of("seed and world " + input, Rule.SIMULATE, input))
        .toList();
  }

  static List<Question> refused() {
    List<Question> questions = new ArrayList<>();
    for (String input : List.of("null", "3", "\"text\"", "[]", "{}", "true")) {
      for (Rule rule : Rule.values()) {
        questions.add(Question.of(input, rule, input));
      }
    }
    Stream.of(
            spoilt("\"maxAttempts\":4", "\"maxAttempts\":4.5"),
            spoilt("\"maxAttempts\":4", "\"maxAttempts\":0"),
            spoilt("\"maxAttempts\":4", "\"maxAttempts\":1001"),
            spoilt("\"maxAttempts\":4", "\"maxAttempts\":1e999"),
            spoilt("\"maxAttempts\":4", "\"maxAttempts\":\"4\""),
            spoilt("\"baseMs\":500", "\"baseMs\":-0.001"),
            spoilt("\"baseMs\":500", "\"baseMs\":1e20"),
            spoilt("\"multiplier\":2", "\"multiplier\":0.9999999999999999"),
            spoilt("\"capMs\":20000", "\"capMs\":0"),
            spoilt("\"capMs\":20000", "\"capMs\":{}"),
            spoilt("\"failureRate\":0.08", "\"failureRate\":1.0000001"),
            spoilt("\"failureRate\":0.08", "\"failureRate\":[0.08]"),
            spoilt("\"jitter\":\"full\"", "\"jitter\":\"fool\""),
            spoilt("\"latencyMs\":1200,", ""),
            spoilt("\"deadlineMs\":30000", "\"deadlineMs\":true"),
            spoilt("\"full\"", "\"decorrelated\",\"draws\":\"whole-ms\""))
        .map(input -> Question.of(input, Rule.PLAN, input))
        .forEach(questions::add);
    Stream.of(
            "{\"policy\":" + POLICY
                + ",\"operation\":\"repeatable\",\"deadlineMs\":1,\"signals\":3}",
            "{\"policy\":" + POLICY
                + ",\"operation\":\"repeatable\",\"deadlineMs\":1,\"signals\":[3]}",
            "{\"policy\":" + POLICY + ",\"operation\":\"write\",\"deadlineMs\":-1,\"signals\":[]}",
            "{\"policy\":" + POLICY
                + ",\"operation\":\"write\",\"deadlineMs\":1,\"signals\":[{\"signal\":\"stopped\"}]}")
        .map(input -> Question.of(input, Rule.COURSE, input))
        .forEach(questions::add);
    String provider = "\"provider\":{\"meanMs\":100}";
    String arrivals = "\"arrivals\":{\"kind\":\"poisson\",\"perSecond\":40}";
    Stream.of(
            world(1, "\"provider\":{}", "", client("a", arrivals, "")),
            world(1, provider, outage("pause", ""), client("a", arrivals, "")),
            world(1, provider, "", client("a", arrivals, "") + "," + client("a", arrivals, "")),
            world(1, provider, "", client("a", "\"arrivals\":{\"kind\":\"together\"}", "")))
        .map(input -> Question.of(input, Rule.SIMULATE, input))
        .forEach(questions::add);
    return questions;
  }

  private static String spoilt(String right, String wrong) {
    String spoilt = PLAN.replace(right, wrong);
    if (spoilt.equals(PLAN)) {
      throw new AssertionError("the plan has no " + right);
    }
    return spoilt;
  }

  private static List<Question> questions(Rule rule, int count, IntFunction<String> input) {
    return IntStream.range(0, count)
        .mapToObj(i -> Question.of("seed " + SEED + ", number " + i, rule, input.apply(i)))
        .toList();
  }

  private static String plan(SplittableRandom random) {
    PlanJitter jitter = any(random, PlanJitter.values());
    boolean isChain = jitter == PlanJitter.DECORRELATED;
    boolean isWhole = !isChain && random.nextInt(4) == 0;
    int attempts = 1 + random.nextInt(isChain ? 4 : 9);
    StringBuilder plan = new StringBuilder("{");
    field(plan, "baseMs", isWhole ? random.nextInt(300) : random.nextDouble() * 900);
    field(plan, "multiplier", random.nextBoolean() ? 2 : 1 + random.nextDouble() * 3);
    field(plan, "maxAttempts", attempts);
    if (random.nextInt(4) > 0) {
      field(plan, "capMs", isWhole ? 1 + random.nextInt(4000) : 1 + random.nextDouble() * 9000);
    }
    field(plan, "failureRate", random.nextDouble());
    field(plan, "latencyMs", random.nextDouble() * 3000);
    if (random.nextBoolean()) {
      field(plan, "latencyFailMs", random.nextDouble() * 3000);
    }
    if (random.nextInt(3) > 0) {
      field(plan, "deadlineMs", 1 + random.nextDouble() * 20_000);
    }
    field(plan, "minAttemptMs", random.nextDouble() * 500);
    if (random.nextInt(3) == 0) {
      field(plan, "retryAfterMs", isWhole ? random.nextInt(900) : random.nextDouble() * 2000);
      word(plan, "retryAfterRule", any(random, PlanHintRule.values()));
    }
    if (isWhole) {
      word(plan, "draws", Draws.WHOLE_MS);
    }
    return word(plan, "jitter", jitter).append('}').toString();
  }

  private static String course(SplittableRandom random) {
    StringBuilder policy = new StringBuilder("{");
    field(policy, "maxAttempts", 1 + random.nextInt(5));
    field(policy, "baseDelayMs", random.nextDouble() * 1000);
    field(policy, "maxDelayMs", random.nextDouble() * 4000);
    field(policy, "multiplier", 1 + random.nextDouble() * 2);
    field(policy, "minimumAttemptMs", 1 + random.nextDouble() * 500);
    word(policy, "hintRule", any(random, HintRule.values()));
    word(policy, "jitter", any(random, Jitter.values()));
    StringBuilder course = new StringBuilder("{\"policy\":").append(policy).append("}");
    field(course, "deadlineMs", random.nextDouble() * 15_000);
    word(course, "operation", any(random, Operation.Kind.values()));
    course.append(",\"signals\":[{\"signal\":\"started\"}");
    double nowMs = 0;
    int attempt = 1;
    for (int i = random.nextInt(MOST_SIGNALS); i > 0; i--) {
      nowMs += random.nextDouble() * 2000;
      course.append(',').append(signal(random, attempt, nowMs));
      attempt += random.nextInt(4) == 0 ? 1 : 0;
    }
    return course.append("]}").toString();
  }

  private static String signal(SplittableRandom random, int attempt, double nowMs) {
    StringBuilder signal = new StringBuilder("{");
    switch (random.nextInt(8)) {
      case 0 -> word(signal, "signal", "succeeded");
      case 1 -> word(signal, "signal", "timed-out");
      case 2, 3, 4 -> word(signal, "signal", "wait-over");
      case 5 -> word(signal, "signal", random.nextInt(4) == 0 ? "cancelled" : "started");
      default -> {
        StringBuilder failure = new StringBuilder("{");
        word(failure, "class", any(random, FailureClass.values()).word());
        word(
            failure,
            "requestMayHaveRun",
            any(random, RequestMayHaveRun.values()).word());
        failure.append(",\"transient\":").append(random.nextInt(5) > 0);
        if (random.nextInt(3) == 0) {
          field(failure, "retryAfterMs", random.nextDouble() * 3000);
        }
        word(signal, "signal", "failed").append(",\"failure\":").append(failure).append('}');
      }
    }
    field(signal, "attempt", attempt);
    field(signal, "afterAttempt", attempt);
    field(signal, "nowMs", nowMs);
    return field(signal, "random", random.nextDouble()).append('}').toString();
  }

  private static String world(int seed, String provider, String outages, String clients) {
    return "{\"seed\":" + seed + ",\"durationMs\":90000," + provider + ",\"outages\":[" + outages
        + "],\"clients\":[" + clients + "]}";
  }

  private static String outage(String kind, String more) {
    return "{\"kind\":\"" + kind + "\",\"startMs\":20000,\"durationMs\":15000" + more + "}";
  }

  private static String client(String name, String arrivals, String more) {
    return "{\"name\":\"" + name + "\",\"policy\":" + POLICY + ",\"deadlineMs\":10000," + arrivals
        + more + "}";
  }

  private static String budget() {
    return ",\"retryBudget\":{\"ratio\":0.1,\"capacity\":20}";
  }

  private static <E> E any(SplittableRandom random, E[] values) {
    return values[random.nextInt(values.length)];
  }

  private static StringBuilder field(StringBuilder object, String name, double value) {
    return named(object, name).append(value);
  }

  private static StringBuilder word(StringBuilder object, String name, Enum<?> value) {
    return word(object, name, value.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  private static StringBuilder word(StringBuilder object, String name, String value) {
    return named(object, name).append('"').append(value).append('"');
  }

  private static StringBuilder named(StringBuilder object, String name) {
    String comma = object.length() > 1 ? "," : "";
    return object.append(comma).append('"').append(name).append("\":");
  }

  private AnyQuestions() {}
}
