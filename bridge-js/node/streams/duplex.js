// @ts-check
// Duplex streams, and those that transform what is written to them.

import { apply, getOwnPropertyDescriptor, ownKeys, setPrototypeOf, Symbol } from "../../shared/primordials.js";
import { nextTick } from "../next-tick.js";
import { assign, defineProperties } from "../node-primordials.js";
import { highWaterMarkOf } from "./buffering.js";
import { notImplemented } from "./errors.js";
import { Readable } from "./readable.js";
import { Writable, methods as writing } from "./writable.js";
import { accessors } from "./writable-state.js";

/**
 * @this {any}
 * @param {any} [options]
 */
export function Duplex(options) {
  if (!(this instanceof Duplex)) return new (/** @type {any} */ (Duplex))(options);
  const self = /** @type {any} */ (this);
  apply(Readable, self, [options]);
  apply(Writable, self, [options]);
  self.allowHalfOpen = true;
  if (!options) return;
  self.allowHalfOpen = options.allowHalfOpen !== false;
  if (options.readable === false) assign(self._readableState, { readable: false, ended: true, endEmitted: true });
  if (options.writable === false) assign(self._writableState, { writable: false, ending: true, ended: true, finished: true });
}
setPrototypeOf(Duplex.prototype, Readable.prototype);
setPrototypeOf(Duplex, Readable);

const methods = /** @type {any} */ (Duplex.prototype);

// A duplex stream inherits from Readable; what Writable has in addition is copied.
const names = ownKeys(writing);
for (let i = 0; i < names.length; i++) {
  const value = getOwnPropertyDescriptor(writing, /** @type {PropertyKey} */ (names[i]))?.value;
  if (typeof value === "function" && !(names[i] in methods)) methods[names[i]] = value;
}
methods._writev = null;
methods._destroy = writing._destroy;
methods.destroy = writing.destroy;
defineProperties(methods, accessors);
defineProperties(methods, /** @type {any} */ ({
  _isDuplex: { __proto__: null, value: true },
  destroyed: {
    __proto__: null,
    configurable: true,
    /** @this {any} */
    get() {
      return this._readableState !== undefined && this._writableState !== undefined && this._readableState.destroyed && this._writableState.destroyed;
    },
    /** @this {any} */
    set(value) {
      if (!this._readableState || !this._writableState) return;
      this._readableState.destroyed = value;
      this._writableState.destroyed = value;
    },
  },
}));

const kCallback = Symbol("kCallback");

/**
 * @this {any}
 * @param {any} [options]
 */
export function Transform(options) {
  if (!(this instanceof Transform)) return new (/** @type {any} */ (Transform))(options);
  const self = /** @type {any} */ (this);
  let given = options;
  if (options && highWaterMarkOf({ objectMode: !!(options.objectMode || options.readableObjectMode) }, options, "readableHighWaterMark", true) === 0) {
    // Without room on the readable side the writable one must not buffer either.
    given = assign({}, options, { highWaterMark: null, readableHighWaterMark: 0, writableHighWaterMark: options.writableHighWaterMark || 0 });
  }
  apply(Duplex, self, [given]);
  self._readableState.sync = false;
  self[kCallback] = null;
  if (options) {
    if (typeof options.transform === "function") self._transform = options.transform;
    if (typeof options.flush === "function") self._flush = options.flush;
  }
  self.on("prefinish", prefinish);
}
setPrototypeOf(Transform.prototype, Duplex.prototype);
setPrototypeOf(Transform, Duplex);

const transforming = /** @type {any} */ (Transform.prototype);

/** @this {any} */
function final(callback) {
  const end = (error, data) => {
    if (error) {
      if (callback) callback(error);
      else this.destroy(error);
      return;
    }
    if (data !== null && data !== undefined) this.push(data);
    this.push(null);
    if (callback) callback();
  };
  if (typeof this._flush === "function" && !this.destroyed) this._flush(end);
  else end(undefined, undefined);
}

/** @this {any} */
function prefinish() {
  if (this._final !== final) apply(final, this, []);
}

transforming._final = final;

transforming._transform = function () {
  throw notImplemented("_transform()");
};

/** @this {any} */
transforming._write = function (/** @type {any} */ chunk, /** @type {any} */ encoding, /** @type {any} */ callback) {
  const reading = this._readableState;
  const state = this._writableState;
  const before = reading.length;
  this._transform(chunk, encoding, (error, value) => {
    if (error) {
      callback(error);
      return;
    }
    if (value !== null && value !== undefined) this.push(value);
    if (reading.ended) nextTick(callback);
    else if (state.ended || before === reading.length || reading.length < reading.highWaterMark) callback();
    else this[kCallback] = callback;
  });
};

transforming._read = function () {
  const callback = this[kCallback];
  if (!callback) return;
  this[kCallback] = null;
  callback();
};

/**
 * @this {any}
 * @param {any} [options]
 */
export function PassThrough(options) {
  if (!(this instanceof PassThrough)) return new (/** @type {any} */ (PassThrough))(options);
  apply(Transform, this, [options]);
}
setPrototypeOf(PassThrough.prototype, Transform.prototype);
setPrototypeOf(PassThrough, Transform);
/** @type {any} */ (PassThrough.prototype)._transform = function (chunk, _encoding, callback) {
  callback(null, chunk);
};

const kOther = Symbol("kOther");
const kPending = Symbol("kPending");

/** One of two streams, of which each reads what is written to the other. */
function makeSide(options) {
  const side = new (/** @type {any} */ (Duplex))(assign({}, options, {
    /** @this {any} */
    read() {
      const callback = this[kPending];
      if (!callback) return;
      this[kPending] = null;
      callback();
    },
    /** @this {any} */
    write(chunk, _encoding, callback) {
      if (chunk.length === 0) {
        nextTick(callback);
        return;
      }
      this[kOther].push(chunk);
      this[kOther][kPending] = callback;
    },
    /** @this {any} */
    final(callback) {
      this[kOther].on("end", callback);
      this[kOther].push(null);
    },
  }));
  side[kPending] = null;
  return side;
}

/** @param {any} [options] */
export function duplexPair(options) {
  const one = makeSide(options);
  const other = makeSide(options);
  one[kOther] = other;
  other[kOther] = one;
  return [one, other];
}
