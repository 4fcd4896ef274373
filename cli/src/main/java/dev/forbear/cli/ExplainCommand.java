package dev.forbear.cli;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ThrownChain;
import dev.forbear.cli.reply.PastedReplies;
import dev.forbear.cli.reply.PastedReply;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code forbear explain}: what one reply means and what to do about it, for people. */
@Command(
    name = "explain",
    header = "Explain a reply: what failed, whether to repeat it, and what to do.",
    description = {
      "%nGive it what curl -i or curl -v printed, a HAR file of a browser or one entry of it, or the parts as",
      "flags. Of several answers the last final one counts, of a HAR file the last entry that failed. It",
      "judges by the table of the provider behind the host, where one is known, and tells which rule said",
      "so. Headers and bodies are never shown.%n"
    },
    exitCodeList = {
      "0:the reply was explained, whatever it means",
      "2:wrong usage, or there is no reply in what was given"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  curl -i https://api.example.com/v1/models | forbear explain",
      "  forbear explain answer.txt",
      "  forbear explain --provider openai --status 429 --header 'retry-after: 2' --body @error.json",
      "  forbear explain --entry 12 session.har",
      "  forbear explain --exception 'java.net.ConnectException: Connection refused'"
    })
final class ExplainCommand implements Callable<Integer> {

  private static final String STANDARD_INPUT = "-";

  private final Streams streams;
  private final InstantSource wallClock;

  @Mixin
  private final ReplyFlags replyFlags = new ReplyFlags();

  @Mixin
  private final ProviderFlag providerFlag = new ProviderFlag();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The address that was called: the provider goes by its host.")
  private @Nullable String url;

  @Option(
      names = "--entry",
      paramLabel = "N",
      converter = Count.class,
      description = "The entry of a HAR file, from 1 (default: the last one that failed).")
  private @Nullable Long entry;

  @Option(names = "--json", description = "Answer as one JSON object.")
  private boolean json;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "What was pasted; - or nothing for standard input.")
  private @Nullable String file;

  @Spec
  private @Nullable CommandSpec spec;

  ExplainCommand(Streams streams, InstantSource wallClock) {
    this.streams = streams;
    this.wallClock = wallClock;
  }

  @Override
  public Integer call() {
    try {
      Explanation explanation = explanation();
      streams.out().println(json ? explanation.json() : explanation.text());
      return ExitCode.ANSWERED;
    } catch (IllegalArgumentException refused) {
      CommandSpec self = Objects.requireNonNull(spec, "set by picocli");
      throw new ParameterException(self.commandLine(), String.valueOf(refused.getMessage()));
    }
  }

  private Explanation explanation() {
    Optional<Judge> named = judge();
    if (!replyFlags.areGiven()) {
      return explained(pasted(named), named);
    }
    if (file != null || entry != null) {
      throw new IllegalArgumentException(
          "give either a file or the parts of a reply, not both; the file and --entry are for HAR files and what curl printed");
    }
    ThrownChain thrown = replyFlags.thrown();
    if (thrown != null) {
      return new Explanation(
          thrown.classify(), RuleSource.EXCEPTION, "", "an exception: " + thrown, List.of());
    }
    ProviderReply reply = replyFlags.reply(streams.in());
    PastedReply given = new PastedReply(reply, "flags", null, OptionalLong.empty(), List.of());
    return explained(given, named);
  }

  /** The provider that the flags name, by its name or by an address; empty for none. */
  private Optional<Judge> judge() {
    Optional<Judge> named = providerFlag.judge();
    if (url == null) {
      return named;
    }
    if (named.isPresent()) {
      throw new IllegalArgumentException("give --provider or --url, not both");
    }
    return Optional.of(Judge.behind(CallUrl.parse(url).uri()));
  }

  private PastedReply pasted(Optional<Judge> named) {
    OptionalLong wanted = entry == null ? OptionalLong.empty() : OptionalLong.of(entry);
    try (InputStream in = input()) {
      return PastedReplies.read(in, wanted, reply -> isFailure(reply, named));
    } catch (IOException unreadable) {
      throw new IllegalArgumentException("reading stopped: " + unreadable.getMessage());
    }
  }

  private InputStream input() {
    if (file == null || file.equals(STANDARD_INPUT)) {
      if (streams.terminal().in()) {
        streams.err().println("paste what curl -i printed; Ctrl-D on a line of its own ends");
      }
      return streams.in();
    }
    try {
      Path path = Path.of(file);
      if (Files.isDirectory(path)) {
        throw new IllegalArgumentException(
            "'" + Shown.text(file) + "' is a folder; a file is expected");
      }
      return Files.newInputStream(path);
    } catch (InvalidPathException | IOException unreadable) {
      throw new IllegalArgumentException("the file '" + Shown.text(file) + "' cannot be read"
          + (unreadable instanceof NoSuchFileException ? ": it is not there" : ""));
    }
  }

  /** Of a browser's session: pages, pictures and moved addresses are no failures of a model call. */
  private boolean isFailure(PastedReply pasted, Optional<Judge> named) {
    int status = pasted.reply().status();
    boolean isData = pasted.reply().header("content-type").stream()
        .anyMatch(type -> type.contains("json") || type.contains("event-stream"));
    return status >= 400
        || (status / 100 == 2
            && isData
            && verdict(pasted, named).failureClass() != FailureClass.SUCCESS);
  }

  private Classified verdict(PastedReply pasted, Optional<Judge> named) {
    return judge(pasted, named)
        .classifier()
        .classify(pasted.reply(), replyFlags.epochMs(pasted.atEpochMs(), wallClock));
  }

  private static Judge judge(PastedReply pasted, Optional<Judge> named) {
    URI uri = pasted.uri();
    return named.orElseGet(() -> Judge.behind(uri));
  }

  private Explanation explained(PastedReply pasted, Optional<Judge> named) {
    Classified verdict = verdict(pasted, named);
    List<String> notes = new ArrayList<>(pasted.notes());
    if (verdict.retryAfterMs().orElse(0) > 0 && pasted.atEpochMs().isPresent()) {
      Instant answered = Instant.ofEpochMilli(pasted.atEpochMs().getAsLong());
      notes.add("The wait counts from when the reply was made, "
          + answered.truncatedTo(ChronoUnit.SECONDS) + ".");
    }
    Judge judge = judge(pasted, named);
    return new Explanation(
        verdict,
        RuleSource.of(verdict, judge.classifier(), pasted.reply()),
        judge.toString(),
        pasted.origin() + ": " + read(pasted.reply()),
        notes);
  }

  private static String read(ProviderReply reply) {
    int headers = reply.headers().size();
    int chars = reply.body().length();
    return "status " + reply.status() + ", "
        + headers + (headers == 1 ? " header, " : " headers, ")
        + (chars == 0 ? "no body" : "a body of " + chars + " characters");
  }
}
