// Answers lines of {"ask": a function of the script, "line": {"input": …}} with lines of JSON, in order.
// With "expression" instead of "line" the input is what that expression of JavaScript gives: not everything is JSON.
// The script gets a world with nothing in it but the language: no console, no network, no files, no timers.
"use strict";
const fs = require("fs");
const vm = require("vm");

const world = vm.createContext(Object.create(null));
new vm.Script(fs.readFileSync(process.argv[2], "utf8") + "\nconst forbear = forbearRules();").runInContext(world);
const answer = vm.runInContext(
  `(text) => {
    const { ask, line, expression } = JSON.parse(text);
    const input = line === undefined ? eval("(" + expression + ")") : line.input;
    try {
      return JSON.stringify(forbear[ask](input));
    } catch (refused) {
      return JSON.stringify({ error: refused instanceof Error ? refused.message : "no Error: " + refused });
    }
  }`,
  world,
);
for (const line of fs.readFileSync(0, "utf8").split("\n")) {
  if (line !== "") {
    process.stdout.write(answer(line) + "\n");
  }
}
