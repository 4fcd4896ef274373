// Brings it together: what stands in the fields is the state; a change asks the rules and shows their answers.
"use strict";

(() => {
  const forbear = forbearRules();
  const words = { percent: forbear.percent, time: forbear.time };
  const planner = Rules.open();
  let texts = Knobs.texts();

  const silent = () => {};
  const askPicture = Rules.latest(planner, "picture", showPicture, refuse);
  const askMore = Rules.latest(planner, "more", (rows, { plan }) => Charts.more(rows, plan, words), silent);
  const askBursts = Rules.latest(planner, "bursts", showBursts, silent);
  const askLayers = Rules.latest(planner, "layers", showLayers, refuseLayers);
  /** Asks for a storm; nothing until one is near enough to be looked at. */
  let askStorm = silent;

  /** Reads every field: the values, and which of them are wrong. */
  function read() {
    const values = {};
    const wrong = {};
    for (const knob of Knobs.ALL) {
      try {
        values[knob.key] = Knobs.read(knob, texts[knob.key]);
      } catch (refused) {
        wrong[knob.key] = refused.message;
      }
    }
    return { values, wrong };
  }

  /** The plan the rules are asked for. */
  function planOf(values) {
    const plan = {};
    for (const knob of Knobs.ALL) {
      if (knob.field) {
        plan[knob.field] = values[knob.key];
      }
    }
    return plan;
  }

  function change() {
    const { values, wrong } = read();
    for (const knob of Knobs.ALL) {
      mark(knob, wrong[knob.key]);
    }
    history.replaceState(null, "", Link.write(texts) || location.pathname + location.search);
    const isWrong = (...groups) => Knobs.ALL.filter((knob) => groups.includes(knob.group) && wrong[knob.key]).map((knob) => knob.label);
    const first = isWrong("policy", "provider");
    if (first.length) {
      const message = notBroughtUpToDate(first);
      old(message);
      Code.hold(message);
      return;
    }
    const plan = planOf(values);
    askPicture({ plan });
    askMore({ plan, attempts: Charts.counts(plan.maxAttempts) });
    Code.show(plan);
    if (!isWrong("burst").length) {
      askBursts({ plan, lengthsMs: Charts.burstLengths(values.burst) });
    }
    if (!isWrong("layers").length) {
      askLayers({ attemptsPerLayer: [plan.maxAttempts, ...values.layers], failureRate: plan.failureRate });
    }
    const world = isWrong("storm");
    if (world.length) {
      Storm.trouble(notBroughtUpToDate(world));
    } else {
      try {
        askStorm({ worlds: Storm.worlds(plan, values) });
      } catch (refused) {
        Storm.trouble(refused.message + ".");
      }
    }
  }

  function notBroughtUpToDate(wrong) {
    return `Not brought up to date: see “${wrong.join("”, “")}”.`;
  }

  /** A field that is wrong says so, and keeps its text. */
  function mark(knob, message) {
    const input = document.getElementById("knob-" + knob.key);
    const place = document.getElementById("wrong-" + knob.key);
    input.setAttribute("aria-invalid", String(Boolean(message)));
    if (place.textContent !== (message || "")) {
      place.textContent = message || "";
    }
    place.hidden = !message;
  }

  /** What is shown is not of what stands in the fields: everything computed says so, wherever the reader is. */
  function markOld(isOld) {
    for (const part of document.querySelectorAll("#answer, .charts")) {
      part.classList.toggle("old", isOld);
    }
  }

  function old(message) {
    markOld(true);
    const place = document.getElementById("trouble");
    place.hidden = false;
    place.textContent = message;
    watchTheRest();
  }

  function refuse(refused) {
    old(refused.message + ".");
  }

  let isWatched = false;

  /** The parts that cost more than the first view begin when somebody comes near. */
  function watchTheRest() {
    if (isWatched) {
      return;
    }
    isWatched = true;
    whenNear("storm", () => {
      askStorm = Rules.latest(Rules.open(), "storm", Storm.show, (refused) => Storm.trouble(refused.message + "."));
      change();
    });
    whenNear("take", Code.load);
  }

  function whenNear(id, then) {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        observer.disconnect();
        then();
      }
    }, { rootMargin: "600px" });
    observer.observe(document.getElementById(id));
  }

  function showPicture(picture, { plan }) {
    markOld(false);
    document.getElementById("trouble").hidden = true;
    const sentence = Answer.show(picture, plan, words);
    say(sentence);
    Charts.spans(picture, plan, words);
    Charts.curve(picture, plan, words);
    watchTheRest();
  }

  let saying = 0;

  /** Told once typing has paused: a screen reader would be spoken over otherwise. */
  function say(sentence) {
    clearTimeout(saying);
    saying = setTimeout(() => {
      document.getElementById("live").textContent = sentence;
    }, 600);
  }

  function showBursts(answers, { lengthsMs }) {
    Charts.bursts(answers, words, lengthsMs[0]);
  }

  function showLayers(answer, { attemptsPerLayer }) {
    Charts.layers(answer, attemptsPerLayer);
  }

  function refuseLayers(refused) {
    Draw.show("layers-chart", Draw.html("p", { class: "trouble" }, refused.message + "."));
    Draw.show("layers-table");
  }

  /** One knob: its field, and a slider for those who would rather drag. */
  function field(knob) {
    const id = "knob-" + knob.key;
    const input = Knobs.isChoice(knob)
      ? Draw.html("select", { id, name: knob.key }, knob.choices.map(([word, text]) => Draw.html("option", { value: word }, text)))
      : Draw.html("input", { id, name: knob.key, type: "text", autocomplete: "off", spellcheck: "false", inputmode: "text" });
    input.setAttribute("aria-describedby", "wrong-" + knob.key);
    input.addEventListener("input", () => {
      texts = { ...texts, [knob.key]: input.value };
      slide(knob);
      change();
    });
    const row = Draw.html("div", { class: knob.slide ? "row" : "row whole" }, input);
    if (knob.slide) {
      const slider = Draw.html("input", { id: "slide-" + knob.key, type: "range", min: "0", max: "1000", "aria-label": knob.label });
      slider.addEventListener("input", () => {
        texts = { ...texts, [knob.key]: Knobs.textAt(knob.slide, Number(slider.value)) };
        input.value = texts[knob.key];
        slider.setAttribute("aria-valuetext", texts[knob.key]);
        change();
      });
      row.append(slider);
    }
    const label = Draw.html("label", { for: id }, knob.label);
    if (knob.note) {
      label.append(" ", Draw.html("span", { class: "note" }, knob.note));
    }
    return Draw.html("div", { class: "knob" }, label, row, Draw.html("p", { class: "wrong", id: "wrong-" + knob.key, hidden: "" }));
  }

  function slide(knob) {
    if (!knob.slide) {
      return;
    }
    const slider = document.getElementById("slide-" + knob.key);
    try {
      slider.value = String(Knobs.place(knob.slide, Knobs.read(knob, texts[knob.key])));
      slider.setAttribute("aria-valuetext", texts[knob.key]);
    } catch (wrong) {
      // The slider stays where it was: the field says what is wrong.
    }
  }

  /** Takes other texts into the fields. */
  function take(others) {
    texts = others;
    for (const knob of Knobs.ALL) {
      document.getElementById("knob-" + knob.key).value = texts[knob.key];
      slide(knob);
    }
    change();
  }

  function arrive() {
    const { texts: given, unknown } = Link.read(location.hash);
    // An anchor of this page is no state.
    if (unknown.length && !Object.keys(given).length) {
      return false;
    }
    take(Knobs.texts(given));
    return true;
  }

  async function copy(text, place) {
    const told = document.getElementById(place);
    try {
      await navigator.clipboard.writeText(text);
      told.textContent = "copied";
    } catch (refused) {
      told.textContent = "the browser does not allow copying here: select and copy by hand";
    }
    setTimeout(() => {
      told.textContent = "";
    }, 4000);
  }

  for (const group of ["policy", "provider", "burst", "layers", "storm"]) {
    document.getElementById("knobs-" + group).append(...Knobs.ALL.filter((knob) => knob.group === group).map(field));
  }
  for (const name of Object.keys(Knobs.PRESETS)) {
    const button = Draw.html("button", { type: "button" }, name);
    button.addEventListener("click", () => take(Knobs.texts(Knobs.PRESETS[name])));
    document.getElementById("presets").append(button);
  }
  document.getElementById("knobs").addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("copy-link").addEventListener("click", () => copy(location.href, "copied"));
  document.getElementById("copy-code").addEventListener("click", () => copy(document.getElementById("code").textContent, "code-copied"));
  document.getElementById("start-again").addEventListener("click", () => take(Knobs.texts()));
  window.addEventListener("hashchange", arrive);
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth !== width) {
      width = window.innerWidth;
      change();
      Storm.draw();
    }
  });
  Storm.begin();
  if (!arrive()) {
    take(Knobs.texts());
  }
})();
