package dev.forbear.generate;

import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.util.ArrayList;
import java.util.List;

/** Plain TypeScript: the loop around {@code fetch}, and the published functions under their names. */
final class TypeScriptText {

  private static final String TEXT = """
      /**
      {{head}}
       */

      export interface Policy {
        /** Attempts in all, the first included. */
        readonly maxAttempts: number;
        readonly baseDelayMs: number;
        /** Cap of the own waits; it does not shorten the provider's hint. */
        readonly maxDelayMs: number;
        /** Time an attempt needs to be worth starting. */
        readonly minimumAttemptMs: number;
        {{policyFields}}
      }

      export interface Failure {
        readonly transient: boolean;
        readonly safeToRetry: boolean;
        /** The provider's minimum wait; absent where it named none. */
        readonly retryAfterMs?: number | null;
      }

      export type Reason = "unsafe" | "permanent" | "attempts" | "deadline";

      export type Decision =
        | { readonly retry: true; readonly delayMs: number }
        | { readonly retry: false; readonly reason: Reason };

      export const POLICY: Policy = {
        maxAttempts: {{attempts}},
        baseDelayMs: {{base}},
        maxDelayMs: {{cap}},
        minimumAttemptMs: {{minimum}},
        {{policyExtras}}
      };
      {{deadline}}
      {{attemptTimeout}}
      export const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([
        {{statuses}}
      ]);
      /** After these the request may have run all the same; after any other refusal it has not. */
      export const UNCERTAIN_STATUSES: ReadonlySet<number> = new Set({{uncertain}});

      /** What a loop reads of a reply; a Response of fetch has it. */
      export interface Reply {
        readonly status: number;
        readonly headers: { get(name: string): string | null };
      }

      /** Where time and chance come from. */
      export interface Surroundings {
        /** Monotonic milliseconds. */
        readonly now: () => number;
        readonly sleep: (milliseconds: number) => Promise<void>;
        /** From 0 up to and without 1. */
        readonly random: () => number;
        /** Milliseconds since 1970, for dates in Retry-After. */
        readonly epochMs: () => number;
      }

      export const THIS_MACHINE: Surroundings = {
        now: () => performance.now(),
        sleep: async (milliseconds) => {
          // A timer holds 31 bits of milliseconds; a longer one would fire at once.
          for (let left = milliseconds; left > 0; left -= 2 ** 31 - 1) {
            await new Promise<void>((done) => setTimeout(done, Math.min(Math.ceil(left), 2 ** 31 - 1)));
          }
        },
        random: Math.random,
        epochMs: Date.now,
      };

      /** No further attempt is made. */
      export class GaveUp extends Error {
        constructor(
          readonly reason: Reason,
          readonly attempts: number,
          /** The last reply; absent where the transport failed, which then is the cause. */
          readonly reply?: Reply,
          cause?: unknown,
        ) {
          const last = reply ? `status ${reply.status}` : "no reply";
          super(`gave up after ${attempts} attempts (${reason}); last: ${last}`, { cause });
          this.name = "GaveUp";
        }
      }

      /**
       * Sends until the answer has a status below 400, and returns that answer.
       *
       {{sendDocumentation}}
       * @param repeatable whether doing it twice does no harm; if not, only what certainly did not run is repeated
       * @throws GaveUp when no further attempt is made
       */
      export async function call<T extends Reply>(
        send: ({{sendParameter}}) => Promise<T>,
        repeatable: boolean,
        surroundings: Surroundings = THIS_MACHINE,
      ): Promise<T> {
        const startedAt = surroundings.now();
        const remainingMs = () => Math.max(0, DEADLINE_MS - (surroundings.now() - startedAt));
        let attempts = 0;
        let reply: T | undefined;
        let error: unknown;
        while (remainingMs() >= POLICY.minimumAttemptMs) {
          attempts += 1;
          reply = undefined;
          error = undefined;
          try {
            reply = await send({{sendArgument}});
          } catch (thrown) {
            error = thrown;
          }
          if (reply && reply.status < 400) {
            return reply;
          }
          const failure = failureOf(reply, repeatable, surroundings.epochMs());
          const decision = decideRetry(failure, attempts, remainingMs(), surroundings.random(), POLICY);
          if (!decision.retry) {
            throw new GaveUp(decision.reason, attempts, reply, error);
          }
          await surroundings.sleep(decision.delayMs);
        }
        throw new GaveUp("deadline", attempts, reply, error);
      }

      /**
       * What follows a failed attempt. Reads no clock, never sleeps, draws nothing.
       *
       * @throws Error naming the value that is not allowed
       */
      export function decideRetry(
        failure: Failure,
        completedAttempts: number,
        remainingMs: number,
        random: number,
        policy: Policy,
      ): Decision {
        const hintMs = atLeastZero("retryAfterMs", failure.retryAfterMs ?? 0);
        const { maxAttempts, baseDelayMs, maxDelayMs, minimumAttemptMs } = policy;
        count("completedAttempts", completedAttempts);
        count("maxAttempts", maxAttempts);
        atLeastZero("baseDelayMs", baseDelayMs);
        atLeastZero("maxDelayMs", maxDelayMs);
        atLeastZero("remainingMs", remainingMs);
        if (atLeastZero("minimumAttemptMs", minimumAttemptMs) === 0) {
          throw new Error("minimumAttemptMs must be more than 0");
        }
        if (atLeastZero("random", random) >= 1) {
          throw new Error(`random must be less than 1, was ${random}`);
        }

        if (!failure.safeToRetry) {
          return { retry: false, reason: "unsafe" };
        }
        if (!failure.transient) {
          return { retry: false, reason: "permanent" };
        }
        if (completedAttempts >= maxAttempts) {
          return { retry: false, reason: "attempts" };
        }
        const ceiling = ceilingOf(baseDelayMs, maxDelayMs, completedAttempts - 1{{multiplierOfPolicy}});
        {{own}}
        const delayMs = {{delay}};
        return delayMs + minimumAttemptMs > remainingMs
          ? { retry: false, reason: "deadline" }
          : { retry: true, delayMs };
      }

      /**
       * The wait a provider asks for: retry-after-ms, else Retry-After in seconds or as a date.
       *
       * What cannot be read is no wait asked for (undefined); a date that has passed is 0.
       */
      export function retryAfterMs(headers: Reply["headers"], epochMs: number): number | undefined {
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
        return Number.isNaN(then) ? undefined : Math.max(0, then - epochMs);
      }

      /** A status, or a status with the wait that came with it. */
      export type ScheduledReply = number | readonly [status: number, retryAfterMs: number];

      /** The waits, without jitter, that a run of replies leads to; 408, 429 and 500 to 599 are repeated. */
      export function solve(
        statuses: readonly ScheduledReply[],
        baseMs: number,
        capMs: number,
        maxAttempts: number,
      ): number[] {
        const waits: number[] = [];
        for (const reply of statuses) {
          const [status, hintMs] = typeof reply === "number" ? [reply, 0] : reply;
          const isRetryable = status === 408 || status === 429 || (status >= 500 && status <= 599);
          if (waits.length + 1 >= maxAttempts || !isRetryable) {
            break;
          }
          waits.push(Math.max(ceilingOf(baseMs, capMs, waits.length), hintMs));
        }
        return waits;
      }

      /** Delays by error code, in seconds, without jitter. */
      export class RetryPolicy {
        constructor(
          readonly maxAttempts: number,
          readonly baseDelay: number,
          readonly maxDelay: number,
          readonly retryableErrors: readonly string[],
        ) {}

        /** Seconds until the attempt after that one, 0 for at once; null for no further attempt. */
        nextDelay(attempt: number, errorCode: string): number | null {
          if (!this.retryableErrors.includes(errorCode) || attempt >= this.maxAttempts) {
            return null;
          }
          return ceilingOf(this.baseDelay, this.maxDelay, Math.max(0, attempt - 1));
        }
      }

      function failureOf(reply: Reply | undefined, repeatable: boolean, epochMs: number): Failure {
        if (!reply) {
          return { transient: true, safeToRetry: repeatable };
        }
        return {
          transient: RETRYABLE_STATUSES.has(reply.status),
          safeToRetry: repeatable || !UNCERTAIN_STATUSES.has(reply.status),
          retryAfterMs: retryAfterMs(reply.headers, epochMs) ?? null,
        };
      }

      function ceilingOf(base: number, cap: number, exponent: number{{multiplierParameter}}): number {
        // 0 times an infinite power is not a number.
        return base === 0 ? 0 : Math.min(cap, base * {{growth}} ** exponent);
      }

      function isNumber(text: string): boolean {
        return /^[0-9]{1,15}([.][0-9]{1,15})?$/.test(text);
      }

      function atLeastZero(name: string, value: number): number {
        if (typeof value !== "number" || !(value >= 0 && value < Infinity)) {
          throw new Error(`${name} must be a finite number >= 0, was ${value}`);
        }
        return value;
      }

      function count(name: string, value: number): void {
        if (!Number.isInteger(value) || value < 1) {
          throw new Error(`${name} must be a whole number >= 1, was ${value}`);
        }
      }
      """;

  static Draft draft(Recipe recipe) {
    boolean isDoubling = recipe.multiplier() == 2;
    Template text = Template.of(TEXT)
        .with("policyFields", policyFields(recipe))
        .with("attempts", recipe.maxAttempts())
        .with("base", recipe.baseMs())
        .with("cap", recipe.hasCap() ? Shown.number(recipe.capMs()) : "Number.MAX_SAFE_INTEGER")
        .with("minimum", recipe.minimumAttemptMs())
        .with("policyExtras", policyExtras(recipe))
        .with(
            "deadline",
            recipe.hasDeadline()
                ? "/** For everything. */\nexport const DEADLINE_MS = "
                    + Shown.number(recipe.deadlineMs()) + ";"
                : "/** None, in effect. */\nexport const DEADLINE_MS = Number.MAX_SAFE_INTEGER;")
        .with(
            "attemptTimeout",
            recipe.hasAttemptTimeout()
                ? "export const ATTEMPT_TIMEOUT_MS = " + Shown.number(recipe.attemptTimeoutMs())
                    + ";"
                : "")
        .with("statuses", Statuses.wrapped("", recipe.statuses(), ",", 90))
        .with(
            "uncertain",
            recipe.uncertain().isEmpty()
                ? ""
                : "[\n  " + Statuses.joined("", recipe.uncertain(), ",") + "\n]")
        .with("sendDocumentation", sendDocumentation(recipe))
        .with("sendParameter", recipe.limitsAttempts() ? "timeoutMs: number" : "")
        .with("sendArgument", sendArgument(recipe))
        .with("multiplierOfPolicy", isDoubling ? "" : ", policy.multiplier")
        .with("own", own(recipe.jitter()))
        .with(
            "delay",
            recipe.hintRule() == HintRule.FLOOR
                ? "Math.max(ownMs, hintMs)"
                : "policy.hintRule === \"on-top\" ? hintMs + ownMs : Math.max(ownMs, hintMs)")
        .with("multiplierParameter", isDoubling ? "" : ", multiplier = 2")
        .with("growth", isDoubling ? "2" : "multiplier");
    return Draft.exact(recipe, text);
  }

  private static String policyFields(Recipe recipe) {
    List<String> fields = new ArrayList<>();
    if (recipe.multiplier() != 2) {
      fields.add("/** Growth of the ceiling per attempt; 2 where absent. */");
      fields.add("readonly multiplier?: number;");
    }
    if (recipe.jitter() == Jitter.NONE) {
      fields.add("/** Whether a wait is the ceiling itself; anywhere below it where absent. */");
      fields.add("readonly jitter?: \"none\";");
    }
    if (recipe.jitter() == Jitter.EQUAL) {
      fields.add(
          "/** Whether a wait is in the upper half of the ceiling; anywhere below it where absent. */");
      fields.add("readonly jitter?: \"equal\";");
    }
    if (recipe.hintRule() == HintRule.ON_TOP) {
      fields.add("/** Whether the wait comes after the hint; the longer of both where absent. */");
      fields.add("readonly hintRule?: \"on-top\";");
    }
    return String.join("\n", fields);
  }

  private static String policyExtras(Recipe recipe) {
    List<String> extras = new ArrayList<>();
    if (recipe.multiplier() != 2) {
      extras.add("multiplier: " + Shown.number(recipe.multiplier()) + ",");
    }
    if (recipe.jitter() != Jitter.FULL) {
      extras.add("jitter: \"" + (recipe.jitter() == Jitter.NONE ? "none" : "equal") + "\",");
    }
    if (recipe.hintRule() == HintRule.ON_TOP) {
      extras.add("hintRule: \"on-top\",");
    }
    return String.join("\n", extras);
  }

  private static String sendDocumentation(Recipe recipe) {
    return recipe.limitsAttempts()
        ? "* @param send makes one request and keeps to the timeout, such as by AbortSignal.timeout(timeoutMs)"
        : "* @param send makes one request and limits its time itself: there is no deadline";
  }

  private static String sendArgument(Recipe recipe) {
    if (!recipe.limitsAttempts()) {
      return "";
    }
    if (!recipe.hasAttemptTimeout()) {
      return "remainingMs()";
    }
    return recipe.hasDeadline()
        ? "Math.min(remainingMs(), ATTEMPT_TIMEOUT_MS)"
        : "ATTEMPT_TIMEOUT_MS";
  }

  private static String own(Jitter jitter) {
    return switch (jitter) {
      case FULL -> "const ownMs = Math.floor(random * ceiling);";
      case NONE ->
        "const ownMs = policy.jitter === \"none\" ? ceiling : Math.floor(random * ceiling);";
      case EQUAL -> """
        const spreadMs = policy.jitter === "equal" ? ceiling / 2 : ceiling;
        const ownMs = ceiling - spreadMs + Math.floor(random * spreadMs);""";
    };
  }

  private TypeScriptText() {}
}
