package dev.forbear.cli;

import dev.forbear.simulate.ProviderModel;
import dev.forbear.simulate.ServiceTime;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The flags that say how a simulated provider behaves. */
final class ProviderFlags {

  @Option(
      names = "--slots",
      paramLabel = "N",
      defaultValue = "100",
      converter = Room.Converter.class,
      description =
          "Requests the provider works on at once, or none for no limit (default ${DEFAULT-VALUE}).")
  private Room slots = Room.UNLIMITED;

  @Option(
      names = "--service",
      paramLabel = "TIME",
      defaultValue = "1s",
      converter = HumanDuration.Converter.class,
      description = "How long it works on a request, on average (default ${DEFAULT-VALUE}).")
  private HumanDuration service = HumanDuration.ZERO;

  @Option(
      names = "--failed-service",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "How long on a request that fails (default: the same).")
  private @Nullable HumanDuration failedService;

  @Option(
      names = "--service-law",
      paramLabel = "LAW",
      defaultValue = "exponential",
      converter = LawWord.class,
      description = "How these times spread: exponential or constant (default ${DEFAULT-VALUE}).")
  private ServiceTime.Law law = ServiceTime.Law.EXPONENTIAL;

  @Option(
      names = "--queue",
      paramLabel = "N",
      defaultValue = "100",
      converter = Room.Converter.class,
      description =
          "Requests that may wait for a slot, or none for no limit; more are refused (default ${DEFAULT-VALUE}).")
  private Room queue = Room.UNLIMITED;

  @Option(
      names = "--queue-order",
      paramLabel = "ORDER",
      defaultValue = "fifo",
      converter = OrderWord.class,
      description =
          "Which of them is next: fifo (the one that waited longest) or lifo (default ${DEFAULT-VALUE}).")
  private ProviderModel.QueueOrder queueOrder = ProviderModel.QueueOrder.FIFO;

  @Option(
      names = "--give-up",
      paramLabel = "WHAT",
      defaultValue = "unnoticed",
      converter = GiveUpWord.class,
      description =
          "What becomes of a request whose caller has gone: unnoticed (worked on all the same), leaves-queue or"
              + " stops-work (default ${DEFAULT-VALUE}).")
  private ProviderModel.GiveUp giveUp = ProviderModel.GiveUp.UNNOTICED;

  @Option(
      names = "--fail",
      paramLabel = "SHARE",
      defaultValue = "0%",
      converter = Share.Converter.class,
      description = "Share of requests that fail at any time, such as 2%% (default 0%%).")
  private Share failureRate = new Share(0);

  @Option(
      names = "--shed-after",
      paramLabel = "TIME",
      defaultValue = "50ms",
      converter = HumanDuration.Converter.class,
      description = "How long it takes to refuse a request (default ${DEFAULT-VALUE}).")
  private HumanDuration shedAfter = HumanDuration.ZERO;

  @Option(
      names = "--hint",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "The Retry-After of refusals and failures (default: none).")
  private @Nullable HumanDuration hint;

  /**
   * The provider.
   *
   * @throws IllegalArgumentException naming the value that is not allowed
   */
  ProviderModel provider() {
    if (slots.places() == 0) {
      throw new IllegalArgumentException("--slots must be at least 1, or none for no limit, was 0");
    }
    double serviceMs = OutageFlags.atMost100Years("--service", service);
    double failedMs = failedService == null
        ? serviceMs
        : OutageFlags.atMost100Years("--failed-service", failedService);
    return new ProviderModel(
        slots.places(),
        new ServiceTime(law, serviceMs, failedMs),
        failureRate.value(),
        queue.places(),
        queueOrder,
        OutageFlags.atMost100Years("--shed-after", shedAfter),
        hint == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(OutageFlags.atMost100Years("--hint", hint)),
        giveUp);
  }

  private static final class LawWord implements ITypeConverter<ServiceTime.Law> {
    @Override
    public ServiceTime.Law convert(String text) {
      return Word.of(ServiceTime.Law.class, text);
    }
  }

  private static final class OrderWord implements ITypeConverter<ProviderModel.QueueOrder> {
    @Override
    public ProviderModel.QueueOrder convert(String text) {
      return Word.of(ProviderModel.QueueOrder.class, text);
    }
  }

  private static final class GiveUpWord implements ITypeConverter<ProviderModel.GiveUp> {
    @Override
    public ProviderModel.GiveUp convert(String text) {
      return Word.of(ProviderModel.GiveUp.class, text);
    }
  }
}
