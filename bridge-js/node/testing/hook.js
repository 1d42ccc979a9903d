// @ts-check
// What runs before or after the tests of a suite, or each of them.

import { nullPrototype } from "../../shared/define.js";
import { apply, promiseThen } from "../../shared/primordials.js";
import { push, splice } from "../node-primordials.js";
import { once } from "./deferred.js";
import { isFailure, kinds } from "./failure.js";
import { report } from "./report.js";
import { run } from "./test-run.js";
import * as scope from "./scope.js";
import { Test } from "./test.js";

class Hook extends Test {
  #parameters;

  /**
   * @param {Test} owner
   * @param {unknown} fn
   * @param {any} options
   * @param {string} type
   * @param {any} location
   */
  constructor(owner, fn, options, type, location) {
    super(nullPrototype({ fn, location, timeout: options?.timeout, signal: options?.signal, isHook: true }));
    this.hookOwner = owner;
    /** The test that waits for it. */
    this.waiter = owner;
    this.root = owner.root;
    this.hookType = type;
  }

  /**
   * @override
   * @param {any} [parameters]
   * @param {Test} [waiter]
   */
  run(parameters = undefined, waiter = this.waiter) {
    this.waiter = waiter;
    if (this.error && !this.outerSignal?.aborted) {
      this.passed = false;
      this.error = null;
      this.stop();
      this.renewSignal();
    }
    this.isConcluded = false;
    this.#parameters = parameters;
    return run(this);
  }

  /** @override */
  parameters() {
    return this.#parameters;
  }

  /** @override */
  get owner() {
    return this.waiter;
  }

  /** @override */
  conclude() {
    this.isConcluded = true;
    scope.end(this);
    const { error } = this;
    const owner = /** @type {Test} */ (this.hookOwner);
    if (!error || owner.parent !== null || this.hookType !== "after") return;
    if (isFailure(error)) error.failureType = kinds.hook;
    owner.hasFailed = true;
    report("fail", { __proto__: null, nesting: 0, name: "after hook of the file", testNumber: owner.subtests.length + 1, duration: this.duration() }, this.location, error);
  }
}

/**
 * @param {Test} owner
 * @param {string} type
 * @param {unknown} fn
 * @param {any} options
 * @param {any} location
 */
export function addHook(owner, type, fn, options, location) {
  const hook = new Hook(owner, fn, options, type, location);
  const { hooks } = owner;
  if (type === "before" || type === "after") {
    const { run: runHook } = hook;
    hook.run = once((parameters, waiter) => apply(runHook, hook, [parameters, waiter]));
  }
  if (type === "before" && owner.startTime !== null) {
    // The test runs already, and so does the hook.
    promiseThen(hook.run(owner.parameters()), () => {
      if (hook.error !== null) owner.fail(hook.error);
    });
  }
  // The test's own hooks run in the order in which they are added, before those of the suites around it.
  if (type === "afterEach") splice(hooks.afterEach, hooks.ownCount++, 0, hook);
  else push(hooks[type], hook);
}
