// @ts-check
// `expect` of the module `causeway:test`, in the form that test runners share.

import * as inspector from "#deferred/web/inspect/inspector.js";
import * as assertionErrors from "#deferred/node/assertion-error.js";
import { defineHidden, nullPrototype } from "../../shared/define.js";
import { append } from "../../shared/lists.js";
import { isObject } from "../../shared/is-object.js";
import { apply, Error, promiseThen, promiseResolve, TypeError } from "../../shared/primordials.js";
import { nodeError, validateFunction } from "../errors.js";
import { addAsymmetric } from "./expect-asymmetric.js";
import { equals } from "./expect-equality.js";
import { isExpectedError, matchers } from "./expect-matchers.js";
import { placeOfCall, snapshotMatchers } from "./expect-snapshots.js";
import { addSerializer } from "./pretty-format.js";

const show = (value) => inspector.inspect(value, nullPrototype({}));
/** Matchers whose failure shows the difference of the two values. */
const showsDifference = nullPrototype({ toEqual: true, toStrictEqual: true, toMatchObject: true });

/** @param {{ isNot: boolean, promise: string, message: string | undefined }} form of the chain before the matcher */
function fail(form, name, received, expected, text = /** @type {string | undefined} */ (undefined)) {
  const chain = `expect(received)${form.promise}${form.isNot ? ".not" : ""}.${name}(${expected.length === 0 ? "" : "expected"})`;
  const head = form.message === undefined ? chain : `${form.message}\n\n${chain}`;
  if (showsDifference[name] === true && !form.isNot && isObject(received) && isObject(expected[0])) {
    return new assertionErrors.AssertionError({ actual: received, expected: expected[0], operator: "deepStrictEqual", message: head });
  }
  let list = "";
  for (let i = 0; i < expected.length; i++) list += `${i === 0 ? "" : ", "}${show(expected[i])}`;
  const lines = text ?? `${expected.length === 0 ? "" : `Expected: ${form.isNot ? "not " : ""}${list}\n`}Received: ${show(received)}`;
  return new assertionErrors.AssertionError({ actual: received, expected: expected[0], operator: name, message: `${head}\n\n${lines}` });
}

/** What a function throws; `undefined` if it returns. */
function thrownBy(received) {
  if (typeof received !== "function") throw new TypeError("toThrow: the received value must be a function; use rejects for a promise");
  try {
    received();
  } catch (error) {
    return { error };
  }
  return undefined;
}

function checkThrown(form, received, expected) {
  const thrown = form.promise === ".rejects" ? { error: received } : thrownBy(received);
  const isRight = thrown !== undefined && isExpectedError(thrown.error, expected[0]);
  if (isRight !== form.isNot) return;
  const text = thrown === undefined ? "The function did not throw." : `${expected.length === 0 ? "" : `Expected: ${form.isNot ? "not " : ""}${show(expected[0])}\n`}Thrown: ${show(thrown.error)}`;
  throw fail(form, "toThrow", received, expected, text);
}

/** Calls a matcher that `expect.extend` has added. */
function checkAdded(matcher, form, name, received, expected) {
  const context = { isNot: form.isNot, promise: form.promise === "" ? "" : form.promise.slice(1), equals: (a, b) => equals(a, b), utils: { stringify: show } };
  const check = (result) => {
    if (!isObject(result) || typeof (/** @type {any} */ (result).pass) !== "boolean") throw new TypeError(`${name}: the matcher must return an object with pass and message`);
    const { pass, message } = /** @type {any} */ (result);
    if (pass === form.isNot) throw fail(form, name, received, expected, typeof message === "function" ? `${message()}` : undefined);
  };
  const values = [received];
  for (let i = 0; i < expected.length; i++) append(values, expected[i]);
  const result = apply(matcher, context, values);
  return typeof (/** @type {any} */ (result)?.then) === "function" ? promiseThen(promiseResolve(result), check) : check(result);
}

/** Checks now, or when the promise has settled. */
function run(form, received, check) {
  if (form.promise === "") return check(received);
  const name = form.promise.slice(1);
  const given = typeof received === "function" && form.promise === ".rejects" ? received() : received;
  if (typeof given?.then !== "function") throw new TypeError(`${name}: the received value must be a promise`);
  return promiseThen(
    promiseResolve(given),
    (value) => {
      if (form.promise === ".resolves") return check(value);
      throw fail(form, "toThrow", given, [], `The promise was fulfilled: ${show(value)}`);
    },
    (error) => {
      if (form.promise === ".rejects") return check(error);
      throw fail(form, "toBe", given, [], `The promise was rejected: ${show(error)}`);
    });
}

/** What `expect(value)` returns; the matchers are methods of its prototype. */
class Expectation {
  #received;
  #form;

  constructor(received, /** @type {{ isNot: boolean, promise: string, message: string | undefined }} */ form) {
    this.#received = received;
    this.#form = form;
  }

  get not() {
    return new Expectation(this.#received, { ...this.#form, isNot: !this.#form.isNot });
  }

  get resolves() {
    return new Expectation(this.#received, { ...this.#form, promise: ".resolves" });
  }

  get rejects() {
    return new Expectation(this.#received, { ...this.#form, promise: ".rejects" });
  }

  toThrow(...expected) {
    return run(this.#form, this.#received, (value) => checkThrown(this.#form, value, expected));
  }

  /** @param {(form: any, value: unknown) => unknown} check */
  check(check) {
    return run(this.#form, this.#received, (value) => check(this.#form, value));
  }
}

/** The method of the class, which the matchers call although the prototype has no such name. */
const checkWith = Expectation.prototype.check;
const { prototype } = /** @type {any} */ (Expectation);
delete prototype.check;

/** @param {string} name @param {(form: any, value: unknown, expected: unknown[]) => unknown} check */
function addMatcher(name, check) {
  const method = nullPrototype({
    /** @this {Expectation} */
    [name](...expected) {
      return apply(checkWith, this, [(form, value) => check(form, value, expected)]);
    },
  })[name];
  defineHidden(prototype, name, method);
}

for (const name in matchers) {
  addMatcher(name, (form, value, expected) => {
    const values = [value];
    for (let i = 0; i < expected.length; i++) append(values, expected[i]);
    if (apply(/** @type {Function} */ (matchers[name]), undefined, values) === form.isNot) throw fail(form, name, value, expected);
  });
}
defineHidden(prototype, "toThrowError", prototype.toThrow);
for (const name in snapshotMatchers) {
  const method = nullPrototype({
    /** @this {Expectation} */
    [name](...values) {
      const location = placeOfCall(name);
      return apply(checkWith, this, [(form, received) => snapshotMatchers[name]?.(form, received, values, location)]);
    },
  })[name];
  defineHidden(prototype, name, method);
}

const refusal = (name, instead) => nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", `${name} does not exist here. ${instead}`);

/** @type {any} */
export const expect = function expect(received, message) {
  return new Expectation(received, { isNot: false, promise: "", message });
};

addAsymmetric(expect, show);
expect.extend = function extend(given) {
  for (const name in given) {
    const matcher = given[name];
    validateFunction(matcher, name);
    addMatcher(name, (form, value, expected) => checkAdded(matcher, form, name, value, expected));
  }
};
expect.addSnapshotSerializer = function addSnapshotSerializer(serializer) {
  validateFunction(serializer?.test, "serializer.test");
  if (typeof serializer.serialize !== "function") validateFunction(serializer.print, "serializer.print");
  addSerializer(serializer);
};
expect.assertions = function assertions() {
  throw refusal("expect.assertions()", "Use t.plan() and t.assert of node:test.");
};
expect.hasAssertions = function hasAssertions() {
  throw refusal("expect.hasAssertions()", "Use t.plan() and t.assert of node:test.");
};
expect.unreachable = function unreachable(message = "This must not be reached.") {
  throw new assertionErrors.AssertionError({ message, operator: "fail" });
};
export const testKit = { expect };
