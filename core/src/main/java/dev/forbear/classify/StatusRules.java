package dev.forbear.classify;

import static dev.forbear.classify.Meaning.lasting;
import static dev.forbear.classify.Meaning.passing;
import static dev.forbear.classify.RequestMayHaveRun.MAYBE;
import static dev.forbear.classify.RequestMayHaveRun.NO;
import static dev.forbear.classify.RequestMayHaveRun.YES;
import static java.util.Map.entry;

import java.util.Map;

/**
 * What a status alone means; the fallback where no header and no body says more.
 *
 * <p>The codes are those of RFC 9110 and RFC 6585 where nothing else is noted. A refusal did not run; an answer that a
 * proxy gives on behalf of somebody it lost sight of may have.
 */
final class StatusRules {

  private static final Map<Integer, Meaning> TABLE = Map.ofEntries(
      entry(401, lasting(FailureClass.AUTH, NO)),
      // Providers use it for spent credit: Anthropic, DeepSeek, OpenRouter, Hugging Face.
      entry(402, lasting(FailureClass.QUOTA_EXHAUSTED, NO)),
      entry(403, lasting(FailureClass.PERMISSION, NO)),
      entry(404, lasting(FailureClass.NOT_FOUND, NO)),
      entry(407, lasting(FailureClass.AUTH, NO)),
      // "Not completely received" by the RFC, but model servers send it for a run they gave up.
      entry(408, passing(FailureClass.TIMEOUT, MAYBE)),
      // Lock timeouts at model providers.
      entry(409, passing(FailureClass.CONFLICT, MAYBE)),
      entry(410, lasting(FailureClass.NOT_FOUND, NO)),
      entry(413, lasting(FailureClass.REQUEST_TOO_LARGE, NO)),
      entry(414, lasting(FailureClass.REQUEST_TOO_LARGE, NO)),
      // May be repeated on another connection whatever the method.
      entry(421, passing(FailureClass.UNAVAILABLE, NO)),
      entry(423, passing(FailureClass.CONFLICT, NO)),
      // The model behind the server failed: Bedrock, Text Generation Inference.
      entry(424, passing(FailureClass.SERVER_ERROR, MAYBE)),
      // RFC 8470: the server refused to risk that the request is a replay.
      entry(425, passing(FailureClass.UNAVAILABLE, NO)),
      entry(429, passing(FailureClass.RATE_LIMIT, NO)),
      entry(431, lasting(FailureClass.REQUEST_TOO_LARGE, NO)),
      entry(451, lasting(FailureClass.PERMISSION, NO)),
      // AWS load balancer: the client closed the connection. Whoever still reads this did not
      // cancel.
      entry(460, passing(FailureClass.CANCELLED, MAYBE)),
      // Cohere's blocked request. Groq says "no capacity" with it, which only the body tells apart.
      entry(498, lasting(FailureClass.CONTENT_POLICY, NO)),
      // nginx, Ollama, Google: the client closed the request; as with 460.
      entry(499, passing(FailureClass.CANCELLED, MAYBE)),
      entry(501, lasting(FailureClass.INVALID_REQUEST, NO)),
      entry(502, passing(FailureClass.UNAVAILABLE, MAYBE)),
      entry(503, passing(FailureClass.UNAVAILABLE, NO)),
      entry(504, passing(FailureClass.TIMEOUT, MAYBE)),
      entry(505, lasting(FailureClass.INVALID_REQUEST, NO)),
      // A captive portal wants a login.
      entry(511, lasting(FailureClass.AUTH, NO)),
      // Cloudflare, "5xx errors": an odd answer, origin down, connect timeout, unreachable, no
      // answer in 100 s,
      // handshake failed, bad certificate, lookup failed. The stock page of 522 admits a request
      // that went half way.
      entry(520, passing(FailureClass.UNAVAILABLE, MAYBE)),
      entry(521, passing(FailureClass.UNAVAILABLE, NO)),
      entry(522, passing(FailureClass.UNAVAILABLE, MAYBE)),
      entry(523, passing(FailureClass.UNAVAILABLE, NO)),
      entry(524, passing(FailureClass.TIMEOUT, MAYBE)),
      entry(525, passing(FailureClass.UNAVAILABLE, NO)),
      entry(526, lasting(FailureClass.TLS_FAILED, NO)),
      entry(530, passing(FailureClass.UNAVAILABLE, MAYBE)),
      // Anthropic.
      entry(529, passing(FailureClass.OVERLOADED, NO)),
      // Proxies, by custom: read and connect timeout behind them.
      entry(598, passing(FailureClass.TIMEOUT, MAYBE)),
      entry(599, passing(FailureClass.TIMEOUT, MAYBE)));

  private static final Meaning SUCCESS = lasting(FailureClass.SUCCESS, YES);

  /** A model call is not redirected; what answers so is a login page or a moved address. */
  private static final Meaning OTHER_3XX = lasting(FailureClass.PROTOCOL_ERROR, NO);

  private static final Meaning OTHER_4XX = lasting(FailureClass.INVALID_REQUEST, NO);
  private static final Meaning OTHER_5XX = passing(FailureClass.SERVER_ERROR, MAYBE);
  private static final Meaning NO_FINAL_STATUS = lasting(FailureClass.PROTOCOL_ERROR, MAYBE);

  /** The verdict for any number. */
  static Classified judge(int status) {
    Meaning known = TABLE.get(status);
    return (known == null ? byHundreds(status) : known).by("status " + status);
  }

  private static Meaning byHundreds(int status) {
    return switch (status / 100) {
      case 2 -> SUCCESS;
      case 3 -> OTHER_3XX;
      case 4 -> OTHER_4XX;
      case 5 -> OTHER_5XX;
      default -> NO_FINAL_STATUS;
    };
  }

  private StatusRules() {}
}
