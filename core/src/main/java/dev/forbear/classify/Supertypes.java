package dev.forbear.classify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The superclasses of the classes the rules speak of, for exceptions that are only written down.
 *
 * <p>Of a class of the JDK that is not listed and whose name ends in {@code Error} it is known that it is an {@link Error}.
 */
final class Supertypes {

  private static final String TABLE = """
      java.lang.IllegalArgumentException java.lang.RuntimeException
      java.lang.NumberFormatException java.lang.IllegalArgumentException
      java.nio.channels.UnresolvedAddressException java.lang.IllegalArgumentException
      java.lang.IllegalStateException java.lang.RuntimeException
      java.util.concurrent.CancellationException java.lang.IllegalStateException
      java.io.InterruptedIOException java.io.IOException
      java.net.SocketTimeoutException java.io.InterruptedIOException
      java.net.SocketException java.io.IOException
      java.net.ConnectException java.net.SocketException
      java.net.NoRouteToHostException java.net.SocketException
      java.net.PortUnreachableException java.net.SocketException
      java.net.BindException java.net.SocketException
      java.net.UnknownHostException java.io.IOException
      java.net.UnknownServiceException java.io.IOException
      java.net.MalformedURLException java.io.IOException
      java.net.ProtocolException java.io.IOException
      java.net.HttpRetryException java.io.IOException
      java.net.http.HttpTimeoutException java.io.IOException
      java.net.http.HttpConnectTimeoutException java.net.http.HttpTimeoutException
      java.net.http.WebSocketHandshakeException java.io.IOException
      java.io.EOFException java.io.IOException
      java.io.FileNotFoundException java.io.IOException
      java.io.UnsupportedEncodingException java.io.IOException
      java.io.ObjectStreamException java.io.IOException
      java.io.InvalidObjectException java.io.ObjectStreamException
      java.io.NotSerializableException java.io.ObjectStreamException
      java.io.UTFDataFormatException java.io.IOException
      java.util.zip.ZipException java.io.IOException
      java.nio.charset.CharacterCodingException java.io.IOException
      java.nio.charset.MalformedInputException java.nio.charset.CharacterCodingException
      java.nio.charset.UnmappableCharacterException java.nio.charset.CharacterCodingException
      java.nio.file.FileSystemException java.io.IOException
      java.nio.file.NoSuchFileException java.nio.file.FileSystemException
      java.nio.file.AccessDeniedException java.nio.file.FileSystemException
      java.nio.channels.ClosedChannelException java.io.IOException
      java.nio.channels.AsynchronousCloseException java.nio.channels.ClosedChannelException
      java.nio.channels.ClosedByInterruptException java.nio.channels.AsynchronousCloseException
      javax.net.ssl.SSLException java.io.IOException
      javax.net.ssl.SSLHandshakeException javax.net.ssl.SSLException
      javax.net.ssl.SSLKeyException javax.net.ssl.SSLException
      javax.net.ssl.SSLPeerUnverifiedException javax.net.ssl.SSLException
      javax.net.ssl.SSLProtocolException javax.net.ssl.SSLException
      java.security.cert.CertificateExpiredException java.security.cert.CertificateException
      java.security.cert.CertificateNotYetValidException java.security.cert.CertificateException
      sun.security.validator.ValidatorException java.security.cert.CertificateException
      sun.security.provider.certpath.SunCertPathBuilderException java.security.cert.CertPathBuilderException
      okhttp3.internal.http2.StreamResetException java.io.IOException
      okhttp3.internal.http2.ConnectionShutdownException java.io.IOException
      org.apache.hc.client5.http.ClientProtocolException java.io.IOException
      org.apache.hc.client5.http.ConnectTimeoutException java.net.SocketTimeoutException
      org.apache.hc.client5.http.HttpHostConnectException java.net.ConnectException
      org.apache.hc.client5.http.HttpResponseException org.apache.hc.client5.http.ClientProtocolException
      org.apache.hc.client5.http.UnsupportedSchemeException java.io.IOException
      org.apache.hc.client5.http.impl.classic.RequestAbortedException java.io.InterruptedIOException
      org.apache.hc.client5.http.impl.classic.RequestFailedException java.io.InterruptedIOException
      org.apache.hc.core5.http.ConnectionClosedException java.io.IOException
      org.apache.hc.core5.http.ConnectionRequestTimeoutException java.io.InterruptedIOException
      org.apache.hc.core5.http.HttpStreamResetException java.io.IOException
      org.apache.hc.core5.http.MalformedChunkCodingException java.io.IOException
      org.apache.hc.core5.http.TruncatedChunkException org.apache.hc.core5.http.MalformedChunkCodingException
      org.apache.hc.core5.http.NoHttpResponseException java.io.IOException
      org.apache.hc.core5.http.RequestNotExecutedException org.apache.hc.core5.http.ConnectionClosedException
      org.apache.hc.core5.http.UnsupportedHttpVersionException org.apache.hc.core5.http.ProtocolException
      org.apache.hc.core5.http2.H2StreamResetException org.apache.hc.core5.http.HttpStreamResetException
      org.apache.hc.core5.http2.H2ConnectionException java.io.IOException
      org.apache.hc.core5.util.DeadlineTimeoutException java.util.concurrent.TimeoutException
      org.apache.http.ConnectionClosedException java.io.IOException
      org.apache.http.MalformedChunkCodingException java.io.IOException
      org.apache.http.TruncatedChunkException org.apache.http.MalformedChunkCodingException
      org.apache.http.NoHttpResponseException java.io.IOException
      org.apache.http.client.ClientProtocolException java.io.IOException
      org.apache.http.client.HttpResponseException org.apache.http.client.ClientProtocolException
      org.apache.http.conn.ConnectTimeoutException java.io.InterruptedIOException
      org.apache.http.conn.ConnectionPoolTimeoutException org.apache.http.conn.ConnectTimeoutException
      org.apache.http.conn.HttpHostConnectException java.net.ConnectException
      org.apache.http.conn.UnsupportedSchemeException java.io.IOException
      org.apache.http.impl.execchain.RequestAbortedException java.io.InterruptedIOException
      io.netty.channel.AbstractChannel$AnnotatedConnectException java.net.ConnectException
      io.netty.channel.AbstractChannel$AnnotatedNoRouteToHostException java.net.NoRouteToHostException
      io.netty.channel.AbstractChannel$AnnotatedSocketException java.net.SocketException
      io.netty.channel.ConnectTimeoutException java.net.ConnectException
      io.netty.channel.ExtendedClosedChannelException java.nio.channels.ClosedChannelException
      io.netty.channel.StacklessClosedChannelException java.nio.channels.ClosedChannelException
      io.netty.channel.socket.ChannelOutputShutdownException java.io.IOException
      io.netty.channel.unix.Errors$NativeIoException java.io.IOException
      io.netty.channel.unix.Errors$NativeConnectException java.net.ConnectException
      io.netty.handler.ssl.SslHandshakeTimeoutException javax.net.ssl.SSLHandshakeException
      io.netty.handler.timeout.ReadTimeoutException io.netty.handler.timeout.TimeoutException
      io.netty.handler.timeout.WriteTimeoutException io.netty.handler.timeout.TimeoutException
      io.netty.resolver.dns.DnsNameResolverTimeoutException io.netty.resolver.dns.DnsNameResolverException
      reactor.netty.http.client.PrematureCloseException java.io.IOException
      software.amazon.awssdk.core.exception.AbortedException software.amazon.awssdk.core.exception.SdkClientException
      software.amazon.awssdk.core.exception.ApiCallTimeoutException software.amazon.awssdk.core.exception.SdkClientException
      software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException software.amazon.awssdk.core.exception.SdkClientException
      software.amazon.awssdk.core.exception.SdkInterruptedException java.lang.InterruptedException
      dev.langchain4j.exception.ContentFilteredException dev.langchain4j.exception.InvalidRequestException
      com.fasterxml.jackson.core.JacksonException java.io.IOException
      com.fasterxml.jackson.core.JsonProcessingException com.fasterxml.jackson.core.JacksonException
      com.fasterxml.jackson.core.JsonParseException com.fasterxml.jackson.core.JsonProcessingException
      com.fasterxml.jackson.databind.JsonMappingException com.fasterxml.jackson.core.JsonProcessingException
      """;

  private static final Map<String, String> SUPERCLASS = new HashMap<>();

  static {
    TABLE.lines().map(line -> line.split(" ")).forEach(row -> SUPERCLASS.put(row[0], row[1]));
  }

  /** The class itself, then the superclasses that are known of it. */
  static List<String> of(String type) {
    List<String> types = new ArrayList<>(4);
    for (String next = type; next != null; next = SUPERCLASS.get(next)) {
      types.add(next);
    }
    if (types.size() == 1 && isError(type)) {
      types.add("java.lang.Error");
    }
    return List.copyOf(types);
  }

  /** The table, for tests: class names to the name of the superclass. */
  static Map<String, String> table() {
    return Map.copyOf(SUPERCLASS);
  }

  private static boolean isError(String type) {
    return type.endsWith("Error") && (type.startsWith("java.") || type.startsWith("javax."));
  }

  private Supertypes() {}
}
