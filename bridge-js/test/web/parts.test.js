import assert from "node:assert/strict";
import { test } from "node:test";
import { freeNames } from "../support/free-names.js";
import { parts } from "../support/runtime.js";

test("what is evaluated after user code began uses no global, which that may have replaced", () => {
  const [, ...deferred] = parts;
  // The last script shows that the compiler looks.
  assert.deepEqual(freeNames([...deferred, "Math.max(nothing); globalThis"]), ["Math", "nothing", "globalThis"].map((name) => `${deferred.length}: ${name}`));
});
