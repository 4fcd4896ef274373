package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.forbear.FailedAttempt;
import dev.forbear.ForbearException;
import dev.forbear.classify.ReplyException;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.EndReason;
import dev.forbear.task.OutcomeKind;
import dev.forbear.testkit.Rehearsal.Driver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The exception a task without a value ends in, for callers who want one. */
class ForbearExceptionTest {

  private static ForbearException thrownBy(Play.Seen seen) {
    return catchThrowableOfType(ForbearException.class, seen.ended()::orElseThrow);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void saysHowOftenHowLongAndWhy(Driver driver) {
    assertThat(thrownBy(Play.with(driver).play("503 in 100ms x3")))
        .hasMessage("gave up on 'task' after 3 attempts in 1.1 s of 20.0 s (attempts); "
            + "last: unavailable, status 503");
    assertThat(thrownBy(Play.with(driver).deadlineMs(2000).play("429 after 30s in 100ms")))
        .hasMessage("gave up on 'task' after 1 attempt in 100 ms of 2.0 s (deadline); "
            + "last: rate_limit, status 429; the provider asks for a wait of 30.0 s");
    assertThat(thrownBy(Play.with(driver).cancelledAt(500).play("hang")))
        .hasMessage("cancelled 'task' after 1 attempt in 500 ms of 20.0 s (cancelled); "
            + "last: cancelled, cancelled by the caller");
    assertThat(thrownBy(Play.with(driver).task(any -> any.write()).play("reset in 900ms")))
        .hasMessageStartingWith("do not know whether this was carried out: "
            + "'task' after 1 attempt in 900 ms of 20.0 s (unsafe); last: unknown_outcome, ");
    assertThat(thrownBy(Play.with(driver).deadlineMs(100).play("ok")))
        .hasMessage("gave up on 'task' after 0 attempts in 0 ms of 100 ms (deadline)");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void hasTheLastFailureAsItsCauseAndTheEarlierOnesSuppressed(Driver driver) {
    Play.Seen seen = Play.with(driver).attemptTimeoutMs(1000).play("503, hang, refuse");

    ForbearException thrown = thrownBy(seen);

    List<Throwable> causes =
        seen.ended().history().stream().map(FailedAttempt::cause).toList();
    assertThat(causes).hasSize(3);
    assertThat(thrown.getCause()).isSameAs(causes.get(2));
    assertThat(thrown.getSuppressed()).containsExactly(causes.get(0), causes.get(1));
    assertThat(causes.get(0)).isInstanceOf(ReplyException.class);
    assertThat(causes.get(1)).isInstanceOf(TimeoutException.class);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void carriesEveryAttemptWithItsFacts(Driver driver) {
    ForbearException thrown =
        thrownBy(Play.with(driver).play("503 in 100ms, 429 after 2s in 50ms, 400 in 10ms"));

    assertThat(thrown.reason()).isEqualTo(EndReason.PERMANENT);
    assertThat(thrown.ending().kind()).isEqualTo(OutcomeKind.FAILED);
    assertThat(thrown.history())
        .extracting(failed -> String.join(
            " ",
            String.valueOf(failed.facts().number()),
            String.valueOf(failed.facts().target()),
            String.valueOf(failed.facts().waitBeforeMs()),
            String.valueOf(failed.facts().startMs()),
            String.valueOf(failed.facts().endMs()),
            failed.facts().failure().failureClass().word()))
        .containsExactly(
            "1 0 0.0 0.0 100.0 unavailable",
            "2 0 250.0 350.0 400.0 rate_limit",
            "3 0 2000.0 2400.0 2410.0 invalid_request");
  }

  /** Some clients throw one instance again and again; an exception cannot suppress its own cause twice over. */
  @ParameterizedTest
  @EnumSource(Driver.class)
  void bearsTheSameFailureThrownTwice(Driver driver) {
    ReplyException same = new ReplyException(dev.forbear.classify.ProviderReply.of(503));
    Play.Seen seen = Play.with(driver)
        .play(
            attempt -> {
              throw same;
            },
            attempt -> {
              throw same;
            },
            null);

    assertThat(thrownBy(seen)).hasNoSuppressedExceptions();
    assertThat(thrownBy(seen).getCause()).isSameAs(same);
    assertThat(seen.ended().history()).hasSize(3);
  }

  /** Each call throws its own, so that its stack trace is the caller's. */
  @ParameterizedTest
  @EnumSource(Driver.class)
  void isMadeAnewForEachCaller(Driver driver) {
    Play.Seen seen = Play.with(driver).play("400");

    assertThat(thrownBy(seen)).isNotSameAs(thrownBy(seen));
  }

  @Test
  void survivesSerializationAsAMessageWithItsCause() throws Exception {
    ForbearException thrown = thrownBy(Play.with(Driver.BLOCKING).play("503 x3"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(thrown);
    }

    ForbearException read;
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      read = (ForbearException) in.readObject();
    }

    assertThat(read).hasMessage(thrown.getMessage()).hasCauseInstanceOf(ReplyException.class);
    Play.Seen outer = Play.with(Driver.BLOCKING)
        .forbear(any -> any.policy(RetryPolicy.of(1, 0, 0, 1)))
        .play(
            attempt -> {
              throw read;
            },
            attempt -> {
              throw read;
            },
            null);
    assertThat(outer.noValue().reason()).isEqualTo(EndReason.ATTEMPTS);
  }
}
