// @ts-check
// The tests of a file: the root of the tree, and what it does when nothing is left to run, or the program ends.

import * as processes from "#deferred/node/process.js";
import { nullPrototype } from "../../shared/define.js";
import { Error } from "../../shared/primordials.js";
import { host } from "../../web/host.js";
import { nodeHost } from "../host.js";
import { failure, kinds } from "./failure.js";
import { addHook } from "./hook.js";
import { isKeptAliveByLeak } from "./leaks.js";
import { isWatched, report } from "./report.js";
import { finishSnapshots } from "./snapshots.js";
import * as scope from "./scope.js";
import { Test } from "./test.js";
import { run } from "./test-run.js";

class Root extends Test {
  /** Whether the report of the file is complete. */
  hasEnded = false;
  /** Errors that no test is charged with. */
  #lostErrors = 0;
  #hasRunHooks = false;

  /** @override */
  addHookTo(test, type, fn, options, location) {
    addHook(test, type, fn, options, location);
  }

  /** @override */
  subtestEnded() {
    if (this.#isQuiet() && !this.hasEnded) this.#runHooks();
  }

  #isQuiet() {
    return this.activeCount === 0 && this.waiting.length === 0 && this.readyCount === 0;
  }

  /** Runs the hooks of the file after its last test; the root may get more tests afterwards. */
  async #runHooks() {
    this.#hasRunHooks = true;
    await run(this);
    if (this.#isQuiet() && !nodeHost.isImporting() && isKeptAliveByLeak()) {
      this.#report();
      nodeHost.exit(processes.statusAfter(this.hasFailed));
    }
  }

  /**
   * Called when no timer, call or stream is left: fails the tests that wait all the same.
   *
   * @returns {boolean} whether there is more to do
   */
  resume() {
    if (this.hasEnded) return false;
    const stuck = scope.innermost();
    let hasStopped = false;
    for (let i = 0; i < stuck.length; i++) {
      const test = /** @type {Test} */ (stuck[i]);
      if (test.hasStopped) continue;
      test.fail(failure("The test awaits a promise, and nothing is left that could settle it: no timer, call or stream.", kinds.unsettled));
      test.stop();
      hasStopped = true;
    }
    if (hasStopped) return true;
    if (this.subtests.length === 0 && this.hooks.before.length + this.hooks.after.length > 0 && !this.#hasRunHooks) {
      this.#runHooks();
      return true;
    }
    this.#report();
    return false;
  }

  /** Ends the tests that have not ended, because the program does; returns its exit status. */
  exit(/** @type {number} */ status) {
    if (this.hasEnded) return status;
    const text = `process.exit(${status}) ended the program before this test had ended`;
    const stuck = scope.innermost();
    for (let i = 0; i < stuck.length; i++) stuck[i]?.fail(failure(text, kinds.cancelled));
    this.#report(failure(text, kinds.cancelled));
    return this.hasFailed && status === 0 ? 1 : status;
  }

  /**
   * Charges a test with an error that nobody caught.
   *
   * @param {string} event
   * @param {unknown} error
   */
  charge(event, error) {
    if (this.hasEnded) return false;
    let test = scope.ownerOf(error);
    // What a hook leaves behind belongs to the test that it ran for.
    while (test?.hookOwner !== undefined && test.isConcluded) test = test.owner ?? undefined;
    const kind = event === "unhandledRejection" ? kinds.rejection : kinds.uncaught;
    if (test !== undefined && !test.isConcluded) {
      test.fail(failure(error, kind));
      test.stop();
      return true;
    }
    const name = test === undefined ? "error outside of tests" : `${test.fullName()} (after its end)`;
    this.#lostErrors += 1;
    this.hasFailed = true;
    const testNumber = this.subtests.length + this.#lostErrors;
    report("fail", { __proto__: null, nesting: 0, name, testNumber, duration: 0, isLate: true }, test?.location, failure(error, kind));
    return true;
  }

  /** Reports the totals of the file. */
  #report(reason = undefined) {
    this.hasEnded = true;
    this.conclude(reason);
    if (this.error !== null) this.hasFailed = true;
    // Without a reason every test has had its turn.
    const isComplete = reason === undefined && (this.error === null || this.error.failureType === kinds.subtests);
    if (!finishSnapshots(this, isComplete)) this.hasFailed = true;
    report("plan", { __proto__: null, nesting: 0, count: this.subtests.length });
    for (let i = 0; i < this.diagnostics.length; i++) report("diagnostic", { __proto__: null, nesting: 0, message: this.diagnostics[i] });
    report("end", { __proto__: null, passed: !this.hasFailed, duration: this.duration() });
    if (!this.hasFailed) return;
    processes.statusAfter(true);
    // Without a command that prints the results, failed tests are an error of the program.
    if (!isWatched()) host.report(new Error(`Tests of the file have failed: ${failedNames(this)}`), "uncaught");
  }
}

/** The names of the failed tests. */
function failedNames(/** @type {Test} */ test) {
  let names = "";
  for (let i = 0; i < test.subtests.length; i++) {
    const below = /** @type {Test} */ (test.subtests[i]);
    if (below.passed || below.isTodo) continue;
    const inner = failedNames(below);
    const text = inner === "" ? `"${below.fullName()}"` : inner;
    names += names === "" ? text : `, ${text}`;
  }
  return names;
}

/** @type {{ root: Root | undefined }} */
const file = nullPrototype({ root: undefined });

/** The root of the program's tests, made for the first of them. */
export function rootOfFile() {
  if (file.root !== undefined) return file.root;
  const root = new Root(nullPrototype({ name: "<root>" }));
  file.root = root;
  root.startTime = host.now();
  scope.followTimers();
  // Its listener for events of the program has to exist.
  processes.process.listenerCount("exit");
  nodeHost.harness = nullPrototype({
    resume: () => root.resume(),
    exit: (status) => root.exit(status),
    charge: (event, error) => root.charge(event, error),
  });
  return root;
}
