package dev.forbear.classify;

import static dev.forbear.classify.ExceptionRule.Match.CONTAINS;
import static dev.forbear.classify.ExceptionRule.Match.LEADS;
import static dev.forbear.classify.ExceptionRule.general;
import static dev.forbear.classify.ExceptionRule.telling;
import static dev.forbear.classify.Meaning.CALLED_OFF;
import static dev.forbear.classify.Meaning.CUT_OFF;
import static dev.forbear.classify.Meaning.LOST;
import static dev.forbear.classify.Meaning.NONSENSE;
import static dev.forbear.classify.Meaning.NOT_ADMITTED;
import static dev.forbear.classify.Meaning.NOT_BUILT;
import static dev.forbear.classify.Meaning.NOT_SENT;
import static dev.forbear.classify.Meaning.TIMED_OUT;
import static dev.forbear.classify.Meaning.TOO_MUCH;
import static dev.forbear.classify.Meaning.lasting;
import static dev.forbear.classify.Meaning.passing;
import static dev.forbear.classify.RequestMayHaveRun.MAYBE;
import static dev.forbear.classify.RequestMayHaveRun.NO;

import java.util.List;
import java.util.stream.Stream;

/**
 * The exceptions of HTTP clients and frameworks, known by name only.
 *
 * <p>Recorded or read in OkHttp 4.12.0, Apache HttpClient 5.4.4 and 4.5.14, reactor-netty 1.2.6 with Netty 4.1, AWS SDK for
 * Java 2.31.60, gRPC 1.68 and LangChain4j 1.0.1. What has a superclass in the JDK that means the same has no line of its own.
 *
 * <p>The frameworks' own classes weigh less than what they wrap: a LangChain4j {@code TimeoutException} around a connect
 * timeout never left.
 */
final class LibraryExceptions {

  private static final String OKHTTP_RESET = "okhttp3.internal.http2.StreamResetException";
  private static final String HC5 = "org.apache.hc.core5.http.";
  private static final String HC5_CLIENT = "org.apache.hc.client5.http.";
  private static final String HC4 = "org.apache.http.";
  private static final String REACTOR_POOL = "reactor.pool.";
  private static final String SHADED_POOL = "reactor.netty.internal.shaded.reactor.pool.";
  private static final String PREMATURE = "reactor.netty.http.client.PrematureCloseException";
  private static final String AWS = "software.amazon.awssdk.core.exception.";
  private static final String LANGCHAIN4J = "dev.langchain4j.exception.";

  private static final List<ExceptionRule> CLIENTS = List.of(
      // OkHttp. A connection it lost is reported as CANCEL too, so that word proves no cancelling.
      telling(OKHTTP_RESET, CONTAINS, "refused_stream", NOT_SENT),
      telling(OKHTTP_RESET, CONTAINS, "enhance_your_calm", TOO_MUCH),
      telling(OKHTTP_RESET, LOST),
      telling("okhttp3.internal.http2.ConnectionShutdownException", NOT_SENT),

      // Apache HttpClient 5 and 4.
      telling(HC5 + "NoHttpResponseException", LOST),
      telling(HC5 + "RequestNotExecutedException", NOT_SENT),
      telling(HC5 + "ConnectionRequestTimeoutException", NOT_SENT),
      telling(HC5 + "ConnectionClosedException", CONTAINS, "premature end", CUT_OFF),
      telling(HC5 + "ConnectionClosedException", LOST),
      telling(HC5 + "MalformedChunkCodingException", CUT_OFF),
      telling(HC5 + "ProtocolException", NONSENSE),
      telling(HC5_CLIENT + "ConnectTimeoutException", NOT_SENT),
      telling(HC5_CLIENT + "UnsupportedSchemeException", NOT_BUILT),
      telling(HC5_CLIENT + "impl.TunnelRefusedException", NOT_SENT),
      general(HC5_CLIENT + "impl.classic.RequestFailedException", LOST),
      general(HC5_CLIENT + "ClientProtocolException", NONSENSE),
      telling(HC4 + "NoHttpResponseException", LOST),
      telling(HC4 + "ConnectionClosedException", CONTAINS, "premature end", CUT_OFF),
      telling(HC4 + "ConnectionClosedException", LOST),
      telling(HC4 + "MalformedChunkCodingException", CUT_OFF),
      telling(HC4 + "ProtocolException", NONSENSE),
      telling(HC4 + "conn.ConnectTimeoutException", NOT_SENT),
      telling(HC4 + "conn.UnsupportedSchemeException", NOT_BUILT),
      general(HC4 + "client.ClientProtocolException", NONSENSE),

      // Netty and reactor-netty.
      telling("io.netty.handler.timeout.TimeoutException", TIMED_OUT),
      telling("io.netty.resolver.dns.DnsNameResolverException", NOT_SENT),
      telling("io.netty.channel.pool.FixedChannelPool$AcquireTimeoutException", NOT_SENT),
      telling("io.netty.channel.pool.SimpleChannelPool$ChannelPoolFullException", NOT_SENT),
      telling(PREMATURE, CONTAINS, "during response", CUT_OFF),
      telling(PREMATURE, LOST),
      telling("reactor.netty.channel.AbortedException", LOST),
      telling(REACTOR_POOL + "PoolAcquireTimeoutException", NOT_SENT),
      telling(REACTOR_POOL + "PoolAcquirePendingLimitException", NOT_SENT),
      telling(SHADED_POOL + "PoolAcquireTimeoutException", NOT_SENT),
      telling(SHADED_POOL + "PoolAcquirePendingLimitException", NOT_SENT),
      // Reactor's block(timeout) throws a class of the JDK.
      telling("java.lang.IllegalStateException", CONTAINS, "timeout on blocking read", TIMED_OUT),

      // Jackson's are IOExceptions, but nothing was lost: the answer is not what was promised.
      telling("com.fasterxml.jackson.core.JacksonException", NONSENSE),
      telling("com.fasterxml.jackson.core.JsonProcessingException", NONSENSE));

  private static final List<ExceptionRule> FRAMEWORKS = List.of(
      // AWS SDK. Its interrupts are InterruptedExceptions.
      telling(AWS + "AbortedException", CALLED_OFF),
      telling(AWS + "SdkClientException", CONTAINS, "acquire operation took longer than", NOT_SENT),
      general(AWS + "ApiCallTimeoutException", TIMED_OUT),
      general(AWS + "ApiCallAttemptTimeoutException", TIMED_OUT),
      general(AWS + "SdkClientException", CONTAINS, "unable to load credentials", NOT_ADMITTED),

      // LangChain4j. It calls an unknown host lasting; nothing was sent, and lookups recover.
      general(LANGCHAIN4J + "UnresolvedModelServerException", NOT_SENT),
      general(LANGCHAIN4J + "TimeoutException", TIMED_OUT),
      general(LANGCHAIN4J + "RateLimitException", passing(FailureClass.RATE_LIMIT, NO)),
      general(LANGCHAIN4J + "InternalServerException", passing(FailureClass.SERVER_ERROR, MAYBE)),
      general(LANGCHAIN4J + "AuthenticationException", NOT_ADMITTED),
      general(LANGCHAIN4J + "ModelNotFoundException", lasting(FailureClass.NOT_FOUND, NO)),
      general(LANGCHAIN4J + "ContentFilteredException", lasting(FailureClass.CONTENT_POLICY, NO)),
      general(LANGCHAIN4J + "InvalidRequestException", lasting(FailureClass.INVALID_REQUEST, NO)));

  /** The message of gRPC's exceptions begins with the code (grpc.io, "Status codes and their use in gRPC"). */
  private static Stream<ExceptionRule> grpc(String type) {
    return Stream.of(
        general(type, LEADS, "UNAVAILABLE", passing(FailureClass.UNAVAILABLE, MAYBE)),
        general(type, LEADS, "RESOURCE_EXHAUSTED", passing(FailureClass.RATE_LIMIT, NO)),
        general(type, LEADS, "DEADLINE_EXCEEDED", TIMED_OUT),
        general(type, LEADS, "CANCELLED", CALLED_OFF),
        general(type, LEADS, "ABORTED", passing(FailureClass.CONFLICT, MAYBE)),
        general(type, LEADS, "INTERNAL", passing(FailureClass.SERVER_ERROR, MAYBE)),
        general(type, LEADS, "UNKNOWN", passing(FailureClass.SERVER_ERROR, MAYBE)),
        general(type, LEADS, "DATA_LOSS", lasting(FailureClass.SERVER_ERROR, MAYBE)),
        general(type, LEADS, "UNAUTHENTICATED", NOT_ADMITTED),
        general(type, LEADS, "PERMISSION_DENIED", lasting(FailureClass.PERMISSION, NO)),
        general(type, LEADS, "NOT_FOUND", lasting(FailureClass.NOT_FOUND, NO)),
        general(type, LEADS, "ALREADY_EXISTS", lasting(FailureClass.CONFLICT, MAYBE)),
        general(type, LEADS, "INVALID_ARGUMENT", lasting(FailureClass.INVALID_REQUEST, NO)),
        general(type, LEADS, "FAILED_PRECONDITION", lasting(FailureClass.INVALID_REQUEST, NO)),
        general(type, LEADS, "OUT_OF_RANGE", lasting(FailureClass.INVALID_REQUEST, NO)),
        general(type, LEADS, "UNIMPLEMENTED", lasting(FailureClass.INVALID_REQUEST, NO)));
  }

  static final List<ExceptionRule> RULES = Stream.of(
          CLIENTS.stream(),
          FRAMEWORKS.stream(),
          grpc("io.grpc.StatusRuntimeException"),
          grpc("io.grpc.StatusException"))
      .flatMap(rules -> rules)
      .toList();

  private LibraryExceptions() {}
}
