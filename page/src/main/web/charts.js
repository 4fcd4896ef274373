// The charts under the answer: when attempts start, when tasks end, more attempts, bursts, layers.
"use strict";

const Charts = (() => {
  const { chart, line, text, rect, path, svg } = Draw;
  const MOST_SPANS = 12;

  /** How far beyond the deadline attempts are drawn: what never starts needs no room. */
  const PAST_DEADLINE = 1.3;

  /** One bar per attempt against the deadline. */
  function spans(picture, plan, words) {
    const width = Draw.widthOf("spans");
    const failedMs = plan.latencyFailMs === null ? plan.latencyMs : plan.latencyFailMs;
    const all = [];
    let least = 0;
    let most = 0;
    let mean = 0;
    let success = 0;
    for (let i = 0; i < plan.maxAttempts; i++) {
      if (i > 0) {
        least += failedMs + picture.plan.waitMinMs[i - 1];
        most += failedMs + picture.plan.waitMaxMs[i - 1];
        mean += failedMs + picture.plan.waitMeanMs[i - 1];
      }
      success += picture.plan.successByAttempt[i];
      all.push({ number: i + 1, least, most, mean, started: picture.plan.startProbability[i], success });
    }
    const shown = all.slice(0, MOST_SPANS);
    const last = shown[shown.length - 1];
    const endMs = Math.max(last.most + plan.latencyMs, 1);
    const deadlineMs = plan.deadlineMs === null ? Infinity : plan.deadlineMs;
    const isNear = deadlineMs <= 3 * endMs;
    const largest = isNear ? Math.min(Math.max(endMs, deadlineMs), deadlineMs * PAST_DEADLINE) * 1.05 : endMs * 1.05;
    const left = 30;
    const x = (ms) => left + (width - left - 12) * Math.min(1, ms / largest);
    const rowHeight = 26;
    const top = 8;
    const bottom = top + shown.length * rowHeight;
    const parts = axis(Draw.timeTicks(largest, width / 90), x, top, bottom, width);
    for (const [i, span] of shown.entries()) {
      const y = top + i * rowHeight;
      const isCertain = span.most + plan.latencyMs <= deadlineMs;
      parts.push(text(left - 8, y + 17, span.number, "end", "strong"));
      if (span.started <= 0) {
        parts.push(text(x(Math.min(span.least, deadlineMs)) + 6, y + 17, "never starts", "start", "bad"));
        continue;
      }
      parts.push(rect(x(span.least), y + 9, x(span.most) - x(span.least), 8, "may"));
      if (span.mean < largest) {
        parts.push(rect(x(span.mean), y + 4, Math.max(3, x(span.mean + plan.latencyMs) - x(span.mean)), 18, isCertain ? "runs" : "rare"));
      }
    }
    if (isNear) {
      const place = x(deadlineMs);
      parts.push(line(place, top, place, bottom + 22, "deadline"),
        text(place, bottom + 38, `deadline ${Words.axisTime(deadlineMs)}`, place < 70 ? "start" : place > width - 70 ? "end" : "middle", "bad"));
    } else if (deadlineMs < Infinity) {
      parts.push(text(width - 12, bottom + 38, `deadline ${Words.axisTime(deadlineMs)}, far to the right`, "end"));
    }
    const sentence = `${plan.maxAttempts} attempts; the last starts after ${Words.axisTime(all[all.length - 1].mean)} on average, if all before it fail.`;
    Draw.show("spans", chart(width, bottom + 44, sentence, parts));
    Draw.show("spans-table", Draw.table("If all before it fail", ["attempt", "wait", "starts at", "started", "success"],
      shown.map((span, i) => [
        span.number,
        i ? range(picture.plan.waitMinMs[i - 1], picture.plan.waitMaxMs[i - 1]) : "",
        range(span.least, span.most),
        words.percent(span.started),
        words.percent(span.success),
      ])));
  }

  function range(least, most) {
    return least === most ? Words.axisTime(least) : `${Words.axisTime(least)} – ${Words.axisTime(most)}`;
  }

  function axis(marks, x, top, bottom, width) {
    const parts = [];
    for (const ms of marks) {
      parts.push(line(x(ms), top, x(ms), bottom, "axis"), text(Math.min(x(ms), width - 22), bottom + 18, Words.axisTime(ms), "middle"));
    }
    return parts;
  }

  /** The distribution of the time of tasks. */
  function curve(picture, plan, words) {
    const width = Draw.widthOf("curve");
    const largest = Math.max(picture.plan.worstCaseMs, 1) * 1.02;
    const left = 46;
    const top = 10;
    const bottom = 210;
    const x = (ms) => left + (width - left - 12) * Math.min(1, ms / largest);
    const y = (share) => bottom - (bottom - top) * share;
    const parts = axis(Draw.timeTicks(largest, width / 90), x, top, bottom, width);
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      parts.push(line(left, y(share), width - 12, y(share), "axis"), text(left - 6, y(share) + 5, share * 100 + "%", "end"));
    }
    const steps = (of) => picture.curve.atMs.map((ms, i) => [x(ms), y(picture.curve[of][i])]);
    parts.push(path(steps("ended"), "ended"), path(steps("succeeded"), "curve"));
    for (const [name, ms] of [["p50", picture.plan.p50Ms], ["p95", picture.plan.p95Ms], ["p99", picture.plan.p99Ms]]) {
      parts.push(line(x(ms), top, x(ms), bottom, "mark"));
      parts.push(text(x(ms) + 4, bottom - 8 - { p50: 0, p95: 16, p99: 32 }[name], name, "start", "strong"));
    }
    if (plan.deadlineMs !== null && plan.deadlineMs <= largest) {
      parts.push(line(x(plan.deadlineMs), top, x(plan.deadlineMs), bottom, "deadline"));
    }
    Draw.show("curve", chart(width, bottom + 30, `Half of all tasks end within ${words.time(picture.plan.p50Ms)}, 95 of 100 within ${words.time(picture.plan.p95Ms)}.`, parts),
      Draw.html("p", { class: "small" }, "Line: ended with success. Dashes: ended at all."));
    const quantile = (name, of) => [name, words.time(picture.plan[of + "Ms"]), picture.plan[of + "SuccessMs"] === null ? "–" : words.time(picture.plan[of + "SuccessMs"])];
    Draw.show("curve-table", Draw.table("Tasks end within", ["share", "all tasks", "those that succeed"], [
      quantile("50%", "p50"), quantile("90%", "p90"), quantile("95%", "p95"), quantile("99%", "p99"), quantile("99.9%", "p999"),
      ["average", words.time(picture.plan.expectedMs), picture.plan.expectedMsGivenSuccess === null ? "–" : words.time(picture.plan.expectedMsGivenSuccess)],
    ]));
  }

  /** Which numbers of attempts are compared. */
  function counts(maxAttempts) {
    const most = Math.max(8, Math.min(maxAttempts + 2, 14));
    return Array.from({ length: most }, (unused, i) => i + 1);
  }

  function more(rows, plan, words) {
    const width = Draw.widthOf("more");
    const good = rows.filter((row) => !row.error);
    const left = 44;
    const top = 26;
    const rowHeight = 24;
    const bottom = top + good.length * rowHeight;
    const middle = width / 2;
    const worst = Math.max(...good.map((row) => row.worstCaseMs), 1);
    const DECADES = 8;
    const failing = (row) => {
      const failed = 1 - row.successProbability;
      return failed <= 0 ? 0 : Math.max(0, 1 + Math.log10(failed) / DECADES);
    };
    const parts = [text(left, 16, "still fail (log scale)"), text(middle + 20, 16, "longest time")];
    for (const [i, row] of good.entries()) {
      const y = top + i * rowHeight;
      const isHere = row.maxAttempts === plan.maxAttempts;
      parts.push(
        text(left - 8, y + 16, isHere ? `▸ ${row.maxAttempts}` : row.maxAttempts, "end", isHere ? "strong" : ""),
        rect(left, y + 4, Math.max(2, (middle - left - 74) * failing(row)), 16, "failed"),
        text(left + Math.max(2, (middle - left - 74) * failing(row)) + 6, y + 17, oneIn(1 - row.successProbability)),
        rect(middle + 20, y + 4, Math.max(2, (width - middle - 92) * (row.worstCaseMs / worst)), 16, "load"),
        text(middle + 26 + Math.max(2, (width - middle - 92) * (row.worstCaseMs / worst)), y + 17, words.time(row.worstCaseMs)));
    }
    Draw.show("more", chart(width, bottom + 6, "What is left of the failures and the longest time, by the number of attempts.", parts));
    const table = Draw.table("By attempts in all", ["attempts", "success", "longest", "load", "worst day"], good.map((row) => [
      row.maxAttempts, words.percent(row.successProbability), words.time(row.worstCaseMs), row.loadMultiplier.toFixed(2) + "×", row.attemptsIfAllFail.toFixed(2) + "×",
    ]));
    [...table.tBodies[0].rows].forEach((row, i) => row.classList.toggle("here", good[i].maxAttempts === plan.maxAttempts));
    Draw.show("more-table", table);
  }

  /** A small share as one of so many: nobody compares percents of a percent. */
  function oneIn(share) {
    if (share <= 0) {
      return "none";
    }
    const many = Math.round(1 / share);
    return many > 1e12 ? "1 in 10¹² or less" : "1 in " + Number(many.toPrecision(2)).toLocaleString("en-US");
  }

  /** The lengths of bursts that are drawn, and the one of the knob. */
  const BURSTS = Array.from({ length: 41 }, (unused, i) => 50 * (600000 / 50) ** (i / 40));
  const TABLE_BURSTS = [500, 1000, 5000, 10000, 30000, 60000, 300000];

  function burstLengths(knobMs) {
    return [knobMs, ...TABLE_BURSTS, ...BURSTS];
  }

  function bursts({ each, independentLoad }, words, knobMs) {
    const width = Draw.widthOf("bursts-chart");
    const [here, ...rest] = each;
    if (here.error) {
      Draw.show("bursts-chart", Draw.html("p", { class: "trouble" }, here.error + "."));
      Draw.show("bursts-table");
      return;
    }
    const table = rest.slice(0, TABLE_BURSTS.length);
    const drawn = rest.slice(TABLE_BURSTS.length);
    const left = 60;
    const top = 12;
    const bottom = 200;
    const least = Math.min(here.successProbability, ...drawn.map((each) => each.successProbability));
    const most = here.independentPrediction;
    const spread = Math.max(most - least, 1e-9);
    const x = (ms) => left + (width - left - 20) * (Math.log(Math.min(600000, Math.max(50, ms)) / 50) / Math.log(600000 / 50));
    const y = (share) => top + (bottom - top) * ((most - share) / spread);
    const parts = [];
    for (const ms of [100, 1000, 10000, 60000, 600000]) {
      parts.push(line(x(ms), top, x(ms), bottom, "axis"), text(x(ms), bottom + 18, Words.axisTime(ms), ms === 600000 ? "end" : "middle"));
    }
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      const share = most - spread * part;
      parts.push(line(left, y(share), width - 20, y(share), "axis"), text(left - 6, y(share) + 5, (share * 100).toFixed(spread < 0.001 ? 3 : 1) + "%", "end"));
    }
    parts.push(
      path(drawn.map((each, i) => [x(BURSTS[i]), y(each.successProbability)]), "curve"),
      svg("circle", { cx: x(knobMs), cy: y(here.successProbability), r: 6, class: "dot" }),
      text(Math.min(x(knobMs) + 10, width - 90), Math.max(top + 14, y(here.successProbability) - 8), words.percent(here.successProbability), "start", "strong"));
    Draw.show("bursts-chart", chart(width, bottom + 28, `With bursts of ${Words.axisTime(knobMs)} on average, ${words.percent(here.successProbability)} of tasks succeed instead of ${words.percent(most)}.`, parts));
    Draw.show("bursts-table", Draw.table("Same share of failures, in bursts of", ["mean length", "success", "after a failed first", "load"], [
      ["independent", words.percent(most), "", independentLoad.toFixed(2) + "×"],
      ...table.map((each, i) => [
        Words.axisTime(TABLE_BURSTS[i]),
        words.percent(each.successProbability),
        each.successGivenFirstFailed === null ? "–" : words.percent(each.successGivenFirstFailed),
        each.loadMultiplier.toFixed(2) + "×",
      ]),
    ]));
  }

  function layers({ alone, together }, attemptsPerLayer) {
    const width = Draw.widthOf("layers-chart");
    const all = attemptsPerLayer;
    const worst = together.worst;
    const left = Math.min(180, width / 2 - 20);
    const rows = all.map((attempts, i) => ({
      name: i === 0 ? "this policy alone" : `around another of ${attempts}`,
      requests: all.slice(0, i + 1).reduce((product, each) => product * each, 1),
    }));
    const parts = [];
    for (const [i, row] of rows.entries()) {
      const long = Math.max(2, (width - left - 70) * (row.requests / worst));
      parts.push(text(left - 8, 20 + i * 28, row.name, "end"), rect(left, 6 + i * 28, long, 18, i === 0 ? "runs" : "failed"), text(left + long + 8, 20 + i * 28, row.requests, "start", "strong"));
    }
    Draw.show("layers-chart", chart(width, rows.length * 28 + 8, `${all.length} layers make up to ${worst} requests of one task.`, parts));
    Draw.show("layers-table", Draw.table("Requests per task", ["", "ordinary day", "worst day"], [
      ["this policy alone", alone.expected.toFixed(2) + "×", alone.worst + "×"],
      ["all layers", together.expected.toFixed(2) + "×", worst + "×"],
    ]));
  }

  return { spans, curve, more, counts, bursts, burstLengths, layers };
})();
