// @ts-check
// One test of the tree: what it was created with, its state, and the order in which results are reported. `test-run.js` runs it.

import * as aborts from "#deferred/web/abort/abort.js";
import { nullPrototype } from "../../shared/define.js";
import { host } from "../../web/host.js";
import { abortError, validateAbortSignal } from "../errors.js";
import { push, slice, splice } from "../node-primordials.js";
import { makeDeferred } from "./deferred.js";
import { failure, kinds } from "./failure.js";
import { checkClock, concurrencyOf, readParameters, timeoutOf } from "./options.js";
import { settings } from "./settings.js";
import { directive, report } from "./report.js";
import { contextOf, run } from "./test-run.js";
import * as scope from "./scope.js";

const nothing = function () {};

export class Test {
  /** @type {Test[]} */
  subtests = [];
  /** Tests that wait until fewer others of their parent run. */
  waiting = [];
  /** Tests that have ended, by their numbers, until they are reported in order. */
  ready = nullPrototype({});
  readyCount = 0;
  activeCount = 0;
  /** The number of the subtest that is reported next. */
  nextReport = 0;
  /** @type {any} */
  error = null;
  passed = false;
  cancelled = false;
  finished = false;
  /** Whether a pattern of names leaves the test out. */
  isFiltered = false;
  /** What a suite has become when its function has returned. */
  isBuilt = false;
  startTime = /** @type {number | null} */ (null);
  endTime = /** @type {number | null} */ (null);
  /** @type {string[]} */
  diagnostics = [];
  /** @type {any} */
  mock = null;
  /** @type {any} */
  plan = null;
  /** `suite` for suites. */
  kind = /** @type {string | undefined} */ (undefined);
  hookType = /** @type {string | undefined} */ (undefined);
  /** The test or suite that a hook belongs to. */
  hookOwner = /** @type {Test | undefined} */ (undefined);
  #hasReportedStart = false;

  constructor(options) {
    const { parent, signal, todo, concurrency, timeout } = options;
    let { fn, name, skip } = options;
    if (typeof fn !== "function") fn = nothing;
    if (typeof name !== "string" || name === "") name = fn.name || "<anonymous>";
    /** @type {string} */
    this.name = name;
    /** @type {Test | null} */
    this.parent = parent ?? null;
    /** @type {Test} */
    this.root = this.parent?.root ?? this;
    const above = this.parent;
    this.nesting = above === null || above.parent === null ? 0 : above.nesting + 1;
    this.testNumber = above === null ? 0 : above.subtests.length + 1;
    this.concurrency = concurrencyOf(concurrency, above);
    this.timeout = timeoutOf(timeout, above);
    this.only = above === null ? settings().only : options.only ?? !above.runsOnly;
    this.runsOnly = above === null ? this.only : !this.only;
    this.hooks = makeHooks(above);
    checkClock(options.clock);
    if (above !== null && options.isHook !== true && !this.matches()) {
      this.isFiltered = true;
      skip = "test name does not match pattern";
    }
    if (settings().only && !this.only) skip = "'only' option not set";
    if (skip) fn = nothing;
    this.fn = fn;
    validateAbortSignal(signal, "options.signal");
    this.outerSignal = signal;
    this.abort = () => this.#cancelBySignal();
    signal?.addEventListener("abort", this.abort);
    this.skipped = skip !== undefined && skip !== false;
    this.isTodo = todo !== undefined && todo !== false;
    this.message = typeof skip === "string" ? skip : typeof todo === "string" ? todo : null;
    this.expectedAssertions = options.plan;
    this.location = options.location;
    this.renewSignal();
    if (!settings().only && (options.only || (above?.runsOnly ?? false))) {
      push(this.diagnostics, "'only' and 'runOnly' have no effect without the option --only.");
    }
  }

  /** Gives the test a signal that is not aborted. */
  renewSignal() {
    const { signal, abort } = aborts.newSignal();
    this.signal = signal;
    this.abortSignal = abort;
    /** Settles when the test is to stop. */
    this.stopped = makeDeferred();
    this.hasStopped = false;
  }

  stop() {
    this.hasStopped = true;
    this.abortSignal?.(undefined);
    this.stopped.resolve();
  }

  /** Whether its name, or that of a test around it, is one that the run was limited to. */
  matches() {
    const { patterns } = settings();
    if (patterns.length === 0) return true;
    for (let test = /** @type {Test | null} */ (this); test !== null && test.parent !== null; test = test.parent) {
      for (let i = 0; i < patterns.length; i++) if (patterns[i]?.(test.name)) return true;
    }
    for (let i = 0; i < patterns.length; i++) if (patterns[i]?.(this.fullName(" "))) return true;
    return false;
  }

  /** @param {string} [separator] */
  fullName(separator = " > ") {
    let text = this.name;
    for (let test = this.parent; test !== null && test.parent !== null; test = test.parent) text = test.name + separator + text;
    return text;
  }

  /** Whether the test runs on behalf of another one. */
  isBelow(/** @type {Test} */ other) {
    for (let test = this.owner; test !== null; test = test.owner) if (test === other) return true;
    return false;
  }

  /** The test that waits for this one. @type {Test | null} */
  get owner() {
    return this.parent;
  }

  // Subtests

  /**
   * @param {new (options: any) => Test} Class
   * @param {unknown[]} values name, options and function, each of which may be left out
   * @param {object} overrides
   */
  createSubtest(Class, values, overrides) {
    const { name, options, fn } = readParameters(values);
    /** @type {Test} */
    let parent = this;
    const isLate = this.finished || this.isBuilt;
    if (isLate) parent = this.root;
    const test = new Class({ __proto__: null, name, ...options, fn, parent, ...overrides });
    if (parent.nextReport === 0) parent.nextReport = test.testNumber;
    if (isLate) test.fail(failure("test could not be started because its parent finished", kinds.parentFinished));
    push(parent.subtests, test);
    return test;
  }

  addTest(/** @type {unknown[]} */ values, /** @type {object} */ overrides) {
    return this.createSubtest(Test, values, overrides);
  }

  /**
   * @param {string} type
   * @param {unknown} fn
   * @param {any} options
   * @param {any} location
   */
  addHook(type, fn, options, location) {
    this.root.addHookTo(this, type, fn, options, location);
  }

  /**
   * Overridden by the root, because hooks are tests themselves.
   *
   * @param {any[]} _values
   */
  addHookTo(..._values) {}

  /** What the function and the hooks of the test are called with. */
  parameters() {
    return contextOf(this);
  }

  /** Starts the test, or lets it wait until fewer others run. */
  start() {
    report("enqueue", { __proto__: null, nesting: this.nesting, name: this.name }, this.location);
    const { parent } = this;
    if (parent === null) return run(this);
    if (!this.root.mayRun || parent.activeCount >= parent.concurrency) {
      const deferred = makeDeferred();
      deferred.test = this;
      push(parent.waiting, deferred);
      return deferred.promise;
    }
    this.reportDequeue();
    return this.run();
  }

  /** Whether the tests of the root may begin. */
  mayRun = false;
  /** Whether they will in a moment. */
  isStarting = false;

  reportDequeue() {
    report("dequeue", { __proto__: null, nesting: this.nesting, name: this.name, timeout: this.timeout }, this.location);
  }

  /** @returns {Promise<void>} */
  run() {
    return run(this);
  }

  async startWaiting() {
    while (this.waiting.length > 0 && this.activeCount < this.concurrency) {
      const deferred = splice(this.waiting, 0, 1)[0];
      deferred.test.reportDequeue();
      await deferred.test.run();
      deferred.resolve();
    }
  }

  // Results

  fail(/** @type {any} */ error) {
    if (this.error !== null) return;
    this.passed = false;
    this.error = error;
  }

  pass() {
    if (this.error === null) this.passed = true;
  }

  cancel(/** @type {any} */ error) {
    if (this.endTime !== null || this.error !== null) return;
    this.fail(error ?? failure("test did not finish before its parent and was cancelled", kinds.cancelled));
    this.cancelled = true;
    this.stop();
  }

  /** Cancels the test if its signal or that of the program is aborted. */
  isAborted() {
    if (!this.hasStopped && !this.outerSignal?.aborted) return false;
    this.#cancelBySignal();
    return true;
  }

  #cancelBySignal() {
    const reason = this.outerSignal?.reason;
    const text = reason === undefined ? abortError("The test was aborted") : reason;
    const error = failure(text, kinds.aborted);
    this.cancel(error);
  }

  /**
   * Ends the test, with its subtests that have not ended, and reports it when all tests before it are reported.
   *
   * @param {any} [reason] the error of those subtests
   */
  conclude(reason = undefined) {
    if (this.isConcluded) return;
    this.endTime ??= host.now();
    this.startTime ??= this.endTime;
    this.waiting = [];
    let failed = 0;
    for (let i = 0; i < this.subtests.length; i++) {
      const test = /** @type {Test} */ (this.subtests[i]);
      if (!test.finished && !test.isConcluded) {
        test.cancel(reason);
        test.conclude(reason);
      }
      if (!test.passed && !test.isTodo) failed += 1;
    }
    if ((this.passed || this.parent === null) && failed > 0) {
      this.fail(failure(`${failed} subtest${failed > 1 ? "s" : ""} failed`, kinds.subtests));
    }
    this.isConcluded = true;
    scope.end(this);
    this.outerSignal?.removeEventListener("abort", this.abort);
    this.mock?.reset();
    const { parent } = this;
    if (parent === null) return;
    this.#report("complete", { __proto__: null, passed: this.passed });
    parent.activeCount -= 1;
    parent.ready[this.testNumber] = this;
    parent.readyCount += 1;
    parent.reportReady(false);
    parent.startWaiting();
    parent.subtestEnded();
  }

  isConcluded = false;

  /** Called when a subtest has ended; the root looks whether it was the last. */
  subtestEnded() {}

  /** Reports the subtests that have ended, in the order of their numbers, if it is the turn of this test. */
  reportReady(/** @type {boolean} */ isTurn) {
    while (this.readyCount > 0) {
      const test = this.ready[this.nextReport];
      if (test === undefined || !(isTurn ||= this.isTurn())) return;
      delete this.ready[this.nextReport];
      this.readyCount -= 1;
      test.reportReady(true);
      test.reportResult();
      this.nextReport += 1;
      test.finished = true;
    }
  }

  /** Whether everything before this test is reported. */
  isTurn() {
    return this.parent === null || (this.parent.nextReport === this.testNumber && this.parent.isTurn());
  }

  /** Whether a pattern of names leaves out the test, or everything in the suite. */
  isHidden() {
    if (this.kind !== "suite" || this.subtests.length === 0) return this.isFiltered && this.subtests.length === 0 && this.error === null;
    if (!this.isFiltered) return false;
    for (let i = 0; i < this.subtests.length; i++) if (!this.subtests[i]?.isHidden()) return false;
    return true;
  }

  reportResult() {
    if (this.isHidden()) return;
    if (this.subtests.length > 0) {
      const { nesting } = /** @type {Test} */ (this.subtests[0]);
      report("plan", { __proto__: null, nesting, count: this.subtests.length }, this.location);
    } else {
      this.reportStart();
    }
    this.#report(this.passed ? "pass" : "fail", undefined);
    if (!this.passed && !this.isTodo) this.root.hasFailed = true;
    for (let i = 0; i < this.diagnostics.length; i++) {
      report("diagnostic", { __proto__: null, nesting: this.nesting, message: this.diagnostics[i] }, this.location);
    }
  }

  hasFailed = false;

  #report(type, more) {
    if (this.isHidden()) return;
    const { nesting, name, testNumber } = this;
    const data = { __proto__: null, nesting, name, testNumber, duration: this.duration(), kind: this.kind, ...more, ...directive(this) };
    report(type, data, this.location, this.passed ? undefined : this.error);
  }

  /** Milliseconds of the runtime's clock. */
  duration() {
    return (this.endTime ?? 0) - (this.startTime ?? 0);
  }

  reportStart() {
    if (this.#hasReportedStart || this.parent === null) return;
    this.#hasReportedStart = true;
    this.parent.reportStart();
    report("start", { __proto__: null, nesting: this.nesting, name: this.name }, this.location);
  }
}

function makeHooks(/** @type {Test | null} */ above) {
  return nullPrototype({
    before: [],
    after: [],
    beforeEach: above === null ? [] : slice(above.hooks.beforeEach),
    afterEach: above === null ? [] : slice(above.hooks.afterEach),
    /** How many of `afterEach` are the test's own. */
    ownCount: 0,
  });
}
