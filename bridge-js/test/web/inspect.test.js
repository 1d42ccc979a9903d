import assert from "node:assert/strict";
import { test } from "node:test";
import util from "node:util";
import vm from "node:vm";
import { inspect } from "../../web/inspect/inspector.js";
import { values } from "../support/inspect-values.js";

/** Makes a value. Node prints its own frames in grey; a short stack has none. */
function make(source, options) {
  const { stackTraceLimit } = Error;
  if (options.colors) Error.stackTraceLimit = 1;
  const value = vm.runInThisContext(`(${source})`, { filename: "value.js" });
  Error.stackTraceLimit = stackTraceLimit;
  return value;
}

/** The format is that of Node 20; earlier versions differ in a few places. */
const skip = Number(process.versions.node.split(".")[0]) < 20 && "compared with Node 20 and later";

const optionSets = {
  "by default": {},
  "in colours": { colors: true },
  "to any depth": { depth: Infinity },
  "at depth 0": { depth: 0 },
  "in narrow lines": { breakLength: 40 },
  "on one line": { breakLength: Infinity },
  "without combining": { compact: false },
};

for (const [name, options] of Object.entries(optionSets)) {
  test(`values are printed as Node prints them, ${name}`, { skip }, async (t) => {
    for (const source of values) {
      await t.test(source, () => {
        const value = make(source, options);
        assert.equal(inspect(value, options), util.inspect(value, options));
      });
    }
  });
}
