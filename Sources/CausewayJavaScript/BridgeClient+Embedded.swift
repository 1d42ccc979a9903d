enum EmbeddedClient {
  static let source: String = ###"""
"use strict";
var __c = (() => {
  var __defProp = Object.defineProperty;
  var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
  var __getOwnPropNames = Object.getOwnPropertyNames;
  var __hasOwnProp = Object.prototype.hasOwnProperty;
  var __export = (target, all) => {
    for (var name in all)
      __defProp(target, name, { get: all[name], enumerable: true });
  };
  var __copyProps = (to, from, except, desc) => {
    if (from && typeof from === "object" || typeof from === "function") {
      for (let key of __getOwnPropNames(from))
        if (!__hasOwnProp.call(to, key) && key !== except)
          __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
    }
    return to;
  };
  var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

  // src/embedded.js
  var embedded_exports = {};
  __export(embedded_exports, {
    default: () => embedded_default
  });

  // src/primordials.js
  var { call, bind } = Function.prototype;
  var uncurry = (method) => bind.call(call, method);
  var getter = (owner, key) => uncurry(Object.getOwnPropertyDescriptor(owner, key)?.get ?? (() => void 0));
  var global = globalThis;
  var ErrorBase = Error;
  var errorClasses = Object.freeze({
    __proto__: null,
    Error,
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError
  });
  var {
    create: objectCreate,
    defineProperty,
    freeze,
    getPrototypeOf,
    hasOwn,
    keys: objectKeys,
    prototype: ObjectPrototype
  } = Object;
  var getOwnPropertyNames = Object.getOwnPropertyNames;
  var objectToString = uncurry(Object.prototype.toString);
  var { apply, get: reflectGet } = Reflect;
  var ProxyBase = Proxy;
  var { asyncIterator, iterator, toPrimitive, toStringTag } = Symbol;
  var symbolToString = uncurry(Symbol.prototype.toString);
  var symbolValueOf = uncurry(Symbol.prototype.valueOf);
  var { isArray } = Array;
  var ArrayPrototype = Array.prototype;
  var arrayFrom = Array.from.bind(Array);
  var arrayToSpliced = uncurry(Reflect.get(Array.prototype, "toSpliced"));
  var list = (length, element) => arrayFrom(
    /** @type {ArrayLike<unknown>} */
    { __proto__: null, length },
    () => element
  );
  var { parse, stringify } = JSON;
  var { isSafeInteger, MAX_SAFE_INTEGER } = Number;
  var numberValueOf = uncurry(Number.prototype.valueOf);
  var booleanValueOf = uncurry(Boolean.prototype.valueOf);
  var BigIntOf = BigInt;
  var bigIntValueOf = uncurry(BigInt.prototype.valueOf);
  var { ceil, floor, min } = Math;
  var StringOf = String;
  var stringFromCharCode = String.fromCharCode;
  var charCodeAt = uncurry(String.prototype.charCodeAt);
  var stringIncludes = uncurry(String.prototype.includes);
  var stringIndexOf = uncurry(String.prototype.indexOf);
  var stringLastIndexOf = uncurry(String.prototype.lastIndexOf);
  var stringSlice = uncurry(String.prototype.slice);
  var stringValueOf = uncurry(String.prototype.valueOf);
  var DateOf = Date;
  var dateNow = Date.now;
  var dateGetTime = uncurry(Date.prototype.getTime);
  var MapOf = Map;
  var mapGet = uncurry(Map.prototype.get);
  var mapSet = uncurry(Map.prototype.set);
  var mapHas = uncurry(Map.prototype.has);
  var mapDelete = uncurry(Map.prototype.delete);
  var mapClear = uncurry(Map.prototype.clear);
  var mapForEach = uncurry(Map.prototype.forEach);
  var mapSize = (
    /** @type {(self: unknown) => number} */
    getter(Map.prototype, "size")
  );
  var SetOf = Set;
  var setAdd = uncurry(Set.prototype.add);
  var setForEach = uncurry(Set.prototype.forEach);
  var setSize = (
    /** @type {(self: unknown) => number} */
    getter(Set.prototype, "size")
  );
  var TypedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype);
  var ArrayBufferOf = ArrayBuffer;
  var DataViewOf = DataView;
  var Uint8ArrayOf = Uint8Array;
  var isView = ArrayBuffer.isView;
  var arrayBufferByteLength = getter(ArrayBuffer.prototype, "byteLength");
  var arrayBufferSlice = uncurry(ArrayBuffer.prototype.slice);
  var dataViewBuffer = getter(DataView.prototype, "buffer");
  var dataViewByteLength = getter(DataView.prototype, "byteLength");
  var dataViewByteOffset = getter(DataView.prototype, "byteOffset");
  var typedArrayBuffer = getter(TypedArrayPrototype, "buffer");
  var typedArrayByteLength = getter(TypedArrayPrototype, "byteLength");
  var typedArrayByteOffset = getter(TypedArrayPrototype, "byteOffset");
  var typedArrayName = (
    /** @type {(self: unknown) => string | undefined} */
    getter(TypedArrayPrototype, Symbol.toStringTag)
  );
  var views = /* @__PURE__ */ Object.create(null);
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
    "BigUint64Array"
  ]) {
    views[name] = Reflect.get(globalThis, name);
  }
  var viewClasses = Object.freeze(views);
  var brands = /* @__PURE__ */ new Map();
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
    "FinalizationRegistry"
  ]) {
    const known = Reflect.get(globalThis, name);
    if (known)
      brands.set(known.prototype, name);
  }
  brands.set(TypedArrayPrototype, "TypedArray");
  var PromiseOf = Promise;
  var PromisePrototype = Promise.prototype;
  var species = Symbol.species;
  var promiseResolve = (
    /** @type {<T>(value: T | PromiseLike<T>) => Promise<T>} */
    Promise.resolve.bind(Promise)
  );
  var promiseReject = (
    /** @type {(reason: unknown) => Promise<never>} */
    Promise.reject.bind(Promise)
  );
  var promiseThen = uncurry(Promise.prototype.then);
  var setTimer = typeof setTimeout === "function" ? setTimeout.bind(globalThis) : void 0;
  var clearTimer = typeof clearTimeout === "function" ? clearTimeout.bind(globalThis) : void 0;
  var AbortControllerOf = typeof AbortController === "function" ? AbortController : void 0;
  var controllerAbort = AbortControllerOf && uncurry(AbortControllerOf.prototype.abort);
  var controllerSignal = AbortControllerOf && /** @type {(self: unknown) => AbortSignal} */
  getter(AbortControllerOf.prototype, "signal");

  // src/kinds.js
  var RESULT = 0;
  var RESULT_ENCODED = 1;
  var ERROR = 2;
  var PROGRESS = 3;
  var PROGRESS_ENCODED = 4;
  var ITEM = 5;
  var ITEM_ENCODED = 6;
  var EVENT = 7;
  var EVENT_ENCODED = 8;
  var REQUEST = 9;
  var REQUEST_ENCODED = 10;
  var CANCEL = 11;
  var CREDIT = 12;
  var CLOSE = 13;
  var TAG_VALUE = 0;
  var TAG_TEXT = 1;
  var VOID = Object.freeze({ __proto__: null });

  // src/errors.js
  var nameOf = (code) => {
    if (code === "DEADLINE_EXCEEDED")
      return "TimeoutError";
    if (code === "CANCELLED")
      return "AbortError";
    return "BridgeError";
  };
  var hide = (target, key, value) => defineProperty(
    target,
    key,
    /** @type {PropertyDescriptor} */
    { __proto__: null, value, writable: true, configurable: true }
  );
  var BridgeError = class extends ErrorBase {
    #bridge = true;
    /** @type {string} */
    code;
    /** @type {unknown} */
    data;
    /** @type {string | undefined} */
    method;
    /**
     * @param {string} code one of gRPC's canonical status names, or a code of your own
     * @param {string} message
     * @param {ErrorDetails} [details]
     */
    constructor(code, message, details) {
      super(message);
      this.code = code;
      this.data = details?.data;
      this.method = details?.method;
      if (details?.data === void 0)
        delete this.data;
      if (details?.method === void 0)
        delete this.method;
      if (details?.cause !== void 0)
        hide(this, "cause", details.cause);
      hide(this, "name", nameOf(code));
    }
    /**
     * @param {unknown} value
     * @returns {value is BridgeError}
     */
    static isBridgeError(value) {
      return typeof value === "object" && value !== null && #bridge in value && value.#bridge;
    }
  };
  freeze(BridgeError.prototype);
  freeze(BridgeError);
  var invalid = (message, details) => new BridgeError("INVALID_ARGUMENT", message, details);
  var exceeded = (subject, limit, maximum) => new BridgeError("RESOURCE_EXHAUSTED", `${subject}: exceeds the limit ${limit} (${maximum})`, {
    data: { limit, maximum }
  });
  var cancelled = (reason) => new BridgeError("CANCELLED", "The call was cancelled", { cause: reason });

  // src/ring.js
  var FIRST = 64;
  var LARGEST = 131072;
  var FREE = 0;
  var Ring = class {
    #mask = -1;
    #live = 0;
    /** @type {number[]} */
    #ids = [];
    /** @type {(Settle | undefined)[]} */
    #resolves = [];
    /** @type {(Settle | undefined)[]} */
    #rejects = [];
    /** @type {string[]} */
    #methods = [];
    /** @type {(Details | undefined)[]} */
    #details = [];
    /** @type {Map<number, Entry>} */
    #overflow = new MapOf();
    // What `take` found. Registers, so that an answer allocates nothing.
    /** @type {Settle | undefined} */
    resolve;
    /** @type {Settle | undefined} */
    reject;
    method = "";
    /** @type {Details | undefined} */
    details;
    constructor() {
      this.#resize(FIRST);
    }
    get size() {
      return this.#live + mapSize(this.#overflow);
    }
    /**
     * Takes a slot for a call that is about to leave. Until `keep` it is pending without functions to settle it.
     *
     * @param {number} id
     * @param {string} method
     */
    open(id, method) {
      if (this.#ids[id & this.#mask] !== FREE)
        this.#makeRoom(id);
      const at = id & this.#mask;
      this.#ids[at] = id;
      this.#methods[at] = method;
      this.#live += 1;
    }
    /**
     * Gives the call its settling functions.
     *
     * @param {number} id
     * @param {Settle} resolve
     * @param {Settle} reject
     * @returns {boolean} false when the call was taken before
     */
    keep(id, resolve, reject) {
      const at = id & this.#mask;
      if (this.#ids[at] === id) {
        this.#resolves[at] = resolve;
        this.#rejects[at] = reject;
        return true;
      }
      const entry = mapGet(this.#overflow, id);
      if (entry === void 0)
        return false;
      entry.resolve = resolve;
      entry.reject = reject;
      return true;
    }
    /**
     * @param {number} id
     * @param {Details} details
     */
    describe(id, details) {
      const at = id & this.#mask;
      if (this.#ids[at] === id) {
        this.#details[at] = details;
        return;
      }
      const entry = mapGet(this.#overflow, id);
      if (entry !== void 0)
        entry.details = details;
    }
    /**
     * @param {number} id
     * @returns {Details | undefined}
     */
    detailsOf(id) {
      const at = id & this.#mask;
      if (this.#ids[at] === id)
        return this.#details[at];
      return mapGet(this.#overflow, id)?.details;
    }
    /**
     * Moves a call out of the ring into the registers: it is pending no more.
     *
     * @param {number} id
     * @returns {boolean} false when no such call is pending
     */
    take(id) {
      const at = id & this.#mask;
      if (this.#ids[at] !== id || id === FREE)
        return this.#takeOverflow(id);
      this.resolve = this.#resolves[at];
      this.reject = this.#rejects[at];
      this.method = this.#methods[at];
      this.details = this.#details[at];
      this.#clear(at);
      return true;
    }
    /**
     * The ids of all pending calls, in no order.
     *
     * @returns {number[]}
     */
    ids() {
      const ids = (
        /** @type {number[]} */
        list(this.size)
      );
      let count = 0;
      for (let at = 0; at <= this.#mask; at += 1) {
        if (this.#ids[at] !== FREE)
          ids[count++] = this.#ids[at];
      }
      mapForEach(this.#overflow, (_, id) => void (ids[count++] = id));
      return ids;
    }
    /** @param {number} at */
    #clear(at) {
      this.#ids[at] = FREE;
      this.#resolves[at] = void 0;
      this.#rejects[at] = void 0;
      this.#details[at] = void 0;
      this.#live -= 1;
    }
    /** @param {number} id */
    #takeOverflow(id) {
      const entry = mapGet(this.#overflow, id);
      if (entry === void 0)
        return false;
      mapDelete(this.#overflow, id);
      this.resolve = entry.resolve;
      this.reject = entry.reject;
      this.method = entry.method;
      this.details = entry.details;
      return true;
    }
    /**
     * Frees the slot of a new id: by growing while most slots are live, else by moving the old call aside.
     *
     * @param {number} id
     */
    #makeRoom(id) {
      const capacity = this.#mask + 1;
      if (this.#live * 2 > capacity && capacity < LARGEST)
        this.#resize(capacity * 2);
      const at = id & this.#mask;
      if (this.#ids[at] === FREE)
        return;
      mapSet(this.#overflow, this.#ids[at], {
        resolve: this.#resolves[at],
        reject: this.#rejects[at],
        method: this.#methods[at],
        details: this.#details[at]
      });
      this.#clear(at);
    }
    /** @param {number} capacity */
    #resize(capacity) {
      const ids = this.#ids;
      const resolves = this.#resolves;
      const rejects = this.#rejects;
      const methods = this.#methods;
      const details = this.#details;
      this.#ids = /** @type {number[]} */
      list(capacity, FREE);
      this.#resolves = /** @type {(Settle | undefined)[]} */
      list(capacity);
      this.#rejects = /** @type {(Settle | undefined)[]} */
      list(capacity);
      this.#methods = /** @type {string[]} */
      list(capacity, "");
      this.#details = /** @type {(Details | undefined)[]} */
      list(capacity);
      this.#mask = capacity - 1;
      for (let from = 0; from < ids.length; from += 1) {
        const id = ids[from];
        if (id === FREE)
          continue;
        const at = id & this.#mask;
        this.#ids[at] = id;
        this.#resolves[at] = resolves[from];
        this.#rejects[at] = rejects[from];
        this.#methods[at] = methods[from];
        this.#details[at] = details[from];
      }
    }
  };

  // src/stack.js
  var TRACED = 64;
  var textOf = (error) => {
    try {
      const { stack } = (
        /** @type {Error} */
        error
      );
      return typeof stack === "string" ? stack : "";
    } catch {
      return "";
    }
  };
  var here = textOf(new ErrorBase());
  var headed = stringSlice(here, 0, 6) === "Error\n";
  var placeOf = (stack) => {
    const lines = headed ? stringSlice(stack, 6) : stack;
    const end = stringIndexOf(lines, "\n");
    const frame = end < 0 ? lines : stringSlice(lines, 0, end);
    const column = stringLastIndexOf(frame, ":");
    const line = stringLastIndexOf(stringSlice(frame, 0, column), ":");
    const url = stringSlice(frame, stringIndexOf(frame, headed ? "at " : "@") + (headed ? 3 : 1), line);
    const open = stringIndexOf(url, "(");
    const file = open < 0 ? url : stringSlice(url, open + 1);
    const name = stringLastIndexOf(file, "/") + 1;
    return stringSlice(file, name) === "stack.js" ? stringSlice(file, 0, name) : file;
  };
  var place = placeOf(here);
  var callersFrames = (stack) => {
    let rest = headed ? stringSlice(stack, stringIndexOf(stack, "\n    at ") + 1) : stack;
    const all = rest;
    while (place !== "" && rest !== "") {
      const end = stringIndexOf(rest, "\n");
      const frame = end < 0 ? rest : stringSlice(rest, 0, end);
      if (!stringIncludes(frame, place))
        return rest;
      rest = end < 0 ? "" : stringSlice(rest, end + 1);
    }
    return all;
  };
  var capture = () => new ErrorBase();
  var retrace = (error, trace, remote) => {
    if (trace === void 0 && typeof remote !== "string")
      return;
    const frames = callersFrames(textOf(trace ?? error));
    const head = headed ? `${error.name}: ${error.message}
` : "";
    const tail = typeof remote === "string" && remote !== "" ? `
--- answered by ---
${remote}` : "";
    hide(error, "stack", head + frames + tail);
  };

  // src/promises.js
  var lastResolve;
  var lastReject;
  var executor = (resolve, reject) => {
    lastResolve = resolve;
    lastReject = reject;
  };
  var newPromise = () => new PromiseOf(executor);
  var isUntouched = () => {
    try {
      const made = PromisePrototype.constructor;
      return made === PromiseOf && reflectGet(made, species) === made;
    } catch {
      return false;
    }
  };
  var react = (promise, onValue, onError) => {
    if (!isUntouched())
      hide(promise, "constructor", void 0);
    return promiseThen(promise, onValue, onError);
  };
  var isObject = (value) => typeof value === "object" && value !== null || typeof value === "function";
  var isPlainPromise = (value) => {
    try {
      return getPrototypeOf(value) === PromisePrototype && !hasOwn(value, "then");
    } catch {
      return false;
    }
  };
  var when = (value, onValue, onError) => {
    if (isObject(value) && isPlainPromise(value)) {
      try {
        return react(value, onValue, onError);
      } catch {
      }
    }
    const promise = newPromise();
    lastResolve(value);
    return react(promise, onValue, onError);
  };
  var isThenable = (value) => isObject(value) && typeof /** @type {{then?: unknown}} */
  value.then === "function";
  var noop = () => {
  };
  var ignore = (promise) => void when(promise, noop, noop);
  var surface = (error) => void promiseReject(error);

  // src/listeners.js
  var Listeners = class {
    /** @type {Node<Listener> | undefined} */
    #first;
    /** @type {Node<Listener> | undefined} */
    #last;
    #added = 0;
    size = 0;
    /**
     * @param {Listener} listener
     * @returns {Node<Listener>} what `remove` takes
     */
    add(listener) {
      this.#added += 1;
      this.size += 1;
      const node = { listener, order: this.#added, isListening: true, next: void 0, previous: this.#last };
      if (this.#last === void 0)
        this.#first = node;
      else
        this.#last.next = node;
      this.#last = node;
      return node;
    }
    /**
     * @param {Node<Listener>} node
     * @returns {boolean} false when it was removed before
     */
    remove(node) {
      if (!node.isListening)
        return false;
      node.isListening = false;
      this.size -= 1;
      if (node.previous === void 0)
        this.#first = node.next;
      else
        node.previous.next = node.next;
      if (node.next === void 0)
        this.#last = node.previous;
      else
        node.next.previous = node.previous;
      return true;
    }
    /** @param {Listener} listener */
    removeFirst(listener) {
      for (let node = this.#first; node !== void 0; node = node.next) {
        if (node.listener === listener)
          return this.remove(node);
      }
      return false;
    }
    /**
     * Visits everyone who listens now; who comes during the visit waits for the next.
     *
     * @param {(listener: Listener) => void} visit
     */
    each(visit) {
      const last = this.#added;
      for (let node = this.#first; node !== void 0 && node.order <= last; node = node.next) {
        if (node.isListening)
          visit(node.listener);
      }
    }
    /** @param {(listener: Listener) => void} visit */
    eachBackwards(visit) {
      for (let node = this.#last; node !== void 0; node = node.previous)
        visit(node.listener);
    }
  };

  // src/signals.js
  var signalFrom = (signal) => {
    if (signal === void 0 || signal === null)
      return void 0;
    const { aborted, addEventListener } = (
      /** @type {Partial<SignalLike>} */
      signal
    );
    if (typeof aborted !== "boolean" || typeof addEventListener !== "function")
      throw invalid("signal: expected an AbortSignal");
    return (
      /** @type {SignalLike} */
      signal
    );
  };
  var onAbort = (signal, listener) => {
    signal.addEventListener("abort", listener);
    return () => signal.removeEventListener("abort", listener);
  };
  var Signal = class {
    aborted = false;
    /** @type {unknown} */
    reason = void 0;
    /** @type {((event: AbortEvent) => void) | null} */
    onabort = null;
    /** @type {Listeners<(event: AbortEvent) => void>} */
    #listeners = new Listeners();
    throwIfAborted() {
      if (this.aborted)
        throw this.reason;
    }
    /**
     * @param {string} type
     * @param {(event: AbortEvent) => void} listener
     */
    addEventListener(type, listener) {
      if (type === "abort" && typeof listener === "function")
        this.#listeners.add(listener);
    }
    /**
     * @param {string} type
     * @param {(event: AbortEvent) => void} listener
     */
    removeEventListener(type, listener) {
      if (type === "abort")
        this.#listeners.removeFirst(listener);
    }
    /**
     * @param {Signal} signal
     * @param {unknown} reason
     */
    static abort(signal, reason) {
      if (signal.aborted)
        return;
      signal.aborted = true;
      signal.reason = reason;
      const event = freeze({ type: (
        /** @type {const} */
        "abort"
      ), target: signal });
      const tell = (listener) => {
        try {
          listener(event);
        } catch (error) {
          surface(error);
        }
      };
      if (typeof signal.onabort === "function")
        tell(signal.onabort);
      signal.#listeners.each(tell);
    }
  };
  var abortSignal = Signal.abort;
  var newSignal = () => {
    const abort = controllerAbort;
    if (AbortControllerOf && abort && controllerSignal) {
      const controller = new AbortControllerOf();
      return { signal: controllerSignal(controller), abort: (reason) => void abort(controller, reason) };
    }
    const signal = new Signal();
    return { signal, abort: (reason) => abortSignal(signal, reason) };
  };

  // src/calls.js
  var GRACE = 1e3;
  var DEFAULT_TIMEOUT = 3e4;
  var LONGEST_TIMER = 2147483647;
  var timeoutFrom = (timeout) => {
    if (timeout === void 0)
      return void 0;
    if (typeof timeout !== "number" || !(timeout >= 0))
      throw invalid("timeout: expected milliseconds, at least 0, or Infinity");
    return timeout > MAX_SAFE_INTEGER ? Infinity : timeout;
  };
  function requireText(value, label) {
    if (typeof value !== "string")
      throw invalid(`${label}: expected a string, got ${value === null ? "null" : typeof value}`);
  }
  var progressFrom = (listener) => {
    if (listener === void 0 || typeof listener === "function") {
      return (
        /** @type {((progress: unknown) => void) | undefined} */
        listener
      );
    }
    throw invalid("onProgress: expected a function");
  };
  var requireTime = (timeout, signal) => {
    if (signal?.aborted)
      throw cancelled(signal.reason);
    if (timeout === 0)
      throw new BridgeError("DEADLINE_EXCEEDED", "the call was given no time");
  };
  var localError = (error, method) => {
    if (!BridgeError.isBridgeError(error))
      return error;
    if (error.method === void 0 && typeof method === "string")
      hide(error, "method", method);
    retrace(error, error, void 0);
    return error;
  };
  var Calls = class {
    #session;
    #ring = new Ring();
    /**
     * Answers that came while their call was still being sent.
     *
     * @type {Map<number, Promise<unknown>>}
     */
    #early = new MapOf();
    /** @param {Session} session */
    constructor(session) {
      this.#session = session;
    }
    get pending() {
      return this.#ring.size;
    }
    /**
     * @param {string} method
     * @param {unknown} params
     * @param {CallOptions | undefined} options
     * @returns {Promise<unknown>}
     */
    call(method, params, options) {
      try {
        requireText(method, "method");
        if (options === void 0 || options === null)
          return this.#send(method, params, void 0, void 0, void 0);
        const { timeout, signal, onProgress } = options;
        return this.#send(method, params, timeoutFrom(timeout), signalFrom(signal), progressFrom(onProgress));
      } catch (error) {
        return promiseReject(localError(error, method));
      }
    }
    /**
     * @param {number} id
     * @param {unknown} value
     * @returns {boolean} false when no such call is pending
     */
    resolve(id, value) {
      const ring = this.#ring;
      if (!ring.take(id))
        return false;
      const { resolve, details } = ring;
      if (details !== void 0)
        this.#release(details);
      if (resolve === void 0)
        mapSet(this.#early, id, promiseResolve(value));
      else
        resolve(value);
      return true;
    }
    /**
     * @param {number} id
     * @param {unknown} content the `$error` content
     * @param {unknown[] | undefined} attachments
     * @returns {boolean} false when no such call is pending
     */
    rejectEncoded(id, content, attachments) {
      const ring = this.#ring;
      if (!ring.take(id))
        return false;
      const { reject, details, method } = ring;
      this.#reject(id, reject, details, this.#session.errorFrom(content, attachments, method, details?.trace));
      return true;
    }
    /**
     * @param {number} id
     * @param {BridgeError} error
     * @returns {boolean} false when no such call is pending
     */
    reject(id, error) {
      const ring = this.#ring;
      if (!ring.take(id))
        return false;
      const { reject, details, method } = ring;
      if (error.method === void 0)
        hide(error, "method", method);
      retrace(error, details?.trace, void 0);
      this.#reject(id, reject, details, error);
      return true;
    }
    /**
     * @param {number} id
     * @param {unknown} value
     */
    progress(id, value) {
      const onProgress = this.#ring.detailsOf(id)?.onProgress;
      if (onProgress !== void 0)
        onProgress(value);
    }
    /**
     * Rejects every pending call.
     *
     * @param {string} code
     * @param {string} message
     */
    close(code, message) {
      const ids = this.#ring.ids();
      for (let at = 0; at < ids.length; at += 1)
        this.reject(ids[at], new BridgeError(code, message));
    }
    /**
     * @param {string} method
     * @param {unknown} params
     * @param {number | undefined} timeout
     * @param {SignalLike | undefined} signal
     * @param {((progress: unknown) => void) | undefined} onProgress
     * @returns {Promise<unknown>}
     */
    #send(method, params, timeout, signal, onProgress) {
      const session = this.#session;
      const ring = this.#ring;
      session.requireOpen();
      requireTime(timeout, signal);
      session.encoder.encode(params, "params");
      const id = session.nextId();
      ring.open(id, method);
      if (onProgress !== void 0)
        ring.describe(id, { onProgress, release: void 0, trace: void 0 });
      let answer;
      try {
        answer = session.send(id, method, timeout, void 0);
      } catch (error) {
        if (ring.take(id))
          throw error;
        return this.#takeEarly(id);
      }
      if (answer !== void 0) {
        if (!ring.take(id))
          return this.#takeEarly(id);
        return promiseResolve(answer === VOID ? void 0 : answer);
      }
      const promise = newPromise();
      if (!ring.keep(id, lastResolve, lastReject))
        return this.#takeEarly(id);
      const isTraced = ring.size <= TRACED;
      if (isTraced || signal !== void 0 || session.hasBackstop) {
        const trace = isTraced ? capture() : void 0;
        const details = { onProgress, release: void 0, trace };
        ring.describe(id, details);
        if (signal !== void 0 || session.hasBackstop)
          this.#watch(id, details, timeout, signal);
      }
      return promise;
    }
    /**
     * Waits for whatever may end the call besides its answer.
     *
     * @param {number} id
     * @param {import("./ring.js").Details} details
     * @param {number | undefined} timeout
     * @param {SignalLike | undefined} signal
     */
    #watch(id, details, timeout = DEFAULT_TIMEOUT, signal) {
      let unlisten;
      let timer;
      details.release = () => {
        if (timer !== void 0)
          clearTimer?.(timer);
        unlisten?.();
      };
      if (this.#session.hasBackstop && setTimer && timeout + GRACE <= LONGEST_TIMER) {
        timer = setTimer(() => this.#giveUp(id, new BridgeError("DEADLINE_EXCEEDED", "nobody answered in time")), timeout + GRACE);
      }
      if (signal === void 0)
        return;
      const abort = () => this.#giveUp(id, cancelled(signal.reason));
      try {
        unlisten = onAbort(signal, abort);
      } catch (cause) {
        this.#giveUp(id, invalid("signal: it cannot be listened to", { cause }));
      }
      if (signal.aborted)
        abort();
    }
    /**
     * Ends a call from this side: the other side hears of it, and whatever it still answers is late.
     *
     * @param {number} id
     * @param {BridgeError} error
     */
    #giveUp(id, error) {
      const { code } = error;
      if (this.reject(id, error))
        this.#session.postPlain(CANCEL, id, code);
    }
    /**
     * @param {number} id
     * @param {((error: unknown) => void) | undefined} reject
     * @param {import("./ring.js").Details | undefined} details
     * @param {BridgeError} error
     */
    #reject(id, reject, details, error) {
      if (details !== void 0)
        this.#release(details);
      if (reject === void 0)
        mapSet(this.#early, id, promiseReject(error));
      else
        reject(error);
    }
    /** @param {import("./ring.js").Details} details */
    #release(details) {
      try {
        details.release?.();
      } catch (error) {
        this.#session.report(error);
      }
    }
    /**
     * @param {number} id
     * @returns {Promise<unknown>}
     */
    #takeEarly(id) {
      const promise = mapGet(this.#early, id);
      mapDelete(this.#early, id);
      return promise;
    }
  };

  // src/middleware.js
  var Chain = class {
    /** @type {Listeners<Middleware>} */
    #parts = new Listeners();
    #send;
    #first;
    /** @param {Next} send what the innermost part's `next` does */
    constructor(send) {
      this.#send = send;
      this.#first = send;
    }
    get isEmpty() {
      return this.#parts.size === 0;
    }
    /**
     * @param {Middleware} middleware
     * @returns {() => void} its undo
     */
    add(middleware) {
      if (typeof middleware !== "function")
        throw invalid("middleware: expected a function");
      const node = this.#parts.add(middleware);
      this.#link();
      return () => {
        if (this.#parts.remove(node))
          this.#link();
      };
    }
    /** @type {Next} */
    run(call2) {
      return this.#first(call2);
    }
    /** Joins the parts anew, the first one outermost. Calls under way keep the chain they began with. */
    #link() {
      let next = this.#send;
      this.#parts.eachBackwards((middleware) => {
        next = around(middleware, next);
      });
      this.#first = next;
    }
  };
  var around = (middleware, next) => (call2) => {
    const promise = newPromise();
    const resolve = lastResolve;
    const reject = lastReject;
    try {
      resolve(middleware(call2, next));
    } catch (error) {
      reject(error);
    }
    return promise;
  };

  // src/events.js
  var noop2 = () => {
  };
  var Events = class {
    #session;
    #call;
    /** @type {Map<string, Topic>} */
    #topics = new MapOf();
    #size = 0;
    /**
     * @param {Session} session
     * @param {(method: string, params: unknown) => Promise<unknown>} call
     */
    constructor(session, call2) {
      this.#session = session;
      this.#call = call2;
    }
    get size() {
      return this.#size;
    }
    /**
     * @param {string} event
     * @param {Listener} listener
     * @param {ListenOptions | null} [options]
     * @returns {() => void} its undo
     */
    on(event, listener, options) {
      requireText(event, "event");
      if (typeof listener !== "function")
        throw invalid("listener: expected a function");
      const signal = signalFrom(options?.signal);
      const isOnce = options?.once === true;
      if (signal?.aborted)
        return noop2;
      let unlisten = noop2;
      const topic = this.#topic(event);
      const node = topic.listeners.add((value) => {
        if (isOnce)
          stop();
        listener(value);
      });
      this.#size += 1;
      const stop = () => {
        if (!topic.listeners.remove(node))
          return;
        this.#size -= 1;
        unlisten();
        this.#leave(event, topic);
      };
      this.#subscribe(event, topic);
      if (signal !== void 0)
        unlisten = onAbort(signal, stop);
      return stop;
    }
    /**
     * The next occurrence of an event.
     *
     * @param {string} event
     * @param {ListenOptions | null} [options]
     * @returns {Promise<unknown>} rejects when it cannot come any more
     */
    next(event, options) {
      const promise = newPromise();
      const resolve = lastResolve;
      const reject = lastReject;
      try {
        requireText(event, "event");
        this.#session.requireOpen();
        const signal = signalFrom(options?.signal);
        if (signal?.aborted)
          throw cancelled(signal.reason);
        this.#wait(event, resolve, reject, signal);
      } catch (error) {
        reject(error);
      }
      return promise;
    }
    /**
     * @param {string} event
     * @param {unknown} value
     */
    emit(event, value) {
      const topic = mapGet(this.#topics, event);
      if (topic === void 0)
        return;
      topic.listeners.each((listener) => {
        try {
          listener(value);
        } catch (error) {
          this.#session.report(error);
        }
      });
    }
    /** @param {string} event */
    hears(event) {
      return mapGet(this.#topics, event) !== void 0;
    }
    /**
     * @param {string} code
     * @param {string} message
     */
    close(code, message) {
      mapForEach(this.#topics, (topic) => {
        topic.waiters.each((reject) => reject(new BridgeError(code, message)));
      });
    }
    /**
     * @param {string} event
     * @param {Listener} resolve
     * @param {(error: unknown) => void} reject
     * @param {import("./signals.js").SignalLike | undefined} signal
     */
    #wait(event, resolve, reject, signal) {
      let unlisten = noop2;
      const topic = this.#topic(event);
      const finish = () => {
        topic.waiters.remove(waiter);
        if (!topic.listeners.remove(node))
          return;
        this.#size -= 1;
        unlisten();
        this.#leave(event, topic);
      };
      const fail = (error) => {
        finish();
        reject(error);
      };
      const waiter = topic.waiters.add(fail);
      const node = topic.listeners.add((value) => {
        finish();
        resolve(value);
      });
      this.#size += 1;
      this.#subscribe(event, topic);
      if (signal !== void 0)
        unlisten = onAbort(signal, () => fail(cancelled(signal.reason)));
    }
    /**
     * @param {string} event
     * @returns {Topic}
     */
    #topic(event) {
      const known = mapGet(this.#topics, event);
      if (known !== void 0)
        return known;
      const topic = { listeners: new Listeners(), waiters: new Listeners(), isSubscribed: false };
      mapSet(this.#topics, event, topic);
      return topic;
    }
    /**
     * @param {string} event
     * @param {Topic} topic
     */
    #subscribe(event, topic) {
      if (topic.isSubscribed)
        return;
      topic.isSubscribed = true;
      void when(this.#call("$/subscribe", { event }), noop2, (error) => {
        topic.isSubscribed = false;
        const hasListeners = topic.listeners.size > topic.waiters.size || topic.waiters.size === 0;
        topic.waiters.each((reject) => reject(error));
        if (hasListeners)
          throw error;
      });
    }
    /**
     * @param {string} event
     * @param {Topic} topic
     */
    #leave(event, topic) {
      if (topic.listeners.size > 0)
        return;
      mapDelete(this.#topics, event);
      if (!topic.isSubscribed)
        return;
      topic.isSubscribed = false;
      if (this.#session.closed === void 0)
        ignore(this.#call("$/unsubscribe", { event }));
    }
  };

  // src/serving.js
  var Context = class {
    #serving;
    /** @param {Serving} serving */
    constructor(serving) {
      this.#serving = serving;
    }
    /** The name under which the handler was called. */
    get method() {
      return this.#serving.method;
    }
    /** When nobody waits any longer, in milliseconds since 1970; `Infinity` for never. */
    get deadline() {
      return this.#serving.deadline;
    }
    /** Aborts when the caller gives up. */
    get signal() {
      return this.#serving.signal;
    }
    /** `bridge.call`, which ends when this request does. */
    get call() {
      const serving = this.#serving;
      return (method, params, options) => serving.nested(method, params, options);
    }
    /** Sends progress to the caller. */
    get report() {
      const serving = this.#serving;
      return (progress) => serving.progress(progress);
    }
  };
  var Serving = class {
    method;
    deadline;
    #session;
    #id;
    #credit;
    #call;
    #forget;
    #isAnswered = false;
    /** @type {{ signal: SignalLike, abort: (reason: unknown) => void } | undefined} */
    #controller;
    /** @type {BridgeError | undefined} */
    #aborted;
    /** @type {Items | undefined} */
    #items;
    #isPulling = false;
    /**
     * @param {Session} session
     * @param {Id} id
     * @param {string} method
     * @param {number | undefined} timeout
     * @param {number | undefined} credit how many items may be sent; nothing for a request of one answer
     * @param {NestedCall} call
     * @param {() => void} forget
     */
    constructor(session, id, method, timeout, credit, call2, forget) {
      this.#session = session;
      this.#id = id;
      this.method = method;
      this.deadline = timeout === void 0 || timeout === Infinity ? Infinity : session.now() + timeout;
      this.#credit = credit;
      this.#call = call2;
      this.#forget = forget;
    }
    get isStreaming() {
      return this.#items !== void 0;
    }
    get signal() {
      if (this.#controller === void 0) {
        this.#controller = newSignal();
        if (this.#aborted !== void 0)
          this.#controller.abort(this.#aborted);
      }
      return this.#controller.signal;
    }
    /**
     * @param {(params: unknown, call: Context) => unknown} handler
     * @param {unknown} params
     */
    run(handler, params) {
      try {
        const outcome = handler(params, new Context(this));
        if (isThenable(outcome))
          void when(outcome, (value) => this.#answer(value), (error) => this.fail(error));
        else
          this.#answer(outcome);
      } catch (error) {
        this.fail(error);
      }
    }
    /** @param {unknown} error */
    fail(error) {
      if (this.#end())
        this.#session.postError(ERROR, this.#id, error);
    }
    /**
     * The caller gave up: it is answered at once, the handler hears of it.
     *
     * @param {string} code
     */
    cancel(code) {
      if (this.#isAnswered)
        return;
      const reason = new BridgeError(code, code === "DEADLINE_EXCEEDED" ? "the deadline has passed" : "the caller gave up", {
        method: this.method
      });
      this.#aborted = reason;
      this.fail(reason);
      this.#controller?.abort(reason);
      this.#stopItems();
    }
    /** @param {number} items */
    grant(items) {
      if (this.#credit === void 0 || !(items > 0))
        return;
      this.#credit += items;
      this.#pull();
    }
    /** @param {unknown} progress */
    progress(progress) {
      if (this.#isAnswered)
        return;
      this.#session.encoder.encode(progress, "progress");
      if (!this.#isAnswered)
        this.#session.postEncoded(PROGRESS, this.#id);
    }
    /**
     * A call that has no more time than this request, and ends with it.
     *
     * @param {string} method
     * @param {unknown} params
     * @param {CallOptions | null | undefined} options
     * @returns {Promise<unknown>}
     */
    nested(method, params, options) {
      try {
        const { timeout, signal, onProgress } = options ?? NO_OPTIONS;
        const own2 = signalFrom(signal);
        const inherited = { timeout: this.#timeLeft(timeoutFrom(timeout)), signal: this.signal, onProgress };
        if (own2 === void 0)
          return this.#call(method, params, inherited);
        const both = either(own2, this.signal);
        const promise = this.#call(method, params, { timeout: inherited.timeout, signal: both.signal, onProgress });
        void when(promise, both.release, both.release);
        return promise;
      } catch (error) {
        return promiseReject(localError(error, method));
      }
    }
    /** @param {number | undefined} wanted */
    #timeLeft(wanted) {
      if (this.deadline === Infinity)
        return wanted;
      const left = this.deadline - this.#session.now();
      return min(left > 0 ? left : 0, wanted ?? left);
    }
    /** @param {unknown} outcome */
    #answer(outcome) {
      if (this.#isAnswered)
        return;
      try {
        const items = itemsOf(outcome, this.#credit !== void 0);
        if (this.#credit !== void 0) {
          if (items === void 0)
            throw new BridgeError("FAILED_PRECONDITION", `${this.method}: is no stream: use call`);
          this.#items = items;
          this.#pull();
          return;
        }
        if (items !== void 0)
          throw new BridgeError("FAILED_PRECONDITION", `${this.method}: is a stream: use stream`);
        this.#session.encoder.encode(outcome, "result");
        if (this.#end())
          this.#session.postEncoded(RESULT, this.#id);
      } catch (error) {
        this.fail(error);
      }
    }
    /** Asks for one item as long as it may be sent. */
    #pull() {
      const items = this.#items;
      if (items === void 0 || this.#isPulling || this.#isAnswered || !/** @type {number} */
      (this.#credit > 0))
        return;
      this.#isPulling = true;
      try {
        void when(items.next(), (step2) => this.#send(step2), (error) => this.#break(error));
      } catch (error) {
        this.#break(error);
      }
    }
    /** @param {unknown} step */
    #send(step2) {
      this.#isPulling = false;
      if (this.#isAnswered)
        return;
      try {
        if (!isObject(step2))
          throw new TypeError("an iterator gave no object");
        const { done: done2, value } = (
          /** @type {IteratorResult<unknown>} */
          step2
        );
        if (done2) {
          if (this.#end())
            this.#session.postPlain(RESULT, this.#id, void 0);
          return;
        }
        this.#session.encoder.encode(value, "item");
        if (this.#isAnswered)
          return;
        this.#session.postEncoded(ITEM, this.#id);
      } catch (error) {
        this.fail(error);
        this.#stopItems();
        return;
      }
      this.#credit -= 1;
      this.#pull();
    }
    /** @param {unknown} error what the iterator itself threw: it is over */
    #break(error) {
      this.#items = void 0;
      this.fail(error);
    }
    /** Lets the producer clean up. What it throws then belongs to no call. */
    #stopItems() {
      const items = this.#items;
      this.#items = void 0;
      if (items === void 0)
        return;
      const report = (error) => this.#session.report(error);
      try {
        if (typeof items.return === "function")
          void when(items.return(), noop3, report);
      } catch (error) {
        report(error);
      }
    }
    /** @returns {boolean} false when it was answered before */
    #end() {
      if (this.#isAnswered)
        return false;
      this.#isAnswered = true;
      this.#forget();
      return true;
    }
  };
  freeze(Context.prototype);
  var noop3 = () => {
  };
  var NO_OPTIONS = (
    /** @type {CallOptions} */
    freeze({ __proto__: null })
  );
  var itemsOf = (outcome, isStream) => {
    if (!isObject(outcome))
      return void 0;
    const makeAsync = reflectGet(outcome, asyncIterator);
    if (typeof makeAsync === "function")
      return apply(makeAsync, outcome, []);
    if (!isStream)
      return void 0;
    const make = reflectGet(outcome, iterator);
    return typeof make === "function" ? apply(make, outcome, []) : void 0;
  };
  var either = (a, b) => {
    const { signal, abort } = newSignal();
    const stopA = onAbort(a, () => abort(a.reason));
    const stopB = onAbort(b, () => abort(b.reason));
    if (a.aborted)
      abort(a.reason);
    if (b.aborted)
      abort(b.reason);
    const release = () => {
      stopA();
      stopB();
    };
    return { signal, release };
  };

  // src/invoke.js
  var compilers = [eval, Function];
  var invoke = (params) => {
    if (!isArray(params) || typeof params[0] !== "string" || !isArray(params[1])) {
      throw invalid("params: expected the name of a function and an array of arguments");
    }
    const name = params[0];
    let owner;
    let found = global;
    for (let rest = name, dot = 0; dot >= 0; rest = stringSlice(rest, dot + 1)) {
      dot = stringIndexOf(rest, ".");
      if (!isObject(found))
        throw missing(name);
      owner = found;
      found = /** @type {Record<string, unknown>} */
      owner[dot < 0 ? rest : stringSlice(rest, 0, dot)];
    }
    if (typeof found !== "function" || found === compilers[0] || found === compilers[1])
      throw missing(name);
    return apply(found, owner === global ? void 0 : owner, params[1]);
  };
  var missing = (name) => new BridgeError("NOT_FOUND", `${name}: no such global function`);

  // src/suggest.js
  var LONGEST = 64;
  var distance = (a, b) => {
    const row = (
      /** @type {number[]} */
      list(b.length + 1, 0)
    );
    for (let at = 0; at <= b.length; at += 1)
      row[at] = at;
    for (let i = 1; i <= a.length; i += 1) {
      let diagonal = row[0];
      row[0] = i;
      for (let j = 1; j <= b.length; j += 1) {
        const above = row[j];
        row[j] = min(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] === b[j - 1] ? 0 : 1));
        diagonal = above;
      }
    }
    return row[b.length];
  };
  var nearest = (name, eachKnown) => {
    if (name.length > LONGEST)
      return void 0;
    let best = name.length < 4 ? 2 : 3;
    let found;
    eachKnown((known) => {
      if (known.length > LONGEST)
        return;
      const far = distance(name, known);
      if (far >= best)
        return;
      best = far;
      found = known;
    });
    return found;
  };

  // src/handlers.js
  var Handlers = class {
    #session;
    #call;
    /** @type {Map<string, Handler>} */
    #handlers = new MapOf();
    /** @type {Map<Id, Serving>} */
    #servings = new MapOf();
    /**
     * @param {Session} session
     * @param {NestedCall} call
     */
    constructor(session, call2) {
      this.#session = session;
      this.#call = call2;
    }
    get size() {
      return mapSize(this.#handlers);
    }
    /** How many streams this side produces. */
    get streams() {
      let count = 0;
      mapForEach(this.#servings, (serving) => void (count += serving.isStreaming ? 1 : 0));
      return count;
    }
    /**
     * @param {string} method
     * @param {Handler} handler
     * @returns {() => void} its undo
     */
    add(method, handler) {
      requireText(method, "method");
      if (typeof handler !== "function")
        throw invalid("handler: expected a function");
      if (mapHas(this.#handlers, method))
        throw new BridgeError("ALREADY_EXISTS", `${method}: is handled already`, { method });
      mapSet(this.#handlers, method, handler);
      return () => {
        if (mapGet(this.#handlers, method) === handler)
          mapDelete(this.#handlers, method);
      };
    }
    /**
     * @param {Id} id
     * @param {string} method
     * @param {unknown} params
     * @param {number | undefined} timeout
     * @param {number | undefined} credit
     */
    serve(id, method, params, timeout, credit) {
      if (mapHas(this.#servings, id)) {
        this.#session.late += 1;
        return;
      }
      const serving = new Serving(this.#session, id, method, timeout, credit, this.#call, () => mapDelete(this.#servings, id));
      mapSet(this.#servings, id, serving);
      const handler = mapGet(this.#handlers, method) ?? (method === "$/invoke" ? invoke : void 0);
      if (handler === void 0)
        serving.fail(this.#unknown(method));
      else
        serving.run(handler, params);
    }
    /**
     * @param {Id} id
     * @param {string} code
     */
    cancel(id, code) {
      mapGet(this.#servings, id)?.cancel(code);
    }
    /**
     * @param {Id} id
     * @param {number} items
     */
    credit(id, items) {
      mapGet(this.#servings, id)?.grant(items);
    }
    /**
     * @param {Id} id
     * @param {unknown} error
     */
    refuse(id, error) {
      this.#session.postError(ERROR, id, error);
    }
    /** @param {string} code */
    close(code) {
      mapForEach(this.#servings, (serving) => serving.cancel(code));
    }
    /** @param {string} method */
    #unknown(method) {
      const meant = nearest(method, (visit) => mapForEach(this.#handlers, (_, known) => visit(known)));
      const hint = meant === void 0 ? "" : `: did you mean ${meant}?`;
      return new BridgeError("UNIMPLEMENTED", `no handler is named ${method}${hint}`, { method });
    }
  };

  // src/base64.js
  var LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  var PAD = 61;
  var INVALID = 255;
  var codes = new Uint8ArrayOf(64);
  var values = new Uint8ArrayOf(128);
  for (let code = 0; code < 128; code += 1)
    values[code] = INVALID;
  for (let value = 0; value < 64; value += 1) {
    codes[value] = charCodeAt(LETTERS, value);
    values[codes[value]] = value;
  }
  var toBase64 = (bytes, length) => {
    let text = "";
    let at = 0;
    for (; at + 2 < length; at += 3) {
      const three = bytes[at] << 16 | bytes[at + 1] << 8 | bytes[at + 2];
      text += stringFromCharCode(codes[three >> 18], codes[three >> 12 & 63], codes[three >> 6 & 63], codes[three & 63]);
    }
    if (at === length)
      return text;
    const last = bytes[at] << 16 | (at + 1 < length ? bytes[at + 1] << 8 : 0);
    const third = at + 1 < length ? codes[last >> 6 & 63] : PAD;
    return text + stringFromCharCode(codes[last >> 18], codes[last >> 12 & 63], third, PAD);
  };
  var fromBase64 = (text) => {
    if (text.length % 4 !== 0)
      return void 0;
    let padding = 0;
    while (padding < 2 && padding < text.length && charCodeAt(text, text.length - 1 - padding) === PAD)
      padding += 1;
    const digits = text.length - padding;
    const buffer = new ArrayBufferOf(text.length / 4 * 3 - padding);
    const bytes = new Uint8ArrayOf(buffer);
    let bits = 0;
    let filled = 0;
    for (let at = 0; at < digits; at += 1) {
      const code = charCodeAt(text, at);
      const value = code < 128 ? values[code] : INVALID;
      if (value === INVALID)
        return void 0;
      bits = (bits << 6 | value) & 16777215;
      if (at % 4 !== 0)
        bytes[filled++] = bits >> (3 - at % 4) * 2;
    }
    return buffer;
  };

  // src/bytes.js
  var bytesName = (value) => {
    const name = typedArrayName(value);
    if (name !== void 0)
      return name;
    if (isView(value))
      return "DataView";
    arrayBufferByteLength(value);
    return "ArrayBuffer";
  };
  var bytesOf = (value) => {
    if (!isView(value))
      return new Uint8ArrayOf(
        /** @type {ArrayBuffer} */
        value
      );
    const isTyped = typedArrayName(value) !== void 0;
    const buffer = (
      /** @type {ArrayBuffer} */
      isTyped ? typedArrayBuffer(value) : dataViewBuffer(value)
    );
    const length = (
      /** @type {number} */
      isTyped ? typedArrayByteLength(value) : dataViewByteLength(value)
    );
    const offset = (
      /** @type {number} */
      isTyped ? typedArrayByteOffset(value) : dataViewByteOffset(value)
    );
    return new Uint8ArrayOf(buffer, offset, length);
  };
  var encodeBytes = (value) => {
    const bytes = bytesOf(value);
    return toBase64(
      bytes,
      /** @type {number} */
      typedArrayByteLength(bytes)
    );
  };
  var viewOf = (buffer, name) => {
    if (typedArrayName(buffer) === name)
      return buffer;
    if (isView(buffer))
      return void 0;
    if (name === "ArrayBuffer")
      return buffer;
    const View = name === "DataView" ? DataViewOf : viewClasses[name];
    if (View === void 0)
      return void 0;
    try {
      return new View(
        /** @type {ArrayBuffer} */
        buffer
      );
    } catch {
      return void 0;
    }
  };
  var decodeBytes = (text, name) => {
    const buffer = fromBase64(text);
    return buffer === void 0 ? void 0 : viewOf(buffer, name);
  };

  // src/brands.js
  var foreignKind = (value) => {
    const kind = stringSlice(objectToString(value), 8, -1);
    return kind === "Object" ? void 0 : kind;
  };
  var kindOf = (value, prototype) => {
    for (let at = prototype; at !== ObjectPrototype; at = getPrototypeOf(at)) {
      if (at === null)
        return foreignKind(value);
      const kind = mapGet(brands, at);
      if (kind !== void 0)
        return kind;
    }
    return void 0;
  };
  var unbox = (kind, value) => {
    switch (kind) {
      case "Boolean":
        return booleanValueOf(value);
      case "Number":
        return numberValueOf(value);
      case "String":
        return stringValueOf(value);
      case "BigInt":
        return bigIntValueOf(value);
      default:
        return symbolValueOf(value);
    }
  };
  var nameOfBytes = (value) => {
    try {
      return bytesName(value);
    } catch {
      return void 0;
    }
  };

  // src/thrown.js
  var contentOf = (error) => {
    const { name, message, code, data, stack, cause } = (
      /** @type {Content} */
      error
    );
    const content = (
      /** @type {Content} */
      { __proto__: null }
    );
    content.name = typeof name === "string" ? name : "Error";
    content.message = typeof message === "string" ? message : "";
    if (typeof code === "string")
      content.code = code;
    if (data !== void 0)
      content.data = data;
    if (BridgeError.isBridgeError(error) && typeof error.method === "string")
      content.method = error.method;
    if (typeof stack === "string")
      content.stack = stack;
    if (cause !== void 0)
      content.cause = cause;
    return content;
  };
  var codeOf = (name) => {
    if (name === "AbortError")
      return "CANCELLED";
    return name === "TimeoutError" ? "DEADLINE_EXCEEDED" : "UNKNOWN";
  };
  var describe = (value) => {
    if (typeof value === "string")
      return value;
    if (typeof value === "function")
      return "a function was thrown";
    return typeof value === "symbol" ? `${symbolToString(value)} was thrown` : `${StringOf(value)} was thrown`;
  };
  var answerTo = (thrown) => {
    if (typeof thrown !== "object" || thrown === null) {
      return (
        /** @type {Content} */
        { __proto__: null, name: "Error", message: describe(thrown), code: "UNKNOWN" }
      );
    }
    const content = contentOf(thrown);
    content.code ??= codeOf(content.name);
    const isError = kindOf(thrown, getPrototypeOf(thrown)) === "Error";
    if (!isError && content.message === "")
      content.message = "an object without a message was thrown";
    if (!isError && content.data === void 0)
      content.data = thrown;
    return content;
  };
  var plainAnswerTo = (thrown, why) => {
    const content = (
      /** @type {Content} */
      { __proto__: null, name: "Error", message: "", code: "UNKNOWN" }
    );
    for (let at = 0; at < 4; at += 1) {
      try {
        const key = PARTS[at];
        const part = (
          /** @type {Content} */
          thrown[key]
        );
        if (typeof part === "string")
          content[key] = part;
      } catch {
      }
    }
    if (content.message === "")
      content.message = `the error that was thrown cannot cross: ${BridgeError.isBridgeError(why) ? why.message : "it cannot be read"}`;
    return content;
  };
  var PARTS = ["name", "message", "code", "stack"];

  // src/refusal.js
  var FAILED = Symbol("failed");
  var LONGEST_PATH = 240;
  var isDigit = (letter) => letter >= "0" && letter <= "9";
  var isWord = (letter) => letter >= "a" && letter <= "z" || letter >= "A" && letter <= "Z" || isDigit(letter) || letter === "_" || letter === "$";
  var step = (key) => {
    if (key.length > LONGEST_PATH)
      return `[${stringify(stringSlice(key, 0, LONGEST_PATH))}...]`;
    let isName = key !== "" && !isDigit(key[0]);
    for (let at = 0; isName && at < key.length; at += 1)
      isName = isWord(key[at]);
    return isName ? `.${key}` : `[${stringify(key)}]`;
  };
  var shorten = (path) => path.length <= LONGEST_PATH ? path : `${stringSlice(path, 0, LONGEST_PATH / 2)}...${stringSlice(path, -LONGEST_PATH / 2)}`;
  var Refusal = class {
    #reason = "";
    #limit = "";
    #maximum = 0;
    /** @type {unknown} */
    #cause;
    #path = "";
    #loop = "";
    /** @type {unknown} */
    #deepest;
    /**
     * @param {string} reason
     * @param {unknown} [cause]
     */
    because(reason, cause) {
      this.#begin();
      this.#reason = reason;
      this.#cause = cause;
      return FAILED;
    }
    /**
     * @param {string} limit
     * @param {number} maximum
     */
    exceeds(limit, maximum) {
      this.#begin();
      this.#limit = limit;
      this.#maximum = maximum;
      return FAILED;
    }
    /**
     * Too deep, or a cycle: that shows when the walk comes back to the same object further out.
     *
     * @param {unknown} container
     * @param {number} maximum
     */
    tooDeep(container, maximum) {
      this.exceeds("depth", maximum);
      this.#deepest = container;
      return FAILED;
    }
    /**
     * @param {unknown} container
     * @param {string} segment the step into it that failed
     */
    within(container, segment) {
      this.#path = segment + this.#path;
      if (container !== this.#deepest)
        return FAILED;
      this.#limit = "";
      this.#reason = "a cycle cannot cross the bridge";
      this.#loop = this.#path;
      this.#path = "";
      return FAILED;
    }
    /** @param {string} label */
    error(label) {
      const where = shorten(label + this.#path + this.#loop);
      const error = this.#limit === "" ? invalid(`${where}: ${this.#reason}`, { cause: this.#cause }) : exceeded(where, this.#limit, this.#maximum);
      this.#begin();
      return error;
    }
    #begin() {
      this.#reason = "";
      this.#limit = "";
      this.#cause = void 0;
      this.#path = "";
      this.#loop = "";
      this.#deepest = void 0;
    }
  };

  // src/encoder.js
  var DEFAULT_LIMITS = { depth: 256, nodes: 1e6, messageBytes: 33554432 };
  var UNDEFINED = (
    /** @type {Members} */
    { __proto__: null, $undefined: true }
  );
  var numberName = (value) => value === 0 ? "-0" : `${value}`;
  var Encoder = class {
    #limits;
    #inline;
    // What `encode` made: fields, so that a call allocates no result object.
    tag = TAG_VALUE;
    /** @type {unknown} */
    body;
    /** @type {unknown[] | undefined} */
    attachments;
    // The pass under way.
    #nodes = 0;
    #isPolluted = false;
    /** @type {Map<number, unknown> | undefined} */
    #found;
    #refusal = new Refusal();
    /**
     * @param {Limits} limits
     * @param {boolean} inline whether bytes go into the text as base64
     */
    constructor(limits, inline) {
      this.#limits = limits;
      this.#inline = inline;
    }
    /**
     * Leaves tag, body and attachments in this object's fields. Throws a `BridgeError` when the value cannot cross.
     *
     * @param {unknown} value
     * @param {string} label what the value is to its sender: the beginning of every path
     */
    encode(value, label) {
      switch (typeof value) {
        case "string":
          if (value.length > this.#limits.messageBytes)
            throw exceeded(label, "messageBytes", this.#limits.messageBytes);
          break;
        case "object":
          if (value !== null)
            return this.#encodeText(value, label);
          break;
        case "bigint":
        case "function":
        case "symbol":
          return this.#encodeText(value, label);
      }
      this.tag = TAG_VALUE;
      this.body = value;
      this.attachments = void 0;
    }
    /**
     * Bridge JSON of any value, for carriers of text. Its attachments are left in the field.
     *
     * @param {unknown} value
     * @param {string} label
     * @returns {string}
     */
    text(value, label) {
      this.#encodeText(value, label);
      return (
        /** @type {string} */
        this.body
      );
    }
    /**
     * @param {unknown} value
     * @param {string} label
     */
    #encodeText(value, label) {
      const nodes = this.#nodes;
      const found = this.#found;
      this.#nodes = 0;
      this.#found = void 0;
      try {
        const tree = this.#tree(value, label);
        const text = this.#stringify(tree, label);
        this.tag = TAG_TEXT;
        this.body = text;
        this.attachments = this.#collect(label);
      } finally {
        this.#nodes = nodes;
        this.#found = found;
      }
    }
    /**
     * @param {unknown} value
     * @param {string} label
     */
    #tree(value, label) {
      let tree;
      try {
        this.#isPolluted = "toJSON" in ArrayPrototype;
        tree = this.#value(value, this.#limits.depth);
      } catch {
        throw exceeded(label, "depth", this.#limits.depth);
      }
      if (tree === FAILED)
        throw this.#refusal.error(label);
      return tree;
    }
    /**
     * @param {unknown} tree
     * @param {string} label
     */
    #stringify(tree, label) {
      const { messageBytes } = this.#limits;
      let text;
      try {
        text = stringify(tree);
      } catch {
        throw exceeded(label, "messageBytes", messageBytes);
      }
      if (text.length > messageBytes)
        throw exceeded(label, "messageBytes", messageBytes);
      return text;
    }
    /** @param {string} label */
    #collect(label) {
      const found = this.#found;
      if (found === void 0)
        return void 0;
      const attachments = list(mapSize(found));
      mapForEach(found, (bytes, index) => {
        this.#requireAttached(bytes, label);
        attachments[index] = bytes;
      });
      return attachments;
    }
    /**
     * A getter later in the same value may have detached bytes that were whole when they were met.
     *
     * @param {unknown} bytes
     * @param {string} label
     */
    #requireAttached(bytes, label) {
      try {
        bytesOf(bytes);
      } catch (cause) {
        throw invalid(`${label}: a detached buffer cannot cross the bridge`, { cause });
      }
    }
    /**
     * @param {unknown} value
     * @param {number} depth how many more containers may follow
     * @returns {unknown} what JSON can say, or FAILED
     */
    #value(value, depth) {
      this.#nodes += 1;
      switch (typeof value) {
        case "string":
          return value;
        case "boolean":
          return value;
        case "number":
          return value - value === 0 && (value !== 0 || 1 / value > 0) ? value : { __proto__: null, $number: numberName(value) };
        case "undefined":
          return UNDEFINED;
        case "bigint":
          return { __proto__: null, $bigint: `${value}` };
        case "object":
          return value === null ? null : this.#container(value, depth);
        default:
          return this.#refusal.because(`a ${typeof value} cannot cross the bridge`);
      }
    }
    /**
     * @param {object} value
     * @param {number} depth
     */
    #container(value, depth) {
      const { nodes } = this.#limits;
      if (depth === 0)
        return this.#refusal.tooDeep(value, this.#limits.depth);
      if (this.#nodes > nodes)
        return this.#refusal.exceeds("nodes", nodes);
      let elements;
      let members;
      let kind;
      try {
        if (isArray(value)) {
          if (value.length > nodes - this.#nodes)
            return this.#refusal.exceeds("nodes", nodes);
          elements = arrayToSpliced(value, 0, 0);
        } else {
          const prototype = getPrototypeOf(value);
          if (prototype !== ObjectPrototype && prototype !== null)
            kind = kindOf(value, prototype);
          if (kind === void 0)
            members = /** @type {Members} */
            { __proto__: null, ...value };
        }
      } catch (cause) {
        return this.#readSlowly(value, depth, cause);
      }
      if (elements !== void 0)
        return this.#array(value, elements, depth);
      if (members !== void 0)
        return this.#object(value, members, depth);
      return this.#special(
        /** @type {string} */
        kind,
        value,
        depth
      );
    }
    /**
     * @param {object} owner
     * @param {unknown[]} elements a copy, in which the elements are replaced
     * @param {number} depth
     */
    #array(owner, elements, depth) {
      if (this.#isPolluted)
        hide(elements, "toJSON", void 0);
      for (let at = 0; at < elements.length; at += 1) {
        const element = elements[at];
        const crossed = this.#value(element, depth - 1);
        if (crossed === FAILED)
          return this.#refusal.within(owner, `[${at}]`);
        if (crossed !== element)
          elements[at] = crossed;
      }
      return elements;
    }
    /**
     * @param {object} owner
     * @param {Members} members a copy, in which the members are replaced
     * @param {number} depth
     */
    #object(owner, members, depth) {
      let count = 0;
      let last = "";
      for (const key in members) {
        const member = members[key];
        const crossed = this.#value(member, depth - 1);
        if (crossed === FAILED)
          return this.#refusal.within(owner, step(key));
        if (crossed !== member)
          members[key] = crossed;
        count += 1;
        last = key;
      }
      return count === 1 && last[0] === "$" ? { __proto__: null, $object: members } : members;
    }
    /**
     * Reads again, property by property, to say which one could not be read.
     *
     * @param {object} value
     * @param {number} depth
     * @param {unknown} cause
     */
    #readSlowly(value, depth, cause) {
      const members = (
        /** @type {Members} */
        { __proto__: null }
      );
      let key = "";
      let isReading = false;
      try {
        const keys = objectKeys(value);
        isReading = true;
        for (let at = 0; at < keys.length; at += 1) {
          key = keys[at];
          members[key] = /** @type {Members} */
          value[key];
        }
        isReading = false;
        if (!isArray(value))
          return this.#object(value, members, depth);
      } catch (failure) {
        cause = failure;
      }
      this.#refusal.because("it cannot be read", cause);
      if (!isReading)
        return FAILED;
      return this.#refusal.within(value, isArray(value) ? `[${key}]` : step(key));
    }
    /**
     * @param {string} kind
     * @param {object} value
     * @param {number} depth
     */
    #special(kind, value, depth) {
      switch (kind) {
        case "Date":
        case "Map":
        case "Set":
        case "Boolean":
        case "Number":
        case "String":
        case "BigInt":
        case "Symbol":
          return this.#branded(kind, value, depth);
        case "Error":
          return this.#error(value, depth);
        case "SharedArrayBuffer":
        case "RegExp":
        case "Promise":
        case "WeakMap":
        case "WeakSet":
        case "WeakRef":
        case "FinalizationRegistry":
          return this.#refusal.because(`a ${kind} cannot cross the bridge`);
      }
      const name = nameOfBytes(value);
      return name === void 0 ? this.#instance(value, depth) : this.#bytes(value, name);
    }
    /**
     * An object that claims a class: its brand has the last word.
     *
     * @param {string} kind
     * @param {object} value
     * @param {number} depth
     */
    #branded(kind, value, depth) {
      let inside;
      try {
        if (kind === "Date")
          inside = dateGetTime(value);
        else if (kind === "Map")
          inside = list(mapSize(value));
        else if (kind === "Set")
          inside = list(setSize(value));
        else
          inside = unbox(kind, value);
      } catch {
        return this.#instance(value, depth);
      }
      if (kind === "Date")
        return { __proto__: null, $date: inside === inside ? inside : null };
      if (kind === "Map")
        return this.#map(
          value,
          /** @type {unknown[]} */
          inside,
          depth
        );
      if (kind === "Set")
        return this.#set(
          value,
          /** @type {unknown[]} */
          inside,
          depth
        );
      return this.#value(inside, depth);
    }
    /**
     * @param {object} map
     * @param {unknown[]} entries as many as the map has
     * @param {number} depth
     */
    #map(map, entries, depth) {
      let count = 0;
      mapForEach(map, (value, key) => void (entries[count++] = [key, value]));
      const crossed = this.#array(map, entries, depth);
      return crossed === FAILED ? FAILED : { __proto__: null, $map: crossed };
    }
    /**
     * @param {object} set
     * @param {unknown[]} elements as many as the set has
     * @param {number} depth
     */
    #set(set, elements, depth) {
      let count = 0;
      setForEach(set, (element) => void (elements[count++] = element));
      const crossed = this.#array(set, elements, depth);
      return crossed === FAILED ? FAILED : { __proto__: null, $set: crossed };
    }
    /**
     * An instance of a class of its own crosses as its own properties.
     *
     * @param {object} value
     * @param {number} depth
     */
    #instance(value, depth) {
      let members;
      try {
        members = /** @type {Members} */
        { __proto__: null, ...value };
      } catch (cause) {
        return this.#readSlowly(value, depth, cause);
      }
      return this.#object(value, members, depth);
    }
    /**
     * @param {object} error
     * @param {number} depth
     */
    #error(error, depth) {
      let content;
      try {
        content = contentOf(error);
      } catch (cause) {
        return this.#refusal.because("it cannot be read", cause);
      }
      const crossed = this.#object(error, content, depth);
      return crossed === FAILED ? FAILED : { __proto__: null, $error: crossed };
    }
    /**
     * @param {object} value
     * @param {string} name
     */
    #bytes(value, name) {
      try {
        if (this.#inline)
          return this.#bytesTag(encodeBytes(value), name);
        bytesOf(value);
      } catch (cause) {
        return this.#refusal.because("a detached buffer cannot cross the bridge", cause);
      }
      const found = this.#found ??= new MapOf();
      const index = mapSize(found);
      mapSet(found, index, value);
      return this.#bytesTag(index, name);
    }
    /**
     * @param {unknown} bytes
     * @param {string} name
     */
    #bytesTag(bytes, name) {
      const content = [bytes, name];
      if (this.#isPolluted)
        hide(content, "toJSON", void 0);
      return { __proto__: null, $bytes: content };
    }
  };

  // src/decoder.js
  var MOST_DIGITS = 4096;
  var isBigIntText = (text) => {
    if (typeof text !== "string" || text.length > MOST_DIGITS)
      return false;
    const first = text[0] === "-" ? 1 : 0;
    if (text.length === first)
      return false;
    for (let at = first; at < text.length; at += 1) {
      if (text[at] < "0" || text[at] > "9")
        return false;
    }
    return true;
  };
  var own = (object, key) => typeof object === "object" && object !== null && hasOwn(object, key) ? (
    /** @type {Members} */
    object[key]
  ) : void 0;
  var textOr = (value, fallback) => typeof value === "string" ? value : fallback;
  var errorFrom = (content) => {
    const message = textOr(own(content, "message"), "");
    const code = own(content, "code");
    const cause = own(content, "cause");
    const stack = own(content, "stack");
    const name = textOr(own(content, "name"), "Error");
    let error;
    if (typeof code === "string") {
      const method = own(content, "method");
      error = new BridgeError(code, message, { data: own(content, "data"), cause, method: typeof method === "string" ? method : void 0 });
    } else {
      const known = (
        /** @type {Record<string, ErrorConstructor | undefined>} */
        /** @type {unknown} */
        errorClasses[name]
      );
      error = new (known ?? errorClasses.Error)(message);
      if (known === void 0)
        hide(error, "name", name);
      if (cause !== void 0)
        hide(error, "cause", cause);
      if (hasOwn(content, "data"))
        hide(error, "data", own(content, "data"));
    }
    if (typeof stack === "string")
      hide(error, "stack", stack);
    return error;
  };
  var Reviver = class {
    #attachments;
    #depth;
    /**
     * @param {unknown[] | undefined} attachments
     * @param {number} depth
     */
    constructor(attachments, depth) {
      this.#attachments = attachments;
      this.#depth = depth;
    }
    /**
     * @param {unknown} value what `JSON.parse` made: changed in place
     * @param {number} depth
     * @returns {unknown}
     */
    revive(value, depth) {
      if (typeof value !== "object" || value === null)
        return value;
      if (depth === 0)
        throw exceeded("message", "depth", this.#depth);
      if (isArray(value))
        return this.#elements(value, depth);
      const keys = objectKeys(value);
      if (keys.length !== 1 || keys[0][0] !== "$")
        return this.#members(
          /** @type {Members} */
          value,
          keys,
          depth
        );
      return this.#tagged(
        /** @type {Members} */
        value,
        keys,
        depth
      );
    }
    /**
     * @param {unknown[]} elements
     * @param {number} depth
     */
    #elements(elements, depth) {
      for (let at = 0; at < elements.length; at += 1) {
        const element = elements[at];
        if (typeof element === "object")
          elements[at] = this.revive(element, depth - 1);
      }
      return elements;
    }
    /**
     * @param {Members} members
     * @param {string[]} keys
     * @param {number} depth
     */
    #members(members, keys, depth) {
      for (let at = 0; at < keys.length; at += 1) {
        const key = keys[at];
        const member = members[key];
        if (typeof member === "object")
          members[key] = this.revive(member, depth - 1);
      }
      return members;
    }
    /**
     * @param {Members} object with the one key
     * @param {string[]} keys
     * @param {number} depth
     */
    #tagged(object, keys, depth) {
      const content = object[keys[0]];
      switch (keys[0]) {
        case "$undefined":
          return content === true ? void 0 : object;
        case "$number":
          return numberNamed(content) ?? object;
        case "$bigint":
          return isBigIntText(content) ? BigIntOf(content) : object;
        case "$date":
          if (content === null)
            return new DateOf(NaN);
          return typeof content === "number" ? new DateOf(content) : object;
        case "$bytes":
          return this.#bytes(content) ?? object;
        case "$object":
          if (!isMembers(content))
            break;
          return this.#members(content, objectKeys(content), depth);
        case "$error":
          if (!isMembers(content))
            break;
          return errorFrom(this.#members(content, objectKeys(content), depth));
        case "$map":
          if (!isArray(content) || !isPairs(content))
            break;
          return this.#map(content, depth);
        case "$set":
          if (!isArray(content))
            break;
          return this.#set(content, depth);
      }
      return this.#members(object, keys, depth);
    }
    /**
     * @param {unknown[]} entries
     * @param {number} depth
     */
    #map(entries, depth) {
      this.#elements(entries, depth);
      const map = new MapOf();
      for (let at = 0; at < entries.length; at += 1) {
        const entry = (
          /** @type {unknown[]} */
          entries[at]
        );
        mapSet(map, entry[0], entry[1]);
      }
      return map;
    }
    /**
     * @param {unknown[]} elements
     * @param {number} depth
     */
    #set(elements, depth) {
      this.#elements(elements, depth);
      const set = new SetOf();
      for (let at = 0; at < elements.length; at += 1)
        setAdd(set, elements[at]);
      return set;
    }
    /** @param {unknown} content */
    #bytes(content) {
      if (!isArray(content) || content.length !== 2)
        return void 0;
      const bytes = content[0];
      const name = content[1];
      if (typeof name !== "string")
        return void 0;
      if (typeof bytes === "string")
        return decodeBytes(bytes, name);
      const attachments = this.#attachments;
      if (attachments === void 0 || !isSafeInteger(bytes) || bytes < 0 || bytes >= attachments.length)
        return void 0;
      return viewOf(attachments[bytes], name);
    }
  };
  var isMembers = (value) => typeof value === "object" && value !== null && !isArray(value);
  var isPairs = (entries) => {
    for (let at = 0; at < entries.length; at += 1) {
      const entry = entries[at];
      if (!isArray(entry) || entry.length !== 2)
        return false;
    }
    return true;
  };
  var numberNamed = (name) => {
    if (name === "NaN")
      return NaN;
    if (name === "Infinity")
      return Infinity;
    if (name === "-Infinity")
      return -Infinity;
    return name === "-0" ? -0 : void 0;
  };
  var revive = (tree, attachments, depth) => new Reviver(attachments, depth).revive(tree, depth);
  var decode = (text, attachments, depth) => {
    const tree = parse(text);
    return stringIncludes(text, '{"$') ? revive(tree, attachments, depth) : tree;
  };

  // src/session.js
  var Session = class {
    link;
    limits;
    encoder;
    now;
    hasBackstop;
    /** Answers to nobody: late, duplicate or forged ones. */
    late = 0;
    /** @type {BridgeError | undefined} */
    closed;
    #reportError;
    #lastId = 0;
    /**
     * @param {Link} link
     * @param {Options} options
     */
    constructor(link, options) {
      this.link = link;
      const { depth, nodes, messageBytes } = options.limits ?? DEFAULT_LIMITS;
      this.limits = {
        depth: depth ?? DEFAULT_LIMITS.depth,
        nodes: nodes ?? DEFAULT_LIMITS.nodes,
        messageBytes: messageBytes ?? DEFAULT_LIMITS.messageBytes
      };
      this.encoder = new Encoder(this.limits, link.inline === true);
      this.hasBackstop = options.backstop === true;
      this.now = options.now ?? dateNow;
      this.#reportError = options.reportError ?? surface;
    }
    /** An id that no other call of this bridge has, had or will have. */
    nextId() {
      if (this.#lastId === MAX_SAFE_INTEGER)
        throw new BridgeError("RESOURCE_EXHAUSTED", "this bridge has no ids left");
      this.#lastId += 1;
      return this.#lastId;
    }
    requireOpen() {
      if (this.closed === void 0)
        return;
      throw new BridgeError("UNAVAILABLE", `the bridge is closed: ${this.closed.message}`);
    }
    /** @param {unknown} error */
    report(error) {
      try {
        this.#reportError(error);
      } catch (failure) {
        surface(failure);
      }
    }
    /**
     * Sends the request and answers what the link answers. Throws a `BridgeError` only.
     *
     * @param {number} id
     * @param {string} method
     * @param {number | undefined} timeout
     * @param {number | undefined} credit
     */
    send(id, method, timeout, credit) {
      const { encoder } = this;
      const { tag, body, attachments } = encoder;
      encoder.body = void 0;
      encoder.attachments = void 0;
      try {
        return this.link.call(id, method, tag, body, attachments, timeout, credit);
      } catch (cause) {
        if (BridgeError.isBridgeError(cause))
          throw cause;
        throw new BridgeError("UNAVAILABLE", `${method}: the call could not be sent`, { cause, method });
      }
    }
    /**
     * Posts what the encoder has just encoded.
     *
     * @param {number} kind
     * @param {Id} id
     */
    postEncoded(kind, id) {
      const { encoder } = this;
      const { tag, body, attachments } = encoder;
      encoder.body = void 0;
      encoder.attachments = void 0;
      this.#post(kind, id, tag, body, attachments);
    }
    /**
     * Posts a primitive that needs no encoding.
     *
     * @param {number} kind
     * @param {Id} id
     * @param {string | number | undefined} value
     */
    postPlain(kind, id, value) {
      this.#post(kind, id, TAG_VALUE, value, void 0);
    }
    /**
     * Posts whatever was thrown: as much of it as can cross.
     *
     * @param {number} kind
     * @param {Id} id
     * @param {unknown} thrown
     */
    postError(kind, id, thrown) {
      const { encoder } = this;
      let text;
      try {
        text = encoder.text(answerTo(thrown), "error");
      } catch (why) {
        text = encoder.text(plainAnswerTo(thrown, why), "error");
      }
      const { attachments } = encoder;
      this.#post(kind, id, TAG_TEXT, text, attachments);
    }
    /**
     * @param {string} text
     * @param {Attachments} attachments
     */
    decode(text, attachments) {
      return decode(text, attachments, this.limits.depth);
    }
    /**
     * The error that the other side answered with.
     *
     * @param {unknown} given the `$error` content: its text, or the parsed object where a link had to parse it
     * @param {Attachments} attachments
     * @param {string} method
     * @param {unknown} trace where the call was made
     * @returns {BridgeError}
     */
    errorFrom(given, attachments, method, trace) {
      let content;
      try {
        content = revive(typeof given === "string" ? parse(given) : given, attachments, this.limits.depth);
      } catch (cause) {
        return new BridgeError("INTERNAL", `${method}: the answer's error cannot be read`, { cause, method });
      }
      const error = new BridgeError(textOr(own(content, "code"), "UNKNOWN"), textOr(own(content, "message"), ""), {
        data: own(content, "data"),
        cause: own(content, "cause"),
        method: textOr(own(content, "method"), method)
      });
      retrace(error, trace, own(content, "stack"));
      return error;
    }
    /**
     * A link that cannot post loses its message, never the caller's control flow.
     *
     * @param {number} kind
     * @param {Id} id
     * @param {number} tag
     * @param {unknown} body
     * @param {Attachments} attachments
     */
    #post(kind, id, tag, body, attachments) {
      if (this.closed !== void 0)
        return;
      try {
        this.link.post(kind, id, tag, body, attachments);
      } catch (error) {
        this.report(error);
      }
    }
  };

  // src/queue.js
  var Queue = class {
    /** @type {Link<T> | undefined} */
    #first;
    /** @type {Link<T> | undefined} */
    #last;
    size = 0;
    /** @param {T} value */
    add(value) {
      const link = { value, next: void 0 };
      if (this.#last === void 0)
        this.#first = link;
      else
        this.#last.next = link;
      this.#last = link;
      this.size += 1;
    }
    /** @returns {T | undefined} */
    take() {
      const link = this.#first;
      if (link === void 0)
        return void 0;
      this.#first = link.next;
      if (link.next === void 0)
        this.#last = void 0;
      this.size -= 1;
      return link.value;
    }
  };

  // src/streams.js
  var DEFAULT_BUFFER = 16;
  var bufferFrom = (buffer = DEFAULT_BUFFER) => {
    if (isSafeInteger(buffer) && /** @type {number} */
    buffer > 0)
      return (
        /** @type {number} */
        buffer
      );
    throw invalid("buffer: expected a whole number of items, at least 1");
  };
  var done = () => promiseResolve({ value: void 0, done: true });
  var Reader = class {
    #streams;
    #session;
    #method;
    #params;
    #options;
    #id = 0;
    /** @type {"idle" | "open" | "over"} */
    #state = "idle";
    /** @type {Queue<unknown>} */
    #items = new Queue();
    /** @type {Queue<{ resolve: (value: unknown) => void, reject: (error: unknown) => void }>} */
    #waiters = new Queue();
    /** @type {BridgeError | undefined} */
    #error;
    #buffer = DEFAULT_BUFFER;
    #consumed = 0;
    /** @type {(() => void) | undefined} */
    #unlisten;
    /**
     * @param {Streams} streams
     * @param {Session} session
     * @param {string} method
     * @param {unknown} params
     * @param {StreamOptions | null | undefined} options
     */
    constructor(streams, session, method, params, options) {
      this.#streams = streams;
      this.#session = session;
      this.#method = method;
      this.#params = params;
      this.#options = options;
    }
    next() {
      if (this.#state === "idle")
        this.#start();
      if (this.#items.size > 0)
        return promiseResolve({ value: this.#takeItem(), done: false });
      const error = this.#error;
      if (error !== void 0) {
        this.#error = void 0;
        return promiseReject(error);
      }
      if (this.#state !== "open")
        return done();
      const promise = newPromise();
      this.#waiters.add({ resolve: lastResolve, reject: lastReject });
      return promise;
    }
    /** Ends the stream from this side; the producer is told. */
    stop() {
      if (this.#state === "open")
        this.#cancel("CANCELLED");
      this.#state = "over";
      this.#error = void 0;
      this.#items = new Queue();
      this.#finish();
    }
    /** @param {unknown} value */
    item(value) {
      if (this.#state !== "open")
        return;
      const waiter = this.#waiters.take();
      if (waiter !== void 0) {
        this.#consume();
        waiter.resolve({ value, done: false });
        return;
      }
      if (this.#items.size < this.#buffer) {
        this.#items.add(value);
        return;
      }
      this.#cancel("RESOURCE_EXHAUSTED");
      this.fail(
        new BridgeError("RESOURCE_EXHAUSTED", `${this.#method}: more items than were granted: exceeds the limit buffer (${this.#buffer})`, {
          data: { limit: "buffer", maximum: this.#buffer },
          method: this.#method
        })
      );
    }
    /** The other side has no more items; those that wait here are still read. */
    end() {
      if (this.#state !== "open")
        return;
      this.#state = "over";
      this.#finish();
    }
    /** @param {unknown} error */
    fail(error) {
      if (this.#state === "over")
        return;
      this.#state = "over";
      const waiter = this.#waiters.take();
      if (waiter !== void 0)
        waiter.reject(error);
      else
        this.#error = /** @type {BridgeError} */
        error;
      this.#finish();
    }
    /**
     * @param {unknown} content the `$error` content
     * @param {unknown[] | undefined} attachments
     */
    failEncoded(content, attachments) {
      this.fail(this.#session.errorFrom(content, attachments, this.#method, void 0));
    }
    /**
     * @param {string} code
     * @param {string} message
     */
    close(code, message) {
      this.fail(new BridgeError(code, message, { method: this.#method }));
    }
    #start() {
      this.#state = "open";
      const session = this.#session;
      const method = this.#method;
      try {
        requireText(method, "method");
        const { timeout: time, signal: anySignal, buffer } = this.#options ?? NO_OPTIONS2;
        const timeout = timeoutFrom(time);
        const signal = signalFrom(anySignal);
        this.#buffer = bufferFrom(buffer);
        session.requireOpen();
        requireTime(timeout, signal);
        session.encoder.encode(this.#params, "params");
        this.#params = void 0;
        this.#id = session.nextId();
        this.#streams.add(this.#id, this);
        const answer = session.send(this.#id, method, timeout, this.#buffer);
        if (answer !== void 0)
          this.end();
        else if (signal !== void 0)
          this.#watch(signal);
      } catch (error) {
        this.fail(localError(error, method));
      }
    }
    /** @param {SignalLike} signal */
    #watch(signal) {
      const abort = () => {
        if (this.#state !== "open")
          return;
        this.#cancel("CANCELLED");
        this.#items = new Queue();
        const error = cancelled(signal.reason);
        hide(error, "method", this.#method);
        this.fail(error);
      };
      this.#unlisten = onAbort(signal, abort);
      if (signal.aborted)
        abort();
    }
    #takeItem() {
      const value = this.#items.take();
      this.#consume();
      return value;
    }
    /** Grants again once half of the buffer was read: one message for many items. */
    #consume() {
      this.#consumed += 1;
      if (this.#state !== "open" || this.#consumed < ceil(this.#buffer / 2))
        return;
      const items = this.#consumed;
      this.#consumed = 0;
      this.#session.postPlain(CREDIT, this.#id, items);
    }
    /** @param {string} code */
    #cancel(code) {
      this.#session.postPlain(CANCEL, this.#id, code);
    }
    #finish() {
      this.#streams.remove(this.#id);
      const unlisten = this.#unlisten;
      this.#unlisten = void 0;
      try {
        unlisten?.();
      } catch (error) {
        this.#session.report(error);
      }
      for (let waiter = this.#waiters.take(); waiter !== void 0; waiter = this.#waiters.take()) {
        waiter.resolve({ value: void 0, done: true });
      }
    }
  };
  var NO_OPTIONS2 = (
    /** @type {StreamOptions} */
    freeze({ __proto__: null })
  );
  var Streams = class {
    #session;
    /** @type {Map<number, Reader>} */
    #readers = new MapOf();
    /** @param {Session} session */
    constructor(session) {
      this.#session = session;
    }
    get size() {
      return mapSize(this.#readers);
    }
    /**
     * @param {string} method
     * @param {unknown} params
     * @param {StreamOptions | null | undefined} options
     * @returns {AsyncIterableIterator<unknown>}
     */
    open(method, params, options) {
      const reader = new Reader(this, this.#session, method, params, options);
      const iterator2 = {
        next: () => (
          /** @type {Promise<IteratorResult<unknown>>} */
          reader.next()
        ),
        return: (value) => {
          reader.stop();
          return promiseResolve({ value, done: true });
        },
        throw: (error) => {
          reader.stop();
          return promiseReject(error);
        },
        [asyncIterator]: () => iterator2
      };
      return (
        /** @type {AsyncIterableIterator<unknown>} */
        /** @type {unknown} */
        freeze(iterator2)
      );
    }
    /**
     * @param {number} id
     * @returns {Reader | undefined}
     */
    reader(id) {
      return mapGet(this.#readers, id);
    }
    /**
     * @param {number} id
     * @param {Reader} reader
     */
    add(id, reader) {
      mapSet(this.#readers, id, reader);
    }
    /** @param {number} id */
    remove(id) {
      mapDelete(this.#readers, id);
    }
    /**
     * @param {string} code
     * @param {string} message
     */
    close(code, message) {
      mapForEach(this.#readers, (reader) => reader.close(code, message));
    }
  };

  // src/safe-proxy.js
  var MOST_KEPT = 1024;
  var reserved = /* @__PURE__ */ new Map();
  for (const name of [...getOwnPropertyNames(ObjectPrototype), "then", "catch", "finally", "toJSON", "inspect", "nodeType"]) {
    reserved.set(name, void 0);
  }
  var no = () => false;
  for (const name of ["hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable"])
    reserved.set(name, no);
  var nothing = (
    /** @type {object} */
    freeze({ __proto__: null })
  );
  var refuse = () => false;
  var safeProxy = (name, tag, make) => {
    const kept = new MapOf();
    const print = () => name;
    const get = (_, key) => {
      if (key === toPrimitive)
        return print;
      if (key === toStringTag)
        return tag;
      if (typeof key === "symbol")
        return void 0;
      if (key === "toString" || key === "toLocaleString" || key === "valueOf")
        return print;
      if (mapHas(reserved, key))
        return mapGet(reserved, key);
      const known = mapGet(kept, key);
      if (known !== void 0)
        return known;
      const made = make(key);
      if (mapSize(kept) < MOST_KEPT)
        mapSet(kept, key, made);
      return made;
    };
    return new ProxyBase(
      nothing,
      /** @type {ProxyHandler<object>} */
      {
        __proto__: null,
        get,
        has: (_, key) => typeof key === "string" && !mapHas(reserved, key),
        set: refuse,
        defineProperty: refuse,
        deleteProperty: refuse,
        setPrototypeOf: refuse
      }
    );
  };

  // src/plugins.js
  var makePlugins = (call2, on) => safeProxy(
    "[bridge.plugins]",
    "Plugins",
    (plugin) => safeProxy(`[bridge.plugins.${plugin}]`, "Plugin", (member) => {
      const name = `${plugin}.${member}`;
      if (member !== "on")
        return (params, options) => call2(name, params, options);
      return (event, listener, options) => on(`${plugin}.${event}`, listener, options);
    })
  );

  // src/receiver.js
  var makeReceive = ({ session, calls, streams, events, handlers }) => {
    const settle = (id, value) => {
      if (calls.resolve(
        /** @type {number} */
        id,
        value
      ))
        return;
      const reader = streams.reader(
        /** @type {number} */
        id
      );
      if (reader !== void 0)
        reader.end();
      else
        session.late += 1;
    };
    const fail = (id, content, attachments) => {
      if (calls.rejectEncoded(
        /** @type {number} */
        id,
        content,
        attachments
      ))
        return;
      const reader = streams.reader(
        /** @type {number} */
        id
      );
      if (reader !== void 0)
        reader.failEncoded(content, attachments);
      else
        session.late += 1;
    };
    const failLocally = (id, error) => {
      const failure = BridgeError.isBridgeError(error) ? error : new BridgeError("INTERNAL", "the answer cannot be read", { cause: error });
      if (calls.reject(
        /** @type {number} */
        id,
        failure
      ))
        return;
      streams.reader(
        /** @type {number} */
        id
      )?.fail(failure);
    };
    const decoded = (id, body, deliver) => {
      let value;
      try {
        value = session.decode(body[0], body[1]);
      } catch (error) {
        failLocally(id, error);
        return;
      }
      deliver(id, value);
    };
    const progress = (id, value) => calls.progress(
      /** @type {number} */
      id,
      value
    );
    const item = (id, value) => streams.reader(
      /** @type {number} */
      id
    )?.item(value);
    const request = (id, body) => {
      let params;
      try {
        params = session.decode(body[1], body[2]);
      } catch (error) {
        handlers.refuse(id, error);
        return;
      }
      handlers.serve(id, body[0], params, body[3], body[4]);
    };
    const close = (body) => {
      if (session.closed !== void 0)
        return;
      const code = textOr(body[0], "UNAVAILABLE");
      const message = textOr(body[1], "the bridge was closed");
      session.closed = new BridgeError(code, message);
      calls.close(code, message);
      streams.close(code, message);
      events.close(code, message);
      handlers.close(code);
    };
    const one = (kind, id, body) => {
      switch (kind) {
        case RESULT:
          return settle(id, body);
        case RESULT_ENCODED:
          return decoded(id, body, settle);
        case ERROR:
          return fail(id, body[0], body[1]);
        case PROGRESS:
          return progress(id, body);
        case PROGRESS_ENCODED:
          return decoded(id, body, progress);
        case ITEM:
          return item(id, body);
        case ITEM_ENCODED:
          return decoded(id, body, item);
        case EVENT:
          return events.emit(body[0], body[1]);
        case EVENT_ENCODED:
          if (events.hears(body[0]))
            events.emit(body[0], session.decode(body[1], body[2]));
          return;
        case REQUEST:
          return handlers.serve(id, body[0], body[1], body[2], body[3]);
        case REQUEST_ENCODED:
          return request(id, body);
        case CANCEL:
          return handlers.cancel(id, textOr(body, "CANCELLED"));
        case CREDIT:
          return handlers.credit(id, body);
        case CLOSE:
          return close(body);
        default:
          throw new BridgeError("INTERNAL", `no message is of kind ${kind}`);
      }
    };
    const guarded = (kind, id, body) => {
      try {
        one(kind, id, body);
      } catch (error) {
        session.report(error);
      }
    };
    return function receive(kind, id, body) {
      guarded(kind, id, body);
      for (let at = 3; at < arguments.length; at += 3)
        guarded(arguments[at], arguments[at + 1], arguments[at + 2]);
    };
  };

  // src/version.js
  var version = "0.1.0";

  // src/bridge.js
  var createBridge = (link, options = {}) => {
    const session = new Session(link, options);
    const calls = new Calls(session);
    const streams = new Streams(session);
    const chain = new Chain(({ method, params, options: given }) => calls.call(method, params, given));
    const call2 = (method, params, given) => {
      if (chain.isEmpty)
        return calls.call(method, params, given);
      return chain.run({ method, params, options: given });
    };
    const events = new Events(session, (method, params) => calls.call(method, params, void 0));
    const handlers = new Handlers(session, call2);
    const on = (event, listener, given) => events.on(event, listener, given);
    link.open?.(makeReceive({ session, calls, streams, events, handlers }));
    return freeze({
      call: call2,
      on,
      stream: (method, params, given) => streams.open(method, params, given),
      once: (event, listener, given) => listener === void 0 ? events.next(event, given) : events.on(event, listener, { signal: given?.signal, once: true }),
      handle: (method, handler) => handlers.add(method, handler),
      use: (middleware) => chain.add(middleware),
      plugins: makePlugins(call2, on),
      inspect: () => ({
        pending: calls.pending,
        handlers: handlers.size,
        listeners: events.size,
        streams: streams.size + handlers.streams,
        late: session.late
      }),
      BridgeError,
      version
    });
  };

  // src/webkit.js
  var webkitMessageHandlers = ({ call: call2 }) => safeProxy(
    "[webkit.messageHandlers]",
    "UserMessageHandlersNamespace",
    (name) => freeze({ postMessage: (body) => call2(name, body) })
  );

  // src/embedded.js
  var MOST_NAMES = 4096;
  var LONGEST_NAME = 256;
  var interning = (intern) => {
    const numbers = new MapOf();
    return (name) => {
      const known = mapGet(numbers, name);
      if (known !== void 0)
        return known;
      if (name.length > LONGEST_NAME || mapSize(numbers) >= MOST_NAMES)
        return name;
      const number = intern(name);
      if (typeof number !== "number")
        return name;
      mapSet(numbers, name, number);
      return number;
    };
  };
  var makeLink = ({ call: call2, post, intern }, open) => {
    const numberOf = interning(intern);
    return {
      open,
      call(id, method, tag, body, attachments, timeout, credit) {
        const name = numberOf(method);
        if (credit !== void 0)
          return call2(id, name, tag, body, attachments, timeout, credit);
        if (timeout !== void 0)
          return call2(id, name, tag, body, attachments, timeout);
        if (attachments !== void 0)
          return call2(id, name, tag, body, attachments);
        return body === void 0 ? call2(id, name, tag) : call2(id, name, tag, body);
      },
      post(kind, id, tag, body, attachments) {
        if (attachments !== void 0)
          return post(kind, id, tag, body, attachments);
        return body === void 0 ? post(kind, id, tag) : post(kind, id, tag, body);
      }
    };
  };
  var install = (name, value) => defineProperty(
    global,
    name,
    /** @type {PropertyDescriptor} */
    { __proto__: null, value, enumerable: true }
  );
  var connect = (native, options = {}) => {
    let receive;
    const bridge = createBridge(
      makeLink(native, (given) => {
        receive = given;
      }),
      options
    );
    install("bridge", bridge);
    install("webkit", freeze({ messageHandlers: webkitMessageHandlers(bridge) }));
    if (options.page === true && !hasOwn(global, "window"))
      install("window", global);
    return freeze({ receive, VOID, bridge });
  };
  var embedded_default = connect;
  return __toCommonJS(embedded_exports);
})();

;__c.default
"""###
}
