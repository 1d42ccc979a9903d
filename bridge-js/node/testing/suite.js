// @ts-check
// A group of tests, whose function creates them.

import { host } from "../../web/host.js";
import { Promise, promiseResolve, promiseThen } from "../../shared/primordials.js";
import { isPlainPromise } from "../../shared/promises.js";
import { firstOf, once } from "./deferred.js";
import { failure, isFailure, kinds } from "./failure.js";
import { knownResources, settle } from "./leaks.js";
import * as scope from "./scope.js";
import { settings } from "./settings.js";
import { Test } from "./test.js";
import { runHooks, stopOf } from "./test-run.js";

export class Suite extends Test {
  /** @override */
  kind = /** @type {string | undefined} */ ("suite");

  constructor(options) {
    super(options);
    // The names of its tests are not known before its function has run.
    if (this.isFiltered && !options.skip) {
      this.fn = typeof options.fn === "function" ? options.fn : this.fn;
      this.skipped = false;
    }
    this.runsOnly = settings().only;
    this.built = this.#build();
    this.fn = function () {};
  }

  /** Calls the function of the suite. */
  #build() {
    const { context, values } = this.parameters();
    const end = () => {
      this.isBuilt = true;
      scope.end(this);
    };
    try {
      const result = scope.runIn(this, this.fn, context, values);
      if (isPlainPromise(result)) scope.begin(this);
      return promiseThen(firstOf(result, this.stopped.promise), end, (error) => {
        this.fail(failure(error, kinds.code));
        end();
      });
    } catch (error) {
      this.fail(failure(error, kinds.code));
      end();
      return promiseResolve(undefined);
    }
  }

  /** @override */
  async run() {
    const { parent } = this;
    const parameters = this.parameters();
    const after = once(() => runHooks(this, "after", parameters, this));
    let stop;
    if (parent !== null) parent.activeCount += 1;
    await this.built;
    this.startTime = host.now();
    if (this.isAborted()) {
      this.subtests = [];
      this.conclude();
      return;
    }
    scope.begin(this);
    const known = knownResources();
    try {
      if (parent !== null && parent.hooks.before.length > 0) await runHooks(parent, "before", parent.parameters(), this);
      await runHooks(this, "before", parameters, this);
      stop = stopOf(this);
      const subtests = this.skipped || this.error ? [] : this.subtests;
      await firstOf(startAll(subtests), stop.promise);
      await after();
      this.pass();
    } catch (error) {
      try {
        await after();
      } catch {
        // The suite has failed already.
      }
      this.fail(isFailure(error) ? error : failure(error, kinds.code));
    } finally {
      stop?.clear();
    }
    this.endTime = host.now();
    await settle(this, known);
    this.conclude();
  }
}

/** A promise for the end of all tests. */
function startAll(/** @type {Test[]} */ tests) {
  return new Promise((resolve, reject) => {
    let count = tests.length;
    if (count === 0) resolve(undefined);
    const ended = () => {
      count -= 1;
      if (count === 0) resolve(undefined);
    };
    for (let i = 0; i < tests.length; i++) promiseThen(/** @type {Test} */ (tests[i]).start(), ended, reject);
  });
}
