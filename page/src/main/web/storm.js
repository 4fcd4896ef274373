// The storm: two policies, the same callers, one outage; simulated whole, then played.
"use strict";

const Storm = (() => {
  const { chart, line, text, rect, path } = Draw;
  const MINUTE = 60000;
  const LENGTH_MS = 5 * MINUTE;
  const START_MS = MINUTE;
  const MOMENT_MS = 1000;
  /** A task without a deadline lives as long as the run, and longer. */
  const NO_DEADLINE_MS = 24 * 60 * MINUTE;
  const NOTHING_LEFT = 0.1;

  /** Below it the sides stand one above the other, as in the style sheet. */
  const NARROW = 640;
  const GAP = 16;

  /** Moments of one step where nothing may move by itself. */
  const STRETCH = 30;
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)");

  let sides = [];
  let moment = 0;
  let playing = null;

  /** What is simulated, or why it cannot be. */
  function worlds(plan, storm) {
    if (plan.jitter === "decorrelated") {
      throw new RangeError("decorrelated jitter is planned only: choose full, equal or none to simulate it");
    }
    if (plan.retryAfterMs !== null && (plan.retryAfterRule === "spread" || plan.retryAfterRule === "exact")) {
      throw new RangeError(`the hint rule '${plan.retryAfterRule}' is planned only: choose floor or add to simulate it`);
    }
    const mine = client("your policy", plan, storm);
    const beside = BESIDE[storm.beside](mine);
    return [mine, beside].filter(Boolean).map((each) => ({
      provider: {
        slots: storm.slots,
        meanMs: plan.latencyMs,
        queueLimit: storm.queue === null ? undefined : storm.queue,
        giveUp: storm["give-up"],
        hintMs: plan.retryAfterMs === null ? undefined : plan.retryAfterMs,
      },
      outages: [{
        kind: storm.outage,
        startMs: START_MS,
        durationMs: storm["outage-length"],
        share: storm.outage === "slow" ? NOTHING_LEFT : 1,
      }],
      clients: [each],
      durationMs: LENGTH_MS,
      momentMs: MOMENT_MS,
      seed: storm.seed,
    }));
  }

  function client(name, plan, storm) {
    return {
      name,
      policy: {
        maxAttempts: plan.maxAttempts,
        baseDelayMs: plan.baseMs,
        maxDelayMs: plan.capMs === null ? Number.MAX_VALUE : plan.capMs,
        multiplier: plan.multiplier,
        jitter: plan.jitter,
        hintRule: plan.retryAfterRule === "add" ? "on-top" : "floor",
        minimumAttemptMs: Math.max(plan.minAttemptMs, Number.MIN_VALUE),
      },
      attemptTimeoutMs: storm["attempt-timeout"],
      deadlineMs: plan.deadlineMs === null ? NO_DEADLINE_MS : plan.deadlineMs,
      arrivals: { kind: "poisson", perSecond: storm.rate },
      retryBudget: storm.budget === null ? undefined : budget(storm.budget),
    };
  }

  function budget(ratio) {
    return { ratio, capacity: 10 };
  }

  const BESIDE = {
    budget: (mine) => ({ ...mine, name: "with a retry budget of 10%", retryBudget: budget(0.1) }),
    one: (mine) => ({ ...mine, name: "one attempt", policy: { ...mine.policy, maxAttempts: 1 } }),
    "no-jitter": (mine) => ({ ...mine, name: "without jitter", policy: { ...mine.policy, jitter: "none" } }),
    naive: (mine) => ({
      ...mine,
      name: "ten attempts a second apart",
      policy: { ...mine.policy, maxAttempts: 10, baseDelayMs: 1000, multiplier: 1, maxDelayMs: 1000, jitter: "none" },
      deadlineMs: NO_DEADLINE_MS,
      retryBudget: undefined,
    }),
    nothing: () => null,
  };

  /** Shows a new run, at its end; one that is being played goes on from where it is. */
  function show(answers, asked) {
    sides = answers.map((answer, i) => ({ ...answer, world: asked.worlds[i], rates: rates(answer.moments) }));
    const slider = document.getElementById("time");
    slider.max = String(sides[0].moments.length - 1);
    if (playing === null) {
      moment = sides[0].moments.length - 1;
    }
    trouble("");
    draw();
    Draw.show("storm-table", table());
  }

  function trouble(message) {
    const place = document.getElementById("storm-trouble");
    place.hidden = message === "";
    place.textContent = message;
    document.getElementById("storm-sides").classList.toggle("old", message !== "");
  }

  /** Per second, over the last five: chance evens out a little. */
  function rates(moments) {
    const OVER = 5;
    return moments.map((now, i) => {
      const before = moments[Math.max(0, i - OVER)];
      const seconds = Math.max(1, (now.atMs - before.atMs) / 1000);
      const per = (of) => (now.clients[0][of] - before.clients[0][of]) / seconds;
      return { offered: per("tasks"), physical: per("attempts"), goodput: per("succeeded"), queued: now.queued, waiting: now.clients[0].waiting };
    });
  }

  function draw() {
    const most = Math.max(...sides.flatMap((side) => side.rates.map((each) => each.physical)), 1);
    const queue = Math.max(...sides.flatMap((side) => side.rates.map((each) => each.queued)), 1);
    const place = document.getElementById("storm-sides").clientWidth;
    const width = sides.length > 1 && place >= NARROW ? (place - GAP) / 2 : place;
    Draw.show("storm-sides", ...sides.map((side) => Draw.html("div", {},
      Draw.html("h3", {}, side.clients[0].name),
      verdict(side),
      picture(side, most, queue, width))));
    const atMs = sides[0].moments[moment].atMs;
    document.getElementById("time").value = String(moment);
    document.getElementById("time").setAttribute("aria-valuetext", state(atMs));
    document.getElementById("time-text").textContent = state(atMs);
  }

  function state(atMs) {
    const { startMs, durationMs } = sides[0].world.outages[0];
    const where = atMs < startMs ? "before the outage" : atMs < startMs + durationMs ? "in the outage" : "after the outage";
    return `${Math.round(atMs / 1000)} s, ${where}`;
  }

  function verdict(side) {
    const { storm } = side;
    if (storm.recovery === "cannot-be-told") {
      const before = storm.goodputBefore === null ? "nothing ran" : `only ${Math.round(storm.goodputBefore * 100)} of 100 tasks succeeded`;
      return Draw.html("p", { class: "never" }, storm.lateGoodput === null
        ? "Cannot be told: no task begins at the end."
        : `Cannot be told: ${before} before the outage, so there is nothing to recover to.`);
    }
    const load = storm.loadInOutage === null ? "" : ` Load in the outage ${storm.loadInOutage.toFixed(2)}×.`;
    if (storm.recovery === "never") {
      const late = Math.min(100, Math.round(storm.lateGoodput * 100));
      return Draw.html("p", { class: "never" }, `Never recovers: at the end ${late} of 100 tasks succeed.${load}`);
    }
    const after = storm.recoveredAfterMs < 1000 ? "at once" : `${Math.round(storm.recoveredAfterMs / 1000)} s after the outage`;
    return Draw.html("p", {}, `Recovers ${after}.${load}`);
  }

  function picture(side, most, queue, width) {
    const left = 46;
    const top = 10;
    const bottom = 230;
    const lastMs = side.moments[side.moments.length - 1].atMs;
    const x = (ms) => left + (width - left - 12) * (ms / lastMs);
    const y = (rate) => bottom - (bottom - top) * (rate / (most * 1.05));
    const { startMs, durationMs } = side.world.outages[0];
    const parts = [rect(x(startMs), top, x(startMs + durationMs) - x(startMs), bottom - top, "outage"), text(x(startMs) + 4, top + 14, "outage", "start", "bad")];
    for (const ms of Draw.timeTicks(lastMs, width / 70)) {
      parts.push(line(x(ms), top, x(ms), bottom, "axis"), text(Math.min(x(ms), width - 22), bottom + 18, Words.axisTime(ms), "middle"));
    }
    for (const rate of Draw.ticks(most, 4)) {
      parts.push(line(left, y(rate), width - 12, y(rate), "axis"), text(left - 6, y(rate) + 5, rate, "end"));
    }
    const upTo = side.rates.slice(0, moment + 1);
    const series = (of, scale) => upTo.map((each, i) => [x(side.moments[i].atMs), scale(each[of])]);
    if (queue > 1) {
      parts.push(path(series("queued", (value) => bottom - (bottom - top) * (value / (queue * 1.05))), "queue"));
    }
    parts.push(path(series("offered", y), "offered"), path(series("physical", y), "physical"), path(series("goodput", y), "goodput"));
    parts.push(line(x(side.moments[moment].atMs), top, x(side.moments[moment].atMs), bottom, "now"));
    const now = side.rates[moment];
    const sentence = `${side.clients[0].name}: ${now.offered.toFixed(0)} tasks a second, ${now.physical.toFixed(0)} attempts, ${now.goodput.toFixed(0)} successes; ${now.queued} in the queue.`;
    return Draw.html("div", {}, chart(width, bottom + 26, sentence, parts),
      Draw.html("p", { class: "small" }, `Now a second: ${now.offered.toFixed(0)} tasks (dashes), ${now.physical.toFixed(0)} attempts (amber), ${now.goodput.toFixed(0)} successes (green); ${now.queued} queued (dots, own scale), ${now.waiting} waiting.`));
  }

  function after(side, ms) {
    return side.storm.recovery === "cannot-be-told" ? "–" : ms === null ? "never" : Math.round(ms / 1000) + " s";
  }

  function table() {
    const cell = (value, digits, unit) => (value === null ? "–" : value.toFixed(digits) + unit);
    const rows = [
      ["load in the outage", (side) => cell(side.storm.loadInOutage, 2, "×")],
      ["highest load", (side) => cell(side.storm.peakLoad, 2, "×")],
      ["recovers after", (side) => after(side, side.storm.recoveredAfterMs)],
      ["load is normal after", (side) => after(side, side.storm.loadNormalAfterMs)],
      ["successes in all", (side) => cell(side.clients[0].successShare * 100, 1, "%")],
      ["work for nobody", (side) => cell(side.clients[0].wastedShare === null ? null : side.clients[0].wastedShare * 100, 1, "%")],
      ["carried out twice", (side) => side.clients[0].counts.carriedOutAgain],
      ["95% end within", (side) => (side.clients[0].quantiles ? Words.axisTime(side.clients[0].quantiles.p95Ms) : "–")],
      ["attempts", (side) => side.clients[0].counts.attempts],
    ];
    return Draw.table("The whole run", ["", ...sides.map((side) => side.clients[0].name)], rows.map(([name, of]) => [name, ...sides.map(of)]));
  }

  function stop() {
    if (playing !== null) {
      clearInterval(playing);
      playing = null;
    }
    document.getElementById("play").textContent = isStill.matches ? "Next 30 s" : "Play";
  }

  /** Moves on by itself; for those who asked for less motion, one stretch at a time. */
  function play() {
    if (sides.length === 0) {
      return;
    }
    const last = sides[0].moments.length - 1;
    if (moment >= last) {
      moment = 0;
    }
    if (isStill.matches) {
      moment = Math.min(last, moment + STRETCH);
      draw();
      return;
    }
    const FRAME_MS = 100;
    let seconds = moment;
    document.getElementById("play").textContent = "Pause";
    playing = setInterval(() => {
      seconds += (Number(document.getElementById("speed").value) * FRAME_MS) / 1000;
      moment = Math.min(last, Math.floor(seconds));
      draw();
      if (moment === last) {
        stop();
      }
    }, FRAME_MS);
  }

  function begin() {
    stop();
    isStill.addEventListener("change", stop);
    document.getElementById("play").addEventListener("click", () => (playing === null ? play() : stop()));
    document.getElementById("rewind").addEventListener("click", () => {
      stop();
      if (sides.length) {
        moment = 0;
        draw();
      }
    });
    document.getElementById("time").addEventListener("input", (event) => {
      stop();
      moment = Number(event.target.value);
      draw();
    });
  }

  return { worlds, show, trouble, begin, draw: () => sides.length && draw() };
})();
