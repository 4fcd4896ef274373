package dev.forbear.simulate;

import dev.forbear.classify.Classified;
import dev.forbear.limit.Permits;
import dev.forbear.limit.RetryTokens;
import dev.forbear.task.EndReason;
import dev.forbear.task.Signal;
import dev.forbear.task.Step;
import dev.forbear.task.TaskMachine;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives the tasks of one client: begins them and carries their steps out, as the drivers of the runtime do, in the time of
 * the world.
 */
final class SimulatedClient {

  /** What a client that shares its budget with nobody says of it. */
  private static final long UNSHARED = Long.MAX_VALUE;

  private final ClientModel model;
  private final Agenda agenda;
  private final Endpoint endpoint;
  private final SimulationListener listener;
  private final Chance arrivals;
  private final DoubleSupplier jitter;
  private final Permits permits;
  private final @Nullable RetryTokens retries;
  private final double endMs;
  private final Tally tally = new Tally();

  /**
   * A client that has not begun.
   *
   * @param jitter draws for its waits
   * @param endMs no task begins from then on
   */
  SimulatedClient(
      ClientModel model,
      Agenda agenda,
      Endpoint endpoint,
      SimulationListener listener,
      Chance arrivals,
      DoubleSupplier jitter,
      double endMs) {
    this.model = model;
    this.agenda = agenda;
    this.endpoint = endpoint;
    this.listener = listener;
    this.arrivals = arrivals;
    this.jitter = jitter;
    this.permits = new Permits(model.maxConcurrency());
    this.retries = model.retryBudget().isPresent() ? model.retryBudget().get().full() : null;
    this.endMs = endMs;
  }

  /** Enters its first tasks. */
  void open() {
    if (model.arrivals() instanceof Arrivals.Poisson poisson) {
      next(poisson, poisson.fromMs());
    } else if (model.arrivals() instanceof Arrivals.Together together) {
      agenda.at(together.atMs(), nowMs -> beginTogether(together.tasks(), nowMs));
    } else if (model.arrivals() instanceof Arrivals.Closed closed) {
      for (int worker = 0; worker < closed.workers(); worker++) {
        think(closed, 0);
      }
    } else {
      throw new AssertionError("unknown arrivals " + model.arrivals());
    }
  }

  Tally tally() {
    return tally;
  }

  TaskMachine machine() {
    return new TaskMachine(model.rules(), model.operation(), model.deadlineMs());
  }

  /** The endpoint has done with an attempt, whether anybody waits for it or not. */
  void answered(SimulatedAttempt attempt, @Nullable Classified failure, double nowMs) {
    permits.release();
    SimulatedTask task = attempt.task;
    if (failure == null) {
      task.carriedOut++;
      // A server that honours a key carries the operation out once.
      boolean again = task.carriedOut > 1 && model.operation().key() == null;
      tally.carriedOut(attempt.isOver, again);
    }
    if (attempt.isOver) {
      return;
    }
    end(attempt);
    Signal signal = failure == null
        ? new Signal.Succeeded(attempt.number)
        : new Signal.Failed(
            attempt.number, failure, nowMs - task.startMs, jitter.getAsDouble(), UNSHARED);
    carryOut(task, task.machine.on(signal), nowMs);
  }

  /** Ends the wait for an attempt when its time is up. */
  void watch(SimulatedAttempt attempt) {
    agenda.atLast(attempt.limitMs, new Limit(attempt));
  }

  private void timeUp(SimulatedAttempt attempt, double nowMs) {
    if (attempt.isOver) {
      return;
    }
    end(attempt);
    tally.timedOut++;
    if (endpoint.leave(attempt, nowMs)) {
      permits.release();
    }
    SimulatedTask task = attempt.task;
    Signal signal =
        Signal.timedOut(attempt.number, nowMs - task.startMs, jitter.getAsDouble(), UNSHARED);
    carryOut(task, task.machine.on(signal), nowMs);
  }

  private void end(SimulatedAttempt attempt) {
    attempt.isOver = true;
    tally.inFlight--;
  }

  private void next(Arrivals.Poisson poisson, double afterMs) {
    double atMs = afterMs + arrivals.exponential() * 1000 / poisson.perSecond();
    if (atMs < Math.min(endMs, poisson.untilMs())) {
      agenda.at(atMs, nowMs -> {
        next(poisson, nowMs);
        begin(nowMs);
      });
    }
  }

  private void beginTogether(int tasks, double nowMs) {
    for (int i = 0; i < tasks; i++) {
      begin(nowMs);
    }
  }

  private void think(Arrivals.Closed closed, double nowMs) {
    double atMs = nowMs + arrivals.exponential() * closed.thinkMs();
    if (atMs < endMs) {
      agenda.at(atMs, this::begin);
    }
  }

  private void begin(double nowMs) {
    tally.begin();
    SimulatedTask task = new SimulatedTask(this, tally.tasks, nowMs);
    carryOut(task, task.machine.on(Signal.STARTED), nowMs);
  }

  /** Carries a step out, and what follows from it at once. */
  private void carryOut(SimulatedTask task, Step first, double nowMs) {
    Step step = first;
    while (true) {
      listener.step(model.name(), task.number, nowMs, step);
      if (step instanceof Step.Send send) {
        if (permits.acquire()) {
          send(task, send, nowMs);
          return;
        }
        step = refuse(task, send.attempt(), EndReason.CONCURRENCY, nowMs);
      } else if (step instanceof Step.Wait wait) {
        if (retries == null || retries.withdraw()) {
          task.holdsToken = true;
          waitFor(task, wait, nowMs);
          return;
        }
        step = refuse(task, task.machine.attempts() + 1, EndReason.RETRY_BUDGET, nowMs);
      } else if (step instanceof Step.End end) {
        end(task, end, nowMs);
        return;
      } else {
        throw new AssertionError("a task without streams does not answer with " + step);
      }
    }
  }

  private static Step refuse(SimulatedTask task, int attempt, EndReason reason, double nowMs) {
    return task.machine.on(new Signal.Refused(attempt, reason, nowMs - task.startMs));
  }

  private void send(SimulatedTask task, Step.Send send, double nowMs) {
    tally.send();
    task.holdsToken = false;
    SimulatedAttempt attempt = new SimulatedAttempt(task, send.attempt(), nowMs + send.timeoutMs());
    endpoint.arrive(attempt, nowMs);
    if (!attempt.isInTime()) {
      watch(attempt);
    }
  }

  private void waitFor(SimulatedTask task, Step.Wait wait, double nowMs) {
    tally.waiting++;
    int attempt = task.machine.attempts();
    agenda.at(nowMs + wait.delayMs(), thenMs -> {
      tally.waiting--;
      Signal over = new Signal.WaitOver(attempt, thenMs - task.startMs);
      carryOut(task, task.machine.on(over), thenMs);
    });
  }

  private void end(SimulatedTask task, Step.End end, double nowMs) {
    boolean success = end.ending().reason() == null;
    if (retries != null && success) {
      retries.deposit();
    } else if (retries != null && task.holdsToken) {
      retries.giveBack();
    }
    tally.end(end.ending(), nowMs - task.startMs);
    if (model.arrivals() instanceof Arrivals.Closed closed) {
      think(closed, nowMs);
    }
  }

  /** The end of the wait for an attempt. */
  private record Limit(SimulatedAttempt attempt) implements Agenda.Happening {

    @Override
    public void happen(double nowMs) {
      attempt.task.client.timeUp(attempt, nowMs);
    }

    @Override
    public boolean isMoot() {
      return attempt.isOver;
    }
  }
}
