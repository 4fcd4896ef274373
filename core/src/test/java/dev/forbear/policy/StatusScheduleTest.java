package dev.forbear.policy;

import static dev.forbear.policy.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.policy.StatusSchedule.Reply;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StatusScheduleTest {

  private static final StatusSchedule SCHEDULE = StatusSchedule.of(100, 10_000, 5);

  @Test
  void retriesExactlyTheStatusesOfTheContract() {
    List<Long> retried = LongStream.rangeClosed(-10, 1200)
        .filter(status -> !waits(SCHEDULE, status).isEmpty())
        .boxed()
        .toList();

    List<Long> expected = LongStream.concat(
            LongStream.of(408, 429), LongStream.rangeClosed(500, 599))
        .boxed()
        .toList();
    assertThat(retried).isEqualTo(expected);
  }

  @Test
  void endsAtTheFirstReplyThatIsNotRetried() {
    assertThat(waits(SCHEDULE, 500, 404, 500)).containsExactly(100.0);
    assertThat(waits(SCHEDULE, 500, 200, 500)).containsExactly(100.0);
    assertThat(waits(SCHEDULE, Long.MIN_VALUE)).isEmpty();
    assertThat(waits(SCHEDULE, Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void endsWhereTheRepliesRunOut() {
    assertThat(waits(SCHEDULE)).isEmpty();
    assertThat(waits(SCHEDULE, 503, 503)).containsExactly(100.0, 200.0);
  }

  @Test
  void neverWaitsAfterTheLastAttempt() {
    for (int maxAttempts = 1; maxAttempts <= 20; maxAttempts++) {
      List<Reply> failures = Collections.nCopies(30, new Reply(503, 0));

      List<Double> waitsMs = StatusSchedule.of(100, 10_000, maxAttempts).waitsMs(failures);

      assertThat(waitsMs).as("attempts " + maxAttempts).hasSize(maxAttempts - 1);
    }
  }

  @Test
  void raisesAWaitToTheHintEvenAboveTheCap() {
    List<Reply> replies = List.of(new Reply(429, 60_000), new Reply(429, 30), new Reply(429, 0));

    assertThat(StatusSchedule.of(100, 150, 9).waitsMs(replies))
        .containsExactly(60_000.0, 150.0, 150.0);
  }

  @Test
  void staysAtTheCapThroughTwoThousandFailures() {
    List<Reply> failures = Collections.nCopies(2000, new Reply(529, 0));

    List<Double> waitsMs = StatusSchedule.of(1, 1000, 2000).waitsMs(failures);

    assertThat(waitsMs).hasSize(1999).endsWith(1000.0);
    assertThat(waitsMs.subList(10, 1999)).containsOnly(1000.0);
  }

  @Test
  void staysAtZeroWithAZeroBase() {
    List<Reply> failures = Collections.nCopies(2000, new Reply(500, 0));

    assertThat(StatusSchedule.of(0, 1000, 2000).waitsMs(failures)).containsOnly(0.0);
  }

  @Test
  void cannotBeBuiltWrong() {
    assertRefused(() -> StatusSchedule.of(1, 1, 0), "maxAttempts must be >= 1, was 0");
    assertRefused(
        () -> StatusSchedule.of(-1, 1, 1), "baseDelayMs must be a finite number >= 0, was -1.0");
    assertRefused(
        () -> new StatusSchedule(Backoff.fullJitter(1, 1), 1), "jitter must be NONE, was FULL");
    assertRefused(() -> new Reply(429, -1), "retryAfterMs must be a finite number >= 0, was -1.0");
  }

  private static List<Double> waits(StatusSchedule schedule, long... statuses) {
    return schedule.waitsMs(
        LongStream.of(statuses).mapToObj(status -> new Reply(status, 0)).toList());
  }
}
