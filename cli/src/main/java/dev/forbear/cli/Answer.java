package dev.forbear.cli;

import java.io.IOException;
import java.io.Writer;

/** An answer that is settled and only needs to be written, as JSON and without a line end. */
@FunctionalInterface
interface Answer {

  /** Writes the answer; only the writer may fail. */
  void writeTo(Writer out) throws IOException;

  static Answer of(String json) {
    return out -> out.write(json);
  }
}
