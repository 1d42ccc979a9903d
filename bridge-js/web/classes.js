// @ts-check
import {
  AggregateError, Array, ArrayBuffer, BigInt, BigInt64Array, BigUint64Array, Boolean, DataView, Date, Error, EvalError,
  FinalizationRegistry, Float16Array, Float32Array, Float64Array, Function, Int16Array, Int32Array, Int8Array, Map, Number,
  Object, Promise, Proxy, RangeError, ReferenceError, RegExp, Set, String, Symbol, SyntaxError, TypeError, URIError,
  Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray, WeakMap, WeakRef, WeakSet,
} from "../shared/primordials.js";

/**
 * The language's classes by name.
 * @type {{ [name: string]: unknown }}
 */
export const classes = /** @type {*} */ ({
  __proto__: null, AggregateError, Array, ArrayBuffer, BigInt, BigInt64Array, BigUint64Array, Boolean, DataView, Date,
  Error, EvalError, FinalizationRegistry, Float16Array, Float32Array, Float64Array, Function, Int16Array, Int32Array,
  Int8Array, Map, Number, Object, Promise, Proxy, RangeError, ReferenceError, RegExp, Set, String, Symbol, SyntaxError,
  TypeError, URIError, Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray, WeakMap, WeakRef, WeakSet,
});
