package dev.forbear.cli;

import dev.forbear.classify.FailureClass;
import dev.forbear.task.Targets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The flags that name targets and say when to move on; a mixin of every command that has fallbacks. */
final class TargetFlags {

  @Option(
      names = "--targets",
      paramLabel = "NAME",
      split = ",",
      description = "Where attempts go, the primary first, separated by commas (default: one).")
  private @Nullable List<String> names;

  @Option(
      names = "--per-target",
      paramLabel = "N",
      converter = Count.class,
      description = "Attempts on one target before the next is taken (default: no limit).")
  private @Nullable Long perTarget;

  @Option(
      names = "--fallback-on",
      paramLabel = "CLASS",
      split = ",",
      converter = ClassWord.class,
      description =
          "Permanent failures after which the next target is worth a try (default: none).")
  private @Nullable List<FailureClass> fallbackOn;

  @Option(
      names = "--fallback-if-wait-over",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "A longer hint moves to the next target (default: one that does not fit).")
  private @Nullable HumanDuration fallbackIfWaitOver;

  @Option(
      names = "--full",
      paramLabel = "NAME",
      split = ",",
      description = "Targets without capacity (default: none).")
  private @Nullable List<String> full;

  boolean areNamed() {
    return names != null;
  }

  /**
   * The targets.
   *
   * @throws IllegalArgumentException when a flag means nothing without {@code --targets}
   */
  Targets targets() {
    if (names == null) {
      if (perTarget != null || fallbackOn != null || fallbackIfWaitOver != null || full != null) {
        throw new IllegalArgumentException(
            "--per-target, --fallback-on, --fallback-if-wait-over and --full need --targets, as in --targets A,B");
      }
      return Targets.single();
    }
    for (String name : full()) {
      if (!names.contains(name)) {
        throw new IllegalArgumentException("--full: must be one of " + String.join(", ", names)
            + ", was '" + Shown.text(name) + "'" + Nearest.question(name, names));
      }
    }
    return new Targets(
        names,
        perTarget == null ? Long.MAX_VALUE : perTarget,
        fallbackOn == null ? Set.of() : new HashSet<>(fallbackOn),
        fallbackIfWaitOver == null ? Double.POSITIVE_INFINITY : fallbackIfWaitOver.ms(),
        0);
  }

  Set<String> full() {
    return full == null ? Set.of() : new HashSet<>(full);
  }

  private static final class ClassWord implements ITypeConverter<FailureClass> {
    @Override
    public FailureClass convert(String text) {
      List<FailureClass> classes = Arrays.asList(FailureClass.values());
      List<String> words = classes.stream().map(FailureClass::word).toList();
      int index = words.indexOf(text);
      if (index < 0) {
        throw new TypeConversionException("must be one of "
            + words.stream().collect(Collectors.joining(", ")) + ", was '" + Shown.text(text) + "'"
            + Nearest.question(text, words));
      }
      return classes.get(index);
    }
  }
}
