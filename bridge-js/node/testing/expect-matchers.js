// @ts-check
// The matchers of `expect`, each a function of the received and the expected values that returns whether they match.

import { isObject } from "../../shared/is-object.js";
import { exec, hasOwn, is, isArray, stringIncludes, stringSlice, symbolIterator, TypeError } from "../../shared/primordials.js";
import { nullPrototype } from "../../shared/define.js";
import { push, splitText } from "../node-primordials.js";
import { types } from "../types.js";
import { isAsymmetric, matches } from "./asymmetric-matcher.js";
import { isClose, isMatch } from "./expect-asymmetric.js";
import { equals } from "./expect-equality.js";

const requireNumbers = (name, ...values) => {
  for (let i = 0; i < values.length; i++) {
    if (typeof values[i] !== "number" && typeof values[i] !== "bigint") throw new TypeError(`${name}: both values must be numbers`);
  }
};

/** The elements of anything that can be iterated. */
function elementsOf(value) {
  if (isArray(value)) return value;
  const elements = [];
  const iterator = value?.[symbolIterator]?.();
  if (iterator === undefined) throw new TypeError("toContain: the received value must be a string, an array or another iterable");
  for (let step = iterator.next(); !step.done; step = iterator.next()) push(elements, step.value);
  return elements;
}

/** The keys of `a.b[0].c`, or of a list. */
function pathOf(path) {
  if (isArray(path)) return path;
  const keys = [];
  const parts = splitText(`${path}`, ".");
  for (let i = 0; i < parts.length; i++) {
    let rest = /** @type {string} */ (parts[i]);
    const first = /** @type {any} */ (exec(/^[^[]*/, rest))[0];
    if (first !== "" || rest === "") push(keys, first);
    for (rest = stringSlice(rest, first.length); rest !== ""; ) {
      const index = exec(/^\[([^\]]*)\]/, rest);
      if (index === null) throw new TypeError(`toHaveProperty: ${path} is not a path`);
      push(keys, index[1]);
      rest = stringSlice(rest, /** @type {string} */ (index[0]).length);
    }
  }
  return keys;
}

/** Whether there is a property at the path, and its value. */
function find(value, path) {
  let found = value;
  for (let i = 0; i < path.length; i++) {
    if (found === null || found === undefined) return undefined;
    if (!(isObject(found) ? path[i] in found : hasOwn(found, path[i]))) return undefined;
    found = found[path[i]];
  }
  return { value: found };
}

/** Whether a thrown value is the expected one: a class, a text or pattern of its message, or an error with the same message. */
export function isExpectedError(thrown, expected) {
  if (expected === undefined) return true;
  if (isAsymmetric(expected)) return matches(expected, thrown);
  const text = isObject(thrown) && "message" in thrown ? `${/** @type {any} */ (thrown).message}` : `${thrown}`;
  if (typeof expected === "string") return stringIncludes(text, expected);
  if (types.isRegExp(expected)) return isMatch(expected, text);
  if (typeof expected === "function") return thrown instanceof expected;
  if (isObject(expected)) return !("message" in expected) || text === `${/** @type {any} */ (expected).message}`;
  throw new TypeError("toThrow: the expected value must be a class, a string, a regular expression or an error");
}

/** The calls of a function that `mock.fn` or `mock.method` made. */
function callsOf(name, received) {
  const calls = received?.mock?.calls;
  if (!isArray(calls)) throw new TypeError(`${name}: the received value must be a mock, as mock.fn() of node:test makes it`);
  return calls;
}

const anyOf = (list, condition) => {
  for (let i = 0; i < list.length; i++) if (condition(list[i], i)) return true;
  return false;
};

/** @type {{ [name: string]: (received: any, ...expected: any[]) => boolean }} */
export const matchers = nullPrototype({
  toBe: (received, expected) => is(received, expected),
  toEqual: (received, expected) => equals(received, expected),
  toStrictEqual: (received, expected) => equals(received, expected, "strict"),
  toMatchObject(received, expected) {
    if (!isObject(received) || !isObject(expected)) throw new TypeError("toMatchObject: both values must be objects");
    return equals(received, expected, "subset");
  },
  toBeDefined: (received) => received !== undefined,
  toBeUndefined: (received) => received === undefined,
  toBeNull: (received) => received === null,
  toBeNaN: (received) => received !== received,
  toBeTruthy: (received) => !!received,
  toBeFalsy: (received) => !received,
  toBeCloseTo(received, expected, digits = 2) {
    requireNumbers("toBeCloseTo", received, expected, digits);
    if (typeof received === "bigint" || typeof expected === "bigint") throw new TypeError("toBeCloseTo: a BigInt is exact; use toBe");
    return isClose(received, expected, digits);
  },
  toBeGreaterThan(received, expected) {
    requireNumbers("toBeGreaterThan", received, expected);
    return received > expected;
  },
  toBeGreaterThanOrEqual(received, expected) {
    requireNumbers("toBeGreaterThanOrEqual", received, expected);
    return received >= expected;
  },
  toBeLessThan(received, expected) {
    requireNumbers("toBeLessThan", received, expected);
    return received < expected;
  },
  toBeLessThanOrEqual(received, expected) {
    requireNumbers("toBeLessThanOrEqual", received, expected);
    return received <= expected;
  },
  toBeInstanceOf(received, expected) {
    if (typeof expected !== "function") throw new TypeError("toBeInstanceOf: the expected value must be a class");
    return received instanceof expected;
  },
  toContain(received, expected) {
    if (typeof received === "string") {
      if (typeof expected !== "string") throw new TypeError("toContain: a string contains strings only");
      return stringIncludes(received, expected);
    }
    return anyOf(elementsOf(received), (element) => element === expected || (element !== element && expected !== expected));
  },
  toContainEqual: (received, expected) => anyOf(elementsOf(received), (element) => equals(element, expected)),
  toHaveLength(received, expected) {
    if (typeof received?.length !== "number") throw new TypeError("toHaveLength: the received value must have a length");
    return received.length === expected;
  },
  toHaveProperty(received, path, ...expected) {
    if (received === null || received === undefined) throw new TypeError("toHaveProperty: the received value must not be null or undefined");
    const found = find(received, pathOf(path));
    return found !== undefined && (expected.length === 0 || equals(found.value, expected[0]));
  },
  toMatch(received, expected) {
    if (typeof received !== "string") throw new TypeError("toMatch: the received value must be a string");
    if (typeof expected === "string") return stringIncludes(received, expected);
    if (!types.isRegExp(expected)) throw new TypeError("toMatch: the expected value must be a string or a regular expression");
    return isMatch(expected, received);
  },
  toHaveBeenCalled: (received) => callsOf("toHaveBeenCalled", received).length > 0,
  toHaveBeenCalledTimes: (received, count) => callsOf("toHaveBeenCalledTimes", received).length === count,
  toHaveBeenCalledWith: (received, ...values) => anyOf(callsOf("toHaveBeenCalledWith", received), (call) => equals(call.arguments, values)),
  toHaveBeenLastCalledWith(received, ...values) {
    const calls = callsOf("toHaveBeenLastCalledWith", received);
    return calls.length > 0 && equals(calls[calls.length - 1].arguments, values);
  },
  toHaveBeenNthCalledWith(received, number, ...values) {
    const call = callsOf("toHaveBeenNthCalledWith", received)[number - 1];
    return call !== undefined && equals(call.arguments, values);
  },
  toHaveReturned: (received) => anyOf(callsOf("toHaveReturned", received), (call) => call.error === undefined),
  toHaveReturnedTimes(received, count) {
    let returned = 0;
    anyOf(callsOf("toHaveReturnedTimes", received), (call) => {
      if (call.error === undefined) returned += 1;
      return false;
    });
    return returned === count;
  },
  toHaveReturnedWith: (received, value) => anyOf(callsOf("toHaveReturnedWith", received), (call) => call.error === undefined && equals(call.result, value)),
});
