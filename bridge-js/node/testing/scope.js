// @ts-check
// Which test runs. The engine does not carry a context through `await`, so only code that a test or one of its timers calls
// belongs to the test for certain.

import * as timers from "#deferred/web/timers/timers.js";
import { nullPrototype } from "../../shared/define.js";
import { apply, Promise, promiseThen } from "../../shared/primordials.js";
import { nodeHost } from "../host.js";
import { push, splice } from "../node-primordials.js";

/** @typedef {import("./test.js").Test} Test */

/** @type {{ current: Test | undefined, running: Test[], error: unknown, owner: Test | undefined, isOutside: boolean }} */
const scope = nullPrototype({
  current: undefined, running: [], error: undefined, owner: undefined,
  /** Whether the function of a test has just returned to code around it: no reaction of a promise has run since. */
  isOutside: false,
});
/** @type {Promise<void>} */
const settled = new Promise((resolve) => resolve());

/**
 * Calls a function of a test; the timers that it sets belong to the test.
 *
 * @param {Test} test
 * @param {Function} run
 * @param {unknown} receiver
 * @param {unknown[]} values
 */
export function runIn(test, run, receiver, values) {
  const outer = scope.current;
  // Queued before the reactions that the function waits for, so these run when it is over.
  if (outer === undefined) promiseThen(settled, leaveOutside);
  scope.current = test;
  try {
    return apply(run, receiver, values);
  } finally {
    scope.current = outer;
    scope.isOutside = outer === undefined;
  }
}

function leaveOutside() {
  scope.isOutside = false;
}

/** Has the callbacks of timers run in the test that set them. */
export function followTimers() {
  timers.scope.bind = (callback) => {
    const owner = scope.current ?? onlyRunning();
    if (owner === undefined) return callback;
    /** @this {unknown} */
    return function (...values) {
      try {
        return runIn(owner, callback, this, values);
      } catch (error) {
        scope.error = error;
        scope.owner = owner;
        throw error;
      }
    };
  };
}

/** The test that an error which nobody caught is charged to; `undefined` where several may have caused it. */
export function ownerOf(/** @type {unknown} */ error) {
  const owner = scope.owner !== undefined && scope.error === error ? scope.owner : scope.current ?? onlyRunning();
  scope.error = undefined;
  scope.owner = undefined;
  return owner;
}

export function begin(/** @type {Test} */ test) {
  push(scope.running, test);
}

export function end(/** @type {Test} */ test) {
  const at = runningIndex(test);
  if (at >= 0) splice(scope.running, at, 1);
}

function runningIndex(/** @type {Test} */ test) {
  for (let i = scope.running.length - 1; i >= 0; i--) if (scope.running[i] === test) return i;
  return -1;
}

/** The running tests and hooks that wait for no other one. */
export function innermost() {
  /** @type {Test[]} */
  const tests = [];
  for (let i = 0; i < scope.running.length; i++) {
    const test = /** @type {Test} */ (scope.running[i]);
    let isWaiting = false;
    for (let k = 0; k < scope.running.length; k++) if (scope.running[k]?.isBelow(test)) isWaiting = true;
    if (!isWaiting) push(tests, test);
  }
  return tests;
}

function onlyRunning() {
  const tests = innermost();
  return tests.length === 1 ? tests[0] : undefined;
}

/**
 * The test that calls a function of the module; `undefined` for code outside of tests.
 *
 * @returns {Test | undefined}
 */
export function callingTest() {
  if (scope.current === undefined && scope.isOutside) return undefined;
  // While the program's modules are evaluated, other code after an `await` is theirs.
  const test = scope.current ?? asyncSuite() ?? (nodeHost.isImporting() ? undefined : onlyRunning());
  // A hook has no tests.
  return test?.hookOwner ?? test;
}

/** The only suite whose function has not returned: its tests, too, may follow an `await`. */
function asyncSuite() {
  /** @type {Test | undefined} */
  let found;
  for (let i = 0; i < scope.running.length; i++) {
    const test = /** @type {Test} */ (scope.running[i]);
    if (test.kind !== "suite" || test.isBuilt) continue;
    if (found !== undefined) return undefined;
    found = test;
  }
  return found;
}
