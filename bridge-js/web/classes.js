// @ts-check
import { errorClasses, viewClasses } from "../shared/classes.js";
import {
  AggregateError, Array, ArrayBuffer, BigInt, Boolean, Date, FinalizationRegistry, Function, Map, Number, Object, Promise, Proxy,
  RegExp, Set, String, Symbol, WeakMap, WeakRef, WeakSet,
} from "../shared/primordials.js";

/**
 * The language's classes by name.
 * @type {{ [name: string]: unknown }}
 */
export const classes = /** @type {*} */ ({
  __proto__: null, ...errorClasses, ...viewClasses, AggregateError, Array, ArrayBuffer, BigInt, Boolean, Date, FinalizationRegistry,
  Function, Map, Number, Object, Promise, Proxy, RegExp, Set, String, Symbol, WeakMap, WeakRef, WeakSet,
});
