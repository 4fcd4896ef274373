package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.AUTH;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Azure API Management: {@code statusCode} and {@code message}, and a used up quota as 403.
 */
final class ApiManagement {

  static final String NAME = "azure-api-management";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          on(403, 429)
              .phrase("out of (call volume|bandwidth) quota", "quota will be replenished")
              .is(QUOTA_EXHAUSTED)
              .from("learn.microsoft.com/azure/api-management, quota policy", UNCONFIRMED),
          on(401, 403)
              .phrase("(missing|invalid) subscription key")
              .is(AUTH)
              .from("learn.microsoft.com/azure/api-management", UNCONFIRMED)));

  private ApiManagement() {}
}
