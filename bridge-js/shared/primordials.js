// @ts-check
// The built-ins that scripts of ours need, read when the script is evaluated, before any code of a page.
//
// A page may later replace `Map.prototype.get` or set `Promise` to null; the functions that this module exports are not
// affected. All other modules therefore follow these rules:
// - They use no global and call no method of a built-in value.
// - They use no spread and no `for...of`, which look up `Symbol.iterator`, and no array method that looks up `Symbol.species`.
// - Every property descriptor has a null prototype, and a property that may be absent is read from objects with a null
//   prototype only: a page may define accessors of any name on the prototypes.
// - No element is stored at an index that its array does not have yet: such a store runs a setter of `Array.prototype`.
// - An argument is converted to text by a template, which throws for a symbol; `String` does not.
// The rules also hold for the evaluation of a module: a deferred module is evaluated after code of the page.
//
// A build leaves out the exports that it does not use. For that, every call here is marked as pure.

import { uncurry } from "./uncurry.js";

export { uncurry };

export const {
  AggregateError, Array, ArrayBuffer, BigInt, Boolean, DataView, Date, Error, EvalError, FinalizationRegistry, Function, Map,
  Number, Object, Promise, Proxy, RangeError, ReferenceError, RegExp, Set, String, Symbol, SyntaxError, TypeError, URIError,
  Uint8Array, WeakMap, WeakRef, WeakSet, BigInt64Array, BigUint64Array, Float32Array, Float64Array, Int16Array, Int32Array,
  Int8Array, Intl, Uint16Array, Uint32Array, Uint8ClampedArray,
} = globalThis;

/** The global object. A page can replace the property `globalThis`. */
export const globalObject = globalThis;

/**
 * A property of an object that a page cannot have changed yet.
 *
 * @template {object} Owner
 * @template {keyof Owner} Name
 * @param {Owner} owner
 * @param {Name} name
 * @returns {Owner[Name]}
 */
const member = (owner, name) => owner[name];

/**
 * A method of a class, as a function that takes its receiver first. `undefined` where the engine lacks it.
 *
 * @type {<T>(owner: Function, name: PropertyKey) => T}
 */
const method = (owner, name) => {
  const found = owner.prototype[name];
  return found && uncurry(found);
};

/**
 * A getter of a class, as a function that takes its receiver. `undefined` where the engine lacks it.
 *
 * @type {<T>(owner: Function, name: PropertyKey) => T}
 */
export const getter = (owner, name) => {
  const found = Object.getOwnPropertyDescriptor(owner.prototype, name)?.get;
  return /** @type {*} */ (found && uncurry(found));
};

/**
 * A function of a class, bound to the class. `undefined` where the engine lacks it.
 * @type {<T>(owner: Function, name: PropertyKey) => T}
 */
const bound = (owner, name) => /** @type {*} */ (owner)[name]?.bind(owner);

/** @type {(target: Function, receiver: unknown, parameters: ArrayLike<unknown>) => *} */
export const apply = /* @__PURE__ */ member(Reflect, "apply");
/** @type {(target: Function, values: ArrayLike<any>, newTarget?: Function) => any} */
export const construct = /* @__PURE__ */ member(Reflect, "construct");
/** Returns whether the property could be defined. */
export const defineProperty = /* @__PURE__ */ member(Reflect, "defineProperty");
export const getPrototypeOf = /* @__PURE__ */ member(Reflect, "getPrototypeOf");
export const deleteProperty = /* @__PURE__ */ member(Reflect, "deleteProperty");
export const preventExtensions = /* @__PURE__ */ member(Reflect, "preventExtensions");
export const ownKeys = /* @__PURE__ */ member(Reflect, "ownKeys");
/** @type {(object: object, key: PropertyKey) => unknown} */
export const reflectGet = /* @__PURE__ */ member(Reflect, "get");

/** Calls setters of the target. */
export const assign = /* @__PURE__ */ member(Object, "assign");
export const objectPrototype = /* @__PURE__ */ member(Object, "prototype");
export const freeze = /* @__PURE__ */ member(Object, "freeze");
export const getOwnPropertyNames = /* @__PURE__ */ member(Object, "getOwnPropertyNames");
/** @type {(object: *, key: PropertyKey) => boolean} */
export const hasOwn = /* @__PURE__ */ member(Object, "hasOwn");
export const is = /* @__PURE__ */ member(Object, "is");
export const isExtensible = /* @__PURE__ */ member(Object, "isExtensible");
export const objectCreate = /* @__PURE__ */ member(Object, "create");
export const objectKeys = /* @__PURE__ */ member(Object, "keys");
export const setPrototypeOf = /* @__PURE__ */ member(Object, "setPrototypeOf");
const describeProperty = /* @__PURE__ */ member(Object, "getOwnPropertyDescriptor");

/**
 * The descriptor of an own property, with a null prototype: one of an accessor has no `value`, and must not inherit one.
 *
 * @param {object} object
 * @param {PropertyKey} key
 * @returns {PropertyDescriptor | undefined}
 */
export function getOwnPropertyDescriptor(object, key) {
  const descriptor = describeProperty(object, key);
  return descriptor === undefined ? undefined : setPrototypeOf(descriptor, null);
}

/** The names of the global object that the engine defines. */
export const globalNames = /* @__PURE__ */ ownKeys(globalThis);
/** The names that every object inherits. */
export const namesOfObjects = /* @__PURE__ */ getOwnPropertyNames(objectPrototype);

/** @type {(value: unknown) => string} */
export const objectToString = /* @__PURE__ */ method(Object, "toString");
/** @type {(object: unknown, key: PropertyKey) => boolean} */
export const isEnumerable = /* @__PURE__ */ method(Object, "propertyIsEnumerable");
/** @type {(prototype: unknown, object: unknown) => boolean} */
export const isPrototypeOf = /* @__PURE__ */ method(Object, "isPrototypeOf");
/** Calls a function without arguments. @type {(target: Function, receiver: unknown) => unknown} */
export const call = /* @__PURE__ */ method(Function, "call");
/** The method itself. */
export const functionCall = /* @__PURE__ */ member(Function.prototype, "call");
/** @type {(value: Function) => string} */
export const functionToString = /* @__PURE__ */ method(Function, "toString");
/** The global function, called for its identity only: no script of ours evaluates text. */
export const evaluate = /* @__PURE__ */ member(globalThis, "eval");

/** Absent from engines older than ours, like `Float16Array` and `WebAssembly`. @type {((value: unknown) => boolean) | undefined} */
export const isError = /* @__PURE__ */ member(/** @type {*} */ (Error), "isError");
/** @type {Function | undefined} */
export const Float16Array = /* @__PURE__ */ member(/** @type {*} */ (globalThis), "Float16Array");
/** @type {Function | undefined} */
export const SharedArrayBuffer = /* @__PURE__ */ member(/** @type {*} */ (globalThis), "SharedArrayBuffer");
/** @type {{ [name: string]: Function } | undefined} */
export const WebAssembly = /* @__PURE__ */ member(/** @type {*} */ (globalThis), "WebAssembly");
/** @type {any} */
export const Temporal = /* @__PURE__ */ member(/** @type {*} */ (globalThis), "Temporal");
export const encodeURIComponent = /* @__PURE__ */ member(globalThis, "encodeURIComponent");
export const parseFloat = /* @__PURE__ */ member(globalThis, "parseFloat");
export const parseInt = /* @__PURE__ */ member(globalThis, "parseInt");

export const parse = /* @__PURE__ */ member(JSON, "parse");
/** @type {(value: unknown) => string} */
export const stringify = /* @__PURE__ */ member(JSON, "stringify");

export const ceil = /* @__PURE__ */ member(Math, "ceil");
export const floor = /* @__PURE__ */ member(Math, "floor");
export const max = /* @__PURE__ */ member(Math, "max");
export const min = /* @__PURE__ */ member(Math, "min");
export const round = /* @__PURE__ */ member(Math, "round");
export const sqrt = /* @__PURE__ */ member(Math, "sqrt");

export const MAX_SAFE_INTEGER = /* @__PURE__ */ member(Number, "MAX_SAFE_INTEGER");
export const isFinite = /* @__PURE__ */ member(Number, "isFinite");
export const isNaN = /* @__PURE__ */ member(Number, "isNaN");
export const isSafeInteger = /* @__PURE__ */ member(Number, "isSafeInteger");
/** @type {(number: unknown) => number} */
export const numberValueOf = /* @__PURE__ */ method(Number, "valueOf");
/** @type {(number: number, radix?: number) => string} */
export const numberToString = /* @__PURE__ */ method(Number, "toString");
/** @type {(number: number, digits: number) => string} */
export const toFixed = /* @__PURE__ */ method(Number, "toFixed");
/** @type {(boolean: unknown) => boolean} */
export const booleanValueOf = /* @__PURE__ */ method(Boolean, "valueOf");
/** @type {(bigint: unknown) => bigint} */
export const bigIntValueOf = /* @__PURE__ */ method(BigInt, "valueOf");

export const symbolFor = /* @__PURE__ */ member(Symbol, "for");
export const symbolAsyncIterator = /* @__PURE__ */ member(Symbol, "asyncIterator");
export const symbolIterator = /* @__PURE__ */ member(Symbol, "iterator");
export const symbolSpecies = /* @__PURE__ */ member(Symbol, "species");
export const symbolToPrimitive = /* @__PURE__ */ member(Symbol, "toPrimitive");
export const symbolToStringTag = /* @__PURE__ */ member(Symbol, "toStringTag");
/** @type {(symbol: unknown) => symbol} */
export const symbolValueOf = /* @__PURE__ */ method(Symbol, "valueOf");
/** @type {(symbol: symbol) => string} */
export const symbolToString = /* @__PURE__ */ method(Symbol, "toString");

export const promisePrototype = /* @__PURE__ */ member(Promise, "prototype");
/** @type {(promise: unknown, fulfilled: (value: unknown) => unknown, rejected?: (error: unknown) => unknown) => Promise<unknown>} */
export const promiseThen = /* @__PURE__ */ method(Promise, "then");
/** @type {<T>(value: T | PromiseLike<T>) => Promise<T>} */
export const promiseResolve = /* @__PURE__ */ bound(Promise, "resolve");
/** @type {(reason: unknown) => Promise<never>} */
export const promiseReject = /* @__PURE__ */ bound(Promise, "reject");

export const arrayPrototype = /* @__PURE__ */ member(Array, "prototype");
export const isArray = /* @__PURE__ */ member(Array, "isArray");
/** @type {<T>(elements: ArrayLike<T>, make: (element: T, index: number) => T) => T[]} */
export const arrayFrom = /* @__PURE__ */ bound(Array, "from");
/** @type {((array: unknown[], start: number, remove: number) => unknown[]) | undefined} */
export const arrayToSpliced = /* @__PURE__ */ method(Array, "toSpliced");

/** @type {<T>(array: T[]) => T | undefined} */
export const pop = /* @__PURE__ */ method(Array, "pop");
/** @type {(array: readonly string[], separator: string) => string} */
export const join = /* @__PURE__ */ method(Array, "join");
/** @type {<T>(array: readonly T[], value: T) => number} */
export const indexOf = /* @__PURE__ */ method(Array, "indexOf");
/** @type {<T>(array: T[], compare?: (a: T, b: T) => number) => T[]} */
export const sort = /* @__PURE__ */ method(Array, "sort");
/** The prototype of the prototypes of the language's iterators. */
export const iteratorPrototype = /* @__PURE__ */ (() =>
  /** @type {object} */ (getPrototypeOf(/** @type {object} */ (getPrototypeOf(/** @type {*} */ ([])[symbolIterator]())))))();

/** The methods `next` of generators and of async generators. */
export const generatorNext = /* @__PURE__ */ (() => /** @type {Generator} */ (getPrototypeOf((function* () {}).prototype)).next)();
export const asyncGeneratorNext = /* @__PURE__ */ (() =>
  /** @type {AsyncGenerator} */ (getPrototypeOf((async function* () {}).prototype)).next)();

export const fromCharCode = /* @__PURE__ */ member(String, "fromCharCode");
export const fromCodePoint = /* @__PURE__ */ member(String, "fromCodePoint");
export const stringPrototype = /* @__PURE__ */ member(String, "prototype");
export const originalCharCodeAt = /* @__PURE__ */ member(stringPrototype, "charCodeAt");
/** @type {(text: string, index: number) => number} */
export const charCodeAt = /* @__PURE__ */ method(String, "charCodeAt");

/**
 * One UTF-16 unit. Empty past the end, where `text[index]` would look in `Object.prototype`.
 *
 * @type {(text: string, index: number) => string}
 */
export const charAt = /* @__PURE__ */ method(String, "charAt");
/** @type {(text: string, index: number) => number} */
export const codePointAt = /* @__PURE__ */ method(String, "codePointAt");
/** @type {(text: string, suffix: string) => boolean} */
export const endsWith = /* @__PURE__ */ method(String, "endsWith");
/** @type {(text: string, prefix: string) => boolean} */
export const startsWith = /* @__PURE__ */ method(String, "startsWith");
/** @type {(text: string, part: string) => boolean} */
export const stringIncludes = /* @__PURE__ */ method(String, "includes");
/** @type {(text: string, part: string, from?: number) => number} */
export const stringIndexOf = /* @__PURE__ */ method(String, "indexOf");
/** @type {(text: string, part: string) => number} */
export const stringLastIndexOf = /* @__PURE__ */ method(String, "lastIndexOf");
/** @type {(text: string, start: number, end?: number) => string} */
export const stringSlice = /* @__PURE__ */ method(String, "slice");
/** @type {(text: string, length: number, fill?: string) => string} */
export const padStart = /* @__PURE__ */ method(String, "padStart");
/** @type {(text: string, length: number, fill?: string) => string} */
export const padEnd = /* @__PURE__ */ method(String, "padEnd");
/** @type {(text: string, count: number) => string} */
export const repeat = /* @__PURE__ */ method(String, "repeat");
/** @type {(text: string) => string} */
export const toLowerCase = /* @__PURE__ */ method(String, "toLowerCase");
/** @type {(text: string) => string} */
export const toUpperCase = /* @__PURE__ */ method(String, "toUpperCase");
/** @type {(text: string, form: string) => string} */
export const normalize = /* @__PURE__ */ method(String, "normalize");
/** Replaces each lone surrogate by U+FFFD. @type {(text: string) => string} */
export const toWellFormed = /* @__PURE__ */ method(String, "toWellFormed");
/** Before code of a page only: it looks up `Symbol.split`. @type {(text: string, separator: string) => string[]} */
export const splitEarly = /* @__PURE__ */ method(String, "split");
/** @type {(string: unknown) => string} */
export const stringValueOf = /* @__PURE__ */ method(String, "valueOf");

/** @type {(expression: RegExp, text: string) => RegExpExecArray | null} */
export const exec = /* @__PURE__ */ method(RegExp, "exec");
/** @type {(expression: unknown) => string} */
export const regExpSource = /* @__PURE__ */ getter(RegExp, "source");
/**
 * The getters of an expression's flags. `undefined` for a flag that the engine lacks.
 *
 * @type {{ [name: string]: ((expression: unknown) => boolean) | undefined }}
 */
export const regExpGetters = {
  dotAll: /* @__PURE__ */ getter(RegExp, "dotAll"),
  global: /* @__PURE__ */ getter(RegExp, "global"),
  hasIndices: /* @__PURE__ */ getter(RegExp, "hasIndices"),
  ignoreCase: /* @__PURE__ */ getter(RegExp, "ignoreCase"),
  multiline: /* @__PURE__ */ getter(RegExp, "multiline"),
  sticky: /* @__PURE__ */ getter(RegExp, "sticky"),
  unicode: /* @__PURE__ */ getter(RegExp, "unicode"),
  unicodeSets: /* @__PURE__ */ getter(RegExp, "unicodeSets"),
};

/** @type {() => number} */
export const dateNow = /* @__PURE__ */ member(Date, "now");
/** @type {(date: unknown) => number} */
export const dateGetTime = /* @__PURE__ */ method(Date, "getTime");
/** @type {(date: unknown) => string} */
export const dateToISOString = /* @__PURE__ */ method(Date, "toISOString");
/** @type {(date: unknown) => string} */
export const dateToString = /* @__PURE__ */ method(Date, "toString");

const mapPrototype = /* @__PURE__ */ member(Map, "prototype");
/** Methods for a class that extends `Map`, which its own methods keep safe: calls of those are quicker than the functions below. */
export const originalMapGet = /* @__PURE__ */ member(mapPrototype, "get");
export const originalMapSet = /* @__PURE__ */ member(mapPrototype, "set");
/** @type {<K, V>(map: Map<K, V>, key: K) => V | undefined} */
export const mapGet = /* @__PURE__ */ method(Map, "get");
/** @type {<K, V>(map: Map<K, V>, key: K, value: V) => void} */
export const mapSet = /* @__PURE__ */ method(Map, "set");
/** @type {<K, V>(map: Map<K, V>, key: K) => boolean} */
export const mapDelete = /* @__PURE__ */ method(Map, "delete");
/** @type {<K, V>(map: Map<K, V>) => void} */
export const mapClear = /* @__PURE__ */ method(Map, "clear");
/** @type {<K, V>(map: Map<K, V>, visit: (value: V, key: K) => void) => void} */
export const mapForEach = /* @__PURE__ */ method(Map, "forEach");
/** @type {(map: unknown) => number} */
export const mapSize = /* @__PURE__ */ getter(Map, "size");
/**
 * A map for private state, whose methods a page cannot change.
 *
 * Its prototype has copies of the methods and inherits from nothing. They are called as methods: the engine takes three
 * times as long for a function that `uncurry` made.
 *
 * @type {new <Key, Value>() => Map<Key, Value>}
 */
export const OwnMap = /* @__PURE__ */ (() => {
  class OwnMap extends Map {
    // Without this constructor an engine may spread the arguments, by an iterator that a page can change.
    constructor() {
      super();
    }
  }
  const own = setPrototypeOf(OwnMap.prototype, null);
  const names = ["get", "set", "has", "delete", "clear", "forEach", "size"];
  for (const name of names) defineProperty(own, name, /** @type {PropertyDescriptor} */ (describeProperty(Map.prototype, name)));
  freeze(own);
  return OwnMap;
})();

/** @type {<T>(set: Set<T>, value: T) => void} */
export const setAdd = /* @__PURE__ */ method(Set, "add");
/** @type {<T>(set: Set<T>, value: T) => boolean} */
export const setHas = /* @__PURE__ */ method(Set, "has");
/** @type {<T>(set: Set<T>, value: T) => boolean} */
export const setDelete = /* @__PURE__ */ method(Set, "delete");
/** @type {<T>(set: Set<T>) => void} */
export const setClear = /* @__PURE__ */ method(Set, "clear");
/** @type {<T>(set: Set<T>, visit: (value: T) => void) => void} */
export const setForEach = /* @__PURE__ */ method(Set, "forEach");
/** @type {(set: unknown) => number} */
export const setSize = /* @__PURE__ */ getter(Set, "size");
/** @type {<K extends Record<any, any>, V>(map: WeakMap<K, V>, key: K) => V | undefined} */
export const weakMapGet = /* @__PURE__ */ method(WeakMap, "get");
/** @type {<K extends Record<any, any>, V>(map: WeakMap<K, V>, key: K, value: V) => void} */
export const weakMapSet = /* @__PURE__ */ method(WeakMap, "set");
/** @type {(map: unknown, key: object) => boolean} */
export const weakMapHas = /* @__PURE__ */ method(WeakMap, "has");
/** @type {<T extends Record<any, any>>(reference: WeakRef<T>) => T | undefined} */
export const weakRefDeref = /* @__PURE__ */ method(WeakRef, "deref");
/** @type {(registry: unknown, target: object, held: unknown) => void} */
export const registryRegister = /* @__PURE__ */ method(FinalizationRegistry, "register");
/** @type {<T extends Record<any, any>>(set: WeakSet<T>, key: T) => void} */
export const weakSetAdd = /* @__PURE__ */ method(WeakSet, "add");
/** @type {(set: unknown, key: object) => boolean} */
export const weakSetHas = /* @__PURE__ */ method(WeakSet, "has");

/** @typedef {Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array | BigInt64Array | BigUint64Array} TypedArray */

/** The class that all classes of typed arrays extend. */
export const TypedArray = /** @type {Function} */ (/* @__PURE__ */ getPrototypeOf(Uint8Array));
/**
 * The name of a typed array's class. `undefined` for any other value.
 *
 * @type {(value: unknown) => string | undefined}
 */
export const typedArrayName = /* @__PURE__ */ getter(TypedArray, symbolToStringTag);
/** @type {(array: TypedArray) => number} */
export const typedArrayLength = /* @__PURE__ */ getter(TypedArray, "length");
/** @type {(array: TypedArray) => ArrayBuffer} */
export const typedArrayBuffer = /* @__PURE__ */ getter(TypedArray, "buffer");
/** @type {(array: TypedArray) => number} */
export const typedArrayByteOffset = /* @__PURE__ */ getter(TypedArray, "byteOffset");
/** @type {(array: TypedArray) => number} */
export const typedArrayByteLength = /* @__PURE__ */ getter(TypedArray, "byteLength");
/** @type {(array: Uint8Array, source: Uint8Array, offset?: number) => void} */
export const typedArraySet = /* @__PURE__ */ method(TypedArray, "set");
/** Throws for an array that lies outside of its buffer. @type {(array: TypedArray) => unknown} */
export const typedArrayValues = /* @__PURE__ */ method(TypedArray, "values");
/** Absent from engines older than ours, like the next two functions. @type {((bytes: Uint8Array) => string) | undefined} */
export const bytesToBase64 = /* @__PURE__ */ method(Uint8Array, "toBase64");
/** @type {((text: string) => Uint8Array) | undefined} */
export const bytesFromBase64 = /* @__PURE__ */ bound(Uint8Array, "fromBase64");
/** @type {((bytes: Uint8Array, text: string) => { read: number, written: number }) | undefined} */
export const setFromBase64 = /* @__PURE__ */ method(Uint8Array, "setFromBase64");

/** @type {(value: unknown) => value is ArrayBufferView} */
export const isView = /* @__PURE__ */ member(ArrayBuffer, "isView");
/** @type {(view: unknown) => ArrayBuffer} */
export const dataViewBuffer = /* @__PURE__ */ getter(DataView, "buffer");
/** @type {(view: unknown) => number} */
export const dataViewByteOffset = /* @__PURE__ */ getter(DataView, "byteOffset");
/** @type {(view: unknown) => number} */
export const dataViewByteLength = /* @__PURE__ */ getter(DataView, "byteLength");
/** @type {(buffer: unknown) => number} */
export const bufferByteLength = /* @__PURE__ */ getter(ArrayBuffer, "byteLength");
/** @type {(buffer: ArrayBuffer, start: number, end: number) => ArrayBuffer} */
export const bufferSlice = /* @__PURE__ */ method(ArrayBuffer, "slice");
/** Absent from engines older than ours, like the next four functions. @type {((buffer: unknown) => boolean) | undefined} */
export const bufferResizable = /* @__PURE__ */ getter(ArrayBuffer, "resizable");
/** @type {((buffer: unknown) => number) | undefined} */
export const bufferMaxByteLength = /* @__PURE__ */ getter(ArrayBuffer, "maxByteLength");
/** @type {((buffer: ArrayBuffer, length: number) => void) | undefined} */
export const bufferResize = /* @__PURE__ */ method(ArrayBuffer, "resize");
/** Whether the bytes of a buffer were transferred. @type {((buffer: unknown) => boolean) | undefined} */
export const bufferDetached = /* @__PURE__ */ getter(ArrayBuffer, "detached");
/** Moves the bytes to a new buffer and detaches the old one. @type {((buffer: ArrayBuffer) => ArrayBuffer) | undefined} */
export const bufferTransfer = /* @__PURE__ */ method(ArrayBuffer, "transfer");
