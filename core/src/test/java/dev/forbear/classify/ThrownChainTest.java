package dev.forbear.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThrownChainTest {

  private static String verdict(Classified verdict) {
    return verdict.failureClass().word()
        + (verdict.isTransient() ? " transient " : " permanent ")
        + verdict.requestMayHaveRun().word();
  }

  private static String verdict(String chain) {
    return verdict(ThrownChain.parse(chain).classify());
  }

  private static String verdict(Throwable thrown) {
    return verdict(ThrownChain.of(thrown).classify());
  }

  /** Recorded chains, each with what the server in question had seen. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      java.net.ConnectException: null <- java.nio.channels.ClosedChannelException: null | connect_failed transient no
      java.net.ConnectException: null <- java.nio.channels.UnresolvedAddressException: null | connect_failed transient no
      java.net.http.HttpConnectTimeoutException: HTTP connect timed out <- java.net.ConnectException: HTTP connect timed out | connect_failed transient no
      java.net.SocketTimeoutException: Connect timed out | connect_failed transient no
      java.net.SocketTimeoutException: connect timed out | connect_failed transient no
      java.util.concurrent.CompletionException: java.net.http.HttpTimeoutException: request timed out <- java.net.http.HttpTimeoutException: request timed out | timeout transient maybe
      java.io.InterruptedIOException: timeout <- okhttp3.internal.http2.StreamResetException: stream was reset: CANCEL | timeout transient maybe
      java.io.InterruptedIOException: interrupted | cancelled permanent maybe
      java.io.InterruptedIOException: null | cancelled permanent maybe
      java.io.IOException: HTTP/1.1 header parser received no bytes <- java.io.IOException: Connection reset by peer | unknown_outcome transient maybe
      java.io.IOException: unexpected end of stream on http://127.0.0.1:33355/... <- java.io.EOFException: \\n not found: limit=0 content=… | unknown_outcome transient maybe
      java.io.EOFException: \\n not found: limit=0 content=… | unknown_outcome transient maybe
      java.io.IOException: closed <- java.io.EOFException: EOF reached while reading | stream_interrupted transient yes
      java.io.IOException: stream closed | unknown_outcome transient maybe
      java.io.IOException: Premature EOF | stream_interrupted transient yes
      java.io.IOException: Received RST_STREAM: Processing capacity exceeded | overloaded transient maybe
      java.io.IOException: Request cancelled | cancelled permanent maybe
      java.util.concurrent.CompletionException: x <- java.util.concurrent.CancellationException: Request cancelled <- java.io.IOException: Request cancelled | cancelled permanent maybe
      java.net.SocketException: Socket closed | cancelled permanent maybe
      java.net.SocketException: Connection reset | unknown_outcome transient maybe
      java.net.SocketException: Unexpected end of file from server | unknown_outcome transient maybe
      java.net.ProtocolException: Unexpected status line: SSH-2.0-x | protocol_error permanent maybe
      javax.net.ssl.SSLHandshakeException: (certificate_unknown) PKIX path building failed: x <- sun.security.validator.ValidatorException: y | tls_failed permanent no
      javax.net.ssl.SSLHandshakeException: Remote host terminated the handshake <- java.io.EOFException: SSL peer shut down incorrectly | connect_failed transient no
      javax.net.ssl.SSLException: Unsupported or unrecognized SSL message | tls_failed permanent no
      javax.net.ssl.SSLException: Connection reset <- java.net.SocketException: Connection reset | unknown_outcome transient maybe
      javax.net.ssl.SSLException: Tag mismatch | unknown_outcome transient maybe
      java.io.IOException: Tunnel failed, got: 503 | connect_failed transient no
      java.io.IOException: Failed to authenticate with proxy | auth permanent no
      java.lang.NumberFormatException: For input string: "99999999999" | protocol_error permanent maybe
      reactor.core.Exceptions$ReactiveException: x <- io.netty.channel.AbstractChannel$AnnotatedConnectException: finishConnect(..) failed: Connection refused <- java.net.ConnectException: finishConnect(..) failed | connect_failed transient no
      reactor.core.Exceptions$ReactiveException: x <- reactor.netty.http.client.PrematureCloseException: Connection prematurely closed BEFORE response | unknown_outcome transient maybe
      reactor.netty.http.client.PrematureCloseException: Connection prematurely closed DURING response | stream_interrupted transient yes
      java.lang.IllegalStateException: Timeout on blocking read for 1000 MILLISECONDS | timeout transient maybe
      org.apache.hc.core5.http.ConnectionClosedException: Premature end of Content-Length delimited message body (expected: 100; received: 9) | stream_interrupted transient yes
      org.apache.hc.core5.http.RequestNotExecutedException: Connection is closed | connect_failed transient no
      org.apache.hc.client5.http.ConnectTimeoutException: Connect to http://x failed: Read timed out | connect_failed transient no
      org.apache.hc.client5.http.impl.classic.RequestFailedException: Request execution failed <- java.net.ConnectException: refused | connect_failed transient no
      org.apache.hc.client5.http.impl.classic.RequestAbortedException: Request aborted | cancelled permanent maybe
      org.apache.http.conn.ConnectionPoolTimeoutException: Timeout waiting for connection from pool | connect_failed transient no
      io.grpc.StatusRuntimeException: UNAVAILABLE: io exception <- java.net.ConnectException: Connection refused | connect_failed transient no
      io.grpc.StatusException: DEADLINE_EXCEEDED | timeout transient maybe
      io.grpc.StatusRuntimeException: INTERNAL_NONSENSE | unknown_outcome permanent maybe
      dev.langchain4j.exception.TimeoutException: x <- java.net.http.HttpConnectTimeoutException: HTTP connect timed out | connect_failed transient no
      dev.langchain4j.exception.TimeoutException: x | timeout transient maybe
      dev.langchain4j.exception.RateLimitException: x | rate_limit transient no
      software.amazon.awssdk.core.exception.SdkClientException: Unable to execute HTTP request: x <- java.net.UnknownHostException: x | connect_failed transient no
      software.amazon.awssdk.core.exception.AbortedException: x <- software.amazon.awssdk.core.exception.SdkInterruptedException: null | cancelled permanent maybe
      com.fasterxml.jackson.databind.JsonMappingException: x | protocol_error permanent maybe
      """)
  void judgesARecordedChain(String chain, String expected) {
    assertThat(verdict(chain)).isEqualTo(expected);
  }

  static Stream<Throwable> real() {
    IOException reset = new SocketException("Connection reset");
    return Stream.of(
        new ConnectException("Connection refused"),
        caused(new ConnectException(), new UnresolvedAddressException()),
        new UnknownHostException("no-such-host.invalid"),
        new HttpConnectTimeoutException("HTTP connect timed out"),
        new HttpTimeoutException("request timed out"),
        new TimeoutException(),
        new SocketTimeoutException("Connect timed out"),
        new SocketTimeoutException("Read timed out"),
        new InterruptedIOException("timeout"),
        new InterruptedIOException("interrupted"),
        new InterruptedException(),
        new ClosedByInterruptException(),
        new ClosedChannelException(),
        new CancellationException(),
        new SocketException("Socket closed"),
        new EOFException(),
        new ProtocolException("unexpected end of stream"),
        new IOException("closed", new IOException("chunked transfer encoding", reset)),
        new IOException("HTTP/1.1 header parser received no bytes", reset),
        new IOException("/127.0.0.1:42416: GOAWAY received"),
        new SSLHandshakeException("PKIX path building failed"),
        new SSLHandshakeException("Remote host terminated the handshake"),
        new SSLException("Connection reset", reset),
        new UncheckedIOException(new IOException("Broken pipe")),
        new CompletionException(new ExecutionException(new OutOfMemoryError("Java heap space"))),
        new StackOverflowError(),
        new NoClassDefFoundError("x"),
        new IllegalArgumentException("URI with undefined scheme"),
        new IllegalArgumentException("mine"),
        new NumberFormatException("For input string: \"99999999999\""),
        new FileNotFoundException("prompt.txt"),
        new NoSuchFileException("prompt.txt"),
        new IllegalStateException("mine"),
        new NullPointerException());
  }

  private static Throwable caused(Throwable thrown, Throwable cause) {
    return thrown.initCause(cause);
  }

  @ParameterizedTest
  @MethodSource("real")
  void judgesAWrittenExceptionLikeTheRealOne(Throwable thrown) {
    StringBuilder written = new StringBuilder();
    for (Throwable next = thrown; next != null; next = next.getCause()) {
      written.append(written.isEmpty() ? "" : " <- ");
      written.append(next.getClass().getName()).append(": ").append(next.getMessage());
    }

    assertThat(ThrownChain.parse(written.toString()).classify())
        .isEqualTo(ThrownChain.of(thrown).classify());
  }

  @Test
  void doesNotRepeatWhatItDoesNotKnow() {
    assertThat(verdict(new IllegalStateException("mine")))
        .isEqualTo("unknown_outcome permanent maybe");
    assertThat(verdict(new NullPointerException())).isEqualTo("unknown_outcome permanent maybe");
    assertThat(verdict(new NoSuchFileException("prompt.txt")))
        .isEqualTo("unknown_outcome permanent maybe");
    assertThat(verdict(new Throwable("mine"))).isEqualTo("unknown_outcome permanent maybe");
    assertThat(verdict("com.acme.CheckoutException: 429 timeout reset"))
        .as("words of an unknown class mean nothing")
        .isEqualTo("unknown_outcome permanent maybe");
  }

  @Test
  void neverRepeatsAnErrorOrAnInterruptWhereverItStands() {
    for (Throwable end :
        List.of(new OutOfMemoryError(), new AssertionError("x"), new InterruptedException())) {
      Throwable wrapped =
          new SocketTimeoutException("timeout").initCause(new CompletionException(end));

      assertThat(ThrownChain.of(wrapped).classify().isTransient()).as("%s", end).isFalse();
    }
  }

  @Test
  void takesASubclassOfSomebodysForTheClassItExtends() {
    class PoolException extends ConnectException {
      private static final long serialVersionUID = 1L;
    }

    assertThat(ThrownChain.of(new RuntimeException(new PoolException())).classify())
        .isEqualTo(new Classified(
            FailureClass.CONNECT_FAILED,
            true,
            java.util.OptionalDouble.empty(),
            RequestMayHaveRun.NO,
            "exception java.net.ConnectException"));
  }

  @Test
  void namesTheRuleByClassAndByItsOwnPhraseNeverByTheMessage() {
    assertThat(ThrownChain.parse("java.net.SocketTimeoutException: secret connect timed out")
            .classify()
            .rule())
        .isEqualTo("exception java.net.SocketTimeoutException \"connect timed out\"");
    assertThat(ThrownChain.parse("a.B: secret <- c.D: secret").classify().rule())
        .isEqualTo("exception c.D");
    assertThat(ThrownChain.parse("a.B: secret <- c.D").toString()).isEqualTo("a.B <- c.D");
  }

  @Test
  void endsOnACircleAndOnAVeryLongChain() {
    Exception one = new Exception("one");
    Exception two = new Exception("two", one);
    one.initCause(two);
    Throwable longChain = new ConnectException();
    for (int i = 0; i < 100_000; i++) {
      longChain = new RuntimeException(null, longChain);
    }

    assertThat(verdict(one)).isEqualTo("unknown_outcome permanent maybe");
    assertThat(verdict(longChain)).isEqualTo("unknown_outcome permanent maybe");
    assertThat(verdict("a.B <- ".repeat(100_000) + "java.net.ConnectException"))
        .isEqualTo("unknown_outcome permanent maybe");
  }

  @Test
  void looksAsFarAsItSays() {
    String padding = "a.B <- ".repeat(ThrownChain.MAX_LINKS - 1);

    assertThat(verdict(padding + "java.net.ConnectException"))
        .isEqualTo("connect_failed transient no");
    assertThat(verdict(padding + "a.B <- java.net.ConnectException"))
        .isEqualTo("unknown_outcome permanent maybe");
    assertThat(
            verdict("java.net.SocketTimeoutException: " + " ".repeat(1000) + "connect timed out"))
        .isEqualTo("connect_failed transient no");
    assertThat(
            verdict("java.net.SocketTimeoutException: " + " ".repeat(1010) + "connect timed out"))
        .isEqualTo("timeout transient maybe");
  }

  @Test
  void judgesAnExceptionThatThrowsWhenReadByItsType() {
    class Broken extends SocketException {
      private static final long serialVersionUID = 1L;

      @Override
      public String getMessage() {
        throw new IllegalStateException("no message");
      }

      @Override
      public synchronized @Nullable Throwable getCause() {
        throw new IllegalStateException("no cause");
      }
    }

    assertThat(verdict(new Broken())).isEqualTo("unknown_outcome transient maybe");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "not a class",
        "429",
        "java.io.IOException: closed <- ",
        "a..B",
        "a.B.: x",
        ": x"
      })
  void refusesATextThatIsNoChain(String text) {
    assertThatThrownBy(() -> ThrownChain.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("package.Class: message");
  }
}
