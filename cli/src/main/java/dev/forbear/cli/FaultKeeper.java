package dev.forbear.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Keeps why writing failed: a {@link java.io.PrintStream} tells only that it did. */
final class FaultKeeper extends FilterOutputStream {

  private String fault = "";

  FaultKeeper(OutputStream out) {
    super(out);
  }

  /** Why the first write that failed did; empty for none. */
  String fault() {
    return fault;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException failed) {
      if (fault.isEmpty()) {
        fault = String.valueOf(failed.getMessage());
      }
      throw failed;
    }
  }
}
