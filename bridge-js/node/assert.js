// @ts-check
// The module `assert`.

import * as inspector from "#deferred/web/inspect/inspector.js";
import { nullPrototype } from "../shared/define.js";
import { isObject } from "../shared/is-object.js";
import {
  apply, Error, exec, is, isPrototypeOf, objectKeys, TypeError,
} from "../shared/primordials.js";
import { AssertionError } from "./assertion-error.js";
import { isDeepEqual, isDeepStrictEqual } from "./deep-equal.js";
import { invalidArgType, invalidArgValue, nodeError, validateFunction } from "./errors.js";
import { nameMethods } from "./naming.js";
import { assign, push } from "./node-primordials.js";
import { types } from "./types.js";

const show = (value) => inspector.inspect(value, nullPrototype({}));

/** Throws the failure of a comparison: what the caller gave as message, if that is an error. */
function fail(details) {
  if (details.message instanceof Error) throw details.message;
  throw new AssertionError(details);
}

function requireTwo(count) {
  if (count < 2) throw nodeError(TypeError, "ERR_MISSING_ARGS", 'The "actual" and "expected" arguments must be specified');
}

function checkTruth(caller, count, value, message) {
  if (value) return;
  let text = message;
  let isGenerated = false;
  if (count === 0) {
    isGenerated = true;
    text = "No value argument passed to `assert.ok()`";
  } else if (text === undefined || text === null) {
    isGenerated = true;
    text = "The expression evaluated to a falsy value";
  } else if (text instanceof Error) {
    throw text;
  }
  const error = new AssertionError({ actual: value, expected: true, message: text, operator: "==", stackStartFn: caller });
  error.generatedMessage = isGenerated;
  throw error;
}

function ok(...values) {
  checkTruth(ok, values.length, values[0], values[1]);
}

/** @type {any} */
export const assert = function assert(...values) {
  checkTruth(assert, values.length, values[0], values[1]);
};

/** A comparison as a method: `operator` names it in messages. */
function comparison(name, operator, isSame) {
  const method = nullPrototype({
    [name](actual, expected, message) {
      requireTwo(arguments.length);
      if (!isSame(actual, expected)) fail({ actual, expected, message, operator, stackStartFn: method });
    },
  })[name];
  return method;
}

assert.fail = function (actual, expected, message, operator, stackStartFn) {
  const count = arguments.length;
  let text = message;
  if (actual === undefined || actual === null) {
    if (count <= 1) text = "Failed";
  }
  if (count === 1 || (count === 0 && actual === undefined)) text = count === 0 ? "Failed" : actual;
  if (text instanceof Error) throw text;
  const details = { actual, expected, operator: operator ?? (count === 2 ? "!=" : "fail"), stackStartFn: stackStartFn ?? assert.fail, message: text };
  if (count <= 1) {
    details.actual = undefined;
    details.expected = undefined;
  }
  const error = new AssertionError(details);
  if (count === 0 || text === undefined) error.generatedMessage = true;
  throw error;
};
assert.AssertionError = AssertionError;
assert.ok = ok;
assert.equal = comparison("equal", "==", (a, b) => a == b || (a !== a && b !== b));
assert.notEqual = comparison("notEqual", "!=", (a, b) => !(a == b || (a !== a && b !== b)));
assert.deepEqual = comparison("deepEqual", "deepEqual", isDeepEqual);
assert.notDeepEqual = comparison("notDeepEqual", "notDeepEqual", (a, b) => !isDeepEqual(a, b));
assert.deepStrictEqual = comparison("deepStrictEqual", "deepStrictEqual", isDeepStrictEqual);
assert.notDeepStrictEqual = comparison("notDeepStrictEqual", "notDeepStrictEqual", (a, b) => !isDeepStrictEqual(a, b));
assert.strictEqual = comparison("strictEqual", "strictEqual", is);
assert.notStrictEqual = comparison("notStrictEqual", "notStrictEqual", (a, b) => !is(a, b));

const NONE = {};

function thrownBy(call) {
  validateFunction(call, "fn");
  try {
    call();
  } catch (error) {
    return error;
  }
  return NONE;
}

const isThenable = (value) => types.isPromise(value) || (isObject(value) && typeof value !== "function" && typeof value.then === "function" && typeof value.catch === "function");

async function rejectionOf(given) {
  let promise = given;
  if (typeof given === "function") {
    promise = given();
    if (!isThenable(promise)) {
      throw nodeError(TypeError, "ERR_INVALID_RETURN_VALUE", `Expected instance of Promise to be returned from the "promiseFn" function but got ${typeName(promise)}.`);
    }
  } else if (!isThenable(promise)) {
    throw invalidArgType("promiseFn", ["Function", "Promise"], promise);
  }
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return NONE;
}

const typeName = (value) => (isObject(value) && value.constructor?.name ? `an instance of ${value.constructor.name}` : value === undefined ? "undefined" : value === null ? "null" : `type ${typeof value}`);

/** The properties that a failed comparison shows. */
class Selection {
  constructor(source, keys, actual) {
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (!(key in source)) continue;
      const isMatch = actual !== undefined && typeof actual[key] === "string" && types.isRegExp(source[key]) && exec(source[key], actual[key]) !== null;
      this[key] = isMatch ? actual[key] : source[key];
    }
  }
}

function compareProperty(actual, expected, key, message, keys, caller) {
  if (key in actual && isDeepStrictEqual(actual[key], expected[key])) return;
  if (message !== undefined) fail({ actual, expected, message, operator: caller.name, stackStartFn: caller });
  const a = new Selection(actual, keys);
  const b = new Selection(expected, keys, actual);
  const error = new AssertionError({ actual: a, expected: b, operator: "deepStrictEqual", stackStartFn: caller });
  error.actual = actual;
  error.expected = expected;
  error.operator = caller.name;
  throw error;
}

/** Throws unless the thrown value matches the expectation. */
function checkThrown(actual, expected, message, caller) {
  let isGenerated = false;
  let text = message;
  const isExpected = () => {
    if (typeof expected !== "function") {
      if (types.isRegExp(expected)) {
        if (exec(expected, `${actual}`) !== null) return true;
        if (text === undefined || text === null) {
          isGenerated = true;
          text = `The input did not match the regular expression ${show(expected)}. Input:\n\n${show(`${actual}`)}\n`;
        }
        return false;
      }
      if (!isObject(actual)) {
        const error = new AssertionError({ actual, expected, message, operator: "deepStrictEqual", stackStartFn: caller });
        error.operator = caller.name;
        throw error;
      }
      const keys = objectKeys(expected);
      if (expected instanceof Error) {
        push(keys, "name");
        push(keys, "message");
      } else if (keys.length === 0) throw invalidArgValue("error", expected, "may not be an empty object");
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i];
        if (typeof actual[key] === "string" && types.isRegExp(expected[key]) && exec(expected[key], actual[key]) !== null) continue;
        compareProperty(actual, expected, key, text, keys, caller);
      }
      return true;
    }
    if (expected.prototype !== undefined && actual instanceof expected) return true;
    if (expected === Error || isPrototypeOf(Error, expected)) {
      if (text === undefined || text === null) {
        isGenerated = true;
        text = `The error is expected to be an instance of "${expected.name}". Received ${
          types.isNativeError(actual) || actual instanceof Error ? `"${actual.constructor?.name ?? actual.name}"` : `"${show(actual)}"`}`;
        if (isObject(actual) && actual.message !== undefined) text += `\n\nError message:\n\n${actual.message}`;
      }
      return false;
    }
    const result = apply(expected, {}, [actual]);
    if (result === true) return true;
    if (text === undefined || text === null) {
      isGenerated = true;
      const name = expected.name ? `"${expected.name}" ` : "";
      text = `The ${name}validation function is expected to return "true". Received ${show(result)}`;
      if (types.isNativeError(actual) || actual instanceof Error) text += `\n\nCaught error:\n\n${actual}`;
    }
    return false;
  };
  if (isExpected()) return;
  if (text instanceof Error) throw text;
  const error = new AssertionError({ actual, expected, message: text, operator: caller.name, stackStartFn: caller });
  error.generatedMessage = isGenerated;
  throw error;
}

function expectThrown(caller, actual, given, givenMessage) {
  let expected = given;
  let message = givenMessage;
  if (typeof expected === "string") {
    if (message !== undefined) throw invalidArgType("error", ["Object", "Error", "Function", "RegExp"], expected);
    const words = isObject(actual) ? actual.message : actual;
    if (actual !== NONE && words === expected) {
      throw nodeError(TypeError, "ERR_AMBIGUOUS_ARGUMENT", `The "error/message" argument is ambiguous. The error ${isObject(actual) ? "message " : ""}"${words}" is identical to the message.`);
    }
    message = expected;
    expected = undefined;
  } else if (expected !== undefined && expected !== null && typeof expected !== "object" && typeof expected !== "function") {
    throw invalidArgType("error", ["Object", "Error", "Function", "RegExp"], expected);
  }
  if (actual === NONE) {
    let details = expected?.name ? ` (${expected.name})` : "";
    details += message ? `: ${message}` : ".";
    fail({ actual: undefined, expected, operator: caller.name, message: message instanceof Error ? message : `Missing expected ${caller.name === "rejects" ? "rejection" : "exception"}${details}`, stackStartFn: caller });
  }
  if (expected !== undefined && expected !== null) checkThrown(actual, expected, message, caller);
}

function expectNothing(caller, actual, given, givenMessage) {
  if (actual === NONE) return;
  let expected = given;
  let message = givenMessage;
  if (typeof expected === "string") {
    message = expected;
    expected = undefined;
  }
  if (expected === undefined || expected === null || isWanted(actual, expected)) {
    const details = message ? `: ${message}` : ".";
    fail({
      actual, expected, operator: caller.name, stackStartFn: caller,
      message: `Got unwanted ${caller.name === "doesNotReject" ? "rejection" : "exception"}${details}\nActual message: "${isObject(actual) ? actual.message : actual}"`,
    });
  }
  throw actual;
}

function isWanted(actual, expected) {
  if (typeof expected !== "function") {
    if (types.isRegExp(expected)) return exec(expected, `${actual}`) !== null;
    throw invalidArgType("expected", ["Function", "RegExp"], expected);
  }
  if (expected.prototype !== undefined && actual instanceof expected) return true;
  if (isPrototypeOf(Error, expected)) return false;
  return apply(expected, {}, [actual]) === true;
}

assert.throws = function throws(call, expected, message) {
  expectThrown(throws, thrownBy(call), expected, message);
};
assert.rejects = async function rejects(promise, expected, message) {
  expectThrown(rejects, await rejectionOf(promise), expected, message);
};
assert.doesNotThrow = function doesNotThrow(call, expected, message) {
  expectNothing(doesNotThrow, thrownBy(call), expected, message);
};
assert.doesNotReject = async function doesNotReject(promise, expected, message) {
  expectNothing(doesNotReject, await rejectionOf(promise), expected, message);
};

assert.ifError = function ifError(error) {
  if (error === null || error === undefined) return;
  let message = "ifError got unwanted exception: ";
  if (isObject(error) && typeof error.message === "string") message += error.message.length === 0 && error.constructor ? error.constructor.name : error.message;
  else message += show(error);
  const failure = new AssertionError({ actual: error, expected: null, operator: "ifError", message, stackStartFn: ifError });
  failure.generatedMessage = true;
  throw failure;
};

function checkMatch(text, expression, message, caller, isWantedMatch) {
  if (!types.isRegExp(expression)) throw invalidArgType("regexp", "RegExp", expression);
  if (typeof text === "string" && (exec(expression, text) !== null) === isWantedMatch) return;
  if (message instanceof Error) throw message;
  const words = typeof text !== "string"
    ? `The "string" argument must be of type string. Received type ${typeof text} (${show(text)})`
    : `The input ${isWantedMatch ? "did not match" : "was expected to not match"} the regular expression ${show(expression)}. Input:\n\n${show(text)}\n`;
  const error = new AssertionError({ actual: text, expected: expression, message: message || words, operator: caller.name, stackStartFn: caller });
  error.generatedMessage = !message;
  throw error;
}
assert.match = function match(text, expression, message) {
  checkMatch(text, expression, message, match, true);
};
assert.doesNotMatch = function doesNotMatch(text, expression, message) {
  checkMatch(text, expression, message, doesNotMatch, false);
};

/** @type {any} */
export const strict = function strict(...values) {
  checkTruth(strict, values.length, values[0], values[1]);
};
assign(strict, assert, {
  equal: assert.strictEqual,
  deepEqual: assert.deepStrictEqual,
  notEqual: assert.notStrictEqual,
  notDeepEqual: assert.notDeepStrictEqual,
});
assert.strict = strict;
nameMethods(assert);
strict.strict = strict;
