// @ts-check
// Runs one test: the hooks around it, its function, and the wait for what it leaves behind.

import * as timers from "#deferred/web/timers/timers.js";
import { nullPrototype } from "../../shared/define.js";
import { host } from "../../web/host.js";
import { isPlainPromise } from "../../shared/promises.js";
import { push } from "../node-primordials.js";
import { TestContext, SuiteContext } from "./context.js";
import { firstOf, makeCallback, makeDeferred, once } from "./deferred.js";
import { failure, isFailure, kinds } from "./failure.js";
import { knownResources, settle } from "./leaks.js";
import * as scope from "./scope.js";

/** @typedef {import("./test.js").Test} Test */

/** What the function of a test, and its hooks, are called with. */
export function contextOf(/** @type {Test} */ test) {
  const context = test.kind === "suite" ? new SuiteContext(test) : new TestContext(test);
  return nullPrototype({ context, values: [context] });
}

/**
 * Runs the hooks of a kind.
 *
 * @param {Test} test whose hooks they are
 * @param {string} name
 * @param {any} parameters of the test that they run for
 * @param {Test} waiter the test that waits for them
 */
export async function runHooks(test, name, parameters, waiter) {
  const hooks = test.hooks[name];
  try {
    for (let i = 0; i < hooks.length; i++) {
      await hooks[i].run(parameters, waiter);
      if (hooks[i].error) throw hooks[i].error;
    }
  } catch (error) {
    const hookFailure = failure(`failed running ${name} hook`, kinds.hook);
    hookFailure.cause = isFailure(error) ? /** @type {any} */ (error).cause : error;
    throw hookFailure;
  }
}

/** A promise that settles when the test is to stop, and the function that ends the wait for its time limit. */
export function stopOf(/** @type {Test} */ test) {
  const { timeout } = test;
  if (timeout === null) return { promise: test.stopped.promise, clear: () => {} };
  const deferred = makeDeferred();
  const id = timers.startBackgroundTimer(() => deferred.reject(failure(`test timed out after ${timeout}ms`, kinds.timeout)), timeout);
  return { promise: firstOf(test.stopped.promise, deferred.promise), clear: () => timers.stopBackgroundTimer(id) };
}

/** @param {Test} test */
export async function run(test) {
  const { parent } = test;
  if (parent !== null) parent.activeCount += 1;
  test.startTime ??= host.now();
  if (test.isAborted()) {
    test.conclude();
    return;
  }
  scope.begin(test);
  const isTest = parent !== null && !test.skipped;
  const known = parent === null ? undefined : knownResources();
  /** @type {any} */
  const parameters = test.parameters();
  if (test.plan === null && test.expectedAssertions) parameters.context.plan(test.expectedAssertions);
  const after = async () => {
    if (test.hooks.after.length > 0) await runHooks(test, "after", parameters, test);
  };
  const afterEach = once(async () => {
    if (isTest && parent.hooks.afterEach.length > 0) await runHooks(parent, "afterEach", parameters, test);
  });
  let stop;
  try {
    if (parent !== null && parent.hooks.before.length > 0) await runHooks(parent, "before", parent.parameters(), test);
    if (isTest && parent.hooks.beforeEach.length > 0) await runHooks(parent, "beforeEach", parameters, test);
    stop = stopOf(test);
    await callFunction(test, parameters, stop.promise);
    test.isAborted();
    test.plan?.check();
    test.pass();
    await afterEach();
    await after();
  } catch (error) {
    failWith(test, error);
    try {
      await afterEach();
    } catch {
      // The test has failed already.
    }
    try {
      await after();
    } catch {
      // The same.
    }
  } finally {
    stop?.clear();
    // A hook is shared by the tests of a suite, and the root may run again.
    if (parent !== null) test.abortSignal?.(undefined);
  }
  if (parent !== null) {
    test.endTime ??= host.now();
    await settle(test, known);
  }
  if (parent !== null || test.hookType !== undefined) test.conclude();
  else scope.end(test);
}

export function failWith(/** @type {Test} */ test, /** @type {any} */ error) {
  if (!isFailure(error)) test.fail(failure(error, kinds.code));
  else if (error.failureType === kinds.timeout) test.cancel(error);
  else test.fail(error);
}

/** Calls the function of a test, and waits for its end. */
async function callFunction(/** @type {Test} */ test, parameters, stopped) {
  const { fn } = test;
  const { context, values } = parameters;
  if (fn.length !== values.length + 1) {
    await firstOf(scope.runIn(test, fn, context, values), stopped);
    return;
  }
  const { promise, callback } = makeCallback();
  const all = [];
  for (let i = 0; i < values.length; i++) push(all, values[i]);
  push(all, callback);
  const result = scope.runIn(test, fn, context, all);
  if (isPlainPromise(result)) {
    test.fail(failure("passed a callback but also returned a Promise", kinds.callbackAndPromise));
    await firstOf(result, stopped);
  } else {
    await firstOf(promise, stopped);
  }
}
