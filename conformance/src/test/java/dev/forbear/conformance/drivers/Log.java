package dev.forbear.conformance.drivers;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Catches what the library logs, in place of the console. */
final class Log implements AutoCloseable {

  private static final Logger LOGGER = Logger.getLogger("dev.forbear");

  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Handler handler = new Handler() {
    @Override
    public void publish(LogRecord record) {
      messages.add(record.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  };

  private Log() {
    LOGGER.setUseParentHandlers(false);
    LOGGER.addHandler(handler);
  }

  static Log caught() {
    return new Log();
  }

  List<String> messages() {
    return List.copyOf(messages);
  }

  @Override
  public void close() {
    LOGGER.removeHandler(handler);
    LOGGER.setUseParentHandlers(true);
  }
}
