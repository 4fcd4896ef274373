package dev.forbear.cli;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ThrownChain;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code forbear classify}: what a failure is, and what that means for the next attempt. */
@Command(
    name = "classify",
    header = "Say what a reply or an exception means for the next attempt.",
    description = {
      "%nWith flags it answers once, for people. Without flags it answers JSON Lines:",
      "{\"class\":…,\"transient\":…,\"retryAfterMs\":n|null,\"requestMayHaveRun\":\"no|maybe|yes\",\"rule\":…}.",
      "It judges by status, headers and exceptions; of a body it sees whether there is one.",
      "Lines of the kind stream_event are answered with an error: what they mean stands in the body.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  forbear classify --status 429 --header 'retry-after: 2'",
      "  forbear classify --exception 'java.io.IOException: x <- java.net.ConnectException: refused'",
      "  forbear classify < failures.jsonl",
      "",
      "A line, with the wall clock for dates in headers where it matters:",
      "  {\"kind\":\"http\",\"status\":429,\"headers\":{\"Retry-After\":\"2\"},\"body\":\"\",",
      "   \"now\":\"2026-11-30T12:00:00Z\"}",
      "A line of the other kind:",
      "  {\"kind\":\"exception\",\"exception\":\"java.net.ConnectException: Connection refused\"}"
    })
final class ClassifyCommand implements Callable<Integer> {

  /** A status has three digits (RFC 9110, section 15). */
  private static final int LOWEST_STATUS = 100;

  private static final int HIGHEST_STATUS = 999;

  private final Streams streams;
  private final InstantSource wallClock;

  @Mixin
  private final Form form = new Form();

  @Option(
      names = "--status",
      paramLabel = "N",
      converter = Count.class,
      description = "The HTTP status of a reply, 100 to 999.")
  private @Nullable Long status;

  @Option(
      names = "--header",
      paramLabel = "'NAME: VALUE'",
      description = "A header of the reply; may be given again.")
  private List<String> headers = new ArrayList<>();

  @Option(
      names = "--body",
      paramLabel = "TEXT",
      description = "The body of the reply (default: none).")
  private @Nullable String body;

  @Option(
      names = "--exception",
      paramLabel = "TEXT",
      description = "An exception instead: 'package.Class: message', causes after ' <- '.")
  private @Nullable String exception;

  @Option(
      names = "--now",
      paramLabel = "INSTANT",
      description =
          "The wall clock for dates in headers, as in 2026-11-30T12:00:00Z (default: this machine's).")
  private @Nullable String now;

  @Parameters(paramLabel = "FILE", description = "Files of JSON Lines; standard input without.")
  private List<String> files = new ArrayList<>();

  ClassifyCommand(Streams streams, InstantSource wallClock) {
    this.streams = streams;
    this.wallClock = wallClock;
  }

  @Override
  public Integer call() {
    if (!form.isFlags()) {
      return form.answerLines(streams, files, input -> Answer.of(json(classify(input))));
    }
    form.refuseFiles(files);
    try {
      Classified verdict = classifyFlags();
      return form.answerFlags(streams, json(verdict), text(verdict));
    } catch (IllegalArgumentException refused) {
      throw form.refusal(String.valueOf(refused.getMessage()));
    }
  }

  private Classified classifyFlags() {
    boolean isReply = status != null || !headers.isEmpty() || body != null;
    if (exception != null && isReply) {
      throw new IllegalArgumentException(
          "give a reply (--status, --header, --body) or an exception (--exception), not both");
    }
    if (exception != null) {
      return ThrownChain.parse(exception).classify();
    }
    if (status == null) {
      throw new IllegalArgumentException(
          "nothing to classify: give --status for a reply, or --exception");
    }
    Map<String, List<String>> sent = new LinkedHashMap<>();
    for (String header : headers) {
      addHeader(header, sent);
    }
    return classify("--status", status, sent, body, now);
  }

  private Classified classify(Fields input) {
    return switch (input.text("kind")) {
      case "http" ->
        classify(
            "status",
            input.count("status"),
            input.textLists("headers"),
            input.textOrNull("body"),
            input.has("now") ? input.text("now") : null);
      case "exception" -> ThrownChain.parse(input.text("exception")).classify();
      case "stream_event" ->
        throw new InvalidLine(
            "kind stream_event cannot be classified yet: what it means stands in the body, which is not read;"
                + " kinds that can be are http and exception");
      default ->
        throw new InvalidLine("kind must be http, exception or stream_event"
            + Nearest.question(input.text("kind"), List.of("http", "exception", "stream_event")));
    };
  }

  private Classified classify(
      String name,
      long status,
      Map<String, List<String>> headers,
      @Nullable String body,
      @Nullable String now) {
    if (status < LOWEST_STATUS || status > HIGHEST_STATUS) {
      throw new IllegalArgumentException(
          name + " must be from " + LOWEST_STATUS + " to " + HIGHEST_STATUS + ", was " + status);
    }
    ProviderReply reply = new ProviderReply((int) status, headers, body == null ? "" : body);
    return FailureClassifier.defaults().classify(reply, epochMs(now));
  }

  private long epochMs(@Nullable String now) {
    if (now == null) {
      return wallClock.millis();
    }
    try {
      return Instant.parse(now).toEpochMilli();
    } catch (DateTimeException | ArithmeticException notAnInstant) {
      throw new IllegalArgumentException(
          "now must be an instant such as 2026-11-30T12:00:00Z, was '" + Shown.text(now) + "'");
    }
  }

  /** A value is never shown: it may be a key. */
  private static void addHeader(String line, Map<String, List<String>> headers) {
    int colon = line.indexOf(':');
    String name = colon < 0 ? "" : line.substring(0, colon).strip();
    if (name.isEmpty()) {
      throw new IllegalArgumentException("--header must be 'NAME: VALUE', was a text of "
          + line.length() + " characters " + (colon < 0 ? "without a colon" : "without a name"));
    }
    headers
        .computeIfAbsent(name, any -> new ArrayList<>())
        .add(line.substring(colon + 1).strip());
  }

  private static String json(Classified verdict) {
    JsonText answer = JsonText.object()
        .field("class", verdict.failureClass().word())
        .field("transient", verdict.isTransient());
    answer = verdict.retryAfterMs().isPresent()
        ? answer.field("retryAfterMs", verdict.retryAfterMs().getAsDouble())
        : answer.raw("retryAfterMs", "null");
    return answer
        .field("requestMayHaveRun", verdict.requestMayHaveRun().word())
        .field("rule", verdict.rule())
        .end();
  }

  private static String text(Classified verdict) {
    OptionalDouble hintMs = verdict.retryAfterMs();
    return verdict.failureClass().word()
        + "\n"
        + new AlignedText("  ")
            .row("transient", verdict.isTransient() ? "yes" : "no")
            .row(
                "retry after",
                hintMs.isPresent() ? HumanDuration.text(hintMs.getAsDouble()) : "no hint")
            .row("request may have run", verdict.requestMayHaveRun().word())
            .row("rule", verdict.rule());
  }
}
