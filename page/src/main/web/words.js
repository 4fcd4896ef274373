// What people type, read into numbers: durations, shares, counts. The same words as the command's flags.
"use strict";

const Words = (() => {
  const UNITS = { ms: 1, s: 1000, m: 60000, h: 3600000 };
  const ALLOWED = "500ms, 1.5s, 2m or 1h";
  const MAX_MS = 2 ** 53;
  /** No number is written with more signs: more digits than it can hold. */
  const MAX_LENGTH = 40;

  function fail(message) {
    throw new RangeError(message);
  }

  function shown(text) {
    return "'" + (text.length > 24 ? text.slice(0, 24) + "…" : text) + "'";
  }

  /** Milliseconds. */
  function duration(text) {
    const form = text.length <= MAX_LENGTH && /^(\d+(?:\.\d+)?|\.\d+) ?([A-Za-zµ]*)$/.exec(text);
    if (!form) {
      return fail(shown(text) + " is not a duration: write " + ALLOWED);
    }
    const [, digits, unit] = form;
    if (unit === "" && Number(digits) === 0) {
      return 0;
    }
    if (unit === "") {
      return fail(`${digits} has no unit: ${digits}ms or ${digits}s?`);
    }
    if (!Object.hasOwn(UNITS, unit)) {
      return fail(`${shown(unit)} is no unit of time: use ms, s, m or h, as in ${ALLOWED}`);
    }
    // The product of a decimal and a power of ten: rounded once more, so that 1.2s is 1200 and not 1199.99….
    const ms = Number((Number(digits) * UNITS[unit]).toPrecision(15));
    return ms <= MAX_MS ? ms : fail(`${shown(text)} is too long: at most 2^53 milliseconds`);
  }

  function positiveDuration(text) {
    return duration(text) || fail("must be more than 0");
  }

  /** Milliseconds, or null for none. */
  function durationOrNone(text) {
    if (text === "none") {
      return null;
    }
    if (text === "") {
      return fail("write a duration such as 20s, or none");
    }
    return duration(text) || fail("must be more than 0; write none for no limit");
  }

  /** 0 to 1, from 8% or 0.08. */
  function share(text) {
    const form = text.length <= MAX_LENGTH && /^(\d+(?:\.\d+)?|\.\d+) ?(%?)$/.exec(text);
    if (!form) {
      return fail(shown(text) + " is not a share: write 8% or 0.08");
    }
    const value = form[2] ? Number((Number(form[1]) / 100).toPrecision(15)) : Number(form[1]);
    if (value > 1) {
      return fail(form[2] ? "must be at most 100%" : `must be from 0 to 1, or with %: ${form[1]}%?`);
    }
    return value;
  }

  /** A whole number. */
  function count(text, least, most) {
    if (!/^\d+$/.test(text)) {
      return fail(shown(text) + " is not a whole number");
    }
    const value = Number(text);
    return value >= least && value <= most ? value : fail(`must be from ${least} to ${most}, was ${shown(text)}`);
  }

  /** A decimal number. */
  function decimal(text, least, most) {
    if (!/^(\d+(?:\.\d+)?|\.\d+)$/.test(text)) {
      return fail(shown(text) + " is not a number");
    }
    const value = Number(text);
    return value >= least && value <= most ? value : fail(`must be from ${least} to ${most}, was ${shown(text)}`);
  }

  /** A duration as people write it, exactly. */
  function durationText(ms) {
    if (ms === null) {
      return "none";
    }
    if (ms < 1000) {
      return ms + "ms";
    }
    for (const unit of ["h", "m"]) {
      if (ms % UNITS[unit] === 0) {
        return ms / UNITS[unit] + unit;
      }
    }
    return ms / 1000 + "s";
  }

  function shareText(value) {
    return Number((value * 100).toPrecision(12)) + "%";
  }

  /** Short, for axes. */
  function axisTime(ms) {
    if (ms === 0) {
      return "0";
    }
    if (ms < 1000) {
      return Number(ms.toPrecision(3)) + " ms";
    }
    if (ms < 120000) {
      return Number((ms / 1000).toPrecision(3)) + " s";
    }
    if (ms < 7200000) {
      return Number((ms / 60000).toPrecision(3)) + " min";
    }
    return Number((ms / 3600000).toPrecision(3)) + " h";
  }

  return {
    duration, positiveDuration, durationOrNone, share, count, decimal, durationText, shareText, axisTime,
  };
})();
