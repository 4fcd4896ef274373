package dev.forbear.cli;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ThrownChain;
import dev.forbear.providers.Providers;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code forbear classify}: what a failure is, and what that means for the next attempt. */
@Command(
    name = "classify",
    header = "Say what a reply, a stream or an exception means for the next attempt.",
    description = {
      "%nWith flags it answers once, for people. Without flags it answers JSON Lines:",
      "{\"class\":…,\"transient\":…,\"retryAfterMs\":n|null,\"requestMayHaveRun\":\"no|maybe|yes\",\"rule\":…}.",
      "A reply is judged by status, headers and body, with the table of the provider that the line or",
      "--provider names; otherwise it looks who is speaking. For the meaning in full: forbear explain.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  forbear classify --status 429 --header 'retry-after: 2'",
      "  forbear classify --status 400 --body @error.json --provider anthropic",
      "  forbear classify --exception 'java.io.IOException: x <- java.net.ConnectException: refused'",
      "  forbear classify < failures.jsonl",
      "",
      "A line, with the wall clock for dates in headers where it matters:",
      "  {\"kind\":\"http\",\"provider\":\"openai\",\"status\":429,\"headers\":{\"Retry-After\":\"2\"},",
      "   \"body\":\"…\",\"now\":\"2026-11-30T12:00:00Z\"}",
      "Lines of the other kinds; of a stream the body is what came of it:",
      "  {\"kind\":\"exception\",\"exception\":\"java.net.ConnectException: Connection refused\"}",
      "  {\"kind\":\"stream_event\",\"status\":200,\"headers\":{},\"body\":\"data: {…}\"}"
    })
final class ClassifyCommand implements Callable<Integer> {

  private static final List<String> KINDS = List.of("http", "exception", "stream_event");

  private final Streams streams;
  private final InstantSource wallClock;

  @Mixin
  private final Form form = new Form();

  @Mixin
  private final ReplyFlags replyFlags = new ReplyFlags();

  @Mixin
  private final ProviderFlag providerFlag = new ProviderFlag();

  @Parameters(paramLabel = "FILE", description = "Files of JSON Lines; standard input without.")
  private List<String> files = new ArrayList<>();

  ClassifyCommand(Streams streams, InstantSource wallClock) {
    this.streams = streams;
    this.wallClock = wallClock;
  }

  @Override
  public Integer call() {
    try {
      Optional<FailureClassifier> named = providerFlag.judge().map(Judge::classifier);
      if (!form.isFlags(ProviderFlag.NAME)) {
        return form.answerLines(
            streams,
            files,
            input -> Answer.of(VerdictText.json(classify(input, named)).end()));
      }
      form.refuseFiles(files);
      Classified verdict = classifyFlags(named.orElseGet(Providers::any));
      return form.answerFlags(streams, VerdictText.json(verdict).end(), VerdictText.text(verdict));
    } catch (IllegalArgumentException refused) {
      throw form.refusal(String.valueOf(refused.getMessage()));
    }
  }

  private Classified classifyFlags(FailureClassifier provider) {
    ThrownChain thrown = replyFlags.thrown();
    return thrown == null
        ? provider.classify(
            replyFlags.reply(streams.in()), replyFlags.epochMs(OptionalLong.empty(), wallClock))
        : thrown.classify();
  }

  /** The flag outweighs the line. */
  private Classified classify(Fields input, Optional<FailureClassifier> named) {
    String kind = input.text("kind");
    if (!KINDS.contains(kind)) {
      throw new InvalidLine(
          "kind must be http, exception or stream_event" + Nearest.question(kind, KINDS));
    }
    if (kind.equals("exception")) {
      return ThrownChain.parse(input.text("exception")).classify();
    }
    String body = input.textOrNull("body");
    ProviderReply reply = ReplyFlags.reply(
        "status", input.count("status"), input.textLists("headers"), body == null ? "" : body);
    long epochMs = input.has("now") ? ReplyFlags.epochMs(input.text("now")) : wallClock.millis();
    FailureClassifier provider = named.orElseGet(
        () -> input.has("provider") ? Judge.namedOrAny(input.text("provider")) : Providers.any());
    return provider.classify(reply, epochMs);
  }
}
