package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.AUTH;
import static dev.forbear.classify.FailureClass.INVALID_REQUEST;
import static dev.forbear.classify.FailureClass.PROTOCOL_ERROR;
import static dev.forbear.classify.RequestMayHaveRun.NO;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * AWS load balancer: statuses of its own.
 */
final class AwsLoadBalancer {

  static final String NAME = "aws-alb";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          on(463)
              .is(INVALID_REQUEST)
              .from("docs.aws.amazon.com/elasticloadbalancing, HTTP 463", UNCONFIRMED),
          on(464)
              .is(PROTOCOL_ERROR)
              .ran(NO)
              .from("docs.aws.amazon.com/elasticloadbalancing, HTTP 464", UNCONFIRMED),
          on(561)
              .is(AUTH)
              .from("docs.aws.amazon.com/elasticloadbalancing, HTTP 561", UNCONFIRMED)));

  private AwsLoadBalancer() {}
}
