package dev.forbear.generate;

import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;

/** Plain Go: the loop around {@code net/http}, and the decision on its own. */
final class GoText {

  private static final String TEXT = """
      // Package retry calls a provider with bounded retries.
      //
      {{head}}
      package retry

      import (
      	"context"
      	"fmt"
      	"io"
      	"math"
      	"math/rand"
      	"net/http"
      	"strconv"
      	"strings"
      	"time"
      )

      // Policy says when another attempt is made. Times are milliseconds.
      type Policy struct {
      	MaxAttempts      int     // in all, the first included
      	BaseDelayMs      float64 // ceiling of the first wait
      	MaxDelayMs       float64 // cap of the own waits; it does not shorten the provider's hint
      	MinimumAttemptMs float64 // time an attempt needs to be worth starting
      }

      // Default is the policy written above.
      var Default = Policy{
      	MaxAttempts:      {{attempts}},
      	BaseDelayMs:      {{base}},
      	MaxDelayMs:       {{cap}},
      	MinimumAttemptMs: {{minimum}},
      }

      {{deadline}}

      {{attemptTimeout}}
      var retryableStatuses = set(
      	{{statuses}}
      )

      // After these the request may have run all the same; after any other refusal it has not.
      var uncertainStatuses = {{uncertain}}

      // Failure is what went wrong; a RetryAfterMs of 0 is no hint.
      type Failure struct {
      	Transient    bool
      	SafeToRetry  bool
      	RetryAfterMs float64
      }

      // Decision is a further attempt after a delay, or a reason why there is none:
      // "unsafe", "permanent", "attempts" or "deadline".
      type Decision struct {
      	Retry   bool
      	DelayMs float64
      	Reason  string
      }

      // GaveUp says why no further attempt was made. Reply is the last one, its body still to be
      // closed; it is nil where the transport failed, and Err is that error.
      type GaveUp struct {
      	Reason   string
      	Attempts int
      	Reply    *http.Response
      	Err      error
      }

      func (g *GaveUp) Error() string {
      	last := "no reply"
      	if g.Reply != nil {
      		last = "status " + strconv.Itoa(g.Reply.StatusCode)
      	} else if g.Err != nil {
      		last = g.Err.Error()
      	}
      	return fmt.Sprintf("gave up after %d attempts (%s); last: %s", g.Attempts, g.Reason, last)
      }

      func (g *GaveUp) Unwrap() error { return g.Err }

      // Surroundings are where time and chance come from.
      type Surroundings struct {
      	Now    func() time.Time
      	Sleep  func(context.Context, time.Duration) error
      	Random func() float64 // from 0 up to and without 1
      }

      // ThisMachine has the clock and the chance of this machine. Before Go 1.20, seed math/rand.
      var ThisMachine = Surroundings{Now: time.Now, Sleep: sleep, Random: rand.Float64}

      // Call sends until the answer has a status below 400, and returns that answer; its body has to be
      // closed. The context that send gets ends with the time the attempt has, the body included.
      //
      // Repeatable says whether doing it twice does no harm; if not, only what certainly did not run is
      // repeated. The error is a *GaveUp, or that of the context.
      func Call(
      	ctx context.Context,
      	repeatable bool,
      	send func(context.Context) (*http.Response, error),
      	in Surroundings,
      ) (*http.Response, error) {
      	started := in.Now()
      	remainingMs := func() float64 {
      		return math.Max(0, DeadlineMs-float64(in.Now().Sub(started))/1e6)
      	}
      	last := &GaveUp{Reason: "deadline"}
      	for remainingMs() >= Default.MinimumAttemptMs {
      		if last.Reply != nil {
      			last.Reply.Body.Close()
      		}
      		attempt, cancel := {{attemptContext}}
      		reply, err := send(attempt)
      		failure := Failure{Transient: true, SafeToRetry: repeatable}
      		if err != nil {
      			cancel()
      			reply = nil
      		} else {
      			reply.Body = body{reply.Body, cancel}
      			if reply.StatusCode < 400 {
      				return reply, nil
      			}
      			failure = failureOf(reply, repeatable, in.Now())
      		}
      		last.Attempts++
      		last.Reply, last.Err = reply, err
      		if ctx.Err() != nil {
      			return nil, ctx.Err()
      		}
      		decision, err := Decide(failure, last.Attempts, remainingMs(), in.Random(), Default)
      		if err != nil {
      			return nil, err
      		}
      		if !decision.Retry {
      			last.Reason = decision.Reason
      			return nil, last
      		}
      		if err := in.Sleep(ctx, duration(decision.DelayMs)); err != nil {
      			return nil, err
      		}
      	}
      	return nil, last
      }

      // body ends the context of its attempt when it is closed, and not before.
      type body struct {
      	io.ReadCloser
      	cancel context.CancelFunc
      }

      func (b body) Close() error {
      	defer b.cancel()
      	return b.ReadCloser.Close()
      }

      // Decide says what follows a failed attempt. It reads no clock, never sleeps and draws nothing.
      func Decide(
      	failure Failure,
      	completedAttempts int,
      	remainingMs float64,
      	random float64,
      	policy Policy,
      ) (Decision, error) {
      	if err := check(failure, completedAttempts, remainingMs, random, policy); err != nil {
      		return Decision{}, err
      	}
      	if !failure.SafeToRetry {
      		return Decision{Reason: "unsafe"}, nil
      	}
      	if !failure.Transient {
      		return Decision{Reason: "permanent"}, nil
      	}
      	if completedAttempts >= policy.MaxAttempts {
      		return Decision{Reason: "attempts"}, nil
      	}
      	ceiling := 0.0 // and so it stays for a base of 0, whatever the power
      	if policy.BaseDelayMs > 0 {
      		power := math.Pow({{multiplier}}, float64(completedAttempts-1))
      		ceiling = math.Min(policy.MaxDelayMs, policy.BaseDelayMs*power)
      	}
      	ownMs := {{own}}
      	delayMs := {{delay}}
      	if delayMs+policy.MinimumAttemptMs > remainingMs {
      		return Decision{Reason: "deadline"}, nil
      	}
      	return Decision{Retry: true, DelayMs: delayMs}, nil
      }

      // RetryAfterMs is the wait a provider asks for: retry-after-ms, else Retry-After in seconds or as
      // a date. What cannot be read is no wait asked for; a date that has passed is 0.
      func RetryAfterMs(header http.Header, now time.Time) (float64, bool) {
      	if milliseconds, ok := number(header.Get("Retry-After-Ms")); ok {
      		return milliseconds, true
      	}
      	text := header.Get("Retry-After")
      	if seconds, ok := number(text); ok {
      		return seconds * 1000, true
      	}
      	if then, err := http.ParseTime(strings.TrimSpace(text)); err == nil {
      		return math.Max(0, float64(then.Sub(now))/1e6), true
      	}
      	return 0, false
      }

      func failureOf(reply *http.Response, repeatable bool, now time.Time) Failure {
      	hintMs, _ := RetryAfterMs(reply.Header, now)
      	return Failure{
      		Transient:    retryableStatuses[reply.StatusCode],
      		SafeToRetry:  repeatable || !uncertainStatuses[reply.StatusCode],
      		RetryAfterMs: hintMs,
      	}
      }

      func check(failure Failure, completed int, remainingMs, random float64, policy Policy) error {
      	for _, each := range []struct {
      		name  string
      		value float64
      	}{
      		{"RetryAfterMs", failure.RetryAfterMs},
      		{"remainingMs", remainingMs},
      		{"random", random},
      		{"BaseDelayMs", policy.BaseDelayMs},
      		{"MaxDelayMs", policy.MaxDelayMs},
      		{"MinimumAttemptMs", policy.MinimumAttemptMs},
      	} {
      		if !(each.value >= 0 && each.value <= math.MaxFloat64) {
      			return fmt.Errorf("%s must be a finite number >= 0, was %v", each.name, each.value)
      		}
      	}
      	switch {
      	case completed < 1:
      		return fmt.Errorf("completedAttempts must be >= 1, was %d", completed)
      	case policy.MaxAttempts < 1:
      		return fmt.Errorf("MaxAttempts must be >= 1, was %d", policy.MaxAttempts)
      	case random >= 1:
      		return fmt.Errorf("random must be less than 1, was %v", random)
      	case policy.MinimumAttemptMs == 0:
      		return fmt.Errorf("MinimumAttemptMs must be more than 0")
      	}
      	return nil
      }

      // duration rounds up, so that no wait is shorter than asked for, and never overflows.
      func duration(milliseconds float64) time.Duration {
      	nanoseconds := math.Ceil(milliseconds * 1e6)
      	if nanoseconds >= math.MaxInt64 {
      		return math.MaxInt64
      	}
      	return time.Duration(nanoseconds)
      }

      func sleep(ctx context.Context, wait time.Duration) error {
      	timer := time.NewTimer(wait)
      	defer timer.Stop()
      	select {
      	case <-timer.C:
      		return ctx.Err()
      	case <-ctx.Done():
      		return ctx.Err()
      	}
      }

      // number reads plain decimals only: no sign, no exponent, no NaN.
      func number(text string) (float64, bool) {
      	text = strings.TrimSpace(text)
      	if text == "" || len(text) > 30 || strings.Trim(text, "0123456789.") != "" {
      		return 0, false
      	}
      	value, err := strconv.ParseFloat(text, 64)
      	return value, err == nil
      }

      func set(statuses ...int) map[int]bool {
      	members := make(map[int]bool, len(statuses))
      	for _, status := range statuses {
      		members[status] = true
      	}
      	return members
      }
      """;

  static Draft draft(Recipe recipe) {
    Template text = Template.of(TEXT)
        .with("attempts", recipe.maxAttempts())
        .with("base", recipe.baseMs())
        .with("cap", recipe.hasCap() ? Shown.number(recipe.capMs()) : "1 << 53")
        .with("minimum", recipe.minimumAttemptMs())
        .with(
            "deadline",
            recipe.hasDeadline()
                ? "// DeadlineMs is the time for everything.\nconst DeadlineMs = "
                    + Shown.number(recipe.deadlineMs())
                : "// DeadlineMs is none, in effect; the context may have one.\nconst DeadlineMs = 1 << 53")
        .with(
            "attemptTimeout",
            recipe.hasAttemptTimeout()
                ? "// AttemptTimeoutMs is the time for one attempt.\nconst AttemptTimeoutMs = "
                    + Shown.number(recipe.attemptTimeoutMs()) + "\n"
                : "")
        .with("statuses", Statuses.wrapped("", recipe.statuses(), ",", 90))
        .with(
            "uncertain",
            recipe.uncertain().isEmpty()
                ? "set()"
                : "set(\n\t" + Statuses.joined("", recipe.uncertain(), ",") + "\n)")
        .with("attemptContext", attemptContext(recipe))
        .with("multiplier", recipe.multiplier())
        .with("own", own(recipe.jitter()))
        .with(
            "delay",
            recipe.hintRule() == HintRule.FLOOR
                ? "math.Max(ownMs, failure.RetryAfterMs)"
                : "failure.RetryAfterMs + ownMs");
    return Draft.exact(recipe, text);
  }

  private static String attemptContext(Recipe recipe) {
    if (!recipe.limitsAttempts()) {
      return "context.WithCancel(ctx)";
    }
    String limit = !recipe.hasAttemptTimeout()
        ? "remainingMs()"
        : recipe.hasDeadline() ? "math.Min(remainingMs(), AttemptTimeoutMs)" : "AttemptTimeoutMs";
    return "context.WithTimeout(ctx, duration(" + limit + "))";
  }

  private static String own(Jitter jitter) {
    return switch (jitter) {
      case NONE -> "ceiling";
      case FULL -> "math.Floor(random * ceiling)";
      case EQUAL -> "ceiling/2 + math.Floor(random*(ceiling/2))";
    };
  }

  private GoText() {}
}
