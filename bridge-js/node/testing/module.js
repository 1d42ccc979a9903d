// @ts-check
// The module `node:test`.

import * as mocking from "#deferred/node/testing/mock.js";
import * as snapshotAssertions from "#deferred/node/testing/snapshot-assertions.js";
import { nullPrototype } from "../../shared/define.js";
import { defineProperty, Error, promiseResolve } from "../../shared/primordials.js";
import { nodeError } from "../errors.js";
import { queueMicrotask } from "../../web/timers/microtasks.js";
import { assertions } from "./context.js";
import { callerLocation } from "./location.js";
import { nameMethods } from "../naming.js";
import { rootOfFile } from "./root.js";
import * as scope from "./scope.js";
import { Suite } from "./suite.js";
import { Test } from "./test.js";

/**
 * @param {new (options: any) => Test} Class
 * @param {unknown[]} values
 * @param {object} overrides
 * @returns {any} a promise
 */
function create(Class, values, overrides) {
  const root = rootOfFile();
  const parent = scope.callingTest() ?? root;
  const test = parent.createSubtest(Class, values, overrides);
  // The tests of a suite start when the suite does.
  if (parent.kind === "suite" && test.parent === parent) return promiseResolve(undefined);
  if (!root.mayRun && !root.isStarting) {
    root.isStarting = true;
    queueMicrotask(() => {
      root.mayRun = true;
      root.startWaiting();
    });
  }
  return test.start();
}

/** `test` or `describe`, with `skip`, `todo` and `only`. */
function makeFunction(/** @type {new (options: any) => Test} */ Class, /** @type {string} */ name) {
  const variant = (overrides) => (first, options, fn) => create(Class, [first, options, fn], { __proto__: null, ...overrides, location: callerLocation() });
  /** @type {any} */
  const made = nullPrototype({ [name]: variant(undefined) })[name];
  made.skip = variant({ __proto__: null, skip: true });
  made.todo = variant({ __proto__: null, todo: true });
  made.only = variant({ __proto__: null, only: true });
  return nameMethods(made);
}

const makeHook = (/** @type {string} */ type) =>
  nullPrototype({
    [type](fn, options) {
      const parent = scope.callingTest() ?? rootOfFile();
      parent.addHook(type, fn, options, callerLocation());
    },
  })[type];

const refuse = (/** @type {string} */ name, /** @type {string} */ instead) =>
  nullPrototype({
    [name]: () => {
      throw nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", `node:test has no ${name} here. ${instead}`);
    },
  })[name];

/** @type {any} */
export const test = makeFunction(Test, "test");
const suite = makeFunction(Suite, "suite");
test.test = test;
test.it = test;
test.suite = suite;
test.describe = suite;
test.before = makeHook("before");
test.after = makeHook("after");
test.beforeEach = makeHook("beforeEach");
test.afterEach = makeHook("afterEach");
test.run = refuse("run()", "Run the files with causeway test.");
test.assert = assertions;
test.snapshot = nullPrototype({
  setDefaultSnapshotSerializers(serializers) {
    snapshotAssertions.setDefaultSnapshotSerializers(serializers);
  },
  setResolveSnapshotPath: refuse("snapshot.setResolveSnapshotPath()", "The snapshots of a file are beside it, in FILE.snapshot."),
});
defineProperty(test, "mock", nullPrototype({
  get: () => mocking.mock,
  enumerable: true,
  configurable: true,
}));
