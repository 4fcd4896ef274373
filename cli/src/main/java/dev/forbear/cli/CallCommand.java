package dev.forbear.cli;

import dev.forbear.FailedAttempt;
import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.StreamResult;
import dev.forbear.Task;
import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.ReplyException;
import dev.forbear.http.HttpCalls;
import dev.forbear.http.HttpStreams;
import dev.forbear.stream.StreamFormat;
import dev.forbear.task.EndReason;
import dev.forbear.task.Operation;
import java.net.UnknownHostException;
import java.net.http.HttpRequest;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code forbear call}: one real request under the policy. */
@Command(
    name = "call",
    header = "Send a request under a deadline, with no attempt that cannot help.",
    description = {
      "%nStandard output gets the body of the reply, byte for byte, when it is whole; one of more than",
      "64 MiB is refused. After a failure it gets the body of the last refusal, as text of at most 64 KiB.",
      "Standard error gets the course: a line per attempt and one for the end, or one JSON object with",
      "--json; never a header, a body or the URL.",
      "%nWhat a reply means is told by the rules of the provider behind the host, bodies included. So a",
      "status of 200 is no success by itself: one that brings an error, a refusal, an answer that was cut",
      "off or a page for people ends as that failure, and its body is printed all the same. With --provider",
      "none every status from 200 to 299 is a success.",
      "%nWith --stream standard output gets the text of the answer as it comes, and nothing else: no tool",
      "call, no thinking. Attempts are repeated only until the first piece of the answer is printed. The",
      "last line says whether the answer is whole, was cut (it stopped without the provider's last event)",
      "or is partial (the provider broke it off with an error).",
      "%nWhether repeating does harm is never guessed from the method. Without --repeatable only what",
      "provably did not run is repeated, such as a refused connection, a 429 or a 503. With --key the",
      "header Idempotency-Key goes with every attempt. A user and a password in the URL go as",
      "Authorization. Redirects are not followed. Ctrl-C closes the connection.%n"
    },
    exitCodeList = {
      "0:success: a status from 200 to 299 whose body tells no failure, and the whole body was printed",
      "1:failed: no attempt succeeded, or the body could not be printed; the last lines say why",
      "2:wrong usage, such as a URL or a file that cannot be read",
      "3:unknown: a write that may or may not have been carried out",
      "4:partial: part of a stream was printed, and the rest never came",
      "130:cancelled by Ctrl-C (143 by SIGTERM)"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  forbear call --repeatable https://api.example.com/v1/models",
      "  forbear call --deadline 20s --attempts 3 --repeatable -d @prompt.json \\",
      "    -H \"authorization: Bearer $KEY\" https://api.example.com/v1/chat/completions",
      "  forbear call --key order-17 -d '{\"item\":17}' https://api.example.com/v1/orders",
      "  forbear call --stream --idle-timeout 20s --repeatable -d @chat.json \\",
      "    -H \"authorization: Bearer $KEY\" https://api.example.com/v1/chat/completions",
      "",
      "The course:",
      "  attempt 1   status 429, hint 250 ms  rate_limit          retry after 250 ms    19.6 s left",
      "  attempt 2   status 200               success             done                  18.1 s left",
      "  success after 2 attempts in 1.9 s of 20 s"
    })
final class CallCommand implements Callable<Integer> {

  private final Streams streams;

  @Mixin
  private final RequestFlags requestFlags = new RequestFlags();

  @Mixin
  private final PolicyFlags policyFlags = new PolicyFlags();

  @Mixin
  private final LimitFlags limitFlags = new LimitFlags();

  @Mixin
  private final OperationFlags operationFlags = new OperationFlags();

  @Mixin
  private final ProviderFlag providerFlag = new ProviderFlag();

  @Mixin
  private final StreamedFlags streamedFlags = new StreamedFlags();

  @Option(names = "--json", description = "Tell the course as one JSON object on standard error.")
  private boolean json;

  @Spec
  private @Nullable CommandSpec spec;

  CallCommand(Streams streams) {
    this.streams = streams;
  }

  /** What the flags say. */
  private record Order(
      HttpRequest request,
      Task task,
      Forbear.Builder rules,
      Judge judge,
      Optional<StreamFormat> streamed,
      double deadlineMs) {}

  @Override
  public Integer call() {
    Order order = order();
    CallCourse course = new CallCourse(streams, json, order.deadlineMs());
    Forbear forbear = order.rules().listener(course).build();
    try (Termination termination = new Termination()) {
      Task task = order.task().cancelledBy(termination.token());
      if (order.streamed().isPresent()) {
        return stream(forbear, task, order.request(), order.streamed().get(), course);
      }
      JudgedCall call = new JudgedCall(order.request(), order.judge(), course);
      return tell(forbear.run(task, call), call);
    }
  }

  private Order order() {
    try {
      Duration deadline = limitFlags.deadline();
      Operation operation = operationFlags.operation(Operation.undeclared());
      refuseUnsendableKey(operation);
      Task task = streamedFlags.applyTo(Task.named("call").with(operation).deadline(deadline));
      HttpRequest request = requestFlags.request(streams.in());
      refuseTwoKeys(operation, request);
      Judge judge = providerFlag.judge().orElseGet(() -> Judge.behind(request.uri()));
      return new Order(
          request,
          task,
          rules().classifier(judge.classifier()),
          judge,
          streamedFlags.isStreamed()
              ? Optional.of(streamedFlags.format(request.uri()))
              : Optional.empty(),
          deadline.toNanos() / 1e6);
    } catch (IllegalArgumentException refused) {
      CommandSpec self = Objects.requireNonNull(spec, "set by picocli");
      throw new ParameterException(self.commandLine(), String.valueOf(refused.getMessage()));
    }
  }

  private Forbear.Builder rules() {
    Forbear.Builder rules = Forbear.builder().policy(policyFlags.policy());
    limitFlags.attemptTimeout().ifPresent(rules::attemptTimeout);
    limitFlags.maxRetryAfter().ifPresent(rules::maxRetryAfter);
    return rules;
  }

  private static void refuseUnsendableKey(Operation operation) {
    if (operation.key() != null) {
      try {
        HttpRequest.newBuilder().header(HttpCalls.KEY_HEADER, operation.key());
      } catch (IllegalArgumentException refused) {
        throw new IllegalArgumentException(
            "--key holds characters that a header cannot carry; use letters, digits and hyphens");
      }
    }
  }

  /** The header would win, and the key that was declared would never be sent. */
  private static void refuseTwoKeys(Operation operation, HttpRequest request) {
    if (operation.key() != null
        && request.headers().firstValue(HttpCalls.KEY_HEADER).isPresent()) {
      throw new IllegalArgumentException(
          "give the key once: either --key or -H '" + HttpCalls.KEY_HEADER + ": …'");
    }
  }

  /** Hands the body out and says how it ended. */
  private int tell(Outcome<ReplyBody> outcome, JudgedCall call) {
    if (outcome instanceof Outcome.Success<ReplyBody> success) {
      return tell(success.value());
    }
    printLastAnswer(outcome.history(), call::bodyOf);
    return tellNoSuccess(outcome);
  }

  /** Prints the text as it comes; the last refusal only where there is none. */
  private int stream(
      Forbear forbear, Task task, HttpRequest request, StreamFormat format, CallCourse course) {
    StreamedCall call = new StreamedCall(streams, course);
    Outcome<StreamResult> outcome =
        call.carryOut(forbear, task, HttpStreams.of(JudgedCall.client(request), request, format));
    if (outcome == null || outcome instanceof Outcome.Success<StreamResult>) {
      return ExitCode.ANSWERED; // what could not be printed is told at the end of the process
    }
    if (!call.hasCome()) {
      printLastAnswer(outcome.history(), cause -> Optional.empty());
    }
    return tellNoSuccess(outcome);
  }

  private int tellNoSuccess(Outcome<?> outcome) {
    streams.out().flush();
    if (outcome instanceof Outcome.Unknown<?>) {
      return ExitCode.UNKNOWN;
    }
    if (outcome instanceof Outcome.Partial<?>) {
      return ExitCode.PARTIAL;
    }
    if (outcome instanceof Outcome.Cancelled<?>) {
      return ExitCode.CANCELLED;
    }
    if (outcome instanceof Outcome.Failed<?> failed) {
      advise(failed);
      return ExitCode.FAILED;
    }
    throw new AssertionError("an outcome this command does not know: " + outcome);
  }

  private int tell(ReplyBody body) {
    if (body.isTooLong()) {
      streams
          .err()
          .println("error: the body is longer than " + (ReplyBody.MAX_BYTES >> 20)
              + " MiB, the most that is held; nothing of it was printed");
      return ExitCode.FAILED;
    }
    body.writeTo(streams.out());
    streams.out().flush();
    return ExitCode.ANSWERED;
  }

  private void printLastAnswer(
      List<FailedAttempt> history, Function<Throwable, Optional<ReplyBody>> bodyOf) {
    if (history.isEmpty()) {
      return;
    }
    Throwable cause = history.get(history.size() - 1).cause();
    Optional<ReplyBody> body = bodyOf.apply(cause);
    if (body.isPresent()) {
      body.get().writeTo(streams.out());
    } else if (cause instanceof ReplyException refusal) {
      streams.out().writeBytes(refusal.reply().body().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** What a person can do where the course does not say it. */
  private void advise(Outcome.Failed<?> failed) {
    Classified failure = failed.report().ending().failure();
    if (json || failure == null) {
      return;
    }
    boolean hadAnswer =
        failed.history().get(failed.history().size() - 1).cause() instanceof ReplyException refusal
            && refusal.reply().status() / 100 == 2;
    if (hadAnswer) {
      ClassAdvice words = ClassAdvice.of(failure.failureClass());
      say("the body tells a failure, whatever the status; it was printed all the same");
      say(words.meaning() + " " + words.advice());
    }
    if (failed.reason() == EndReason.UNSAFE && failure.isTransient()) {
      say("add --repeatable if sending it twice does no harm, or --key if the server honors one");
    } else if (failure.failureClass() == FailureClass.CONNECT_FAILED) {
      say(
          failsToResolve(failed.history())
              ? "the host of the URL is not known here: is it spelled right, and is there a network?"
              : "nothing could be reached at the host and port of the URL");
    }
  }

  private static boolean failsToResolve(List<FailedAttempt> history) {
    Throwable cause = history.get(history.size() - 1).cause();
    for (int depth = 0; cause != null && depth < 10; depth++) {
      if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  private void say(String line) {
    streams.err().println(line);
    streams.err().flush();
  }
}
