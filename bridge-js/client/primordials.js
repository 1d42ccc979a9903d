// @ts-check
// The built-ins that the client uses, taken when it loads.
//
// A page may later replace `Promise`, `Map.prototype.get` or `Function.prototype.call`, or plant a setter
// on `Array.prototype`. Nothing in the paths of a call looks such a name up again: methods are functions
// that take their receiver first, lists are walked by index, and a list that grows is made by `list`.

const { call, bind } = Function.prototype;

/**
 * Turns a method into a function that takes its receiver first.
 *
 * @template {unknown[]} Args
 * @template Result
 * @param {(...args: Args) => Result} method
 * @returns {(self: unknown, ...args: Args) => Result}
 */
export const uncurry = (method) => bind.call(call, method);

/**
 * The getter of an accessor, taking its receiver first.
 *
 * @param {object} owner
 * @param {PropertyKey} key
 * @returns {(self: unknown) => unknown}
 */
export const getter = (owner, key) => uncurry(Object.getOwnPropertyDescriptor(owner, key)?.get ?? (() => undefined));

export const global = globalThis;

export const ErrorBase = Error;
export const errorClasses = Object.freeze({
  __proto__: null,
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
});

export const {
  create: objectCreate,
  defineProperty,
  freeze,
  getPrototypeOf,
  hasOwn,
  isExtensible,
  keys: objectKeys,
  prototype: ObjectPrototype,
} = Object;
export const getOwnPropertyNames = Object.getOwnPropertyNames;
export const objectToString = uncurry(Object.prototype.toString);

export const { apply, get: reflectGet } = Reflect;
export const ProxyBase = Proxy;
export const { asyncIterator, iterator, toPrimitive, toStringTag } = Symbol;
export const symbolToString = uncurry(Symbol.prototype.toString);
export const symbolValueOf = uncurry(Symbol.prototype.valueOf);

export const { isArray } = Array;
export const ArrayPrototype = Array.prototype;
const arrayFrom = Array.from.bind(Array);
/** @type {(self: unknown, start: number, remove: number, ...items: unknown[]) => unknown[]} */
const toSpliced = Reflect.get(Array.prototype, "toSpliced");
export const arrayToSpliced = toSpliced
  ? uncurry(toSpliced)
  : (/** @type {unknown[]} */ array) =>
      arrayFrom(/** @type {ArrayLike<unknown>} */ ({ __proto__: null, length: array.length }), (_, at) => array[at]);

/**
 * An array of `length` elements that are all its own, so that storing one later runs no planted setter.
 *
 * @param {number} length
 * @param {unknown} [element]
 * @returns {unknown[]}
 */
export const list = (length, element) =>
  arrayFrom(/** @type {ArrayLike<unknown>} */ ({ __proto__: null, length }), () => element);

export const { parse, stringify } = JSON;
export const { isFinite, isSafeInteger, MAX_SAFE_INTEGER } = Number;
export const numberValueOf = uncurry(Number.prototype.valueOf);
export const booleanValueOf = uncurry(Boolean.prototype.valueOf);
export const BigIntOf = BigInt;
export const bigIntValueOf = uncurry(BigInt.prototype.valueOf);
export const { ceil, floor, min } = Math;

export const StringOf = String;
export const stringFromCharCode = String.fromCharCode;
export const charCodeAt = uncurry(String.prototype.charCodeAt);
export const stringIncludes = uncurry(String.prototype.includes);
export const stringIndexOf = uncurry(String.prototype.indexOf);
export const stringLastIndexOf = uncurry(String.prototype.lastIndexOf);
export const stringSlice = uncurry(String.prototype.slice);
export const stringValueOf = uncurry(String.prototype.valueOf);

export const DateOf = Date;
export const dateNow = Date.now;
export const dateGetTime = uncurry(Date.prototype.getTime);

export const MapOf = Map;
export const mapSet = uncurry(Map.prototype.set);
export const mapForEach = uncurry(Map.prototype.forEach);
export const mapSize = /** @type {(self: unknown) => number} */ (getter(Map.prototype, "size"));

/**
 * A map that the client keeps to itself.
 *
 * It has its methods from nobody, so no page can change them, and they are called directly: the engine takes a third of
 * the time that it takes for a function of `uncurry`.
 *
 * @template Key
 * @template Value
 * @extends {Map<Key, Value>}
 */
export class OwnMap extends Map {
  // Written out, because an engine may spread the arguments of one that is left out, by an iterator that a page can change.
  constructor() {
    super();
  }
}
Object.setPrototypeOf(OwnMap.prototype, null);
for (const name of ["get", "set", "has", "delete", "clear", "forEach", "size"]) {
  const method = Object.getOwnPropertyDescriptor(Map.prototype, name);
  Object.defineProperty(OwnMap.prototype, name, /** @type {PropertyDescriptor} */ (method));
}
Object.freeze(OwnMap.prototype);

export const SetOf = Set;
export const setAdd = uncurry(Set.prototype.add);
export const setHas = uncurry(Set.prototype.has);
export const setForEach = uncurry(Set.prototype.forEach);
export const setSize = /** @type {(self: unknown) => number} */ (getter(Set.prototype, "size"));

const TypedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype);
export const ArrayBufferOf = ArrayBuffer;
export const DataViewOf = DataView;
export const Uint8ArrayOf = Uint8Array;
export const isView = ArrayBuffer.isView;
export const arrayBufferByteLength = getter(ArrayBuffer.prototype, "byteLength");
export const arrayBufferSlice = uncurry(ArrayBuffer.prototype.slice);
export const dataViewBuffer = getter(DataView.prototype, "buffer");
export const dataViewByteLength = getter(DataView.prototype, "byteLength");
export const dataViewByteOffset = getter(DataView.prototype, "byteOffset");
export const typedArrayBuffer = getter(TypedArrayPrototype, "buffer");
/** @type {(self: Uint8Array, source: Uint8Array, offset: number) => void} */
export const typedArraySet = uncurry(TypedArrayPrototype.set);
export const typedArrayByteLength = getter(TypedArrayPrototype, "byteLength");
export const typedArrayByteOffset = getter(TypedArrayPrototype, "byteOffset");
/** The class name of a typed array, `undefined` for every other value. */
const toBase64 = Reflect.get(Uint8Array.prototype, "toBase64");
const fromBase64 = Reflect.get(Uint8Array, "fromBase64");
/** Both only in newer engines. @type {((self: Uint8Array) => string) | undefined} */
export const bytesToBase64 = toBase64 && uncurry(toBase64);
/** @type {((text: string) => Uint8Array) | undefined} */
export const uint8ArrayFromBase64 = fromBase64 && fromBase64.bind(Uint8Array);
export const typedArrayName = /** @type {(self: unknown) => string | undefined} */ (
  getter(TypedArrayPrototype, Symbol.toStringTag)
);

/** @typedef {new (buffer: ArrayBuffer) => ArrayBufferView} ViewClass */
/** @type {Record<string, ViewClass | undefined>} */
const views = Object.create(null);
for (const name of [
  "DataView",
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Int32Array",
  "Uint32Array",
  "Float16Array",
  "Float32Array",
  "Float64Array",
  "BigInt64Array",
  "BigUint64Array",
]) {
  views[name] = Reflect.get(globalThis, name);
}
export const viewClasses = Object.freeze(views);

/**
 * The prototypes whose objects have a meaning of their own, by the name that `Object.prototype.toString` gives them.
 *
 * @type {Map<object, string>}
 */
export const brands = new OwnMap();
for (const name of [
  "ArrayBuffer",
  "SharedArrayBuffer",
  "DataView",
  "Date",
  "Error",
  "Map",
  "Set",
  "Boolean",
  "Number",
  "String",
  "BigInt",
  "Symbol",
  "RegExp",
  "Promise",
  "WeakMap",
  "WeakSet",
  "WeakRef",
  "FinalizationRegistry",
]) {
  const known = Reflect.get(globalThis, name);
  if (known) brands.set(known.prototype, name);
}
brands.set(TypedArrayPrototype, "TypedArray");

/** @type {PromiseConstructor} */
export const PromiseOf = Promise;
export const PromisePrototype = Promise.prototype;
export const species = Symbol.species;
export const promiseResolve = /** @type {<T>(value: T | PromiseLike<T>) => Promise<T>} */ (
  Promise.resolve.bind(Promise)
);
export const promiseReject = /** @type {(reason: unknown) => Promise<never>} */ (Promise.reject.bind(Promise));
/** @type {(self: unknown, onValue: (value: unknown) => unknown, onError: (error: unknown) => unknown) => Promise<unknown>} */
export const promiseThen = uncurry(Promise.prototype.then);

/** What would turn data into code. */
export const compilers = Object.freeze([eval, Function]);
export const makeSymbol = Symbol;
/** The names that every object answers to. */
export const namesOfObjects = Object.freeze(Object.getOwnPropertyNames(Object.prototype));
/** A stack whose first frame lies in the client's own code. */
export const ownTrace = new Error();
