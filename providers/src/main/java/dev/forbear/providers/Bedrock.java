package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.AUTH;
import static dev.forbear.classify.FailureClass.CONFLICT;
import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.INVALID_REQUEST;
import static dev.forbear.classify.FailureClass.NOT_FOUND;
import static dev.forbear.classify.FailureClass.PERMISSION;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.classify.FailureClass.RATE_LIMIT;
import static dev.forbear.classify.FailureClass.SERVER_ERROR;
import static dev.forbear.classify.FailureClass.TIMEOUT;
import static dev.forbear.classify.FailureClass.UNAVAILABLE;
import static dev.forbear.classify.RequestMayHaveRun.MAYBE;
import static dev.forbear.classify.RequestMayHaveRun.YES;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.CODES;
import static dev.forbear.providers.Sources.DERIVED;
import static dev.forbear.providers.Sources.LITELLM;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * AWS Bedrock: the name of an exception in a header, in the body, or in a frame of an event stream.
 *
 * <p>Frames come inside a 200, with the name in lower camel case; what they tell has run.
 */
final class Bedrock {

  static final String NAME = "bedrock";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          on(500)
              .field(":message-type", "exception", "error")
              .code("InternalServerException", "ModelStreamErrorException", "InternalFailure")
              .is(SERVER_ERROR)
              .ran(YES)
              .from("github.com/boto/botocore bedrock-runtime/2023-09-30/service-2.json", READ),
          onAny()
              .codeLike(
                  "throttl",
                  "too_many_requests",
                  "provisioned_throughput_exceeded",
                  "request_limit_exceeded",
                  "slow_down")
              .unless("per day", "daily")
              .is(RATE_LIMIT)
              .from("github.com/aws/aws-sdk-java-v2 AwsErrorCode.java", READ),
          onAny()
              .code("ModelNotReadyException")
              .is(UNAVAILABLE)
              .from("github.com/boto/botocore bedrock-runtime/2023-09-30/service-2.json", READ),
          onAny()
              .code("ServiceUnavailableException", "ServiceUnavailable")
              .is(UNAVAILABLE)
              .ran(MAYBE)
              .from("github.com/boto/botocore bedrock-runtime/2023-09-30/service-2.json", READ),
          onAny()
              .code("ModelTimeoutException")
              .is(TIMEOUT)
              .ran(YES)
              .from("github.com/boto/botocore bedrock-runtime/2023-09-30/service-2.json", READ),
          onAny()
              .code("ModelErrorException")
              .field("originalStatusCode", "400", "401", "403", "404", "405", "413", "415", "422")
              .is(INVALID_REQUEST)
              .ran(MAYBE)
              .from("github.com/boto/botocore bedrock-runtime/2023-09-30/service-2.json", READ),
          onAny()
              .code("ModelErrorException")
              .field("originalStatusCode", "429")
              .is(RATE_LIMIT)
              .ran(MAYBE)
              .from(CODES, DERIVED),
          onAny()
              .code("ModelErrorException", "ModelStreamErrorException")
              .is(SERVER_ERROR)
              .from("github.com/boto/botocore bedrock-runtime/2023-09-30/service-2.json", READ),
          onAny()
              .code("ServiceQuotaExceededException", "LimitExceededException")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/boto/botocore bedrock-runtime/2023-09-30/service-2.json", READ),
          onAny()
              .code(
                  "UnrecognizedClientException",
                  "ExpiredTokenException",
                  "ExpiredToken",
                  "InvalidSignatureException",
                  "SignatureDoesNotMatch",
                  "IncompleteSignature",
                  "InvalidClientTokenId",
                  "MissingAuthenticationToken",
                  "MissingAuthenticationTokenException",
                  "RequestExpired",
                  "RequestTimeTooSkewed",
                  "NotAuthorizedException")
              .is(AUTH)
              .from(
                  "docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html", UNCONFIRMED),
          onAny()
              .code("AccessDeniedException", "AccessDenied", "OptInRequired", "NotAuthorized")
              .is(PERMISSION)
              .from("github.com/boto/botocore bedrock-runtime/2023-09-30/service-2.json", READ),
          onAny()
              .code("ResourceNotFoundException")
              .is(NOT_FOUND)
              .from("github.com/boto/botocore bedrock-runtime/2023-09-30/service-2.json", READ),
          onAny()
              .code("ConflictException")
              .is(CONFLICT)
              .from("github.com/boto/botocore bedrock-runtime/2023-09-30/service-2.json", READ),
          onAny()
              .code("RequestTimeout", "RequestTimeoutException")
              .is(TIMEOUT)
              .from("github.com/aws/aws-sdk-java-v2 AwsErrorCode.java", READ),
          on(400, 429, 503)
              .phrase("per day", "daily")
              .is(QUOTA_EXHAUSTED)
              .from("agent-book#29, owner not recorded", UNCONFIRMED),
          on(400, 413)
              .phrase("input is too long", "too many input tokens", "tokens * exceed model maximum")
              .is(CONTEXT_LENGTH)
              .from(LITELLM, READ),
          on(400, 403).phrase("not authorized").is(PERMISSION).from(PHRASES, UNCONFIRMED),
          on(400)
              .code("ValidationException", "validation_error")
              .is(INVALID_REQUEST)
              .afterPhrases()
              .from("github.com/boto/botocore bedrock-runtime/2023-09-30/service-2.json", READ)));

  private Bedrock() {}
}
