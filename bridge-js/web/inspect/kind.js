// @ts-check
// The kind of a value by its internal slots, whatever its prototype and its tag are. The language has no function for it, so
// each kind is identified by a built-in that throws for all other kinds.

import {
  ArrayBuffer, BigInt, bigIntValueOf, Boolean, booleanValueOf, bufferByteLength, Date, dateGetTime, Error, getPrototypeOf, isArray,
  isError, isView, Map, mapGet, mapSet, mapSize, Number, numberValueOf, objectPrototype, objectToString, RegExp,
  regExpSource, Set, setSize, String, stringValueOf, Symbol, symbolToStringTag, symbolValueOf, typedArrayName,
  TypeError, WeakMap, weakMapHas, WeakSet, weakSetHas,
} from "../../shared/primordials.js";
import { isDOMException } from "../errors/dom-exception.js";
import { findProperty, prototypeChain } from "../../shared/properties.js";

/**
 * @typedef {"Array" | "Set" | "Map" | "TypedArray" | "DataView" | "ArrayBuffer" | "Function" | "RegExp" | "Date" | "Error"
 *   | "WeakSet" | "WeakMap" | "Number" | "String" | "Boolean" | "BigInt" | "Symbol" | "Arguments" | "Object"} Kind
 */

/** @typedef {{ kind: Kind, test: (value: object) => unknown }} Probe a test that throws for all other kinds */

/** @type {Probe[]} */
const probes = [
  { kind: "Map", test: mapSize },
  { kind: "Set", test: setSize },
  { kind: "Date", test: dateGetTime },
  { kind: "RegExp", test: testRegExp },
  { kind: "ArrayBuffer", test: bufferByteLength },
  { kind: "WeakMap", test: (value) => weakMapHas(value, probeKey) },
  { kind: "WeakSet", test: (value) => weakSetHas(value, probeKey) },
  { kind: "Number", test: numberValueOf },
  { kind: "String", test: stringValueOf },
  { kind: "Boolean", test: booleanValueOf },
  { kind: "BigInt", test: bigIntValueOf },
  { kind: "Symbol", test: symbolValueOf },
];
const constructors = [Map, Set, Date, RegExp, ArrayBuffer, WeakMap, WeakSet, Number, String, Boolean, BigInt, Symbol];
const probeKey = {};

/** @type {Map<object, Probe>} */
const probeByPrototype = new Map();
for (let i = 0; i < probes.length; i++) {
  mapSet(probeByPrototype, /** @type {Function} */ (constructors[i]).prototype, /** @type {Probe} */ (probes[i]));
}
const errorPrototype = Error.prototype;
const regExpPrototype = RegExp.prototype;

/**
 * The kind of an object. Throws for a revoked proxy and for one whose traps throw.
 * @param {object} value
 * @returns {Kind}
 */
export function kindOf(value) {
  if (isArray(value)) return "Array";
  if (typeof value === "function") return "Function";
  if (isView(value)) return typedArrayName(value) === undefined ? "DataView" : "TypedArray";
  return kindByPrototype(value) ?? (isErrorObject(value) ? "Error" : kindByText(value));
}

/**
 * Whether an object inherits from nothing but `Object.prototype`, as most do: spares a list of its prototypes.
 * @param {object} value
 */
const isPlain = (value) => getPrototypeOf(value) === objectPrototype;

/**
 * Whether the value is an error: made by an error class, or inheriting from `Error`.
 * @param {unknown} value
 * @returns {value is Error}
 */
export function isErrorObject(value) {
  if (typeof value !== "object" || value === null) return false;
  if (isError?.(value) || isDOMException(value)) return true;
  if (isPlain(value)) return false;
  const chain = prototypeChain(value);
  for (let i = 1; i < chain.length; i++) {
    if (chain[i] === errorPrototype) return true;
  }
  return false;
}

/**
 * An object that inherits from `Map.prototype` is tested for being a map, and so on. An object that does not inherit from the
 * `Object.prototype` of this context (it has a null prototype, or is of another context) is tested for every kind. No other
 * object is tested, because a test that fails is slow.
 *
 * @param {object} value
 * @returns {Kind | undefined}
 */
function kindByPrototype(value) {
  if (isPlain(value)) return undefined;
  const chain = prototypeChain(value);
  for (let i = 1; i < chain.length; i++) {
    const probe = mapGet(probeByPrototype, /** @type {object} */ (chain[i]));
    if (probe !== undefined && passes(probe, value)) return probe.kind;
    if (chain[i] === objectPrototype) return undefined;
  }
  for (let i = 0; i < probes.length; i++) {
    const probe = /** @type {Probe} */ (probes[i]);
    if (passes(probe, value)) return probe.kind;
  }
  return undefined;
}

/**
 * @param {Probe} probe
 * @param {object} value
 */
function passes(probe, value) {
  try {
    probe.test(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * The getter of `source` also returns for the prototype itself, which is not an expression.
 * @param {object} value
 */
function testRegExp(value) {
  if (value === regExpPrototype) throw new TypeError("not a regular expression");
  regExpSource(value);
}

/**
 * `Object.prototype.toString` identifies some more kinds, unless the object has a tag.
 * @param {object} value
 * @returns {Kind}
 */
function kindByText(value) {
  if (findProperty(value, symbolToStringTag) !== undefined) return "Object";
  const text = objectToString(value);
  if (text === "[object Arguments]") return "Arguments";
  return text === "[object Error]" ? "Error" : "Object";
}
