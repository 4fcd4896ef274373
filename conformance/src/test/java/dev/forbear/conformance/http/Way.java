package dev.forbear.conformance.http;

import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.http.HttpCalls;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A way to run a task over HTTP: which driver, called on which kind of thread. */
enum Way {
  BLOCKING(false),
  BLOCKING_ON_A_VIRTUAL_THREAD(true),
  ISOLATED(false),
  ISOLATED_ON_A_VIRTUAL_THREAD(true),
  ASYNC(false);

  private final boolean isVirtual;

  Way(boolean isVirtual) {
    this.isVirtual = isVirtual;
  }

  /** Every way this JVM has: those on virtual threads exist since Java 21. */
  static List<Way> all() {
    return Arrays.stream(values())
        .filter(way -> !way.isVirtual || CallerThread.hasVirtual())
        .toList();
  }

  /** Those that make the attempts on the caller's thread or for a caller that waits. */
  static List<Way> blocking() {
    return all().stream().filter(way -> way != ASYNC).toList();
  }

  /** One of each driver, where the kind of thread cannot matter. */
  static List<Way> drivers() {
    return List.of(BLOCKING, ISOLATED, ASYNC);
  }

  boolean isIsolated() {
    return this == ISOLATED || this == ISOLATED_ON_A_VIRTUAL_THREAD;
  }

  /** Starts the task; it goes on by itself. */
  <T> Running<T> start(
      Forbear forbear, Task task, HttpClient client, HttpRequest request, BodyHandler<T> handler) {
    if (this == ASYNC) {
      long beganAtNanos = System.nanoTime();
      CompletableFuture<Outcome<HttpResponse<T>>> outcome =
          forbear.runAsync(task, HttpCalls.async(client, request, handler));
      return Running.async(outcome, beganAtNanos);
    }
    Task declared = isIsolated() ? task.isolated() : task;
    return Running.blocking(
        isVirtual, () -> forbear.run(declared, HttpCalls.blocking(client, request, handler)));
  }

  /** Starts a task that wants text, with the client all tests share. */
  Running<String> start(Forbear forbear, Task task, HttpRequest request) {
    return start(forbear, task, Wire.CLIENT, request, BodyHandlers.ofString());
  }

  /** As {@link #start}, by a thread that is interrupted already. */
  Running<String> startInterrupted(Forbear forbear, Task task, HttpRequest request) {
    Task declared = isIsolated() ? task.isolated() : task;
    return Running.blocking(isVirtual, () -> {
      Thread.currentThread().interrupt();
      return forbear.run(
          declared, HttpCalls.blocking(Wire.CLIENT, request, BodyHandlers.ofString()));
    });
  }

  /** Runs a task that wants text to its end. */
  Outcome<HttpResponse<String>> run(Forbear forbear, Task task, HttpRequest request) {
    return start(forbear, task, request).outcome();
  }
}
