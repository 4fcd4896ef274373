package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.ForbearException;
import dev.forbear.Outcome;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ReplyException;
import dev.forbear.event.TaskEvent;
import dev.forbear.task.Operation;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.ScriptedReply;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys, prompts and bodies are in nothing that is printed. */
class SecrecyTest {

  private static final String SECRET = "sk-proj-4242";

  /** What providers and client libraries put keys and prompts into. */
  private static List<Supplier<Exception>> failures() {
    ProviderReply reply = new ProviderReply(
        429,
        Map.of("authorization", List.of("Bearer " + SECRET), "retry-after", List.of("1")),
        "{\"error\":\"key " + SECRET + " is over its limit\"}");
    return List.of(
        () -> new ReplyException(reply),
        () -> new IOException("401 for key " + SECRET, new ReplyException(reply)),
        () -> new IllegalStateException("prompt: " + SECRET));
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void areNotPrintedOfAFailure(Driver driver) {
    for (Supplier<Exception> failure : failures()) {
      Play.Seen seen = Play.with(driver)
          .task(any -> any.write(SECRET))
          .play(
              attempt -> {
                throw failure.get();
              },
              attempt -> CompletableFuture.failedFuture(failure.get()),
              null);

      List<String> printed = new ArrayList<>();
      Outcome.NoValue<?> outcome = seen.noValue();
      printed.add(outcome.toString());
      printed.add(outcome.report().toString());
      printed.add(outcome.ending().toString());
      outcome.history().forEach(failed -> printed.add(failed.toString()));
      ForbearException thrown = new Outcomes(outcome).exception();
      printed.add(thrown.toString());
      printed.add(String.valueOf(thrown.getMessage()));
      for (TaskEvent event : seen.events()) {
        printed.add(event.toString());
      }
      printed.add(seen.trace());
      assertThat(printed).hasSizeGreaterThan(8).noneMatch(text -> text.contains(SECRET));
    }
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void areNotPrintedInTheStackTraceOfARefusedReply(Driver driver) {
    Play.Seen seen = Play.with(driver)
        .play(
            attempt -> {
              throw failures().get(0).get();
            },
            attempt -> CompletableFuture.failedFuture(failures().get(0).get()),
            null);
    StringWriter trace = new StringWriter();

    new Outcomes(seen.noValue()).exception().printStackTrace(new PrintWriter(trace));

    assertThat(trace.toString()).contains("Caused by: ").doesNotContain(SECRET);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void areNotPrintedOfASuccess(Driver driver) {
    ScriptedReply answer = ScriptedReply.ok(SECRET);

    Play.Seen seen = Play.with(driver)
        .play(attempt -> answer, attempt -> CompletableFuture.completedFuture(answer), null);

    assertThat(seen.ended().toString())
        .isEqualTo("Success[attempts=1, history=[], degraded=false]");
    assertThat(seen.events()).noneMatch(event -> event.toString().contains(SECRET));
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void areNotPrintedOfATaskOrItsOperation(Driver driver) {
    assertThat(Operation.write(SECRET)).hasToString("Operation[WRITE under a key]");
    Play.Seen seen = Play.with(driver)
        .task(any -> {
          assertThat(any.write(SECRET)).hasToString("Task['task', Operation[WRITE under a key]]");
          return any.write(SECRET);
        })
        .play(
            attempt -> {
              assertThat(attempt).hasToString("Attempt[1 of 'task' on 'primary']");
              return ScriptedReply.status(200);
            },
            attempt -> {
              assertThat(attempt).hasToString("Attempt[1 of 'task' on 'primary']");
              return CompletableFuture.completedFuture(ScriptedReply.status(200));
            },
            null);

    assertThat(seen.trace()).isEqualTo("1:ok t=0");
  }

  /** An outcome as the exception it throws. */
  private record Outcomes(Outcome.NoValue<?> outcome) {

    ForbearException exception() {
      try {
        Object unused = outcome.orElseThrow();
        throw new AssertionError("an end without a value has none");
      } catch (ForbearException e) {
        return e;
      }
    }
  }
}
