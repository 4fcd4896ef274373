// Pictures and tables: small SVG charts, each with its numbers beside it.
"use strict";

const Draw = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const LEAST_WIDTH = 280;
  const MOST_WIDTH = 900;

  /** An element of HTML with its attributes and children; text is text, never markup. */
  function html(name, attributes, ...children) {
    return fill(document.createElement(name), attributes, children);
  }

  function svg(name, attributes, ...children) {
    return fill(document.createElementNS(SVG, name), attributes, children);
  }

  function fill(element, attributes, children) {
    for (const [key, value] of Object.entries(attributes || {})) {
      element.setAttribute(key, value);
    }
    element.append(...children.flat(3).map((child) => (child instanceof Node ? child : String(child))));
    return element;
  }

  /** How wide a chart can be where it goes: drawn at that size, its words are as large as all others. */
  function widthOf(id) {
    const width = document.getElementById(id).clientWidth;
    return Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, width));
  }

  /** A chart with its margins; says in one sentence what it shows, for those who cannot see it. */
  function chart(width, height, sentence, ...children) {
    return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": sentence, class: "chart" }, children);
  }

  function line(x1, y1, x2, y2, kind) {
    return svg("line", { x1, y1, x2, y2, class: kind });
  }

  function text(x, y, words, anchor, kind) {
    return svg("text", { x, y, "text-anchor": anchor || "start", class: kind || "" }, words);
  }

  function rect(x, y, width, height, kind) {
    return svg("rect", { x, y, width: Math.max(0, width), height: Math.max(0, height), class: kind });
  }

  function path(points, kind) {
    const steps = points.map(([x, y], i) => (i ? "L" : "M") + x.toFixed(1) + " " + y.toFixed(1));
    return svg("path", { d: steps.join(""), class: kind });
  }

  /** Round numbers from 0 to at least the largest, about so many. */
  function ticks(largest, wanted) {
    if (!(largest > 0)) {
      return [0];
    }
    const raw = largest / wanted;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= raw);
    const marks = [];
    for (let i = 0; i * step <= largest * 1.0001; i++) {
      marks.push(i * step);
    }
    return marks;
  }

  /** Round times on a clock's scale. */
  function timeTicks(largestMs, wanted) {
    const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 15000, 30000, 60000, 120000, 300000, 600000,
      900000, 1800000, 3600000, 7200000, 14400000, 21600000, 43200000, 86400000];
    const step = STEPS.find((candidate) => largestMs / candidate <= wanted);
    if (!step) {
      return ticks(largestMs, wanted);
    }
    const marks = [];
    for (let ms = 0; ms <= largestMs * 1.0001; ms += step) {
      marks.push(ms);
    }
    return marks;
  }

  /** A table with a caption; the first cell of each row names it. */
  function table(caption, head, rows) {
    return html(
      "table",
      {},
      html("caption", {}, caption),
      html("thead", {}, html("tr", {}, head.map((cell) => html("th", { scope: "col" }, cell)))),
      html(
        "tbody",
        {},
        rows.map((row) => html("tr", {}, row.map((cell, i) => (i ? html("td", {}, cell) : html("th", { scope: "row" }, cell)))))));
  }

  /** Puts new content in place of the old, where it differs. */
  function show(id, ...children) {
    document.getElementById(id).replaceChildren(...children);
  }

  return { widthOf, html, svg, chart, line, text, rect, path, ticks, timeTicks, table, show };
})();
