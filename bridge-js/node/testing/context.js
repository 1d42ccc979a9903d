// @ts-check
// The parameter of the functions of tests and suites.

import * as assertion from "#deferred/node/assert.js";
import * as mocking from "#deferred/node/testing/mock.js";
import * as snapshotAssertions from "#deferred/node/testing/snapshot-assertions.js";
import { nullPrototype } from "../../shared/define.js";
import { apply, Error, hasOwn, objectKeys } from "../../shared/primordials.js";
import { nodeError, validateFunction, validateInteger, validateString } from "../errors.js";
import { failure, kinds } from "./failure.js";
import { callerLocation } from "./location.js";
import { push } from "../node-primordials.js";

const refused = (name, instead) => () => {
  throw nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", `${name} does not exist here. ${instead}`);
};

/** Assertions that `assert.register` has added. */
const registered = nullPrototype({});

export const assertions = {
  register(name, fn) {
    validateString(name, "name");
    validateFunction(fn, "fn");
    registered[name] = fn;
  },
};

/** The number of assertions and subtests that a test announces. */
class Plan {
  actual = 0;

  constructor(count) {
    validateInteger(count, "count", 0, 4294967295);
    this.expected = count;
  }

  check() {
    if (this.actual === this.expected) return;
    throw failure(`plan expected ${this.expected} assertions but received ${this.actual}`, kinds.code);
  }
}

export class TestContext {
  #test;
  #assert;

  constructor(/** @type {import("./test.js").Test} */ test) {
    this.#test = test;
  }

  get signal() {
    return this.#test.signal;
  }

  get name() {
    return this.#test.name;
  }

  get fullName() {
    return this.#test.fullName();
  }

  get filePath() {
    return this.#test.location?.file;
  }

  get error() {
    return this.#test.error;
  }

  get passed() {
    return this.#test.passed;
  }

  diagnostic(message) {
    push(this.#test.diagnostics, `${message}`);
  }

  plan(count, options) {
    if (this.#test.plan !== null) throw failure("cannot set plan more than once", kinds.code);
    if (options?.wait) refused("The option wait of t.plan()", "Await what the assertions need.")();
    this.#test.plan = new Plan(count);
  }

  get assert() {
    if (this.#assert === undefined) this.#assert = makeAssertions(this, this.#test);
    return this.#assert;
  }

  get mock() {
    this.#test.mock ??= new mocking.MockTracker();
    return this.#test.mock;
  }

  runOnly(value) {
    this.#test.runsOnly = !!value;
  }

  skip(message) {
    this.#test.skipped = true;
    this.#test.message = message;
  }

  todo(message) {
    this.#test.isTodo = true;
    this.#test.message = message;
  }

  test(name, options, fn) {
    if (this.#test.plan !== null) this.#test.plan.actual += 1;
    return this.#test.addTest([name, options, fn], { __proto__: null, location: callerLocation() }).start();
  }

  before(fn, options) {
    this.#test.addHook("before", fn, options, callerLocation());
  }

  after(fn, options) {
    this.#test.addHook("after", fn, options, callerLocation());
  }

  beforeEach(fn, options) {
    this.#test.addHook("beforeEach", fn, options, callerLocation());
  }

  afterEach(fn, options) {
    this.#test.addHook("afterEach", fn, options, callerLocation());
  }
}

export class SuiteContext {
  #suite;

  constructor(/** @type {import("./test.js").Test} */ suite) {
    this.#suite = suite;
  }

  get signal() {
    return this.#suite.signal;
  }

  get name() {
    return this.#suite.name;
  }

  get fullName() {
    return this.#suite.fullName();
  }

  get filePath() {
    return this.#suite.location?.file;
  }
}

/** The functions of `assert`, which count towards the plan of the test. */
function makeAssertions(/** @type {TestContext} */ context, /** @type {import("./test.js").Test} */ test) {
  /** @type {any} */
  const made = nullPrototype({});
  const add = (name, method, receiver) => {
    made[name] = nullPrototype({
      [name](...values) {
        if (test.plan !== null) test.plan.actual += 1;
        return apply(method, receiver, values);
      },
    })[name];
  };
  const names = objectKeys(assertion.assert);
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    if (name !== "strict" && name !== "AssertionError" && name !== "CallTracker" && typeof assertion.assert[name] === "function") {
      add(name, assertion.assert[name], made);
    }
  }
  if (!hasOwn(registered, "snapshot")) add("snapshot", snapshotAssertions.snapshot, context);
  if (!hasOwn(registered, "fileSnapshot")) add("fileSnapshot", snapshotAssertions.fileSnapshot, context);
  const others = objectKeys(registered);
  for (let i = 0; i < others.length; i++) add(others[i], registered[/** @type {string} */ (others[i])], context);
  return made;
}
