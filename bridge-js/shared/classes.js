// @ts-check
// Classes of the language by name.

import {
  BigInt64Array, BigUint64Array, DataView, Error, EvalError, Float16Array, Float32Array, Float64Array, Int16Array, Int32Array,
  Int8Array, RangeError, ReferenceError, SyntaxError, TypeError, Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray, URIError,
} from "./primordials.js";

/** @typedef {new (buffer: ArrayBuffer, offset?: number, length?: number) => ArrayBufferView} ViewClass */

/**
 * The classes of views on a buffer.
 *
 * @type {{ readonly [name: string]: ViewClass | undefined }}
 */
export const viewClasses = /** @type {*} */ ({
  __proto__: null, BigInt64Array, BigUint64Array, DataView, Float16Array, Float32Array, Float64Array, Int16Array, Int32Array,
  Int8Array, Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray,
});

/**
 * The classes of errors that have a message only.
 *
 * @type {{ readonly [name: string]: ErrorConstructor | undefined }}
 */
export const errorClasses = /** @type {*} */ ({
  __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
});
