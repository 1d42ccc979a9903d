'use strict';
// What Node's tests of its built-in modules use of their own module `common`: counting calls, and expecting errors.

const assert = require('assert');
const { inspect } = require('util');

const counts = [];

function count(fn, expected, isExact) {
  const callback = typeof fn === 'number' ? () => {} : fn ?? (() => {});
  const entry = { expected: typeof fn === 'number' ? fn : expected ?? 1, actual: 0, name: callback.name || 'anonymous', isExact };
  counts.push(entry);
  const counted = function(...values) {
    entry.actual += 1;
    return callback.apply(this, values);
  };
  Object.defineProperty(counted, 'name', { value: callback.name, configurable: true });
  Object.defineProperty(counted, 'length', { value: callback.length, configurable: true });
  return counted;
}

/** The functions that were called too often or too seldom. */
function missing() {
  return counts.filter((entry) => (entry.isExact ? entry.actual !== entry.expected : entry.actual < entry.expected))
    .map((entry) => `${entry.name} was called ${entry.actual} times instead of ${entry.expected}`);
}

function invalidArgTypeHelper(value) {
  if (value === undefined || value === null) return ` Received ${value}`;
  if (typeof value === 'function') return ` Received function ${value.name}`;
  if (typeof value === 'object') {
    return value.constructor?.name ? ` Received an instance of ${value.constructor.name}` : ` Received ${inspect(value, { depth: -1 })}`;
  }
  const text = inspect(value, { colors: false });
  return ` Received type ${typeof value} (${text.length > 28 ? `${text.slice(0, 25)}...` : text})`;
}

const views = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array,
  BigInt64Array, BigUint64Array, DataView,
];

module.exports = {
  isWindows: false,
  isLinux: true,
  isOSX: false,
  isMacOS: false,
  isAIX: false,
  isMainThread: true,
  hasCrypto: false,
  hasIntl: true,
  enoughTestMem: false,
  missing,
  mustCall: (fn, expected) => count(fn, expected, true),
  mustCallAtLeast: (fn, expected) => count(fn, expected, false),
  mustSucceed: (fn, expected) => count(function(error, ...values) {
    assert.ifError(error);
    return fn?.apply(this, values);
  }, expected, true),
  mustNotCall: (message) => function mustNotCall(...values) {
    assert.fail(`${message || 'the function should not have been called'} ${inspect(values)}`);
  },
  mustNotMutateObjectDeep: (object) => object,
  expectsError: (validator, expected) => count((error) => {
    assert.throws(() => { throw error; }, validator);
    return true;
  }, expected, true),
  expectWarning() {},
  invalidArgTypeHelper,
  platformTimeout: (milliseconds) => milliseconds,
  allowGlobals() {},
  skip(reason) { throw new Error(`skipped: ${reason}`); },
  getArrayBufferViews: ({ buffer, byteOffset, byteLength }) => views
    .filter(({ BYTES_PER_ELEMENT = 1 }) => byteLength % BYTES_PER_ELEMENT === 0)
    .map((View) => new View(buffer, byteOffset, byteLength / (View.BYTES_PER_ELEMENT ?? 1))),
};
