package dev.forbear.cli;

import dev.forbear.simulate.Outage;
import dev.forbear.simulate.SimulationBounds;
import dev.forbear.simulate.StormFigures;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The flags that say when a simulated provider fails, and how long the world is watched. */
final class OutageFlags {

  /** A fifth of the speed: slow enough that callers give up, fast enough that some do not. */
  private static final double DEFAULT_SPEED = 0.2;

  /** Long enough that what was before it is known. */
  private static final double DEFAULT_START_MS = 60_000;

  /** Longer than the retries of most callers. */
  private static final double DEFAULT_LENGTH_MS = 30_000;

  /** The longest time of a world. */
  static final double MOST_MS = 100 * 365.25 * 86_400_000;

  @Option(
      names = "--outage",
      paramLabel = "KIND",
      converter = ShapeWord.class,
      description =
          "What the provider does in the outage: refuse (every request at once), hang (finish nothing), slow, fail, or"
              + " none for no outage (default refuse; none with --together).")
  private @Nullable Shape shape;

  @Option(
      names = "--outage-start",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "When the outage begins (default 1m; 0 with --together).")
  private @Nullable HumanDuration start;

  @Option(
      names = "--outage-for",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "How long the outage lasts (default 30s).")
  private @Nullable HumanDuration length;

  @Option(
      names = "--outage-share",
      paramLabel = "SHARE",
      converter = Share.Converter.class,
      description =
          "With slow, the share of the speed that is left (default 20%%); with fail, the share of requests that fail"
              + " (default 100%%).")
  private @Nullable Share share;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = HumanDuration.Converter.class,
      description = "How long the world is watched (default ${DEFAULT-VALUE}).")
  private HumanDuration duration = HumanDuration.ZERO;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      defaultValue = "1s",
      converter = HumanDuration.Converter.class,
      description = "How often the state of the world is recorded (default ${DEFAULT-VALUE}).")
  private HumanDuration every = HumanDuration.ZERO;

  double durationMs() {
    return positive("--for", duration);
  }

  /**
   * How often the state is recorded, milliseconds.
   *
   * @throws IllegalArgumentException naming the flags, for more records than a run may have
   */
  double momentMs() {
    double everyMs = positive("--every", every);
    if (Math.ceil(durationMs() / everyMs) > SimulationBounds.MAX_MOMENTS) {
      throw new IllegalArgumentException("--for " + HumanDuration.text(durationMs())
          + " with --every " + HumanDuration.text(everyMs) + " is more than "
          + SimulationBounds.MAX_MOMENTS + " records; raise --every or lower --for");
    }
    return everyMs;
  }

  /**
   * The outage, or none.
   *
   * @param isBatch whether all tasks begin together, so that there is no time before the outage to compare with
   * @throws IllegalArgumentException naming the value that is not allowed
   */
  List<Outage> outages(boolean isBatch) {
    Shape given = shape;
    Shape meant = given != null ? given : isBatch ? Shape.NONE : Shape.REFUSE;
    Outage.Kind kind = meant.kind;
    if (kind == null) {
      refuseWithoutOutage();
      return List.of();
    }
    double startMs =
        start != null ? atMost100Years("--outage-start", start) : isBatch ? 0 : DEFAULT_START_MS;
    double lengthMs = length == null ? DEFAULT_LENGTH_MS : positive("--outage-for", length);
    Outage outage = new Outage(kind, startMs, lengthMs, share(kind));
    double neededMs = outage.endMs() + StormFigures.WINDOW_MS;
    if (neededMs > durationMs()) {
      throw new IllegalArgumentException("the outage ends after "
          + HumanDuration.text(outage.endMs()) + ", and a recovery takes "
          + HumanDuration.text(StormFigures.WINDOW_MS) + " to be seen: --for must be at least "
          + HumanDuration.text(neededMs) + ", was " + HumanDuration.text(duration.ms()));
    }
    return List.of(outage);
  }

  private void refuseWithoutOutage() {
    if (share != null) {
      throw new IllegalArgumentException("--outage-share needs --outage slow or fail");
    }
    if (start != null || length != null) {
      throw new IllegalArgumentException((start != null ? "--outage-start" : "--outage-for")
          + " needs an outage, such as --outage refuse; here there is none");
    }
  }

  private double share(Outage.Kind kind) {
    Share given = share;
    if (kind == Outage.Kind.REFUSE || kind == Outage.Kind.HANG) {
      if (given != null) {
        throw new IllegalArgumentException("--outage-share goes with --outage slow or fail, not "
            + Word.of(kind) + ", which concerns every request");
      }
      return 1;
    }
    if (given == null) {
      return kind == Outage.Kind.SLOW ? DEFAULT_SPEED : 1;
    }
    if (kind == Outage.Kind.SLOW && given.value() == 0) {
      throw new IllegalArgumentException(
          "--outage-share must be more than 0 with --outage slow; a provider that finishes nothing is --outage hang");
    }
    return given.value();
  }

  private static double positive(String flag, HumanDuration given) {
    if (given.ms() == 0) {
      throw new IllegalArgumentException(flag + " must be more than 0");
    }
    return atMost100Years(flag, given);
  }

  /**
   * A time of a world, milliseconds.
   *
   * @throws IllegalArgumentException naming the flag
   */
  static double atMost100Years(String flag, HumanDuration given) {
    if (given.ms() > MOST_MS) {
      throw new IllegalArgumentException(flag + " must be at most a hundred years, was longer");
    }
    return given.ms();
  }

  /** What may follow the flag. */
  private enum Shape {
    REFUSE(Outage.Kind.REFUSE),
    HANG(Outage.Kind.HANG),
    SLOW(Outage.Kind.SLOW),
    FAIL(Outage.Kind.FAIL),
    NONE(null);

    private final Outage.@Nullable Kind kind;

    Shape(Outage.@Nullable Kind kind) {
      this.kind = kind;
    }
  }

  private static final class ShapeWord implements ITypeConverter<Shape> {
    @Override
    public Shape convert(String text) {
      return Word.of(Shape.class, text);
    }
  }
}
