package dev.forbear.classify;

import static dev.forbear.classify.ExceptionRule.Match.CONTAINS;
import static dev.forbear.classify.ExceptionRule.Match.IS;
import static dev.forbear.classify.ExceptionRule.general;
import static dev.forbear.classify.ExceptionRule.stop;
import static dev.forbear.classify.ExceptionRule.telling;
import static dev.forbear.classify.Meaning.CALLED_OFF;
import static dev.forbear.classify.Meaning.CUT_OFF;
import static dev.forbear.classify.Meaning.LOST;
import static dev.forbear.classify.Meaning.LOST_ANSWER;
import static dev.forbear.classify.Meaning.NONSENSE;
import static dev.forbear.classify.Meaning.NOT_ADMITTED;
import static dev.forbear.classify.Meaning.NOT_BUILT;
import static dev.forbear.classify.Meaning.NOT_KNOWN;
import static dev.forbear.classify.Meaning.NOT_SENT;
import static dev.forbear.classify.Meaning.NOT_TRUSTED;
import static dev.forbear.classify.Meaning.TIMED_OUT;
import static dev.forbear.classify.Meaning.TOO_MUCH;

import java.util.List;

/**
 * The exceptions of the JDK.
 *
 * <p>The texts were recorded against raw-socket servers that fail in chosen ways, with {@code java.net.http} and {@code
 * HttpURLConnection} of JDK 17.0.15 and {@code java.net.http} of JDK 25.0.3; those of proxies, authentication and shutdown
 * were read in the source of {@code java.net.http} in JDK 25. OkHttp throws classes of the JDK too: its texts (4.12) are
 * marked.
 */
final class JdkExceptions {

  private static final String IO = "java.io.IOException";
  private static final String SOCKET = "java.net.SocketException";
  private static final String ILLEGAL_ARGUMENT = "java.lang.IllegalArgumentException";

  static final List<ExceptionRule> RULES = List.of(
      // The end of everything, wherever it stands in the chain.
      stop("java.lang.Error", NOT_KNOWN),
      stop("java.lang.InterruptedException", CALLED_OFF),
      stop("java.nio.channels.ClosedByInterruptException", CALLED_OFF),

      // Somebody on this side gave up.
      telling("java.util.concurrent.CancellationException", CALLED_OFF),
      telling("java.nio.channels.AsynchronousCloseException", CALLED_OFF),

      // Before the request left.
      telling("java.net.ConnectException", NOT_SENT),
      telling("java.net.NoRouteToHostException", NOT_SENT),
      telling("java.net.BindException", NOT_SENT),
      telling("java.net.UnknownHostException", NOT_SENT),
      telling("java.nio.channels.UnresolvedAddressException", NOT_SENT),
      telling("java.net.http.HttpConnectTimeoutException", NOT_SENT),

      // Time. "Read timed out" is a handshake in OkHttp but an answer elsewhere, so it proves
      // nothing.
      telling("java.net.http.HttpTimeoutException", TIMED_OUT),
      telling("java.util.concurrent.TimeoutException", TIMED_OUT),
      telling("java.net.SocketTimeoutException", CONTAINS, "connect timed out", NOT_SENT),
      telling("java.net.SocketTimeoutException", TIMED_OUT),
      // OkHttp's call timeout is "timeout"; without such a word it is an interrupt or an abort.
      telling("java.io.InterruptedIOException", CONTAINS, "timeout", TIMED_OUT),
      telling("java.io.InterruptedIOException", CONTAINS, "timed out", TIMED_OUT),
      telling("java.io.InterruptedIOException", CALLED_OFF),

      // Sockets. Whoever closes a socket on this side has given the call up: OkHttp's Call.cancel()
      // says no more.
      telling(SOCKET, CONTAINS, "closed by interrupt", CALLED_OFF),
      telling(SOCKET, CONTAINS, "socket closed", CALLED_OFF),
      telling(SOCKET, CONTAINS, "socket is closed", CALLED_OFF),
      telling(SOCKET, CONTAINS, "too many open files", NOT_SENT),
      telling(SOCKET, LOST),
      telling("java.nio.channels.ClosedChannelException", LOST),

      // TLS. A handshake that was cut passes; one that was refused does not. JSSE also wraps what a
      // broken connection
      // throws later into an SSLException, which is then for its cause to tell.
      telling(
          "javax.net.ssl.SSLHandshakeException", CONTAINS, "terminated the handshake", NOT_SENT),
      telling("javax.net.ssl.SSLHandshakeException", CONTAINS, "connection reset", NOT_SENT),
      telling("javax.net.ssl.SSLHandshakeException", CONTAINS, "connection closed", NOT_SENT),
      telling("javax.net.ssl.SSLHandshakeException", CONTAINS, "timed out", NOT_SENT),
      telling("javax.net.ssl.SSLHandshakeException", NOT_TRUSTED),
      telling("javax.net.ssl.SSLPeerUnverifiedException", NOT_TRUSTED),
      telling("javax.net.ssl.SSLKeyException", NOT_TRUSTED),
      telling("javax.net.ssl.SSLException", CONTAINS, "plaintext connection", NOT_TRUSTED),
      telling("javax.net.ssl.SSLException", CONTAINS, "unrecognized ssl message", NOT_TRUSTED),
      telling("javax.net.ssl.SSLException", CONTAINS, "trustanchors", NOT_TRUSTED),
      telling("java.security.cert.CertificateException", NOT_TRUSTED),
      telling("java.security.cert.CertPathBuilderException", NOT_TRUSTED),
      telling("java.security.cert.CertPathValidatorException", NOT_TRUSTED),

      // The end came too early. OkHttp 4.12: a line it looked for ("\n not found: limit=0") may be
      // the status line, no
      // message at all is a chunk that broke off.
      telling("java.io.EOFException", CONTAINS, "not found: limit", LOST),
      telling("java.io.EOFException", CONTAINS, "eof reached while reading", LOST),
      telling("java.io.EOFException", CONTAINS, "ssl peer shut down", LOST),
      telling("java.io.EOFException", CUT_OFF),
      telling("java.net.ProtocolException", CONTAINS, "unexpected end of stream", CUT_OFF),
      telling("java.net.ProtocolException", NONSENSE),
      telling("java.util.zip.ZipException", NONSENSE),
      // HttpURLConnection cannot send a streamed body again: 401 and 407 end so, and redirects.
      telling("java.net.HttpRetryException", CONTAINS, "authentication", NOT_ADMITTED),
      telling("java.net.HttpRetryException", NONSENSE),

      // java.net.http throws plain IOExceptions. "closed" is a body being read; its cause would say
      // less.
      telling(IO, IS, "closed", CUT_OFF),
      telling(IO, CONTAINS, "fixed content-length", CUT_OFF),
      telling(IO, CONTAINS, "chunked transfer encoding", CUT_OFF),
      telling(IO, CONTAINS, "premature eof", CUT_OFF),
      // RFC 9113, section 8.7: REFUSED_STREAM was not processed. JDK 17.0.15 hands it out, JDK 25
      // sends again first.
      telling(IO, CONTAINS, "stream not processed", NOT_SENT),
      telling(IO, CONTAINS, "request not processed by peer", NOT_SENT),
      telling(IO, CONTAINS, "too many concurrent streams", NOT_SENT),
      telling(IO, CONTAINS, "processing capacity exceeded", TOO_MUCH),
      telling(IO, CONTAINS, "received rst_stream", LOST),
      telling(IO, CONTAINS, "header parser received no bytes", LOST),
      telling(IO, CONTAINS, "parsing http/1.1", LOST_ANSWER),
      telling(IO, CONTAINS, "eof reached while reading", LOST),
      // OkHttp 4.12.
      telling(IO, CONTAINS, "unexpected end of stream", LOST),
      telling(IO, IS, "canceled", CALLED_OFF),
      telling(IO, CONTAINS, "request cancelled", CALLED_OFF),
      telling(IO, CONTAINS, "selector manager closed", CALLED_OFF),
      telling(IO, IS, "shutdownnow", CALLED_OFF),
      // A proxy that opened no tunnel: java.net.http, HttpURLConnection, OkHttp.
      telling(IO, CONTAINS, "tunnel failed", NOT_SENT),
      telling(IO, CONTAINS, "unable to tunnel through proxy", NOT_SENT),
      telling(IO, CONTAINS, "response code for connect", NOT_SENT),
      telling(IO, CONTAINS, "failed to authenticate with proxy", NOT_ADMITTED),
      telling(IO, CONTAINS, "header missing for response code", NOT_ADMITTED),
      telling(IO, CONTAINS, "no credentials provided", NOT_ADMITTED),
      telling(IO, CONTAINS, "too many authentication attempts", NOT_ADMITTED),

      // Requests that cannot be sent, and files and data of the caller's own.
      telling("java.net.MalformedURLException", NOT_BUILT),
      telling("java.net.URISyntaxException", NOT_BUILT),
      telling("java.net.UnknownServiceException", NOT_BUILT),
      // A file of the caller's, or HttpURLConnection's way to say 404.
      telling(
          "java.io.FileNotFoundException",
          Meaning.lasting(FailureClass.NOT_FOUND, RequestMayHaveRun.MAYBE)),
      telling("java.nio.file.FileSystemException", NOT_KNOWN),
      telling("java.io.UnsupportedEncodingException", NOT_KNOWN),
      telling("java.io.ObjectStreamException", NOT_KNOWN),
      telling("java.nio.charset.CharacterCodingException", NOT_KNOWN),

      // What says little. An argument was wrong: the request's if the builder of java.net.http or
      // OkHttp says so,
      // otherwise anybody's, perhaps long after the call. OkHttp 4.12 fails so on a Retry-After
      // beyond an int.
      general(ILLEGAL_ARGUMENT, CONTAINS, "uri with undefined scheme", NOT_BUILT),
      general(ILLEGAL_ARGUMENT, CONTAINS, "invalid uri scheme", NOT_BUILT),
      general(ILLEGAL_ARGUMENT, CONTAINS, "unsupported uri", NOT_BUILT),
      general(ILLEGAL_ARGUMENT, CONTAINS, "expected url scheme", NOT_BUILT),
      general(ILLEGAL_ARGUMENT, CONTAINS, "header name", NOT_BUILT),
      general(ILLEGAL_ARGUMENT, CONTAINS, "header value", NOT_BUILT),
      general(
          ILLEGAL_ARGUMENT, Meaning.lasting(FailureClass.INVALID_REQUEST, RequestMayHaveRun.MAYBE)),
      general("java.lang.NumberFormatException", NONSENSE),
      general(IO, LOST));

  private JdkExceptions() {}
}
