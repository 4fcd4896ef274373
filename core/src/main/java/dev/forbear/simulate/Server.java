package dev.forbear.simulate;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Plays a {@link ProviderModel} and its outages. */
final class Server implements Endpoint {

  /** Requests that have left the queue and still lie in it: more than that, and than half of it, are cleared out. */
  private static final int MOST_GONE = 1024;

  private final ProviderModel model;
  private final Agenda agenda;
  private final Chance chance;
  private final Classified shed;
  private final Classified failure;

  private final List<SimulatedAttempt> working = new ArrayList<>();
  private final ArrayDeque<SimulatedAttempt> queue = new ArrayDeque<>();
  private int queued;
  private int longestQueue;
  private int refused;

  private double failureRate;
  private double speed = 1;
  private boolean refuses;

  /** Until when nothing is finished. */
  private double hangsUntilMs;

  Server(ProviderModel model, Agenda agenda, Chance chance) {
    this.model = model;
    this.agenda = agenda;
    this.chance = chance;
    this.failureRate = model.failureRate();
    this.shed = Classified.of(
            FailureClass.OVERLOADED, true, RequestMayHaveRun.NO, "simulated refusal")
        .withRetryAfterMs(model.hintMs());
    this.failure = Classified.of(
            FailureClass.SERVER_ERROR, true, RequestMayHaveRun.MAYBE, "simulated failure")
        .withRetryAfterMs(model.hintMs());
  }

  /** Enters the outages. */
  void open(List<Outage> outages) {
    // Ends first: where one outage follows on another, the first is over before the second begins.
    for (Outage outage : outages) {
      agenda.at(outage.endMs(), this::recover);
    }
    for (Outage outage : outages) {
      agenda.at(outage.startMs(), nowMs -> begin(outage));
    }
  }

  /** Requests that wait for a slot. */
  long queued() {
    return queued;
  }

  /** Requests that have waited for a slot at once, at most. */
  long longestQueue() {
    return longestQueue;
  }

  /** Requests that are worked on. */
  long working() {
    return working.size();
  }

  /** Requests refused so far. */
  long refused() {
    return refused;
  }

  @Override
  public void arrive(SimulatedAttempt attempt, double nowMs) {
    if (refuses) {
      refuse(attempt, nowMs);
    } else if (working.size() < model.slots()) {
      start(attempt, nowMs);
    } else if (queued < model.queueLimit()) {
      if (queue.size() >= 2 * queued + MOST_GONE) {
        queue.removeIf(waiting -> !waiting.isQueued);
      }
      if (queued >= SimulationBounds.MAX_PENDING) {
        throw new IllegalStateException("the run has " + SimulationBounds.MAX_PENDING
            + " requests in the queue, more are not allowed; limit the queue, or lower the rate");
      }
      attempt.isQueued = true;
      queued++;
      longestQueue = Math.max(longestQueue, queued);
      queue.addLast(attempt);
    } else {
      refuse(attempt, nowMs);
    }
  }

  @Override
  public boolean leave(SimulatedAttempt attempt, double nowMs) {
    if (attempt.isQueued && model.giveUp() != ProviderModel.GiveUp.UNNOTICED) {
      attempt.isQueued = false;
      queued--;
      return true;
    }
    if (attempt.slot >= 0 && model.giveUp() == ProviderModel.GiveUp.STOPS_WORK) {
      free(attempt, nowMs);
      return true;
    }
    return false;
  }

  private void refuse(SimulatedAttempt attempt, double nowMs) {
    refused++;
    attempt.finishMs = nowMs + model.shedMs();
    agenda.at(attempt.finishMs, thenMs -> attempt.answer(shed, thenMs));
  }

  private void start(SimulatedAttempt attempt, double nowMs) {
    attempt.slot = working.size();
    working.add(attempt);
    attempt.fails = chance.happens(failureRate);
    double workMs = model.service().draw(attempt.fails, chance) / speed;
    attempt.finishMs = Math.max(nowMs, hangsUntilMs) + workMs;
    agenda.at(attempt.finishMs, thenMs -> finish(attempt, thenMs));
  }

  private void finish(SimulatedAttempt attempt, double nowMs) {
    if (attempt.slot < 0) {
      return; // stopped
    }
    if (nowMs < attempt.finishMs) {
      agenda.at(attempt.finishMs, thenMs -> finish(attempt, thenMs)); // moved by an outage
      return;
    }
    free(attempt, nowMs);
    attempt.answer(attempt.fails ? failure : null, nowMs);
  }

  /** Takes an attempt out of its slot, and gives the slot to the next. */
  private void free(SimulatedAttempt attempt, double nowMs) {
    SimulatedAttempt last = working.remove(working.size() - 1);
    if (last != attempt) {
      working.set(attempt.slot, last);
      last.slot = attempt.slot;
    }
    attempt.slot = -1;
    if (queued > 0) {
      start(takeNext(), nowMs);
    }
  }

  private SimulatedAttempt takeNext() {
    SimulatedAttempt next;
    do {
      next = model.queueOrder() == ProviderModel.QueueOrder.FIFO
          ? queue.removeFirst()
          : queue.removeLast();
    } while (!next.isQueued);
    next.isQueued = false;
    queued--;
    return next;
  }

  private void begin(Outage outage) {
    switch (outage.kind()) {
      case REFUSE -> refuses = true;
      case SLOW -> speed = outage.share();
      case FAIL -> failureRate = outage.share();
      case HANG -> {
        hangsUntilMs = outage.endMs();
        for (SimulatedAttempt attempt : working) {
          attempt.delay(outage.durationMs());
        }
      }
    }
  }

  private void recover(double nowMs) {
    refuses = false;
    speed = 1;
    failureRate = model.failureRate();
  }
}
