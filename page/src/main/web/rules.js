// Asks the rules, which run in workers: typing is never held up. The rules are the library's own, compiled.
"use strict";

const Rules = (() => {
  /** Runs in the worker: what one question of the page needs of the rules. */
  function serve(forbear) {
    const JOBS = {
      picture(input) {
        const plan = forbear.plan(input.plan);
        const summary = forbear.summary(input.plan);
        const worstDay = forbear.plan({ ...input.plan, failureRate: 1 });
        const curve = forbear.curve({ ...input.plan, atMs: moments(input.plan, plan) });
        return { plan, summary, worstDay, curve };
      },
      more(input) {
        return input.attempts.map((maxAttempts) => attempt(() => {
          const plan = forbear.plan({ ...input.plan, maxAttempts });
          return {
            maxAttempts,
            successProbability: plan.successProbability,
            worstCaseMs: plan.worstCaseMs,
            loadMultiplier: plan.loadMultiplier,
            attemptsIfAllFail: plan.attemptsIfAllFail,
          };
        }));
      },
      bursts(input) {
        return {
          independentLoad: forbear.plan(input.plan).loadMultiplier,
          each: input.lengthsMs.map((meanBadMs) => attempt(() => forbear.bursts({ ...input.plan, meanBadMs }))),
        };
      },
      layers: ({ attemptsPerLayer, failureRate }) => ({
        alone: forbear.layers({ attemptsPerLayer: attemptsPerLayer.slice(0, 1), failureRate }),
        together: forbear.layers({ attemptsPerLayer, failureRate }),
      }),
      storm: (input) => input.worlds.map((world) => forbear.simulate(world)),
    };

    /** Times to draw a distribution at: evenly, and just before and at each step of it. */
    function moments(input, plan) {
      const endMs = plan.worstCaseMs * 1.02;
      const failedMs = input.latencyFailMs === null ? input.latencyMs : input.latencyFailMs;
      const times = Array.from({ length: 121 }, (unused, i) => (endMs * i) / 120);
      let leastMs = 0;
      for (let i = 0; i < input.maxAttempts; i++) {
        leastMs += i ? failedMs + plan.waitMinMs[i - 1] : 0;
        times.push(leastMs + input.latencyMs - 1e-6 * endMs, leastMs + input.latencyMs);
      }
      return times.filter((ms) => ms >= 0 && ms <= endMs).sort((one, other) => one - other);
    }

    function attempt(job) {
      try {
        return job();
      } catch (refused) {
        return { error: refused.message };
      }
    }

    self.onmessage = ({ data }) => {
      try {
        self.postMessage({ id: data.id, answer: JOBS[data.job](data.input) });
      } catch (refused) {
        self.postMessage({ id: data.id, error: refused instanceof Error ? refused.message : String(refused) });
      }
    };
  }

  /**
   * A worker whose code is this page's own text: a page opened from a disk may not load one from a file.
   */
  function open() {
    const source = `"use strict";\nconst forbear = (${forbearRules.toString()})();\n(${serve.toString()})(forbear);\n`;
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(address);
    const open = new Map();
    let last = 0;
    worker.onmessage = ({ data }) => {
      const { done, refuse } = open.get(data.id);
      open.delete(data.id);
      if (data.error === undefined) {
        done(data.answer);
      } else {
        refuse(new RangeError(data.error));
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      for (const { refuse } of open.values()) {
        refuse(new Error("the rules could not be run: " + event.message));
      }
      open.clear();
    };
    return {
      ask(job, input) {
        return new Promise((done, refuse) => {
          open.set(++last, { done, refuse });
          worker.postMessage({ id: last, job, input });
        });
      },
    };
  }

  /**
   * Of many questions asked while one is being answered, only the last is asked next: nobody waits for what was typed before.
   */
  function latest(worker, job, show, refuse) {
    let running = false;
    let waiting = null;
    async function next(input) {
      running = true;
      try {
        const answer = await worker.ask(job, input);
        if (waiting === null) {
          show(answer, input);
        }
      } catch (refused) {
        if (waiting === null) {
          refuse(refused, input);
        }
      }
      running = false;
      if (waiting !== null) {
        const then = waiting;
        waiting = null;
        next(then);
      }
    }
    return (input) => {
      if (running) {
        waiting = input;
      } else {
        next(input);
      }
    };
  }

  return { open, latest };
})();
