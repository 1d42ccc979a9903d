// @ts-check
// `util.types`: the kinds of values, by their internal slots where the language exposes them.

import { isArrayBuffer } from "../shared/bytes.js";
import { isObject } from "../shared/is-object.js";
import {
  bigIntValueOf, booleanValueOf, dateGetTime, getPrototypeOf, isView, Map, mapSize, numberValueOf, objectToString, promisePrototype,
  regExpSource, Set, setSize, SharedArrayBuffer, stringValueOf, symbolToStringTag, symbolValueOf, typedArrayName,
  weakMapHas, weakSetHas,
} from "../shared/primordials.js";
import { peek } from "../shared/properties.js";
import { host } from "../web/host.js";
import { isErrorObject, kindOf } from "../web/inspect/kind.js";

const passes = (probe, value) => {
  if (!isObject(value)) return false;
  try {
    probe(value);
    return true;
  } catch {
    return false;
  }
};

const key = {};
const generator = /** @type {any} */ (getPrototypeOf(function* () {})).prototype;
const asyncGenerator = /** @type {any} */ (getPrototypeOf(async function* () {})).prototype;
const asyncFunction = getPrototypeOf(async function () {});
const generatorFunction = getPrototypeOf(function* () {});
const asyncGeneratorFunction = getPrototypeOf(async function* () {});
const mapIterator = getPrototypeOf(new Map().entries());
const setIterator = getPrototypeOf(new Set().values());

/** Whether a prototype is in the prototype chain of an object that is not a proxy. */
function inherits(value, ...prototypes) {
  let holder = value;
  for (let i = 0; i < 1000 && holder !== null; i++) {
    for (let k = 0; k < prototypes.length; k++) if (holder === prototypes[k]) return true;
    holder = getPrototypeOf(holder);
  }
  return false;
}

const named = (name) => (value) => typedArrayName(value) === name;
const boxes = { __proto__: null, Number: numberValueOf, String: stringValueOf, Boolean: booleanValueOf, BigInt: bigIntValueOf, Symbol: symbolValueOf };
const isBox = (name) => (value) => typeof value === "object" && passes(boxes[name], value);
const isKind = (kind) => (value) => isObject(value) && !host.isProxy(value) && safeKind(value) === kind;

function safeKind(value) {
  try {
    return kindOf(value);
  } catch {
    return undefined;
  }
}

const isPlainBuffer = (value) => isArrayBuffer(value);
const isShared = (value) => SharedArrayBuffer !== undefined && isObject(value) && value instanceof SharedArrayBuffer;

export const types = {
  isExternal: () => false,
  isDate: (value) => passes(dateGetTime, value),
  isArgumentsObject: isKind("Arguments"),
  isBigIntObject: isBox("BigInt"),
  isBooleanObject: isBox("Boolean"),
  isNumberObject: isBox("Number"),
  isStringObject: isBox("String"),
  isSymbolObject: isBox("Symbol"),
  isBoxedPrimitive: (value) =>
    types.isNumberObject(value) || types.isStringObject(value) || types.isBooleanObject(value) || types.isBigIntObject(value) || types.isSymbolObject(value),
  isNativeError: (value) => isObject(value) && !host.isProxy(value) && isErrorObject(value) && objectToString(value) === "[object Error]",
  isRegExp: (value) => passes((expression) => regExpSource(expression), value) && safeKind(value) === "RegExp",
  isAsyncFunction: (value) => typeof value === "function" && !host.isProxy(value) && inherits(value, asyncFunction, asyncGeneratorFunction),
  isGeneratorFunction: (value) => typeof value === "function" && !host.isProxy(value) && inherits(value, generatorFunction, asyncGeneratorFunction),
  isGeneratorObject: (value) => isObject(value) && !host.isProxy(value) && typeof value !== "function" && inherits(value, generator, asyncGenerator) && value !== generator && value !== asyncGenerator,
  isPromise: (value) => isObject(value) && !host.isProxy(value) && isPromise(value),
  isMap: (value) => passes(mapSize, value),
  isSet: (value) => passes(setSize, value),
  isMapIterator: (value) => isObject(value) && !host.isProxy(value) && getPrototypeOf(value) === mapIterator,
  isSetIterator: (value) => isObject(value) && !host.isProxy(value) && getPrototypeOf(value) === setIterator,
  isWeakMap: (value) => passes((map) => weakMapHas(map, key), value),
  isWeakSet: (value) => passes((set) => weakSetHas(set, key), value),
  isArrayBuffer: isPlainBuffer,
  isDataView: (value) => isView(value) && typedArrayName(value) === undefined,
  isSharedArrayBuffer: isShared,
  isProxy: (value) => isObject(value) && host.isProxy(value) === true,
  isModuleNamespaceObject: (value) => isObject(value) && getPrototypeOf(value) === null && peek(value, symbolToStringTag) === "Module",
  isAnyArrayBuffer: (value) => isPlainBuffer(value) || isShared(value),
  isCryptoKey: () => false,
  isKeyObject: () => false,
  isArrayBufferView: (value) => isView(value),
  isTypedArray: (value) => typedArrayName(value) !== undefined,
  isUint8Array: named("Uint8Array"),
  isUint8ClampedArray: named("Uint8ClampedArray"),
  isUint16Array: named("Uint16Array"),
  isUint32Array: named("Uint32Array"),
  isInt8Array: named("Int8Array"),
  isInt16Array: named("Int16Array"),
  isInt32Array: named("Int32Array"),
  isFloat16Array: named("Float16Array"),
  isFloat32Array: named("Float32Array"),
  isFloat64Array: named("Float64Array"),
  isBigInt64Array: named("BigInt64Array"),
  isBigUint64Array: named("BigUint64Array"),
};

/** The language exposes no slot of a promise without running its reactions, so the prototype and the tag decide. */
const isPromise = (value) => value !== promisePrototype && inherits(value, promisePrototype) && objectToString(value) === "[object Promise]";
