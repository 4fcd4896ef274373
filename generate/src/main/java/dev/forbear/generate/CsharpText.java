package dev.forbear.generate;

import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;

/** Plain C#: the loop around {@code HttpClient}, and the decision on its own. */
final class CsharpText {

  private static final String TEXT = """
      /*
      {{head}}
       */
      using System;
      using System.Collections.Generic;
      using System.Diagnostics;
      using System.Globalization;
      using System.Linq;
      using System.Net.Http;
      using System.Net.Http.Headers;
      using System.Threading;
      using System.Threading.Tasks;

      namespace ProviderRetries
      {
          /// <summary>Says when another attempt is made. Times are milliseconds.</summary>
          public sealed class Policy
          {
              /// <summary>In all, the first included.</summary>
              public int MaxAttempts { get; set; }

              /// <summary>Ceiling of the first wait.</summary>
              public double BaseDelayMs { get; set; }

              /// <summary>Cap of the own waits; it does not shorten the provider's hint.</summary>
              public double MaxDelayMs { get; set; }

              /// <summary>Time an attempt needs to be worth starting.</summary>
              public double MinimumAttemptMs { get; set; }
          }

          /// <summary>What went wrong; a hint of 0 is none.</summary>
          public struct Failure
          {
              public bool Transient;
              public bool SafeToRetry;
              public double RetryAfterMs;
          }

          public enum Reason
          {
              None,
              Unsafe,
              Permanent,
              Attempts,
              Deadline,
          }

          /// <summary>A further attempt after a delay, or the reason why there is none.</summary>
          public struct Decision
          {
              public bool Retry;
              public double DelayMs;
              public Reason Reason;
          }

          /// <summary>No further attempt is made.</summary>
          public sealed class GaveUpException : Exception
          {
              public GaveUpException(
                  Reason reason, int attempts, HttpResponseMessage reply, Exception cause)
                  : base(
                      "gave up after " + attempts + " attempts (" + reason.ToString().ToLowerInvariant()
                          + "); last: " + (reply == null ? "no reply" : "status " + (int)reply.StatusCode),
                      cause)
              {
                  Reason = reason;
                  Attempts = attempts;
                  Reply = reply;
              }

              public Reason Reason { get; }

              public int Attempts { get; }

              /// <summary>The last reply, still to be disposed of; null where the transport failed.</summary>
              public HttpResponseMessage Reply { get; }
          }

          /// <summary>Where time and chance come from.</summary>
          public interface ISurroundings
          {
              /// <summary>Monotonic milliseconds.</summary>
              double NowMs();

              Task Sleep(double milliseconds, CancellationToken cancellation);

              /// <summary>Ends the source after that time.</summary>
              void CancelAfter(CancellationTokenSource source, double milliseconds);

              /// <summary>From 0 up to and without 1.</summary>
              double Random();

              /// <summary>For dates in Retry-After.</summary>
              DateTimeOffset WallClock();
          }

          /// <summary>The clock and the chance of this machine.</summary>
          public sealed class ThisMachine : ISurroundings
          {
              private static readonly Random Chance = new Random();
              private readonly Stopwatch watch = Stopwatch.StartNew();

              public double NowMs()
              {
                  return watch.Elapsed.TotalMilliseconds;
              }

              public async Task Sleep(double milliseconds, CancellationToken cancellation)
              {
                  // A timer holds 31 bits of milliseconds.
                  for (double left = milliseconds; left > 0; left -= int.MaxValue)
                  {
                      await Task.Delay((int)Math.Min(Math.Ceiling(left), int.MaxValue), cancellation)
                          .ConfigureAwait(false);
                  }
              }

              public void CancelAfter(CancellationTokenSource source, double milliseconds)
              {
                  source.CancelAfter((int)Math.Min(Math.Ceiling(milliseconds), int.MaxValue));
              }

              public double Random()
              {
                  lock (Chance)
                  {
                      return Chance.NextDouble();
                  }
              }

              public DateTimeOffset WallClock()
              {
                  return DateTimeOffset.UtcNow;
              }
          }

          public static class Retries
          {
              public static readonly Policy Default = new Policy
              {
                  MaxAttempts = {{attempts}},
                  BaseDelayMs = {{base}},
                  MaxDelayMs = {{cap}},
                  MinimumAttemptMs = {{minimum}},
              };

              {{deadline}}

              {{attemptTimeout}}

              private static readonly HashSet<int> Retryable = new HashSet<int>
              {
                  {{statuses}}
              };

              // After these the request may have run all the same; after any other refusal it has not.
              private static readonly HashSet<int> Uncertain = new HashSet<int>{{uncertain}};

              /// <summary>Sends until the answer has a status below 400, and returns that answer.</summary>
              /// <param name="send">Makes one request, a new message each time, and keeps to the token.</param>
              /// <param name="repeatable">
              /// Whether doing it twice does no harm; if not, only what certainly did not run is repeated.
              /// </param>
              /// <param name="surroundings">Such as <see cref="ThisMachine"/>.</param>
              /// <param name="cancellation">Ends everything.</param>
              /// <exception cref="GaveUpException">When no further attempt is made.</exception>
              public static async Task<HttpResponseMessage> Call(
                  Func<CancellationToken, Task<HttpResponseMessage>> send,
                  bool repeatable,
                  ISurroundings surroundings,
                  CancellationToken cancellation = default(CancellationToken))
              {
                  double startedAt = surroundings.NowMs();
                  Func<double> remainingMs =
                      () => Math.Max(0, DeadlineMs - (surroundings.NowMs() - startedAt));
                  int attempts = 0;
                  HttpResponseMessage reply = null;
                  Exception error = null;
                  while (remainingMs() >= Default.MinimumAttemptMs)
                  {
                      if (reply != null)
                      {
                          reply.Dispose();
                      }
                      reply = null;
                      error = null;
                      attempts++;
                      using (var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation))
                      {
                          {{cancelAfter}}
                          try
                          {
                              reply = await send(limit.Token).ConfigureAwait(false);
                          }
                          catch (Exception thrown) when (!cancellation.IsCancellationRequested)
                          {
                              error = thrown;
                          }
                      }
                      if (reply != null && (int)reply.StatusCode < 400)
                      {
                          return reply;
                      }
                      Failure failure = FailureOf(reply, repeatable, surroundings.WallClock());
                      Decision decision =
                          Decide(failure, attempts, remainingMs(), surroundings.Random(), Default);
                      if (!decision.Retry)
                      {
                          throw new GaveUpException(decision.Reason, attempts, reply, error);
                      }
                      await surroundings.Sleep(decision.DelayMs, cancellation).ConfigureAwait(false);
                  }
                  throw new GaveUpException(Reason.Deadline, attempts, reply, error);
              }

              /// <summary>What follows a failed attempt. Reads no clock, never sleeps, draws nothing.</summary>
              /// <exception cref="ArgumentException">Naming the value that is not allowed.</exception>
              public static Decision Decide(
                  Failure failure, int completedAttempts, double remainingMs, double random, Policy policy)
              {
                  AtLeastZero("RetryAfterMs", failure.RetryAfterMs);
                  AtLeastZero("remainingMs", remainingMs);
                  AtLeastZero("random", random);
                  AtLeastZero("BaseDelayMs", policy.BaseDelayMs);
                  AtLeastZero("MaxDelayMs", policy.MaxDelayMs);
                  AtLeastZero("MinimumAttemptMs", policy.MinimumAttemptMs);
                  Require(completedAttempts >= 1, "completedAttempts must be >= 1");
                  Require(policy.MaxAttempts >= 1, "MaxAttempts must be >= 1");
                  Require(random < 1, "random must be less than 1");
                  Require(policy.MinimumAttemptMs > 0, "MinimumAttemptMs must be more than 0");

                  if (!failure.SafeToRetry)
                  {
                      return new Decision { Reason = Reason.Unsafe };
                  }
                  if (!failure.Transient)
                  {
                      return new Decision { Reason = Reason.Permanent };
                  }
                  if (completedAttempts >= policy.MaxAttempts)
                  {
                      return new Decision { Reason = Reason.Attempts };
                  }
                  double ceiling = 0; // and so it stays for a base of 0, whatever the power
                  if (policy.BaseDelayMs > 0)
                  {
                      double power = Math.Pow({{multiplier}}, completedAttempts - 1);
                      ceiling = Math.Min(policy.MaxDelayMs, policy.BaseDelayMs * power);
                  }
                  double ownMs = {{own}};
                  double delayMs = {{delay}};
                  return delayMs + policy.MinimumAttemptMs > remainingMs
                      ? new Decision { Reason = Reason.Deadline }
                      : new Decision { Retry = true, DelayMs = delayMs };
              }

              /// <summary>
              /// The wait a provider asks for: retry-after-ms, else Retry-After in seconds or as a date.
              /// What cannot be read is no wait asked for (null); a date that has passed is 0.
              /// </summary>
              public static double? RetryAfterMs(HttpResponseHeaders headers, DateTimeOffset now)
              {
                  double? milliseconds = Number(First(headers, "retry-after-ms"));
                  if (milliseconds.HasValue)
                  {
                      return milliseconds;
                  }
                  string text = First(headers, "Retry-After");
                  double? seconds = Number(text);
                  if (seconds.HasValue)
                  {
                      return seconds * 1000;
                  }
                  DateTimeOffset then;
                  bool isDate = DateTimeOffset.TryParseExact(
                      text,
                      "ddd, d MMM yyyy HH:mm:ss 'GMT'",
                      CultureInfo.InvariantCulture,
                      DateTimeStyles.AssumeUniversal,
                      out then);
                  return isDate ? Math.Max(0, (then - now).TotalMilliseconds) : (double?)null;
              }

              private static Failure FailureOf(
                  HttpResponseMessage reply, bool repeatable, DateTimeOffset now)
              {
                  if (reply == null)
                  {
                      return new Failure { Transient = true, SafeToRetry = repeatable };
                  }
                  int status = (int)reply.StatusCode;
                  return new Failure
                  {
                      Transient = Retryable.Contains(status),
                      SafeToRetry = repeatable || !Uncertain.Contains(status),
                      RetryAfterMs = RetryAfterMs(reply.Headers, now) ?? 0,
                  };
              }

              private static string First(HttpResponseHeaders headers, string name)
              {
                  IEnumerable<string> values;
                  return headers.TryGetValues(name, out values)
                      ? (values.FirstOrDefault() ?? "").Trim()
                      : "";
              }

              /// <summary>Plain decimals only: no sign, no exponent, no NaN.</summary>
              private static double? Number(string text)
              {
                  double value = 0;
                  bool isNumber = text.Length <= 30
                      && text.All(each => each == '.' || (each >= '0' && each <= '9'))
                      && double.TryParse(
                          text,
                          NumberStyles.AllowDecimalPoint,
                          CultureInfo.InvariantCulture,
                          out value);
                  return isNumber ? value : (double?)null;
              }

              private static void AtLeastZero(string name, double value)
              {
                  Require(
                      value >= 0 && value <= double.MaxValue,
                      name + " must be a finite number >= 0, was "
                          + value.ToString(CultureInfo.InvariantCulture));
              }

              private static void Require(bool isAllowed, string message)
              {
                  if (!isAllowed)
                  {
                      throw new ArgumentException(message);
                  }
              }
          }
      }
      """;

  static Draft draft(Recipe recipe) {
    Template text = Template.of(TEXT)
        .with("attempts", recipe.maxAttempts())
        .with("base", recipe.baseMs())
        .with("cap", Math.min(recipe.capMs(), 0x1p53))
        .with("minimum", recipe.minimumAttemptMs())
        .with(
            "deadline",
            "/// <summary>" + (recipe.hasDeadline() ? "For everything." : "None, in effect.")
                + "</summary>\npublic const double DeadlineMs = "
                + Shown.number(Math.min(recipe.deadlineMs(), 0x1p53)) + ";")
        .with(
            "attemptTimeout",
            recipe.hasAttemptTimeout()
                ? "/// <summary>For one attempt.</summary>\npublic const double AttemptTimeoutMs = "
                    + Shown.number(recipe.attemptTimeoutMs()) + ";"
                : "")
        .with("statuses", Statuses.wrapped("", recipe.statuses(), ",", 80))
        .with(
            "uncertain",
            recipe.uncertain().isEmpty()
                ? " { }"
                : "\n        {\n            " + Statuses.joined("", recipe.uncertain(), ",")
                    + "\n        }")
        .with("cancelAfter", cancelAfter(recipe))
        .with("multiplier", recipe.multiplier())
        .with("own", own(recipe.jitter()))
        .with(
            "delay",
            recipe.hintRule() == HintRule.FLOOR
                ? "Math.Max(ownMs, failure.RetryAfterMs)"
                : "failure.RetryAfterMs + ownMs");
    return Draft.exact(recipe, text);
  }

  private static String cancelAfter(Recipe recipe) {
    if (!recipe.limitsAttempts()) {
      return "";
    }
    String limit = !recipe.hasAttemptTimeout()
        ? "remainingMs()"
        : recipe.hasDeadline() ? "Math.Min(remainingMs(), AttemptTimeoutMs)" : "AttemptTimeoutMs";
    return "surroundings.CancelAfter(limit, " + limit + ");";
  }

  private static String own(Jitter jitter) {
    return switch (jitter) {
      case NONE -> "ceiling";
      case FULL -> "Math.Floor(random * ceiling)";
      case EQUAL -> "ceiling / 2 + Math.Floor(random * (ceiling / 2))";
    };
  }

  private CsharpText() {}
}
