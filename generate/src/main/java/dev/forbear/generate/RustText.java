package dev.forbear.generate;

import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;

/** Plain Rust: the loop around any client, and the decision on its own; of the standard library only. */
final class RustText {

  private static final String TEXT = """
      //! Calls a provider with bounded retries.
      //!
      {{head}}

      use std::collections::hash_map::RandomState;
      use std::fmt;
      use std::hash::{BuildHasher, Hasher};
      use std::thread;
      use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

      /// Says when another attempt is made. Times are milliseconds.
      #[derive(Clone, Copy, Debug)]
      pub struct Policy {
          /// In all, the first included.
          pub max_attempts: u32,
          /// Ceiling of the first wait.
          pub base_delay_ms: f64,
          /// Cap of the own waits; it does not shorten the provider's hint.
          pub max_delay_ms: f64,
          /// Time an attempt needs to be worth starting.
          pub minimum_attempt_ms: f64,
      }

      pub const POLICY: Policy = Policy {
          max_attempts: {{attempts}},
          base_delay_ms: {{base}},
          max_delay_ms: {{cap}},
          minimum_attempt_ms: {{minimum}},
      };
      {{deadline}}
      {{attemptTimeout}}

      pub const RETRYABLE_STATUSES: &[u16] = &[
          {{statuses}}
      ];
      /// After these the request may have run all the same; after any other refusal it has not.
      pub const UNCERTAIN_STATUSES: &[u16] = &[{{uncertain}}];

      /// What went wrong; a hint of 0 is none.
      #[derive(Clone, Copy, Debug)]
      pub struct Failure {
          pub transient: bool,
          pub safe_to_retry: bool,
          pub retry_after_ms: f64,
      }

      /// Why there is no further attempt.
      #[derive(Clone, Copy, Debug, PartialEq, Eq)]
      pub enum Reason {
          Unsafe,
          Permanent,
          Attempts,
          Deadline,
      }

      impl fmt::Display for Reason {
          fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
              f.write_str(match self {
                  Reason::Unsafe => "unsafe",
                  Reason::Permanent => "permanent",
                  Reason::Attempts => "attempts",
                  Reason::Deadline => "deadline",
              })
          }
      }

      #[derive(Clone, Copy, Debug, PartialEq)]
      pub enum Decision {
          Retry { delay_ms: f64 },
          Stop(Reason),
      }

      /// What the loop reads of a reply. Names of headers come in lower case.
      pub trait Reply {
          fn status(&self) -> u16;
          fn header(&self, name: &str) -> Option<&str>;
      }

      /// Where time and chance come from.
      pub trait Surroundings {
          /// Monotonic, from any start.
          fn now(&mut self) -> Duration;
          fn sleep(&mut self, wait: Duration);
          /// From 0 up to and without 1.
          fn random(&mut self) -> f64;
          /// Since 1970, for dates in Retry-After.
          fn epoch(&mut self) -> Duration;
      }

      /// The clock and the chance of this machine.
      pub struct ThisMachine {
          started: Instant,
      }

      impl ThisMachine {
          pub fn new() -> Self {
              ThisMachine {
                  started: Instant::now(),
              }
          }
      }

      impl Default for ThisMachine {
          fn default() -> Self {
              Self::new()
          }
      }

      impl Surroundings for ThisMachine {
          fn now(&mut self) -> Duration {
              self.started.elapsed()
          }

          fn sleep(&mut self, wait: Duration) {
              thread::sleep(wait);
          }

          fn random(&mut self) -> f64 {
              // Every hasher has keys of its own: the chance that the standard library has.
              (RandomState::new().build_hasher().finish() >> 11) as f64 / (1u64 << 53) as f64
          }

          fn epoch(&mut self) -> Duration {
              SystemTime::now()
                  .duration_since(UNIX_EPOCH)
                  .unwrap_or_default()
          }
      }

      /// No further attempt is made.
      #[derive(Debug)]
      pub struct GaveUp<R, E> {
          pub reason: Reason,
          pub attempts: u32,
          /// What the last attempt came to.
          pub last: Option<Result<R, E>>,
      }

      impl<R: Reply, E: fmt::Display> fmt::Display for GaveUp<R, E> {
          fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
              write!(
                  f,
                  "gave up after {} attempts ({})",
                  self.attempts, self.reason
              )?;
              match &self.last {
                  Some(Ok(reply)) => write!(f, "; last: status {}", reply.status()),
                  Some(Err(error)) => write!(f, "; last: {}", error),
                  None => Ok(()),
              }
          }
      }

      impl<R: Reply + fmt::Debug, E: fmt::Debug + fmt::Display> std::error::Error for GaveUp<R, E> {}

      /// Sends until the answer has a status below 400, and returns that answer.
      ///
      {{sendDocumentation}}
      /// Repeatable says whether doing it twice does no harm; if not, only what certainly did not run
      /// is repeated.
      ///
      /// # Panics
      ///
      /// When the surroundings draw a number that is not from 0 up to and without 1.
      pub fn call<R: Reply, E>(
          mut send: impl FnMut({{sendParameter}}) -> Result<R, E>,
          repeatable: bool,
          surroundings: &mut impl Surroundings,
      ) -> Result<R, GaveUp<R, E>> {
          let started = surroundings.now();
          let mut attempts = 0;
          let mut last = None;
          loop {
              let left_ms = remaining_ms(started, surroundings);
              if left_ms < POLICY.minimum_attempt_ms {
                  return Err(GaveUp {
                      reason: Reason::Deadline,
                      attempts,
                      last,
                  });
              }
              attempts += 1;
              let outcome = match send({{sendArgument}}) {
                  Ok(reply) if reply.status() < 400 => return Ok(reply),
                  outcome => outcome,
              };
              let failure = failure_of(outcome.as_ref().ok(), repeatable, surroundings.epoch());
              last = Some(outcome);
              let left_ms = remaining_ms(started, surroundings);
              match decide(&failure, attempts, left_ms, surroundings.random(), &POLICY) {
                  Ok(Decision::Retry { delay_ms }) => surroundings.sleep(duration(delay_ms)),
                  Ok(Decision::Stop(reason)) => {
                      return Err(GaveUp {
                          reason,
                          attempts,
                          last,
                      })
                  }
                  Err(wrong) => panic!("{}", wrong),
              }
          }
      }

      /// What follows a failed attempt. Reads no clock, never sleeps, draws nothing.
      ///
      /// The error names the value that is not allowed.
      pub fn decide(
          failure: &Failure,
          completed_attempts: u32,
          remaining_ms: f64,
          random: f64,
          policy: &Policy,
      ) -> Result<Decision, String> {
          for (name, value) in [
              ("retry_after_ms", failure.retry_after_ms),
              ("remaining_ms", remaining_ms),
              ("random", random),
              ("base_delay_ms", policy.base_delay_ms),
              ("max_delay_ms", policy.max_delay_ms),
              ("minimum_attempt_ms", policy.minimum_attempt_ms),
          ] {
              if !(value >= 0.0 && value <= f64::MAX) {
                  return Err(format!(
                      "{} must be a finite number >= 0, was {}",
                      name, value
                  ));
              }
          }
          if completed_attempts < 1 || policy.max_attempts < 1 {
              return Err("completed_attempts and max_attempts must be >= 1, was 0".to_string());
          }
          if random >= 1.0 {
              return Err(format!("random must be less than 1, was {}", random));
          }
          if policy.minimum_attempt_ms == 0.0 {
              return Err("minimum_attempt_ms must be more than 0".to_string());
          }

          if !failure.safe_to_retry {
              return Ok(Decision::Stop(Reason::Unsafe));
          }
          if !failure.transient {
              return Ok(Decision::Stop(Reason::Permanent));
          }
          if completed_attempts >= policy.max_attempts {
              return Ok(Decision::Stop(Reason::Attempts));
          }
          let ceiling = if policy.base_delay_ms == 0.0 {
              0.0 // and so it stays, whatever the power
          } else {
              let power = {{multiplier}}_f64.powf(f64::from(completed_attempts - 1));
              policy.max_delay_ms.min(policy.base_delay_ms * power)
          };
          let own_ms = {{own}};
          let delay_ms = {{delay}};
          Ok(if delay_ms + policy.minimum_attempt_ms > remaining_ms {
              Decision::Stop(Reason::Deadline)
          } else {
              Decision::Retry { delay_ms }
          })
      }

      /// The wait a provider asks for: retry-after-ms, else Retry-After in seconds or as a date.
      ///
      /// What cannot be read is no wait asked for; a date that has passed is 0.
      pub fn retry_after_ms(reply: &impl Reply, epoch: Duration) -> Option<f64> {
          if let Some(milliseconds) = reply.header("retry-after-ms").and_then(number) {
              return Some(milliseconds);
          }
          let text = reply.header("retry-after")?.trim();
          if let Some(seconds) = number(text) {
              return Some(seconds * 1000.0);
          }
          Some((date(text)? * 1000.0 - epoch.as_secs_f64() * 1000.0).max(0.0))
      }

      fn failure_of(reply: Option<&impl Reply>, repeatable: bool, epoch: Duration) -> Failure {
          match reply {
              None => Failure {
                  transient: true,
                  safe_to_retry: repeatable,
                  retry_after_ms: 0.0,
              },
              Some(reply) => Failure {
                  transient: RETRYABLE_STATUSES.contains(&reply.status()),
                  safe_to_retry: repeatable || !UNCERTAIN_STATUSES.contains(&reply.status()),
                  retry_after_ms: retry_after_ms(reply, epoch).unwrap_or(0.0),
              },
          }
      }

      fn remaining_ms(started: Duration, surroundings: &mut impl Surroundings) -> f64 {
          let elapsed = surroundings.now().saturating_sub(started);
          (DEADLINE_MS - elapsed.as_secs_f64() * 1000.0).max(0.0)
      }

      /// Rounded up, so that no wait is shorter than asked for; nothing overflows.
      fn duration(milliseconds: f64) -> Duration {
          let nanoseconds = (milliseconds * 1e6).ceil();
          Duration::from_nanos(nanoseconds as u64) // saturates
      }

      /// Plain decimals only: no sign, no exponent, no NaN.
      fn number(text: &str) -> Option<f64> {
          let text = text.trim();
          let is_plain = text.len() <= 30 && text.chars().all(|c| c.is_ascii_digit() || c == '.');
          if is_plain {
              text.parse().ok()
          } else {
              None
          }
      }

      /// Seconds since 1970 of a date such as Sun, 06 Nov 1994 08:49:37 GMT.
      fn date(text: &str) -> Option<f64> {
          const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
          let parts: Vec<&str> = text.split(' ').collect();
          let (day, month, year, clock) = match parts[..] {
              [_, day, month, year, clock, "GMT"] => (day, month, year, clock),
              _ => return None,
          };
          let month = match MONTHS.find(month)? {
              at if month.len() == 3 && at % 3 == 0 => at as u64 / 3,
              _ => return None,
          };
          let clock: Vec<u64> = clock.split(':').map(whole).collect::<Option<_>>()?;
          let seconds = match clock[..] {
              [hour, minute, second] if hour < 24 && minute < 60 && second <= 60 => {
                  hour * 3600 + minute * 60 + second
              }
              _ => return None,
          };
          let (day, year) = (whole(day)?, whole(year)?);
          if !(1..=31).contains(&day) || !(1970..=9999).contains(&year) {
              return None;
          }
          // Years that begin in March, so that a leap day is the last one.
          let months = year * 12 + month - 2;
          let (year, month) = (months / 12, months % 12);
          let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day;
          Some((days - 719_469) as f64 * 86_400.0 + seconds as f64)
      }

      fn whole(text: &str) -> Option<u64> {
          if text.len() <= 4 && text.chars().all(|c| c.is_ascii_digit()) {
              text.parse().ok()
          } else {
              None
          }
      }
      """;

  static Draft draft(Recipe recipe) {
    Template text = Template.of(TEXT)
        .with("attempts", recipe.maxAttempts())
        .with("base", real(recipe.baseMs()))
        .with("cap", real(Math.min(recipe.capMs(), 0x1p53)))
        .with("minimum", real(recipe.minimumAttemptMs()))
        .with(
            "deadline",
            (recipe.hasDeadline() ? "/// For everything." : "/// None, in effect.")
                + "\npub const DEADLINE_MS: f64 = " + real(Math.min(recipe.deadlineMs(), 0x1p53))
                + ";")
        .with(
            "attemptTimeout",
            recipe.hasAttemptTimeout()
                ? "/// For one attempt.\npub const ATTEMPT_TIMEOUT_MS: f64 = "
                    + real(recipe.attemptTimeoutMs()) + ";"
                : "")
        .with("statuses", Statuses.wrapped("", recipe.statuses(), ",", 90))
        .with("uncertain", Statuses.joined("", recipe.uncertain(), ""))
        .with("sendDocumentation", sendDocumentation(recipe))
        .with("sendParameter", recipe.limitsAttempts() ? "Duration" : "")
        .with("sendArgument", sendArgument(recipe))
        .with("multiplier", real(recipe.multiplier()))
        .with("own", own(recipe.jitter()))
        .with(
            "delay",
            recipe.hintRule() == HintRule.FLOOR
                ? "failure.retry_after_ms.max(own_ms)"
                : "failure.retry_after_ms + own_ms");
    return Draft.exact(recipe, text);
  }

  /** A literal of a floating-point number. */
  private static String real(double value) {
    String number = Shown.number(value);
    return number.indexOf('.') < 0 && number.indexOf('E') < 0 ? number + ".0" : number;
  }

  private static String sendDocumentation(Recipe recipe) {
    return recipe.limitsAttempts()
        ? "/// Send makes one request and keeps to the time it is given."
        : "/// Send makes one request and limits its time itself: there is no deadline.";
  }

  private static String sendArgument(Recipe recipe) {
    if (!recipe.limitsAttempts()) {
      return "";
    }
    if (!recipe.hasAttemptTimeout()) {
      return "duration(left_ms)";
    }
    return recipe.hasDeadline()
        ? "duration(left_ms.min(ATTEMPT_TIMEOUT_MS))"
        : "duration(ATTEMPT_TIMEOUT_MS)";
  }

  private static String own(Jitter jitter) {
    return switch (jitter) {
      case NONE -> "ceiling";
      case FULL -> "(random * ceiling).floor()";
      case EQUAL -> "ceiling / 2.0 + (random * (ceiling / 2.0)).floor()";
    };
  }

  private RustText() {}
}
