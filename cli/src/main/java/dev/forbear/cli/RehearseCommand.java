package dev.forbear.cli;

import dev.forbear.providers.Provider;
import dev.forbear.providers.Providers;
import dev.forbear.task.AfterCommit;
import dev.forbear.task.Ending;
import dev.forbear.task.Operation;
import dev.forbear.testkit.Rehearsal;
import dev.forbear.testkit.Rehearsal.Course;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.Scenario;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.StreamLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code forbear rehearse}: the course a task takes when the provider does what a script says. */
@Command(
    name = "rehearse",
    header = "Play a provider's failures in virtual time and tell the course of the task.",
    description = {
      "%nEvery rule and both drivers are the real ones; only time and the provider are pretended, so a course",
      "of an hour takes milliseconds. With flags it answers once, for people. Without flags it answers",
      "JSON Lines: attempts, startsMs, waitsMs, outcome, reason, elapsedMs, failure, retryAfterMs,",
      "upstreamAbortedAtMs, degraded, uncertain, keys (of a write under a key), targets (where the line",
      "names some), text and events (of a stream) and trace. Bodies of failures count, whoever wrote them.",
      "The modes limiter and ledger are not rehearsed.%n"
    },
    footerHeading = "%nThe words of a script:%n",
    footer = {
      "  200 … 999, ok                     a reply with that status; ok is 200",
      "  hang                              no answer, ever",
      "  reset, close, cut                 the connection is lost before or within the answer",
      "  refuse                            no connection",
      "  reset-early, drip-headers, headers-then-hang, drip, reset-in-body, interrupt",
      "                                    further ways to fail",
      "  stream(Hel, lo, done) every 20ms  a stream of these chunks; 'done' is its terminal event, further",
      "                                    chunks are meta, tool:bytes and error:529",
      "  … then break                      how a stream ends: end, break, reset or hang",
      "  … after 2s                        the reply asks for a wait",
      "  … in 300ms                        it takes that long",
      "  … x3                              three times",
      "%nExamples:",
      "  forbear rehearse --script \"503, 429 after 2s, ok in 400ms\"",
      "  forbear rehearse --deadline 10s --attempt-timeout 4s --script \"hang x3\"",
      "  forbear rehearse --write --script \"reset in 900ms\"",
      "  forbear rehearse --targets A,B --per-target 1 --script \"503 in 100ms, ok in 400ms\"",
      "  forbear rehearse --idle-timeout 2s --script \"stream(Hel, lo) every 20ms then hang\"",
      "  forbear rehearse < scenarios.jsonl",
      "",
      "A line (an entry of the script is one attempt; afterMs null is never):",
      "  {\"policy\":{\"maxAttempts\":3,\"baseDelayMs\":500,\"maxDelayMs\":8000,\"minimumAttemptMs\":200,",
      "   \"random\":0.5},\"deadlineMs\":60000,\"script\":[{\"afterMs\":100,\"status\":503},",
      "   {\"afterMs\":400,\"status\":200}]}"
    })
final class RehearseCommand implements Callable<Integer> {

  private final Streams streams;

  @Mixin
  private final Form form = new Form();

  @Mixin
  private final PolicyFlags policyFlags = new PolicyFlags();

  @Mixin
  private final LimitFlags limitFlags = new LimitFlags();

  @Mixin
  private final OperationFlags operationFlags = new OperationFlags();

  @Mixin
  private final TargetFlags targetFlags = new TargetFlags();

  @Mixin
  private final StreamFlags streamFlags = new StreamFlags();

  @Option(
      names = "--script",
      paramLabel = "WORDS",
      description = "What the provider does with each request, separated by commas.")
  private @Nullable String script;

  @Option(
      names = "--on-partial",
      paramLabel = "keep|restart",
      description = {
        "Of a stream that breaks: keep what was delivered and end (default), or drop it and",
        "restart."
      })
  private @Nullable String onPartial;

  @Option(
      names = "--random",
      paramLabel = "X",
      defaultValue = "0.5",
      converter = DecimalNumber.class,
      description =
          "The draw for every jitter, at least 0 and less than 1 (default ${DEFAULT-VALUE}).")
  private double random;

  @Option(
      names = "--cancel-at",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "When the caller cancels (default: never).")
  private @Nullable HumanDuration cancelAt;

  @Parameters(paramLabel = "FILE", description = "Files of JSON Lines; standard input without.")
  private List<String> files = new ArrayList<>();

  RehearseCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (!form.isFlags()) {
      return form.answerLines(streams, files, RehearseCommand::answer);
    }
    form.refuseFiles(files);
    try {
      Scenario scenario = scenario();
      List<AttemptNote> notes = new ArrayList<>();
      Course course = play(scenario, notes);
      return form.answerFlags(streams, json(scenario, course), text(scenario, course, notes));
    } catch (IllegalArgumentException refused) {
      throw form.refusal(String.valueOf(refused.getMessage()));
    }
  }

  private static Answer answer(Fields input) {
    Scenario scenario = Scenario.fromJson(input.json());
    return Answer.of(json(scenario, play(scenario, new ArrayList<>())));
  }

  private Scenario scenario() {
    if (script == null) {
      throw new IllegalArgumentException(
          "--script is missing: what the provider does, as in --script \"503, 429 after 2s, ok\"");
    }
    Script words = Script.parse(script);
    boolean streams = words.replies().stream().anyMatch(reply -> !reply.chunks().isEmpty());
    String given = onPartial == null ? streamFlags.given() : "--on-partial";
    if (!streams && !given.isEmpty()) {
      throw new IllegalArgumentException(
          given + " holds for streams only, as in --script \"stream(Hel, lo, done)\"");
    }
    return new Scenario(
        policyFlags.policy(),
        random,
        ms(limitFlags.deadline()),
        ms(limitFlags.attemptTimeout()),
        ms(limitFlags.maxRetryAfter()),
        operationFlags.operation(Operation.repeatable()),
        targetFlags.targets(),
        targetFlags.areNamed(),
        targetFlags.full(),
        0,
        words,
        cancelAt == null ? OptionalDouble.empty() : OptionalDouble.of(cancelAt.ms()),
        streams ? Optional.of(limits()) : Optional.empty());
  }

  private StreamLimits limits() {
    return new StreamLimits(
        ms(streamFlags.firstTokenTimeout()), ms(streamFlags.idleTimeout()), afterCommit());
  }

  private AfterCommit afterCommit() {
    if (onPartial == null || onPartial.equals("keep")) {
      return AfterCommit.KEEP;
    }
    if (onPartial.equals("restart")) {
      return AfterCommit.RESTART;
    }
    throw new IllegalArgumentException(
        "--on-partial must be keep or restart, was '" + Shown.text(onPartial) + "'");
  }

  /** Plays it with both drivers: a course they do not agree on is no answer. */
  private static Course play(Scenario scenario, List<AttemptNote> notes) {
    AttemptNotes listener =
        new AttemptNotes(scenario.targets().names(), scenario.deadlineMs(), notes::add);
    Provider anybody = Providers.any();
    Course course = Rehearsal.play(scenario, Driver.BLOCKING, anybody, listener);
    Course other = Rehearsal.play(scenario, Driver.ASYNC, anybody, event -> {});
    if (!course.equals(other)) {
      throw new InvalidLine("the drivers disagree, please report it: blocking " + course.trace()
          + "; async " + other.trace());
    }
    return course;
  }

  private static String json(Scenario scenario, Course course) {
    Ending ending = course.ending();
    JsonText facts = JsonText.object()
        .field("attempts", course.startsMs().size())
        .numbers("startsMs", course.startsMs())
        .numbers("waitsMs", course.waitsMs())
        .field("outcome", ending.kind().word())
        .field("reason", ending.reason() == null ? null : ending.reason().word())
        .field("elapsedMs", course.elapsedMs())
        .field(
            "failure",
            ending.failureClass() == null ? null : ending.failureClass().word())
        .field("retryAfterMs", ending.retryAfterMs())
        .numbers("upstreamAbortedAtMs", course.upstreamAbortedAtMs())
        .field("degraded", ending.degraded())
        .field("uncertain", ending.uncertain());
    if (scenario.operation().key() != null) {
      facts.texts("keys", course.keys());
    }
    if (scenario.namesTargets()) {
      facts.texts("targets", course.targets());
    }
    if (scenario.streaming().isPresent()) {
      facts.field("text", course.text()).texts("events", course.events());
    }
    return facts.field("trace", course.trace()).end();
  }

  private static String text(Scenario scenario, Course course, List<AttemptNote> notes) {
    AlignedText rows = new AlignedText("");
    row(rows, scenario, "attempt", "start", "target", "came", "meaning", "then", "left");
    for (AttemptNote note : notes) {
      row(
          rows,
          scenario,
          Integer.toString(note.number()),
          HumanDuration.text(note.startMs()),
          note.target(),
          note.came(),
          note.failure(),
          note.then(),
          HumanDuration.text(note.leftMs()));
    }
    int attempts = course.startsMs().size();
    String heard = scenario.streaming().isEmpty()
        ? ""
        : String.join("", course.events().stream().map(event -> event + "\n").toList()) + "text: "
            + course.text() + "\n";
    return rows + "\n" + heard
        + EndingText.of(course.ending(), attempts, course.elapsedMs(), scenario.deadlineMs());
  }

  /** A row; the target, third, is left out where there is only one. */
  private static void row(AlignedText rows, Scenario scenario, String... cells) {
    List<String> shown = new ArrayList<>(List.of(cells));
    if (!scenario.namesTargets()) {
      shown.remove(2);
    }
    rows.row(shown.toArray(String[]::new));
  }

  private static double ms(Duration duration) {
    return duration.toNanos() / 1e6;
  }

  private static double ms(Optional<Duration> duration) {
    return duration.map(RehearseCommand::ms).orElse(Double.POSITIVE_INFINITY);
  }
}
