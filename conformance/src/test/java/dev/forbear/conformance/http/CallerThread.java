package dev.forbear.conformance.http;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;

/** Starts the threads of callers, virtual ones by reflection: they are final since Java 21, and this is Java 17. */
final class CallerThread {

  private static final Optional<Method> START_VIRTUAL = startVirtual();

  static boolean hasVirtual() {
    return START_VIRTUAL.isPresent();
  }

  static Thread start(boolean isVirtual, Runnable work) {
    if (!isVirtual) {
      Thread thread = new Thread(work, "caller");
      thread.setDaemon(true);
      thread.start();
      return thread;
    }
    try {
      return (Thread) START_VIRTUAL.orElseThrow().invoke(null, work);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot start a virtual thread", e);
    }
  }

  private static Optional<Method> startVirtual() {
    if (Runtime.version().feature() < 21) {
      return Optional.empty(); // a preview feature before
    }
    try {
      return Optional.of(Thread.class.getMethod("startVirtualThread", Runnable.class));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("Java 21 or newer without virtual threads", e);
    }
  }

  private CallerThread() {}
}
