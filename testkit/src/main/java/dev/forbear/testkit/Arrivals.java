package dev.forbear.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What has arrived, in order, and the reply each request takes from its script.
 *
 * <p>The lock guards the list and the positions in the scripts together, so that the i-th request takes the i-th reply
 * whichever connections they come on.
 */
final class Arrivals {

  /**
   * The most requests one provider records. Later ones are told so with status 599: far more than any test sends, and it
   * keeps a client that never stops from filling the heap.
   */
  static final int MAX_REQUESTS = 100_000;

  private static final ScriptedReply FULL = ScriptedReply.status(599)
      .withBody("the scripted provider records at most " + MAX_REQUESTS + " requests");
  private static final ScriptedReply FUNCTION_FAILED =
      ScriptedReply.status(599).withBody("the reply function of the scripted provider failed");

  private static final ScriptedReply FORMAT_FAILED =
      ScriptedReply.status(599).withBody("the chunk format of the scripted provider failed");

  /**
   * A request and what it gets.
   *
   * @param request as recorded, with its index; -1 where there was no room to record it
   * @param reply what to do with it
   */
  record Arrival(ArrivedRequest request, ScriptedReply reply) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<ArrivedRequest> requests = new ArrayList<>();
  private final ScriptPositions positions;
  private final @Nullable ReplyFunction function;
  private final ScriptedReply afterScript;
  private boolean isClosed;

  /**
   * Nothing has arrived yet.
   *
   * @param function chooses the replies in place of the scripts; null where the scripts do
   * @param afterScript the reply after the last one of a script
   */
  Arrivals(ScriptPositions positions, @Nullable ReplyFunction function, ScriptedReply afterScript) {
    this.positions = positions;
    this.function = function;
    this.afterScript = afterScript;
  }

  /** Records a request that was read whole and finds its reply. */
  Arrival arrive(ArrivedRequest draft) {
    Arrival arrival = take(draft);
    return function == null || arrival.request().index() < 0
        ? arrival
        : ask(function, arrival.request());
  }

  private Arrival take(ArrivedRequest draft) {
    lock.lock();
    try {
      if (!hasRoom()) {
        return new Arrival(draft, FULL);
      }
      ScriptedReply reply = function == null ? positions.take(draft.path()) : null;
      boolean isAfterScript = function == null && reply == null;
      return new Arrival(add(draft, isAfterScript), reply == null ? afterScript : reply);
    } finally {
      lock.unlock();
    }
  }

  private Arrival ask(ReplyFunction chooser, ArrivedRequest request) {
    try {
      return new Arrival(request, requirePlayable(chooser.replyTo(request.index(), request)));
    } catch (RuntimeException
        | Error e) { // an assertion in a test's function too must reach its reader
      failed(request, "the reply function failed: " + e);
      return new Arrival(request, FUNCTION_FAILED);
    }
  }

  /** The reply itself, when a server can play it. */
  static ScriptedReply requirePlayable(ScriptedReply reply) {
    if (!reply.fault().isPlayable()) {
      throw new IllegalArgumentException(
          "a server cannot play '" + reply.fault().word()
              + "': for a refused connection call refusedUri(), for the rest use virtual time");
    }
    return reply;
  }

  /** Records that the reply could not be put on the wire, and finds one that can. */
  ScriptedReply formatFailed(ArrivedRequest request, ChunkFormatException problem) {
    failed(request, String.valueOf(problem.getMessage()));
    return FORMAT_FAILED;
  }

  /** Records a request of which only the first line is read if its reply is not to wait for the rest; else null. */
  @Nullable
  Arrival arriveEarly(ArrivedRequest draft) {
    lock.lock();
    try {
      return function == null && positions.isEarly(draft.path()) ? take(draft) : null;
    } finally {
      lock.unlock();
    }
  }

  /** Records what takes no reply of a script: malformed or cut off. */
  ArrivedRequest arriveBroken(ArrivedRequest draft) {
    lock.lock();
    try {
      return hasRoom() ? add(draft, false) : draft;
    } finally {
      lock.unlock();
    }
  }

  /** Records that the peer hung up now, unless it is the provider that closes. */
  void hungUp(ArrivedRequest request) {
    long nowNanos = System.nanoTime();
    lock.lock();
    try {
      if (request.index() >= 0 && !isClosed) {
        requests.set(request.index(), requests.get(request.index()).hungUpAt(nowNanos));
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** From now on nothing is recorded: connections that end are ended by the provider. */
  void close() {
    lock.lock();
    try {
      isClosed = true;
    } finally {
      lock.unlock();
    }
  }

  List<ArrivedRequest> snapshot() {
    lock.lock();
    try {
      return List.copyOf(requests);
    } finally {
      lock.unlock();
    }
  }

  boolean awaitRequests(int count, Duration atMost) throws InterruptedException {
    return await(() -> requests.size() >= count, atMost);
  }

  boolean awaitHangUp(int index, Duration atMost) throws InterruptedException {
    return await(
        () -> index < requests.size() && requests.get(index).hungUpAtNanos().isPresent(), atMost);
  }

  private void failed(ArrivedRequest request, String problem) {
    lock.lock();
    try {
      if (request.index() >= 0) {
        requests.set(request.index(), requests.get(request.index()).withProblem(problem));
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoom() {
    return !isClosed && requests.size() < MAX_REQUESTS;
  }

  private ArrivedRequest add(ArrivedRequest draft, boolean isAfterScript) {
    ArrivedRequest request = draft.arrived(requests.size(), isAfterScript);
    requests.add(request);
    changed.signalAll();
    return request;
  }

  private boolean await(BooleanSupplier isThere, Duration atMost) throws InterruptedException {
    long leftNanos = TimeUnit.NANOSECONDS.convert(atMost);
    lock.lockInterruptibly();
    try {
      while (!isThere.getAsBoolean()) {
        if (leftNanos <= 0) {
          return false;
        }
        leftNanos = changed.awaitNanos(leftNanos);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }
}
