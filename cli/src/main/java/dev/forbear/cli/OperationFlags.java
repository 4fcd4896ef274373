package dev.forbear.cli;

import dev.forbear.task.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that say what repeating would mean; a mixin of every command that carries a task out. */
final class OperationFlags {

  @Option(
      names = "--repeatable",
      description = "Repeating does no harm beyond its cost, as with a pure generation.")
  private boolean repeatable;

  @Option(
      names = "--undeclared",
      description = "Nothing is known: only what provably did not run is repeated.")
  private boolean undeclared;

  @Option(
      names = "--write",
      description =
          "It changes something: never repeated once it may have run; its end is then unknown.")
  private boolean write;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "A write under a key that the server honors: the same on every attempt.")
  private @Nullable String key;

  /**
   * What was declared.
   *
   * @throws IllegalArgumentException when more than one of them was
   */
  Operation operation(Operation whenNothingIs) {
    List<Operation> declared = new ArrayList<>();
    if (repeatable) {
      declared.add(Operation.repeatable());
    }
    if (undeclared) {
      declared.add(Operation.undeclared());
    }
    if (write && key == null) {
      declared.add(Operation.write());
    }
    if (key != null) {
      declared.add(Operation.write(key));
    }
    if (declared.size() > 1) {
      throw new IllegalArgumentException(
          "give one of --repeatable, --undeclared and --write (with --key or without)");
    }
    return declared.isEmpty() ? whenNothingIs : declared.get(0);
  }
}
