package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.internal.JsonParser;
import io.grpc.internal.ScParser;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The service config, parsed by gRPC and run by a channel against a server in this process. */
class GrpcTest {

  private static final Recipe PUBLISHED = Recipe.of(4, 500, 20_000).withDeadline(30_000, 1000);

  private static final MethodDescriptor<byte[], byte[]> METHOD =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("provider.Models/Generate")
          .setRequestMarshaller(new Bytes())
          .setResponseMarshaller(new Bytes())
          .build();

  @Test
  void countsAttemptsAndNotRetries() {
    assertThat(calls(Recipe.of(4, 2, 3), Status.UNAVAILABLE).get()).isEqualTo(4);
    assertThat(calls(Recipe.of(3, 2, 3), Status.RESOURCE_EXHAUSTED).get()).isEqualTo(3);
    assertThat(calls(Recipe.of(4, 2, 3), Status.INVALID_ARGUMENT).get()).isEqualTo(1);
    assertThat(calls(Recipe.of(1, 2, 3), Status.UNAVAILABLE).get()).isEqualTo(1);
  }

  @Test
  void makesFiveAttemptsAtMostAndSaysSo() {
    Recipe seven = Recipe.of(7, 2, 3);

    assertThat(calls(seven, Status.UNAVAILABLE).get()).isEqualTo(5);
    assertThat(Generated.of(seven, Target.GRPC).differences())
        .contains("It makes 5 attempts at most, not 7.");
  }

  @Test
  void drawsTheWaitsItsFiguresArePlannedWith() {
    for (Recipe recipe : List.of(
        Recipe.of(5, 500, 20_000),
        Recipe.of(5, 500, 1000).withWaits(3, Jitter.EQUAL, HintRule.FLOOR),
        Recipe.of(4, 100, Recipe.NONE).withWaits(1.5, Jitter.NONE, HintRule.FLOOR),
        Recipe.of(3, 0, 1000))) {
      Waits waits = new Waits();
      List<Law> laws = Target.GRPC.draft(recipe).waits();
      try (Channel channel = new Channel(recipe, Status.UNAVAILABLE, waits)) {
        for (int i = 0; i < 300; i++) {
          channel.call();
        }
      }
      List<Double> drawn = waits.takenMs();
      assertThat(drawn).hasSize(300 * laws.size());
      for (int i = 0; i < drawn.size(); i++) {
        Law law = laws.get(i % laws.size());
        assertThat(drawn.get(i))
            .as(law + " of " + recipe)
            .isBetween(law.minMs() - 1e-3, law.maxMs() + 1e-3);
      }
    }
  }

  @Test
  void isTakenByTheParserOfGrpc() {
    for (Recipe recipe : Golden.recipes().values()) {
      ScParser parser = new ScParser(
          true, 5, 5, new io.grpc.internal.AutoConfiguredLoadBalancerFactory("pick_first"));
      assertThat(parser.parseServiceConfig(config(recipe)).getError()).isNull();
    }
    JsonNode method = Played.json(Generated.of(PUBLISHED, Target.GRPC).text())
        .path("methodConfig")
        .get(0);
    assertThat(method.path("timeout").textValue()).isEqualTo("30s");
  }

  private static AtomicInteger calls(Recipe recipe, Status answer) {
    try (Channel channel = new Channel(recipe, answer, new Waits())) {
      channel.call();
      return channel.calls;
    }
  }

  @SuppressWarnings("unchecked") // An object of JSON has strings as names.
  private static Map<String, ?> config(Recipe recipe) {
    try {
      return (Map<String, ?>) JsonParser.parse(Generated.of(recipe, Target.GRPC).text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A channel with the config to a server that always refuses. */
  private static final class Channel implements AutoCloseable {

    private static final AtomicInteger NAMES = new AtomicInteger();

    final AtomicInteger calls = new AtomicInteger();
    private final io.grpc.Server server;
    private final ManagedChannel channel;
    private final Waits waits;

    Channel(Recipe recipe, Status answer, Waits waits) {
      String name = "provider-" + NAMES.incrementAndGet();
      this.waits = waits;
      try {
        server = InProcessServerBuilder.forName(name)
            .directExecutor()
            .addService(ServerServiceDefinition.builder("provider.Models")
                .addMethod(METHOD, ServerCalls.asyncUnaryCall((request, observer) -> {
                  calls.incrementAndGet();
                  observer.onError(answer.asException());
                }))
                .build())
            .build()
            .start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      channel = InProcessChannelBuilder.forName(name)
          .directExecutor()
          .scheduledExecutorService(waits)
          .defaultServiceConfig(config(recipe))
          .enableRetry()
          .build();
    }

    void call() {
      try {
        ClientCalls.blockingUnaryCall(channel, METHOD, CallOptions.DEFAULT, new byte[0]);
      } catch (StatusRuntimeException refused) {
        return;
      }
      throw new AssertionError("the server refuses every call");
    }

    @Override
    public void close() {
      channel.shutdownNow();
      server.shutdownNow();
      waits.shutdownNow();
    }
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      return new byte[0];
    }
  }
}
