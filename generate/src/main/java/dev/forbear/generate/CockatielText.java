package dev.forbear.generate;

import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.util.ArrayList;
import java.util.List;

/** cockatiel, a library for TypeScript. */
final class CockatielText {

  /** Timers count milliseconds in 31 bits (HTML standard, setTimeout). */
  private static final double MOST_MS = Integer.MAX_VALUE;

  private static final String TEXT = """
      /**
      {{head}}
       */

      import {
        DelegateBackoff,
        handleWhen,
        type IRetryBackoffContext,
        retry,
        {{timeoutImports}}
      } from "cockatiel";

      export const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([
        {{statuses}}
      ]);
      /** After these the request may have run all the same; after any other refusal it has not. */
      export const UNCERTAIN_STATUSES: ReadonlySet<number> = new Set<number>({{uncertain}});

      /** A reply of 400 or above; throw it from the call that is retried. */
      export class Refused extends Error {
        constructor(
          readonly status: number,
          readonly headers: { get(name: string): string | null },
        ) {
          super(`status ${status}`);
          this.name = "Refused";
        }
      }

      /**
       * Sends until it is answered; the last error is thrown as it is.
       *
       * @param send makes one request, keeps to the signal, and throws Refused for a status of 400 or above
       * @param repeatable whether doing it twice does no harm; if not, only what certainly did not run is repeated
       {{throwsDocumentation}}
       */
      export function call<T>(
        send: (signal: AbortSignal) => Promise<T>,
        repeatable: boolean,
      ): Promise<T> {
        return policy(repeatable).execute(async ({ signal }) => {
          signal.throwIfAborted(); // a wait goes on past the deadline; no request may follow it
          return send(signal);
        });
      }

      function policy(repeatable: boolean) {
        {{policy}}
      }

      function isRetryable(error: unknown, repeatable: boolean): boolean {
        if (error instanceof Refused) {
          const isSafe = repeatable || !UNCERTAIN_STATUSES.has(error.status);
          return RETRYABLE_STATUSES.has(error.status) && isSafe;
        }
        return repeatable; // the transport failed, or the attempt took too long
      }

      /** cockatiel's own generators only double, whatever the exponent, and know no hint. */
      function waitMs({ {{read}} }: IRetryBackoffContext<unknown>): number {
        const error = "error" in result ? result.error : undefined;
        const hintMs = error instanceof Refused ? retryAfterMs(error.headers, Date.now()) : 0;
        {{own}}
        return Math.min(2 ** 31 - 1, {{delay}}); // a timer holds 31 bits
      }

      /** The wait a provider asks for: retry-after-ms, else Retry-After; what cannot be read is 0. */
      export function retryAfterMs(headers: Refused["headers"], epochMs: number): number {
        const milliseconds = (headers.get("retry-after-ms") ?? "").trim();
        if (isNumber(milliseconds)) {
          return Number(milliseconds);
        }
        const text = (headers.get("retry-after") ?? "").trim();
        if (isNumber(text)) {
          return Number(text) * 1000;
        }
        // Date.parse alone makes dates of nearly anything.
        const isDate = /^[A-Z][a-z]{2}, [0-9]{1,2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$/.test(text);
        const then = isDate ? Date.parse(text) : NaN;
        return Number.isNaN(then) ? 0 : Math.max(0, then - epochMs);
      }

      function isNumber(text: string): boolean {
        return /^[0-9]{1,15}([.][0-9]{1,15})?$/.test(text);
      }
      """;

  static Draft draft(Recipe recipe) {
    Template text = Template.of(TEXT)
        .with("timeoutImports", recipe.limitsAttempts() ? "timeout,\nTimeoutStrategy,\nwrap," : "")
        .with("statuses", Statuses.wrapped("", recipe.statuses(), ",", 90))
        .with(
            "uncertain",
            recipe.uncertain().isEmpty()
                ? ""
                : "[\n  " + Statuses.joined("", recipe.uncertain(), ",") + "\n]")
        .with(
            "throwsDocumentation",
            recipe.hasDeadline() ? "* @throws TaskCancelledError at the deadline" : "")
        .with("policy", policy(recipe))
        .with("read", recipe.baseMs() == 0 ? "result" : "attempt, result")
        .with("own", own(recipe))
        .with(
            "delay",
            recipe.hintRule() == HintRule.FLOOR ? "Math.max(ownMs, hintMs)" : "hintMs + ownMs");
    return new Draft(text, waits(recipe), DeadlineRule.CUT, differences(recipe));
  }

  private static List<Law> waits(Recipe recipe) {
    return Law.of(recipe).stream()
        .map(wait -> Law.cutAt(wait.minMs(), wait.maxMs(), MOST_MS))
        .toList();
  }

  private static List<String> differences(Recipe recipe) {
    List<String> differences = new ArrayList<>();
    if (recipe.hasDeadline() && recipe.maxAttempts() > 1) {
      differences.add(
          "The timer of a wait that is cut runs on, and keeps Node from ending before it.");
    }
    if (recipe.limitsAttempts() && longest(recipe) > MOST_MS) {
      differences.add("A timer ends after " + Shown.setting(MOST_MS) + " at the latest.");
    }
    return differences;
  }

  private static double longest(Recipe recipe) {
    double deadlineMs = recipe.hasDeadline() ? recipe.deadlineMs() : 0;
    return Math.max(deadlineMs, recipe.hasAttemptTimeout() ? recipe.attemptTimeoutMs() : 0);
  }

  private static String policy(Recipe recipe) {
    List<String> lines = new ArrayList<>();
    lines.add("const retries = retry(handleWhen((error) => isRetryable(error, repeatable)), {");
    lines.add("  maxAttempts: " + (recipe.maxAttempts() - 1) + ", // retries: "
        + recipe.maxAttempts() + " attempts in all");
    lines.add("  backoff: new DelegateBackoff(waitMs),");
    lines.add("});");
    if (!recipe.limitsAttempts()) {
      lines.add("return retries;");
      return String.join("\n", lines);
    }
    lines.add("// Not aborted on return: the body of an answer may still be read then.");
    lines.add("const atOnce = { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false };");
    String deadline = "timeout(" + timer(recipe.deadlineMs()) + ", atOnce)";
    String attempt = "timeout(" + timer(recipe.attemptTimeoutMs()) + ", atOnce)";
    List<String> policies = new ArrayList<>();
    if (recipe.hasDeadline()) {
      policies.add(deadline);
    }
    policies.add("retries");
    if (recipe.hasAttemptTimeout()) {
      policies.add(attempt);
    }
    lines.add("return wrap(" + String.join(", ", policies) + ");");
    return String.join("\n", lines);
  }

  /** Longer than a timer can be, and it would fire at once. */
  private static String timer(double milliseconds) {
    return Shown.number(Math.min(milliseconds, MOST_MS));
  }

  private static String own(Recipe recipe) {
    if (recipe.baseMs() == 0) {
      return "const ownMs = 0;";
    }
    String growth = Shown.number(recipe.baseMs()) + " * " + Shown.number(recipe.multiplier())
        + " ** (attempt - 1)";
    String cap = recipe.hasCap() ? Shown.number(recipe.capMs()) : "Number.MAX_SAFE_INTEGER";
    String ceiling = "const ceiling = Math.min(" + cap + ", " + growth + ");\n";
    return ceiling + "const ownMs = " + own(recipe.jitter()) + ";";
  }

  private static String own(Jitter jitter) {
    return switch (jitter) {
      case NONE -> "ceiling";
      case FULL -> "Math.floor(Math.random() * ceiling)";
      case EQUAL -> "ceiling / 2 + Math.floor(Math.random() * (ceiling / 2))";
    };
  }

  private CockatielText() {}
}
