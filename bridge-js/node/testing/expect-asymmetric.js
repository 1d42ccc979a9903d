// @ts-check
// Values that stand for many others in an expected value, such as `expect.any(Number)`.

import { isObject } from "../../shared/is-object.js";
import {
  Array, BigInt, Boolean, Function, isArray, Number, Object, RegExp, String, stringIncludes, Symbol, TypeError, WeakMap, weakMapGet, weakMapSet,
} from "../../shared/primordials.js";
import { nullPrototype } from "../../shared/define.js";
import { test } from "../node-primordials.js";
import { types } from "../types.js";
import { AsymmetricMatcher } from "./asymmetric-matcher.js";
import { equals } from "./expect-equality.js";

const primitives = new WeakMap();
const kinds = [[Number, "number"], [String, "string"], [Boolean, "boolean"], [BigInt, "bigint"], [Symbol, "symbol"], [Function, "function"], [Object, "object"]];
for (let i = 0; i < kinds.length; i++) weakMapSet(primitives, /** @type {any} */ (kinds[i])[0], /** @type {any} */ (kinds[i])[1]);

const requireString = (value, name) => {
  if (typeof value !== "string") throw new TypeError(`${name}: the expected value must be a string, not ${typeof value}`);
};

/** @type {{ [name: string]: (expected: any, more?: any) => (value: any) => boolean }} */
const makers = nullPrototype({
  any(Class) {
    if (typeof Class !== "function") throw new TypeError("expect.any: the expected value must be a class, such as Number");
    const kind = weakMapGet(primitives, Class);
    if (Class === Array) return isArray;
    // As elsewhere, null is an object and a function is none.
    if (kind === "object") return (value) => typeof value === "object";
    return (value) => typeof value === kind || value instanceof Class;
  },
  anything: () => (value) => value !== null && value !== undefined,
  arrayContaining(expected) {
    if (!isArray(expected)) throw new TypeError("expect.arrayContaining: the expected value must be an array");
    return (value) => {
      if (!isArray(value)) return false;
      for (let i = 0; i < expected.length; i++) {
        let isFound = false;
        for (let k = 0; k < value.length && !isFound; k++) isFound = equals(value[k], expected[i]);
        if (!isFound) return false;
      }
      return true;
    };
  },
  objectContaining(expected) {
    if (!isObject(expected)) throw new TypeError("expect.objectContaining: the expected value must be an object");
    return (value) => {
      if (!isObject(value)) return false;
      for (const key in expected) if (!(key in value) || !equals(/** @type {any} */ (value)[key], expected[key])) return false;
      return true;
    };
  },
  stringContaining(expected) {
    requireString(expected, "expect.stringContaining");
    return (value) => typeof value === "string" && stringIncludes(value, expected);
  },
  stringMatching(expected) {
    if (typeof expected !== "string" && !types.isRegExp(expected)) throw new TypeError("expect.stringMatching: the expected value must be a string or a regular expression");
    return (value) => typeof value === "string" && isMatch(expected, value);
  },
  closeTo(expected, digits = 2) {
    if (typeof expected !== "number" || typeof digits !== "number") throw new TypeError("expect.closeTo: the expected value and the digits must be numbers");
    return (value) => typeof value === "number" && isClose(value, expected, digits);
  },
});

/** Whether a text matches a regular expression, or contains what a string describes. */
export function isMatch(/** @type {any} */ pattern, /** @type {string} */ text) {
  const expression = typeof pattern === "string" ? new RegExp(pattern) : new RegExp(pattern.source, pattern.flags);
  return test(expression, text);
}

export function isClose(/** @type {number} */ value, /** @type {number} */ expected, /** @type {number} */ digits) {
  if (value === expected) return true;
  const difference = value > expected ? value - expected : expected - value;
  return difference < 10 ** -digits / 2;
}

/** Adds the functions that make matchers, and their opposites in `not`. */
export function addAsymmetric(/** @type {any} */ expect, /** @type {(value: unknown) => string} */ show) {
  expect.not = {};
  for (const name in makers) {
    const make = makers[name];
    expect[name] = nullPrototype({
      [name](expected, more) {
        return new AsymmetricMatcher(textOf(name, arguments, show), /** @type {any} */ (make)(expected, more), formOf(name, "", expected, more));
      },
    })[name];
    if (name === "any" || name === "anything") continue;
    expect.not[name] = nullPrototype({
      [name](expected, more) {
        const condition = /** @type {any} */ (make)(expected, more);
        return new AsymmetricMatcher(textOf(`not.${name}`, arguments, show), (value) => !condition(value), formOf(name, "Not", expected, more));
      },
    })[name];
  }
}

const labels = nullPrototype({
  arrayContaining: "ArrayContaining", arrayContainingNot: "ArrayNotContaining",
  objectContaining: "ObjectContaining", objectContainingNot: "ObjectNotContaining",
  stringContaining: "StringContaining", stringContainingNot: "StringNotContaining",
  stringMatching: "StringMatching", stringMatchingNot: "StringNotMatching",
});

/** What snapshots have for a matcher: the names are those of Jest. @returns {import("./asymmetric-matcher.js").SnapshotForm} */
function formOf(/** @type {string} */ name, /** @type {string} */ not, /** @type {any} */ sample, digits = 2) {
  if (name === "anything") return { label: "Anything" };
  if (name === "any") return { label: `Any<${sample.name || "anonymous"}>` };
  if (name === "closeTo") return { label: `Number${not}CloseTo ${sample} (${digits} ${digits === 1 ? "digit" : "digits"})` };
  return { label: labels[`${name}${not}`], sample: name === "stringMatching" && typeof sample === "string" ? new RegExp(sample) : sample };
}

function textOf(name, values, show) {
  let text = "";
  for (let i = 0; i < values.length; i++) text += `${i === 0 ? "" : ", "}${typeof values[i] === "function" ? values[i].name : show(values[i])}`;
  return `expect.${name}(${text})`;
}
