package dev.forbear.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A model provider that fails as it is told: a real HTTP/1.1 server on loopback that plays a {@link Script}.
 *
 * <pre>{@code
 * try (ScriptedProvider provider = ScriptedProvider.playing("503, 429 after 2s, ok")) {
 *   client.call(provider.uri("/v1/messages")); // your code, through any HTTP client
 *
 *   assertThat(provider.requests()).hasSize(3); // what really arrived
 *   assertThat(provider.requests().get(2).header("idempotency-key")).containsExactly("op-1");
 *   assertThat(provider.awaitRequests(4, Duration.ofMillis(200))).isFalse(); // and nothing afterwards
 * }
 * }</pre>
 *
 * <p>The i-th request to arrive gets the i-th reply, whichever connection it comes on. A fault is the real thing: {@code reset}
 * is an RST on the socket, {@code hang} is silence, {@code drip} is a byte every 20 ms for ever. While it is silent, waits or
 * drips, the provider sees at once when the peer hangs up. That shows whether a cancel or a deadline really reached the wire:
 *
 * <pre>{@code
 * try (ScriptedProvider provider = ScriptedProvider.playing("hang")) {
 *   Future<?> call = executor.submit(() -> client.call(provider.uri()));
 *   assertThat(provider.awaitRequests(1, Duration.ofSeconds(5))).isTrue();
 *
 *   call.cancel(true);
 *
 *   assertThat(provider.awaitHangUp(0, Duration.ofSeconds(5))).isTrue();
 * }
 * }</pre>
 *
 * <p>A stream travels in chunks, each at its time, as server-sent events of OpenAI's chat completions unless the builder names
 * {@link Builder#chunkFormat another format}. What happens to it is real as well: {@code break} is a FIN within a chunk, {@code
 * hang} is silence on an open connection, and a peer that hangs up between two chunks is seen at once:
 *
 * <pre>{@code
 * ScriptedProvider.playing("stream(Hel, lo) every 20ms then break, stream(Hello, done)")
 * }</pre>
 *
 * <p>Several targets are several paths with a script each; what no list can say is a function:
 *
 * <pre>{@code
 * ScriptedProvider.builder()
 *     .script("/a", Script.parse("503 x2"))
 *     .script("/b", Script.parse("ok"))
 *     .start()
 *
 * ScriptedProvider.answering(
 *     (index, request) -> ScriptedReply.parse(index % 10 == 0 ? "529" : "ok"))
 * }</pre>
 *
 * <p>After the last reply of a script every request gets 599 (or {@link Builder#afterScript another reply}) and is recorded with
 * {@link ArrivedRequest#afterScript}. Connections are kept alive. A request that is not HTTP is answered 400 (431 and 413 when
 * its head or body is too long), recorded with its {@link ArrivedRequest#problem}, and takes no reply. A peer that closes only
 * its sending side counts as hung up.
 *
 * <p>It listens on 127.0.0.1 alone, speaks plain {@code http}, and uses one daemon thread per connection. Safe for use by
 * several threads. What it cannot do (it says so at the start): refuse a connection, for which there is {@link #refusedUri}, and
 * interrupt the caller.
 */
public final class ScriptedProvider implements AutoCloseable {

  /** How many connections are served at once unless the builder says otherwise; the next ones wait to be accepted. */
  public static final int DEFAULT_MAX_CONNECTIONS = 1_024;

  /** How long {@link #close} waits for the threads to end, all together. */
  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final Arrivals arrivals;
  private final ChunkFormat format;
  private final ServerSocket server;
  private final Socket refusing;
  private final Semaphore room;
  private final Map<Thread, PeerConnection> connections = new ConcurrentHashMap<>();
  private final Thread acceptor;
  private volatile boolean isClosed;

  private ScriptedProvider(Builder builder) {
    arrivals = new Arrivals(
        new ScriptPositions(builder.everywhere, builder.byPath),
        builder.function,
        builder.afterScript);
    format = builder.format;
    room = new Semaphore(builder.maxConnections);
    try {
      InetAddress loopback = InetAddress.getByAddress(LOOPBACK);
      server = new ServerSocket(0, builder.maxConnections, loopback);
      refusing = new Socket();
      refusing.bind(new InetSocketAddress(loopback, 0)); // bound and never listening
    } catch (IOException e) {
      throw new UncheckedIOException("cannot take a port of 127.0.0.1", e);
    }
    acceptor = thread(this::accept, "accept");
  }

  /** A provider that plays a script in words, whatever the path. */
  public static ScriptedProvider playing(String script) {
    return playing(Script.parse(script));
  }

  /** A provider that plays a script, whatever the path. */
  public static ScriptedProvider playing(Script script) {
    return builder().script(script).start();
  }

  /** A provider whose replies a function chooses. */
  public static ScriptedProvider answering(ReplyFunction function) {
    return builder().function(function).start();
  }

  /** A provider to be set up. */
  public static Builder builder() {
    return new Builder();
  }

  /** The address of the provider: {@code http://127.0.0.1:PORT/}. */
  public URI uri() {
    return uri("/");
  }

  /**
   * The address of a path at the provider.
   *
   * @param path begins with {@code /}; may have a query
   */
  public URI uri(String path) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path must begin with '/', was '" + path + "'");
    }
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + path);
  }

  /** An address at which every connection is refused, until this provider is closed: the port is taken and nobody listens. */
  public URI refusedUri() {
    return URI.create("http://127.0.0.1:" + refusing.getLocalPort() + "/");
  }

  /** What has arrived so far, in order; a snapshot. */
  public List<ArrivedRequest> requests() {
    return arrivals.snapshot();
  }

  /**
   * Waits until so many requests have arrived.
   *
   * @param count how many since the start, those already here included
   * @return false when they had not within this time; with one more than expected: nothing more came
   */
  public boolean awaitRequests(int count, Duration atMost) throws InterruptedException {
    return arrivals.awaitRequests(count, atMost);
  }

  /**
   * Waits until the peer of one request has hung up before its reply was sent whole.
   *
   * @param index of the request, 0 for the first; it need not have arrived yet
   * @return false when it had not within this time
   */
  public boolean awaitHangUp(int index, Duration atMost) throws InterruptedException {
    return arrivals.awaitHangUp(index, atMost);
  }

  /** How many connections are open now, those idle between two requests included. */
  public int openConnections() {
    return connections.size();
  }

  /**
   * Ends all connections and threads, within two seconds. What was recorded stays readable.
   *
   * <p>A reply function that neither returns nor heeds an interrupt keeps its daemon thread.
   */
  @Override
  public void close() {
    isClosed = true;
    arrivals.close();
    closeQuietly(server);
    closeQuietly(refusing);
    acceptor.interrupt();
    long untilNanos = System.nanoTime() + CLOSE_NANOS;
    join(acceptor, untilNanos); // before the connections: afterwards none can be added
    List<Thread> threads = List.copyOf(connections.keySet());
    connections.forEach((thread, connection) -> {
      closeQuietly(connection);
      thread.interrupt();
    });
    threads.forEach(thread -> join(thread, untilNanos));
  }

  private void accept() {
    int number = 0;
    try {
      while (!isClosed) {
        room.acquire();
        number++;
        start(server.accept(), number);
      }
    } catch (IOException | InterruptedException closed) {
      // Only close() ends the server's socket or interrupts.
    }
  }

  private void start(Socket socket, int number) {
    try {
      PeerConnection peer = new PeerConnection(socket);
      ConnectionLoop loop = new ConnectionLoop(arrivals, peer, number, format);
      Thread thread = thread(() -> serve(loop), Integer.toString(number));
      connections.put(thread, peer);
      thread.start();
    } catch (IOException goneBeforeItBegan) {
      closeQuietly(socket);
      room.release();
    }
  }

  private void serve(ConnectionLoop loop) {
    try {
      loop.run();
    } finally {
      connections.remove(Thread.currentThread());
      room.release();
    }
  }

  private Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, "scripted-provider-" + server.getLocalPort() + "-" + name);
    thread.setDaemon(true);
    return thread;
  }

  private static void join(Thread thread, long untilNanos) {
    try {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
      thread.join(Math.max(1, leftMs));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void closeQuietly(Closeable closeable) {
    try {
      closeable.close();
    } catch (IOException alreadyGone) {
      // It is closed, which is all that is wanted.
    }
  }

  /** Sets up a provider. Scripts or a function, not both; without either every request comes after the script. */
  public static final class Builder {

    private final Map<String, Script> byPath = new HashMap<>();
    private Script everywhere = Script.of();
    private @Nullable ReplyFunction function;
    private ScriptedReply afterScript = ScriptedReply.status(599).withBody("the script has ended");
    private ChunkFormat format = ChunkFormat.openAiChat();
    private int maxConnections = DEFAULT_MAX_CONNECTIONS;

    private Builder() {}

    /** The script of every path that has none of its own. */
    public Builder script(Script script) {
      script.replies().forEach(Arrivals::requirePlayable);
      everywhere = script;
      return this;
    }

    /** The script of one path; {@code path} as it is sent, without a query. */
    public Builder script(String path, Script script) {
      if (!path.startsWith("/") || path.contains("?")) {
        throw new IllegalArgumentException(
            "path must begin with '/' and have no query, was '" + path + "'");
      }
      script.replies().forEach(Arrivals::requirePlayable);
      byPath.put(path, script);
      return this;
    }

    /** The function that chooses every reply. */
    public Builder function(ReplyFunction chooser) {
      function = chooser;
      return this;
    }

    /** The reply to every request after the last one of its script; default 599. */
    public Builder afterScript(ScriptedReply reply) {
      afterScript = Arrivals.requirePlayable(reply);
      return this;
    }

    /** How the chunks of streams go over the wire; default {@link ChunkFormat#openAiChat}. */
    public Builder chunkFormat(ChunkFormat other) {
      format = other;
      return this;
    }

    /** How many connections are served at once, at least 1; default {@value ScriptedProvider#DEFAULT_MAX_CONNECTIONS}. */
    public Builder maxConnections(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("maxConnections must be >= 1, was " + count);
      }
      maxConnections = count;
      return this;
    }

    /**
     * Starts to listen on a free port.
     *
     * @throws IllegalStateException when there are both scripts and a function
     * @throws UncheckedIOException when no port can be taken
     */
    public ScriptedProvider start() {
      if (function != null && (!byPath.isEmpty() || everywhere.size() > 0)) {
        throw new IllegalStateException("scripts and a function: leave one of them out");
      }
      ScriptedProvider provider = new ScriptedProvider(this);
      provider.acceptor.start();
      return provider;
    }
  }
}
