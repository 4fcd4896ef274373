// The state of the page as an address, in the words of the knobs: #attempts=4&base=500ms&fail=8%25.
"use strict";

const Link = (() => {
  /** Only what differs from the start is written, so that a link says what is special about it. */
  function write(texts) {
    const parts = [];
    for (const knob of Knobs.ALL) {
      const text = texts[knob.key].trim();
      if (text !== knob.value) {
        parts.push(knob.key + "=" + encodeURIComponent(text).replace(/%20/g, "+").replace(/%2C/g, ","));
      }
    }
    return parts.length ? "#" + parts.join("&") : "";
  }

  /** The texts an address holds; what it does not know is left out and told. */
  function read(hash) {
    const texts = {};
    const unknown = [];
    for (const part of hash.replace(/^#/, "").split("&")) {
      if (part === "") {
        continue;
      }
      const cut = part.indexOf("=");
      const key = decode(cut < 0 ? part : part.slice(0, cut));
      if (Knobs.of(key)) {
        texts[key] = decode(cut < 0 ? "" : part.slice(cut + 1)).slice(0, 60);
      } else {
        unknown.push(key.slice(0, 30));
      }
    }
    return { texts, unknown };
  }

  /** A percent sign that begins no escape is one: links are typed by hand too. */
  function decode(text) {
    const spaced = text.replace(/\+/g, " ");
    try {
      return decodeURIComponent(spaced.replace(/%(?![0-9A-Fa-f]{2})/g, "%25"));
    } catch (broken) {
      return spaced;
    }
  }

  return { write, read };
})();
