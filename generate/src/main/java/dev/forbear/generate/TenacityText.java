package dev.forbear.generate;

import dev.forbear.policy.HintRule;
import java.util.List;

/** tenacity, the retry library for Python. */
final class TenacityText {

  private static final String TEXT = """
      ""\"{{head}}
      ""\"

      from __future__ import annotations

      import re
      import time
      from email.utils import parsedate_to_datetime
      from typing import Any, Mapping

      from tenacity import RetryCallState, Retrying, retry_if_exception
      from tenacity.stop import {{stopImports}}
      from tenacity.wait import {{waitImports}}

      RETRYABLE_STATUSES = frozenset(
          {{statuses}}
      )
      # After these the request may have run all the same; after any other refusal it has not.
      UNCERTAIN_STATUSES = frozenset({{uncertain}})


      class Refused(Exception):
          ""\"A reply of 400 or above; raise it from the call that is retried.""\"

          def __init__(self, status: int, headers: Mapping[str, str]) -> None:
              super().__init__(f"status {status}")
              self.status = status
              self.headers = headers


      def retrying(*, repeatable: bool, **others: Any) -> Retrying:
          ""\"Use it as retrying(repeatable=True)(call, *arguments).

          repeatable says whether doing it twice does no harm; if not, only what certainly did not
          run is repeated. The last error is raised as it is.
          ""\"

          def is_retryable(error: BaseException) -> bool:
              if isinstance(error, Refused):
                  is_safe = repeatable or error.status not in UNCERTAIN_STATUSES
                  return error.status in RETRYABLE_STATUSES and is_safe
              return repeatable and isinstance(error, OSError)

          return Retrying(
              retry=retry_if_exception(is_retryable),
              stop={{stop}},
              wait=wait,
              reraise=True,
              **others,
          )


      _backoff = {{backoff}}


      def wait(state: RetryCallState) -> float:
          ""\"Seconds, {{hintRule}}.""\"
          error = state.outcome.exception() if state.outcome else None
          hint = retry_after(error.headers) if isinstance(error, Refused) else 0
          return {{combined}}


      def retry_after(headers: Mapping[str, str]) -> float:
          ""\"The seconds a provider asks for; what cannot be read is 0.""\"
          values = {name.lower(): value.strip() for name, value in headers.items()}
          milliseconds = values.get("retry-after-ms", "")
          if _is_number(milliseconds):
              return float(milliseconds) / 1000
          text = values.get("retry-after", "")
          if _is_number(text):
              return float(text)
          try:
              return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
          except (TypeError, ValueError, IndexError, OverflowError):
              return 0


      def _is_number(text: str) -> bool:
          return re.fullmatch(r"[0-9]{1,15}(\\.[0-9]{1,15})?", text) is not None
      """;

  static Draft draft(Recipe recipe) {
    boolean isFloor = recipe.hintRule() == HintRule.FLOOR;
    Template text = Template.of(TEXT)
        .with(
            "stopImports",
            recipe.hasDeadline() ? "stop_after_attempt, stop_after_delay" : "stop_after_attempt")
        .with("waitImports", waitImports(recipe))
        .with("statuses", Statuses.wrapped("{", recipe.statuses(), "}", 80))
        .with(
            "uncertain",
            recipe.uncertain().isEmpty() ? "" : Statuses.joined("{", recipe.uncertain(), "}"))
        .with("stop", stop(recipe))
        .with("backoff", backoff(recipe))
        .with(
            "hintRule",
            isFloor ? "never less than the provider asks for" : "after those the provider asks for")
        .with("combined", isFloor ? "max(_backoff(state), hint)" : "hint + _backoff(state)");
    List<String> differences = recipe.limitsAttempts()
        ? List.of("It limits no attempt: give the call a timeout"
            + (recipe.hasAttemptTimeout()
                ? " of " + Shown.setting(recipe.attemptTimeoutMs())
                : " of its own")
            + ".")
        : List.of();
    return new Draft(text, Law.of(recipe), DeadlineRule.AFTER_ATTEMPTS, differences);
  }

  private static String stop(Recipe recipe) {
    String attempts = "stop_after_attempt(" + recipe.maxAttempts() + ")";
    return recipe.hasDeadline()
        ? attempts + " | stop_after_delay(" + Shown.seconds(recipe.deadlineMs()) + ")"
        : attempts;
  }

  private static String waitImports(Recipe recipe) {
    return switch (recipe.jitter()) {
      case NONE -> "wait_exponential";
      case FULL -> "wait_random_exponential";
      case EQUAL -> "wait_exponential, wait_random_exponential";
    };
  }

  private static String backoff(Recipe recipe) {
    return switch (recipe.jitter()) {
      case NONE -> "wait_exponential" + arguments(recipe, 1);
      case FULL -> "wait_random_exponential" + arguments(recipe, 1);
      // Half of it for certain, and anywhere up to the other half.
      case EQUAL ->
        "wait_exponential" + arguments(recipe, 2) + " + wait_random_exponential"
            + arguments(recipe, 2);
    };
  }

  private static String arguments(Recipe recipe, int parts) {
    String cap = recipe.hasCap() ? ", max=" + Shown.seconds(recipe.capMs() / parts) : "";
    return "(multiplier=" + Shown.seconds(recipe.baseMs() / parts) + ", exp_base="
        + Shown.number(recipe.multiplier()) + cap + ")";
  }

  private TenacityText() {}
}
