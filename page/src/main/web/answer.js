// The answer: four figures, one sentence, what has to be known to read them.
"use strict";

const Answer = (() => {
  /**
   * Shows it, and says it in one sentence.
   *
   * @param words rounds as the command does
   */
  function show(picture, plan, words) {
    const { summary, worstDay } = picture;
    const headline = headlineOf(picture, plan, words);
    const days = [
      figure("Success", headline.success, `instead of ${headline.successWithoutRetry} with one attempt`, tone(picture.plan.successProbability, 0.999, 0.99)),
      figure("Time", headline.expected, `on average; 1 in 20 takes ${headline.p95} or more, the longest ${headline.worst}`, tone(-picture.plan.p95Ms, -5000, -30000)),
      figure("Load", `${headline.load}×`, `${headline.attempts} attempts per task; ${headline.waiting} of waiting on average`, tone(-picture.plan.loadMultiplier, -1.15, -1.5)),
      figure("Worst day", `${headline.worstLoad}×`, `the load while every attempt fails; each task fails after ${headline.worstTime} on average, ${headline.worstDayWorst} at most. A provider recovers from that below ${headline.stable} of its capacity`, tone(-worstDay.attemptsIfAllFail, -2, -4.01)),
    ];
    Draw.show("figures", ...days);
    Draw.show("reads-as", sentence(plan, headline.fits));
    Draw.show("notes", ...summary.notes.map((note) => Draw.html("li", {}, note)));
    return `Success ${headline.success}, ${headline.expected} on average, load ${headline.load} times, worst day ${headline.worstLoad} times.`;
  }

  function headlineOf({ plan: figures, worstDay }, plan, words) {
    return {
      success: words.percent(figures.successProbability),
      successWithoutRetry: words.percent(figures.successWithoutRetry),
      expected: words.time(figures.expectedMs),
      p95: words.time(figures.p95Ms),
      worst: words.time(figures.worstCaseMs),
      load: figures.loadMultiplier.toFixed(2),
      attempts: figures.expectedAttempts.toFixed(3),
      waiting: words.time(figures.totalWaitExpectedMs),
      worstLoad: worstDay.attemptsIfAllFail.toFixed(2),
      worstTime: words.time(worstDay.expectedMs),
      worstDayWorst: words.time(worstDay.worstCaseMs),
      stable: words.percent(figures.stableUtilization),
      fits: `${figures.fitsWorst} of ${plan.maxAttempts}`,
    };
  }

  function figure(name, large, small, kind) {
    return Draw.html("div", { class: kind },
      Draw.html("dl", {},
        Draw.html("dt", {}, name),
        Draw.html("dd", { class: "large", id: "figure-" + name.toLowerCase().replace(" ", "-") }, large),
        Draw.html("dd", { class: "small" }, small)));
  }

  function tone(value, good, warm) {
    return value >= good ? "good" : value >= warm ? "warm" : "bad";
  }

  /** The policy as one would say it. */
  function sentence(plan, fits) {
    const attempts = plan.maxAttempts === 1 ? "One attempt" : `Up to ${plan.maxAttempts} attempts`;
    const parts = [attempts];
    if (plan.maxAttempts > 1) {
      parts.push(waits(plan));
      if (plan.retryAfterMs !== null) {
        parts.push(HINTS[plan.retryAfterRule](Words.durationText(plan.retryAfterMs)));
      }
    }
    const end = plan.deadlineMs === null
      ? "with no deadline: the attempts alone end it"
      : `all within ${Words.durationText(plan.deadlineMs)}, and none begun with less than ${Words.durationText(plan.minAttemptMs)} left; ${fits} are certain to end in time`;
    return "Reads as: " + parts.join(", ") + "; " + end + ".";
  }

  const HINTS = {
    floor: (text) => `but never before the ${text} the provider asks for`,
    add: (text) => `on top of the ${text} the provider asks for`,
    spread: (text) => `or rather between the ${text} the provider asks for and half as much again`,
    exact: (text) => `or rather exactly the ${text} the provider asks for`,
  };

  function waits(plan) {
    const baseMs = plan.capMs === null ? plan.baseMs : Math.min(plan.baseMs, plan.capMs);
    const isConstant = plan.multiplier === 1 || baseMs === 0 || baseMs === plan.capMs;
    const grown = isConstant ? "each" : plan.multiplier === 2 ? "then twice as long each time" : `then ${plan.multiplier} times as long each time`;
    const cap = plan.capMs === null || isConstant ? "" : ` up to ${Words.durationText(plan.capMs)}`;
    const base = Words.durationText(baseMs);
    switch (plan.jitter) {
      case "none":
        return `after waits of exactly ${base}, ${grown}${cap}, so that all callers return together`;
      case "full":
        return `after a wait anywhere up to ${base}, ${grown}${cap}`;
      case "equal":
        return `after a wait between half of ${base} and all of it, ${grown}${cap}`;
      default:
        return `after waits from ${base} to three times the last one${plan.capMs === null ? "" : ", up to " + Words.durationText(plan.capMs)}`;
    }
  }

  return { show };
})();
