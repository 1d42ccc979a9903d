// @ts-check
// The built-ins that the runtime's own JavaScript needs, taken when the runtime is made.
//
// User code may later replace `Map.prototype.get` or set `Promise` to null; what is imported from
// here goes on working. The rules in all other files follow from that: no global of the language, no
// method call on a built-in value, no spread and no `for...of` (both look up `Symbol.iterator`), no
// array method that asks for `Symbol.species`, and every property descriptor has a null prototype. Nothing
// is looked for where it may be missing but on an object without a prototype, and no element is stored
// at an index that its array does not have yet: a page may plant accessors of any name on the prototypes.
// The text of an argument is that of a template, which a symbol has none of; `String` would make one.
// They hold for what a module does when it is evaluated, too: that may be long after user code began.

export const {
  AggregateError, Array, ArrayBuffer, BigInt, Boolean, DataView, Date, Error, EvalError, FinalizationRegistry, Function,
  JSON, Map, Math, Number, Object, Promise, Proxy, RangeError, ReferenceError, Reflect, RegExp, Set, String, Symbol,
  SyntaxError, TypeError, URIError, Uint16Array, Uint8Array, WeakMap, WeakRef, WeakSet, encodeURIComponent, parseFloat, parseInt,
} = globalThis;
export const { WebAssembly } = /** @type {{ WebAssembly?: { [name: string]: Function } }} */ (globalThis);
export const {
  BigInt64Array, BigUint64Array, Float32Array, Float64Array, Int16Array, Int32Array, Int8Array, Uint32Array,
  Uint8ClampedArray,
} = globalThis;
/** Absent from engines older than ours. */
export const { Float16Array } = /** @type {{ Float16Array?: Function }} */ (globalThis);

/** The global object, which user code can hide behind another `globalThis`. */
export const globalObject = globalThis;

const { bind, call } = Function.prototype;

/**
 * Turns a method into a function that takes its receiver first.
 * @type {<T>(method: Function) => T}
 */
const uncurry = bind.bind(call);

/**
 * Turns a getter into a function that takes its receiver.
 * @template T
 * @param {object} prototype
 * @param {PropertyKey} name
 * @returns {T}
 */
function uncurryGetter(prototype, name) {
  const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (getter === undefined) throw new TypeError(`no getter ${String(name)}`);
  return uncurry(getter);
}

export const { apply, construct, defineProperty, getPrototypeOf, ownKeys } = Reflect;
/** What the engine itself defines on the global object. */
export const globalNames = ownKeys(globalThis);
export const { freeze, is, keys: objectKeys, setPrototypeOf } = Object;
export const { prototype: objectPrototype } = Object;
const describeProperty = Object.getOwnPropertyDescriptor;

/**
 * The descriptor of an own property, without a prototype: one of a getter has no `value`, and must not take that of others.
 *
 * @param {object} object
 * @param {PropertyKey} key
 * @returns {PropertyDescriptor | undefined}
 */
export function getOwnPropertyDescriptor(object, key) {
  const descriptor = describeProperty(object, key);
  return descriptor === undefined ? undefined : setPrototypeOf(descriptor, null);
}

export const { isArray } = Array;
/** @type {((value: unknown) => boolean) | undefined} */
export const isError = /** @type {{ isError?: (value: unknown) => boolean }} */ (/** @type {unknown} */ (Error)).isError;
export const { isView } = ArrayBuffer;
export const { fromCharCode, fromCodePoint } = String;
export const { stringify } = JSON;
export const { floor, max, min, round, sqrt } = globalThis.Math;
export const { isNaN } = Number;
export const symbolFor = Symbol.for;
export const symbolIterator = Symbol.iterator;
export const symbolSpecies = Symbol.species;
export const symbolToPrimitive = Symbol.toPrimitive;
export const symbolToStringTag = Symbol.toStringTag;

/** @type {(promise: unknown, fulfilled: (value: unknown) => unknown, rejected?: (error: unknown) => unknown) => unknown} */
export const promiseThen = uncurry(Promise.prototype.then);
/** @type {(value: unknown) => Promise<unknown>} */
export const promiseResolve = Promise.resolve.bind(Promise);
/** @type {(object: unknown, key: PropertyKey) => boolean} */
export const hasOwn = uncurry(Object.prototype.hasOwnProperty);
/** @type {(object: unknown, key: PropertyKey) => boolean} */
export const isEnumerable = uncurry(Object.prototype.propertyIsEnumerable);
/** @type {(prototype: unknown, object: unknown) => boolean} */
export const isPrototypeOf = uncurry(Object.prototype.isPrototypeOf);
/** @type {(value: unknown) => string} */
export const objectToString = uncurry(Object.prototype.toString);
/** @type {(value: Function) => string} */
export const functionToString = uncurry(Function.prototype.toString);

/** What iterators of the language itself inherit. */
export const iteratorPrototype = /** @type {object} */ (getPrototypeOf(/** @type {object} */ (getPrototypeOf([][Symbol.iterator]()))));

/**
 * Adds an element at the end of an array. Neither `push` nor an assignment: both run a setter that a page has planted on
 * `Array.prototype` for that index.
 *
 * @template T
 * @param {T[]} array
 * @param {T} value
 */
export function append(array, value) {
  const element = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
  defineProperty(array, array.length, /** @type {PropertyDescriptor} */ (element));
}

/**
 * An array without a prototype, for lists that no page ever sees: elements may be stored in it and looked for in it by
 * their indices, at the speed of any array.
 *
 * @template T
 * @returns {T[]}
 */
export function makeList() {
  return setPrototypeOf(/** @type {T[]} */ ([]), null);
}
/** @type {<T>(array: T[]) => T | undefined} */
export const pop = uncurry(Array.prototype.pop);
/** @type {(array: readonly string[], separator: string) => string} */
export const join = uncurry(Array.prototype.join);
/** @type {<T>(array: readonly T[], value: T) => number} */
export const indexOf = uncurry(Array.prototype.indexOf);
/** @type {<T>(array: T[], compare?: (a: T, b: T) => number) => T[]} */
export const sort = uncurry(Array.prototype.sort);

/** @type {(text: string, index: number) => number} */
export const charCodeAt = uncurry(String.prototype.charCodeAt);
const originalCharCodeAt = String.prototype.charCodeAt;
const stringPrototype = String.prototype;

/**
 * The same for loops over long texts, where a plain method call is several times faster: that is what
 * this returns, as long as nobody replaced the method. To be asked for before each loop.
 *
 * @returns {(text: string, index: number) => number}
 */
export function quickCharCodeAt() {
  const current = getOwnPropertyDescriptor(stringPrototype, "charCodeAt")?.value;
  return current === originalCharCodeAt ? (text, index) => text.charCodeAt(index) : charCodeAt;
}
/**
 * One UTF-16 unit; empty past the end, where `text[index]` would ask `Object.prototype`.
 * @type {(text: string, index: number) => string}
 */
export const charAt = uncurry(String.prototype.charAt);
/** @type {(text: string, index: number) => number} */
export const codePointAt = uncurry(String.prototype.codePointAt);
/** @type {(text: string, suffix: string) => boolean} */
export const endsWith = uncurry(String.prototype.endsWith);
/** @type {(text: string, prefix: string) => boolean} */
export const startsWith = uncurry(String.prototype.startsWith);
/** @type {(text: string, part: string, from?: number) => number} */
export const stringIndexOf = uncurry(String.prototype.indexOf);
/** @type {(text: string, part: string) => number} */
export const stringLastIndexOf = uncurry(String.prototype.lastIndexOf);
/** @type {(text: string, start: number, end?: number) => string} */
export const stringSlice = uncurry(String.prototype.slice);
/** @type {(text: string, length: number, fill?: string) => string} */
export const padStart = uncurry(String.prototype.padStart);
/** @type {(text: string, length: number, fill?: string) => string} */
export const padEnd = uncurry(String.prototype.padEnd);
/** @type {(text: string, count: number) => string} */
export const repeat = uncurry(String.prototype.repeat);
/** @type {(text: string) => string} */
export const toLowerCase = uncurry(String.prototype.toLowerCase);
/** @type {(text: string) => string} */
export const toUpperCase = uncurry(String.prototype.toUpperCase);
/** @type {(text: string, form: string) => string} */
export const normalize = uncurry(String.prototype.normalize);
/**
 * With U+FFFD for each lone surrogate.
 * @type {(text: string) => string}
 */
export const toWellFormed = uncurry(/** @type {{ toWellFormed: Function }} */ (/** @type {unknown} */ (String.prototype)).toWellFormed);

/** @type {<K, V>(map: Map<K, V>, key: K) => V | undefined} */
export const mapGet = uncurry(Map.prototype.get);
/** @type {<K, V>(map: Map<K, V>, key: K, value: V) => void} */
export const mapSet = uncurry(Map.prototype.set);
/** @type {<K, V>(map: Map<K, V>, key: K) => boolean} */
export const mapDelete = uncurry(Map.prototype.delete);
/** @type {<K, V>(map: Map<K, V>) => void} */
export const mapClear = uncurry(Map.prototype.clear);
/** @type {<K, V>(map: Map<K, V>, visit: (value: V, key: K) => void) => void} */
export const mapForEach = uncurry(Map.prototype.forEach);
/** @type {(map: unknown) => number} */
export const mapSize = uncurryGetter(Map.prototype, "size");
/** @type {<T>(set: Set<T>, value: T) => void} */
export const setAdd = uncurry(Set.prototype.add);
/** @type {<T>(set: Set<T>, value: T) => boolean} */
export const setHas = uncurry(Set.prototype.has);
/** @type {<T>(set: Set<T>, value: T) => boolean} */
export const setDelete = uncurry(Set.prototype.delete);
/** @type {<T>(set: Set<T>) => void} */
export const setClear = uncurry(Set.prototype.clear);
/** @type {<T>(set: Set<T>, visit: (value: T) => void) => void} */
export const setForEach = uncurry(Set.prototype.forEach);
/** @type {(set: unknown) => number} */
export const setSize = uncurryGetter(Set.prototype, "size");
/** @type {<K extends object, V>(map: WeakMap<K, V>, key: K) => V | undefined} */
export const weakMapGet = uncurry(WeakMap.prototype.get);
/** @type {<K extends object, V>(map: WeakMap<K, V>, key: K, value: V) => void} */
export const weakMapSet = uncurry(WeakMap.prototype.set);
/** @type {<T extends object>(reference: WeakRef<T>) => T | undefined} */
export const weakRefDeref = uncurry(WeakRef.prototype.deref);
/** @type {(map: unknown, key: object) => boolean} */
export const weakMapHas = uncurry(WeakMap.prototype.has);
/** @type {<T extends object>(set: WeakSet<T>, key: T) => void} */
export const weakSetAdd = uncurry(WeakSet.prototype.add);
/** @type {(set: unknown, key: object) => boolean} */
export const weakSetHas = uncurry(WeakSet.prototype.has);

/** @type {(expression: RegExp, text: string) => RegExpExecArray | null} */
export const exec = uncurry(RegExp.prototype.exec);
/** @type {(expression: unknown) => string} */
export const regExpSource = uncurryGetter(RegExp.prototype, "source");
const getterOf = (/** @type {string} */ name) => getOwnPropertyDescriptor(RegExp.prototype, name)?.get;
/**
 * The getters of an expression's flags; `undefined` for one that the engine has not.
 * @type {{ [name: string]: Function | undefined }}
 */
export const regExpGetters = {
  dotAll: getterOf("dotAll"),
  global: getterOf("global"),
  hasIndices: getterOf("hasIndices"),
  ignoreCase: getterOf("ignoreCase"),
  multiline: getterOf("multiline"),
  sticky: getterOf("sticky"),
  unicode: getterOf("unicode"),
  unicodeSets: getterOf("unicodeSets"),
};
/** @type {(date: unknown) => number} */
export const dateGetTime = uncurry(Date.prototype.getTime);
/** @type {(date: unknown) => string} */
export const dateToISOString = uncurry(Date.prototype.toISOString);
/** @type {(date: unknown) => string} */
export const dateToString = uncurry(Date.prototype.toString);
/** @type {(number: unknown) => number} */
export const numberValueOf = uncurry(Number.prototype.valueOf);
/** @type {(number: number, radix?: number) => string} */
export const numberToString = uncurry(Number.prototype.toString);
/** @type {(number: number, digits: number) => string} */
export const toFixed = uncurry(Number.prototype.toFixed);
/** @type {(string: unknown) => string} */
export const stringValueOf = uncurry(String.prototype.valueOf);
/** @type {(boolean: unknown) => boolean} */
export const booleanValueOf = uncurry(Boolean.prototype.valueOf);
/** @type {(bigint: unknown) => bigint} */
export const bigintValueOf = uncurry(BigInt.prototype.valueOf);
/** @type {(symbol: unknown) => symbol} */
export const symbolValueOf = uncurry(Symbol.prototype.valueOf);
/** @type {(symbol: symbol) => string} */
export const symbolToString = uncurry(Symbol.prototype.toString);

/** @typedef {Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array | BigInt64Array | BigUint64Array} TypedArray */

const typedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype);
/**
 * The name of the typed array's class; `undefined` for any other value.
 * @type {(value: unknown) => string | undefined}
 */
export const typedArrayName = uncurryGetter(typedArrayPrototype, Symbol.toStringTag);
/** @type {(array: TypedArray) => number} */
export const typedArrayLength = uncurryGetter(typedArrayPrototype, "length");
/** @type {(array: TypedArray) => ArrayBuffer} */
export const typedArrayBuffer = uncurryGetter(typedArrayPrototype, "buffer");
/** @type {(array: TypedArray) => number} */
export const typedArrayByteOffset = uncurryGetter(typedArrayPrototype, "byteOffset");
/** @type {(array: TypedArray) => number} */
export const typedArrayByteLength = uncurryGetter(typedArrayPrototype, "byteLength");
/**
 * Throws for an array that lies outside of its buffer.
 * @type {(array: TypedArray) => unknown}
 */
export const typedArrayValues = uncurry(typedArrayPrototype.values);
/** @type {(array: Uint8Array, source: Uint8Array) => void} */
export const bytesSet = uncurry(Uint8Array.prototype.set);
/** @type {(view: unknown) => ArrayBuffer} */
export const dataViewBuffer = uncurryGetter(DataView.prototype, "buffer");
/** @type {(view: unknown) => number} */
export const dataViewByteOffset = uncurryGetter(DataView.prototype, "byteOffset");
/** @type {(view: unknown) => number} */
export const dataViewByteLength = uncurryGetter(DataView.prototype, "byteLength");
/** @type {(buffer: unknown) => number} */
export const bufferByteLength = uncurryGetter(ArrayBuffer.prototype, "byteLength");
/**
 * Whether a buffer can be resized. Absent from engines older than ours, like the two after it.
 * @type {((buffer: unknown) => boolean) | undefined}
 */
export const bufferResizable =
  getOwnPropertyDescriptor(ArrayBuffer.prototype, "resizable") && uncurryGetter(ArrayBuffer.prototype, "resizable");
/** @type {((buffer: unknown) => number) | undefined} */
export const bufferMaxByteLength =
  getOwnPropertyDescriptor(ArrayBuffer.prototype, "maxByteLength") && uncurryGetter(ArrayBuffer.prototype, "maxByteLength");
const { resize } = /** @type {{ resize?: Function }} */ (ArrayBuffer.prototype);
/** @type {((buffer: ArrayBuffer, length: number) => void) | undefined} */
export const bufferResize = resize && uncurry(resize);
/**
 * Whether a buffer has given its bytes away. Absent from engines older than ours.
 * @type {((buffer: unknown) => boolean) | undefined}
 */
export const bufferDetached =
  getOwnPropertyDescriptor(ArrayBuffer.prototype, "detached") && uncurryGetter(ArrayBuffer.prototype, "detached");

const { transfer } = /** @type {{ transfer?: Function }} */ (ArrayBuffer.prototype);
/**
 * Moves the bytes to a new buffer and detaches the old one. Absent from engines older than ours.
 * @type {((buffer: ArrayBuffer) => ArrayBuffer) | undefined}
 */
export const bufferTransfer = transfer && uncurry(transfer);
