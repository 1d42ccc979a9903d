import assert from "node:assert/strict";
import { test } from "node:test";
import { freeNames } from "../support/free-names.js";
import { parts } from "../support/runtime.js";

test("parts that are evaluated after user code use no global, which user code may have replaced", () => {
  const [, ...deferred] = parts;
  // The last script shows that the compiler finds free names.
  assert.deepEqual(freeNames([...deferred, "Math.max(nothing); globalThis"]), ["Math", "nothing", "globalThis"].map((name) => `${deferred.length}: ${name}`));
});
