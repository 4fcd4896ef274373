// The policy as code or configuration, one tab per target. The generator is a script of its own, fetched when it is looked at.
"use strict";

const Code = (() => {
  let generator = null;
  let target = "java";
  let plan = null;
  /** Why there is no plan to write now. */
  let trouble = null;

  /** Fetches the generator. */
  function load() {
    const script = Draw.html("script", { src: "forbear-code.js" });
    script.addEventListener("load", () => {
      generator = forbearCode();
      showTabs(generator.targets().targets);
      generate();
    });
    script.addEventListener("error", () => refuse("The generator could not be loaded: forbear-code.js is missing beside this page."));
    document.head.append(script);
  }

  function showTabs(targets) {
    Draw.show("targets", ...targets.map(({ word, name }) => {
      const tab = Draw.html("button", { type: "button", role: "tab", id: "tab-" + word, "aria-controls": "code-panel" }, name);
      tab.addEventListener("click", () => choose(word));
      return tab;
    }));
    const words = targets.map(({ word }) => word);
    document.getElementById("targets").addEventListener("keydown", (event) => {
      const to = {
        ArrowRight: (words.indexOf(target) + 1) % words.length,
        ArrowLeft: (words.indexOf(target) - 1 + words.length) % words.length,
        Home: 0,
        End: words.length - 1,
      }[event.key];
      if (to !== undefined) {
        choose(words[to]);
        document.getElementById("tab-" + target).focus();
        event.preventDefault();
      }
    });
    mark();
  }

  function choose(word) {
    target = word;
    mark();
    generate();
  }

  function mark() {
    for (const tab of document.querySelectorAll("#targets [role=tab]")) {
      const isChosen = tab.id === "tab-" + target;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    document.getElementById("code-panel").setAttribute("aria-labelledby", "tab-" + target);
  }

  /** The policy to be written; now, or once the generator is there. */
  function show(wanted) {
    plan = wanted;
    trouble = null;
    generate();
  }

  /** No policy stands in the fields: what is shown stays to be read, and is not to be taken away. */
  function hold(message) {
    plan = null;
    trouble = message;
    tell(message);
  }

  function generate() {
    if (generator === null) {
      return;
    }
    if (plan === null) {
      // Of another target there would be nothing to show.
      refuse(trouble || "");
      return;
    }
    try {
      const { text, file, versions, differences } = generator.code({ ...plan, target });
      document.getElementById("code").textContent = text;
      document.getElementById("code-file").textContent = `${file}, for ${versions}`;
      Draw.show("differences", ...(differences.length
        ? [Draw.html("p", {}, "What this target does differently:"), Draw.html("ul", {}, differences.map((each) => Draw.html("li", {}, each)))]
        : [Draw.html("p", {}, "This target does exactly what the policy says.")]));
      document.getElementById("copy-code").disabled = false;
    } catch (refused) {
      refuse("No code for this: " + refused.message + ".");
    }
  }

  function refuse(message) {
    document.getElementById("code").textContent = "";
    document.getElementById("code-file").textContent = "";
    tell(message);
  }

  function tell(message) {
    document.getElementById("copy-code").disabled = true;
    Draw.show("differences", Draw.html("p", { class: "trouble" }, message));
  }

  return { load, show, hold };
})();
