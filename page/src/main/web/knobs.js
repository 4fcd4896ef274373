// The knobs: what can be set, how it is read, and what stands in the field. The state of the page is what the fields hold.
"use strict";

const Knobs = (() => {
  /**
   * Every knob: key (its word in the address), field (its name for the rules), label, note, value at first, how it is read,
   * and for a slider its ends on a logarithmic scale.
   */
  const ALL = [
    { key: "attempts", field: "maxAttempts", group: "policy", label: "Attempts in all", note: "the first included", value: "4",
      read: (text) => Words.count(text, 1, 1000), slide: { least: 1, most: 20, whole: true, text: String } },
    { key: "base", field: "baseMs", group: "policy", label: "First wait, at most", value: "500ms",
      read: Words.duration, slide: { least: 10, most: 60000, text: Words.durationText } },
    { key: "multiplier", field: "multiplier", group: "policy", label: "Grows by", note: "per attempt, at least 1", value: "2",
      read: (text) => Words.decimal(text, 1, 1000), slide: { least: 1, most: 5, text: String, plain: true } },
    { key: "cap", field: "capMs", group: "policy", label: "No wait longer than", note: "or none", value: "20s",
      read: Words.durationOrNone, slide: { least: 100, most: 300000, text: Words.durationText } },
    { key: "jitter", field: "jitter", group: "policy", label: "Jitter", value: "full",
      choices: [["full", "full: anywhere below"], ["equal", "equal: upper half"], ["none", "none: all at once"],
        ["decorrelated", "decorrelated (planned only)"]] },
    { key: "deadline", field: "deadlineMs", group: "policy", label: "Deadline for everything", note: "or none", value: "30s",
      read: Words.durationOrNone, slide: { least: 500, most: 600000, text: Words.durationText } },
    { key: "minimum", field: "minAttemptMs", group: "policy", label: "Least time for an attempt",
      note: "with less left, none starts", value: "1s",
      read: Words.duration, slide: { least: 10, most: 30000, text: Words.durationText } },
    { key: "fail", field: "failureRate", group: "provider", label: "Attempts that fail", value: "8%",
      read: Words.share, slide: { least: 0, most: 1, text: Words.shareText, plain: true } },
    { key: "latency", field: "latencyMs", group: "provider", label: "An attempt takes", value: "1200ms",
      read: Words.duration, slide: { least: 10, most: 120000, text: Words.durationText } },
    { key: "failed-latency", field: "latencyFailMs", group: "provider", label: "A failed one takes", note: "or same",
      value: "same", read: (text) => (text === "same" ? null : Words.duration(text)) },
    { key: "retry-after", field: "retryAfterMs", group: "provider", label: "Failures ask to wait", note: "Retry-After, or none",
      value: "none", read: (text) => (text === "none" ? null : Words.duration(text)) },
    { key: "hint-rule", field: "retryAfterRule", group: "provider", label: "and that counts", value: "floor",
      choices: [["floor", "at least so long"], ["add", "on top of the own wait"], ["spread", "up to half more (planned only)"],
        ["exact", "and nothing else (planned only)"]] },
    { key: "burst", group: "burst", label: "Failures come in bursts of about", value: "5s", read: Words.positiveDuration,
      slide: { least: 50, most: 600000, text: Words.durationText } },
    { key: "layers", group: "layers", label: "Attempts of the other layers", note: "such as 3 for an SDK, parted by commas",
      value: "3, 3", read: readLayers },
    { key: "rate", group: "storm", label: "Tasks a second", value: "30", read: (text) => Words.decimal(text, 0.1, 500),
      slide: { least: 1, most: 200, whole: true, text: String } },
    { key: "slots", group: "storm", label: "The provider works on at once", value: "120",
      read: (text) => Words.count(text, 1, 10000), slide: { least: 1, most: 1000, whole: true, text: String } },
    { key: "queue", group: "storm", label: "Its queue holds", note: "or endless", value: "endless",
      read: (text) => (text === "endless" ? null : Words.count(text, 0, 1000000)) },
    { key: "outage", group: "storm", label: "In the outage it", value: "hang",
      choices: [["hang", "takes requests and finishes none"], ["refuse", "refuses every request"], ["slow", "has a tenth of its speed"],
        ["fail", "fails every request"]] },
    { key: "outage-length", group: "storm", label: "for", value: "15s", read: Words.positiveDuration,
      slide: { least: 1000, most: 120000, text: Words.durationText } },
    { key: "attempt-timeout", group: "storm", label: "Callers give up an attempt after", value: "4s", read: Words.positiveDuration,
      slide: { least: 100, most: 60000, text: Words.durationText } },
    { key: "give-up", group: "storm", label: "and the provider then", value: "unnoticed",
      choices: [["unnoticed", "goes on, for nobody"], ["leaves-queue", "drops it from the queue"], ["stops-work", "stops at once"]] },
    { key: "budget", group: "storm", label: "Retry budget", note: "share of repeats, or none", value: "none",
      read: (text) => (text === "none" ? null : Words.share(text)) },
    { key: "beside", group: "storm", label: "Beside it", value: "budget",
      choices: [["budget", "the same with a retry budget of 10%"], ["one", "one attempt"], ["no-jitter", "the same without jitter"],
        ["naive", "ten attempts a second apart"], ["nothing", "nothing"]] },
    { key: "seed", group: "storm", label: "Seed", value: "1", read: (text) => Words.count(text, 0, 2 ** 31) },
  ];

  /** What people start from. */
  const PRESETS = {
    chat: { attempts: "3", base: "300ms", cap: "4s", deadline: "20s", minimum: "2s", fail: "5%", latency: "3s" },
    batch: { attempts: "8", base: "2s", cap: "2m", deadline: "15m", minimum: "10s", fail: "10%", latency: "8s" },
    "write with key": { attempts: "5", base: "1s", cap: "30s", deadline: "2m", minimum: "2s", fail: "2%", latency: "800ms" },
    webhook: { attempts: "12", base: "5s", cap: "1h", deadline: "24h", minimum: "1s", fail: "15%", latency: "400ms" },
  };

  function readLayers(text) {
    const parts = text.split(",").map((part) => part.trim());
    if (parts.length > 6) {
      throw new RangeError("at most 6 layers");
    }
    return text.trim() === "" || text.trim() === "none" ? [] : parts.map((part) => Words.count(part, 1, 1000));
  }

  function of(key) {
    return ALL.find((knob) => knob.key === key);
  }

  function isChoice(knob) {
    return Boolean(knob.choices);
  }

  /** The value a text stands for. */
  function read(knob, text) {
    if (isChoice(knob)) {
      if (!knob.choices.some(([word]) => word === text)) {
        throw new RangeError(`'${text}' is none of ${knob.choices.map(([word]) => word).join(", ")}`);
      }
      return text;
    }
    return knob.read(text.trim());
  }

  /** The texts of all knobs at first, some replaced. */
  function texts(some) {
    const all = {};
    for (const knob of ALL) {
      all[knob.key] = some && Object.hasOwn(some, knob.key) ? some[knob.key] : knob.value;
    }
    return all;
  }

  /** Where a slider stands for a value, 0 to 1000. */
  function place(slide, value) {
    const bounded = Math.min(slide.most, Math.max(slide.least, value === null ? slide.most : value));
    const part = slide.plain || slide.whole
      ? (bounded - slide.least) / (slide.most - slide.least)
      : Math.log(bounded / slide.least) / Math.log(slide.most / slide.least);
    return Math.round(part * 1000);
  }

  /** The text for a place of a slider, rounded to what a person would write. */
  function textAt(slide, place1000) {
    const part = place1000 / 1000;
    if (slide.whole) {
      return slide.text(Math.round(slide.least + part * (slide.most - slide.least)));
    }
    if (slide.plain) {
      return slide.text(Number((slide.least + part * (slide.most - slide.least)).toFixed(2)));
    }
    const value = slide.least * (slide.most / slide.least) ** part;
    return slide.text(Number(value.toPrecision(2)));
  }

  return { ALL, PRESETS, of, isChoice, read, texts, place, textAt };
})();
