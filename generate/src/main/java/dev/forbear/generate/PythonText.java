package dev.forbear.generate;

import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.util.ArrayList;
import java.util.List;

/** Plain Python: the loop, and the published functions under their names. */
final class PythonText {

  private static final String TEXT = """
      ""\"{{head}}
      ""\"

      from __future__ import annotations

      import math
      import random
      import re
      import time
      from email.utils import parsedate_to_datetime
      from typing import Any, Callable, Mapping, NamedTuple, Optional, Sequence

      POLICY = {
          "max_attempts": {{attempts}},  # the first included
          "base_delay_ms": {{base}},
          "max_delay_ms": {{cap}},
          "minimum_attempt_ms": {{minimum}},  # time an attempt needs to be worth starting
          {{policyExtras}}
      }
      {{deadline}}
      {{attemptTimeout}}
      RETRYABLE_STATUSES = frozenset(
          {{statuses}}
      )
      # After these the request may have run all the same; after any other refusal it has not.
      UNCERTAIN_STATUSES = frozenset({{uncertain}})


      class Reply(NamedTuple):
          status: int
          headers: Mapping[str, str]
          body: Any = None


      class GaveUp(Exception):
          ""\"No further attempt: "unsafe", "permanent", "attempts" or "deadline".

          reply is the last one, or None where the transport failed; that error is the cause.
          ""\"

          def __init__(self, reason: str, attempts: int, reply: Optional[Reply]) -> None:
              last = f"status {reply.status}" if reply else "no reply"
              super().__init__(f"gave up after {attempts} attempts ({reason}); last: {last}")
              self.reason = reason
              self.attempts = attempts
              self.reply = reply


      def call(
          send: Callable[{{sendParameters}}, Reply],
          *,
          repeatable: bool,
          clock: Callable[[], float] = time.monotonic,
          sleep: Callable[[float], Any] = time.sleep,
          rand: Callable[[], float] = random.random,
          wall_clock: Callable[[], float] = time.time,
          transport_errors: tuple[type[BaseException], ...] = (OSError,),
      ) -> Reply:
          ""\"Calls send until it answers with a status below 400, and returns that reply.

          {{sendDocumentation}}
          repeatable says whether doing it twice does no harm; if not, only what
          certainly did not run is repeated.
          clock and sleep are in seconds; wall_clock, in seconds since 1970, is for dates in Retry-After.

          Raises GaveUp.
          ""\"
          started = clock()

          def remaining_ms() -> float:
              return max(0.0, DEADLINE_MS - (clock() - started) * 1000)

          attempts = 0
          reply: Optional[Reply] = None
          error: Optional[BaseException] = None
          while remaining_ms() >= POLICY["minimum_attempt_ms"]:
              attempts += 1
              reply = error = None
              try:
                  reply = send({{sendArgument}})
              except transport_errors as caught:
                  error = caught
              if reply is not None and reply.status < 400:
                  return reply
              failure = _failure(reply, repeatable, wall_clock())
              decision = decide_retry(failure, attempts, remaining_ms(), rand(), POLICY)
              if not decision["retry"]:
                  raise GaveUp(decision["reason"], attempts, reply) from error
              sleep(decision["delay_ms"] / 1000)
          raise GaveUp("deadline", attempts, reply) from error


      def decide_retry(
          failure: Mapping[str, Any],
          completed_attempts: int,
          remaining_ms: float,
          random_value: float,
          policy: Mapping[str, Any],
      ) -> dict[str, Any]:
          ""\"What follows a failed attempt; reads no clock, sleeps never, draws nothing.

          failure has "transient", "safe_to_retry" and, where the provider named a minimum wait,
          "retry_after_ms". Returns {"retry": True, "delay_ms": n} or {"retry": False, "reason": why},
          why being "unsafe", "permanent", "attempts" or "deadline". Raises ValueError.
          ""\"
          hint_ms = failure.get("retry_after_ms")
          hint_ms = 0 if hint_ms is None else _at_least_zero("retry_after_ms", hint_ms)
          attempts = _count("completed_attempts", completed_attempts)
          max_attempts = _count("max_attempts", policy["max_attempts"])
          base_ms = _at_least_zero("base_delay_ms", policy["base_delay_ms"])
          cap_ms = _at_least_zero("max_delay_ms", policy["max_delay_ms"])
          minimum_ms = _at_least_zero("minimum_attempt_ms", policy["minimum_attempt_ms"])
          if minimum_ms == 0:
              raise ValueError("minimum_attempt_ms must be more than 0")
          _at_least_zero("remaining_ms", remaining_ms)
          if not _at_least_zero("random_value", random_value) < 1:
              raise ValueError(f"random_value must be less than 1, was {random_value}")

          if not failure["safe_to_retry"]:
              return {"retry": False, "reason": "unsafe"}
          if not failure["transient"]:
              return {"retry": False, "reason": "permanent"}
          if attempts >= max_attempts:
              return {"retry": False, "reason": "attempts"}
          ceiling = _ceiling(base_ms, cap_ms, attempts - 1{{multiplierOfPolicy}})
          {{jittered}}
          {{delay}}
          if delay_ms + minimum_ms > remaining_ms:
              return {"retry": False, "reason": "deadline"}
          return {"retry": True, "delay_ms": delay_ms}


      def retry_after_ms(headers: Mapping[str, str], now: float) -> Optional[float]:
          ""\"The wait a provider asks for: retry-after-ms, else Retry-After in seconds or as a date.

          What cannot be read is no wait asked for (None); a date that has passed is 0.
          ""\"
          values = {name.lower(): value.strip() for name, value in headers.items()}
          milliseconds = values.get("retry-after-ms", "")
          if _is_number(milliseconds):
              return float(milliseconds)
          text = values.get("retry-after", "")
          if _is_number(text):
              return float(text) * 1000
          try:
              return max(0.0, (parsedate_to_datetime(text).timestamp() - now) * 1000)
          except (TypeError, ValueError, IndexError, OverflowError):
              return None


      def solve(
          statuses: Sequence[Any], base_ms: float, cap_ms: float, max_attempts: int
      ) -> list[float]:
          ""\"The waits, without jitter, that a run of replies leads to.

          A reply is a status or a pair (status, retry_after_ms). 408, 429 and 500 to 599 are repeated.
          ""\"
          waits: list[float] = []
          for reply in statuses:
              status, hint_ms = reply if isinstance(reply, (list, tuple)) else (reply, 0)
              is_retryable = status in (408, 429) or 500 <= status <= 599
              if len(waits) + 1 >= max_attempts or not is_retryable:
                  break
              waits.append(max(_ceiling(base_ms, cap_ms, len(waits)), hint_ms or 0))
          return waits


      class RetryPolicy:
          ""\"Delays by error code, in seconds, without jitter.""\"

          def __init__(
              self,
              max_attempts: int,
              base_delay: float,
              max_delay: float,
              retryable_errors: Sequence[str],
          ) -> None:
              self.max_attempts = max_attempts
              self.base_delay = base_delay
              self.max_delay = max_delay
              self.retryable_errors = frozenset(retryable_errors)

          def next_delay(self, attempt: int, error_code: str) -> Optional[float]:
              ""\"Seconds until the attempt after that one, 0 for at once; None for no further attempt.""\"
              if error_code not in self.retryable_errors or attempt >= self.max_attempts:
                  return None
              return _ceiling(self.base_delay, self.max_delay, max(0, attempt - 1))


      def _failure(reply: Optional[Reply], repeatable: bool, now: float) -> dict[str, Any]:
          if reply is None:
              return {"transient": True, "safe_to_retry": repeatable, "retry_after_ms": None}
          return {
              "transient": reply.status in RETRYABLE_STATUSES,
              "safe_to_retry": repeatable or reply.status not in UNCERTAIN_STATUSES,
              "retry_after_ms": retry_after_ms(reply.headers, now),
          }


      def _ceiling(base: float, cap: float, exponent: int{{multiplierParameter}}) -> float:
          if base == 0:
              return 0
          try:
              return min(cap, base * {{growth}}**exponent)
          except OverflowError:
              return cap


      def _is_number(text: str) -> bool:
          return re.fullmatch(r"[0-9]{1,15}(\\.[0-9]{1,15})?", text) is not None


      def _at_least_zero(name: str, value: Any) -> float:
          is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
          if not is_number or not 0 <= value < math.inf:
              raise ValueError(f"{name} must be a finite number >= 0, was {value!r}")
          return value


      def _count(name: str, value: Any) -> int:
          if _at_least_zero(name, value) < 1 or value != int(value):
              raise ValueError(f"{name} must be a whole number >= 1, was {value!r}")
          return int(value)
      """;

  static Draft draft(Recipe recipe) {
    boolean isDoubling = recipe.multiplier() == 2;
    Template text = Template.of(TEXT)
        .with("attempts", recipe.maxAttempts())
        .with("base", recipe.baseMs())
        .with("cap", recipe.hasCap() ? Shown.number(recipe.capMs()) : "2.0**53")
        .with("minimum", recipe.minimumAttemptMs())
        .with("policyExtras", policyExtras(recipe))
        .with(
            "deadline",
            recipe.hasDeadline()
                ? "DEADLINE_MS = " + Shown.number(recipe.deadlineMs()) + "  # for everything"
                : "DEADLINE_MS = 2.0**53  # none, in effect")
        .with(
            "attemptTimeout",
            recipe.hasAttemptTimeout()
                ? "ATTEMPT_TIMEOUT_MS = " + Shown.number(recipe.attemptTimeoutMs())
                : "")
        .with("statuses", Statuses.wrapped("{", recipe.statuses(), "}", 80))
        .with(
            "uncertain",
            recipe.uncertain().isEmpty() ? "" : Statuses.joined("{", recipe.uncertain(), "}"))
        .with("sendParameters", recipe.limitsAttempts() ? "[float]" : "[]")
        .with("sendDocumentation", sendDocumentation(recipe))
        .with("sendArgument", sendArgument(recipe))
        .with("multiplierOfPolicy", isDoubling ? "" : ", policy.get(\"multiplier\", 2)")
        .with("multiplierParameter", isDoubling ? "" : ", multiplier: float = 2")
        .with("growth", isDoubling ? "2.0" : "float(multiplier)")
        .with("jittered", jittered(recipe.jitter()))
        .with("delay", delay(recipe.hintRule()));
    return Draft.exact(recipe, text);
  }

  private static String policyExtras(Recipe recipe) {
    List<String> extras = new ArrayList<>();
    if (recipe.multiplier() != 2) {
      extras.add("\"multiplier\": " + Shown.number(recipe.multiplier()) + ",");
    }
    if (recipe.jitter() == Jitter.NONE) {
      extras.add("\"jitter\": \"none\",");
    }
    if (recipe.jitter() == Jitter.EQUAL) {
      extras.add("\"jitter\": \"equal\",  # the upper half of the ceiling; without it all of it");
    }
    if (recipe.hintRule() == HintRule.ON_TOP) {
      extras.add(
          "\"hint_rule\": \"on-top\",  # the hint, then the wait; without it the longer of both");
    }
    return String.join("\n", extras);
  }

  private static String sendDocumentation(Recipe recipe) {
    return recipe.limitsAttempts()
        ? "send gets the seconds it may take and must keep to them."
        : "send has to limit its own time: there is no deadline.";
  }

  private static String sendArgument(Recipe recipe) {
    if (!recipe.limitsAttempts()) {
      return "";
    }
    if (!recipe.hasAttemptTimeout()) {
      return "remaining_ms() / 1000";
    }
    return recipe.hasDeadline()
        ? "min(remaining_ms(), ATTEMPT_TIMEOUT_MS) / 1000"
        : "ATTEMPT_TIMEOUT_MS / 1000";
  }

  private static String jittered(Jitter jitter) {
    return switch (jitter) {
      case FULL -> "own_ms = math.floor(random_value * ceiling)";
      case NONE -> """
        own_ms = math.floor(random_value * ceiling)
        if policy.get("jitter") == "none":
            own_ms = ceiling""";
      case EQUAL -> """
        spread_ms = ceiling / 2 if policy.get("jitter") == "equal" else ceiling
        own_ms = ceiling - spread_ms + math.floor(random_value * spread_ms)""";
    };
  }

  private static String delay(HintRule rule) {
    return switch (rule) {
      case FLOOR -> "delay_ms = max(own_ms, hint_ms)";
      case ON_TOP -> """
        delay_ms = max(own_ms, hint_ms)
        if policy.get("hint_rule") == "on-top":
            delay_ms = hint_ms + own_ms""";
    };
  }

  private PythonText() {}
}
