package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.AUTH;
import static dev.forbear.classify.FailureClass.REQUEST_TOO_LARGE;
import static dev.forbear.classify.FailureClass.TLS_FAILED;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * nginx: its pages repeat the status; a few statuses are its own.
 */
final class Nginx {

  static final String NAME = "nginx";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          on(494).is(REQUEST_TOO_LARGE).from("nginx.org ngx_http_request.h", UNCONFIRMED),
          on(495).is(TLS_FAILED).from("nginx.org ngx_http_request.h", UNCONFIRMED),
          on(496).is(AUTH).from("nginx.org ngx_http_request.h", UNCONFIRMED)));

  private Nginx() {}
}
