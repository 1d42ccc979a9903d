// @ts-check
// The modes of a readable stream: listeners start and stop its flow. Also the properties that show its state.

import { apply } from "../../shared/primordials.js";
import { nextTick } from "../next-tick.js";
import { defineProperties } from "../node-primordials.js";
import { errorOrDestroy } from "./destroy.js";
import { Stream } from "./legacy.js";
import { emitReadable, flow, kPaused, methods, ReadableState } from "./readable.js";

const inherited = /** @type {any} */ (Stream.prototype);

methods.isPaused = function isPaused() {
  return this._readableState[kPaused] === true || this._readableState.flowing === false;
};

methods.on = function on(type, listener) {
  const result = apply(inherited.on, this, [type, listener]);
  const state = this._readableState;
  if (type === "data") {
    state.dataListening = true;
    if (this.listenerCount("readable") > 0) state.readableListening = true;
    if (state.flowing !== false) this.resume();
  } else if (type === "readable" && !state.endEmitted && !state.readableListening) {
    state.readableListening = state.needReadable = true;
    state.flowing = false;
    state.emittedReadable = false;
    if (state.length) emitReadable(this);
    else if (!state.reading) nextTick(readNothing, this);
  }
  return result;
};
methods.addListener = methods.on;

methods.removeListener = function removeListener(type, listener) {
  const result = apply(inherited.removeListener, this, [type, listener]);
  if (type === "readable") nextTick(updateListening, this);
  else if (type === "data" && this.listenerCount("data") === 0) this._readableState.dataListening = false;
  return result;
};
methods.off = methods.removeListener;

/** @this {any} */
methods.removeAllListeners = function removeAllListeners(/** @type {any[]} */ ...types) {
  const result = apply(inherited.removeAllListeners, this, types);
  if (types[0] === "readable" || types[0] === undefined) nextTick(updateListening, this);
  return result;
};

function updateListening(stream) {
  const state = stream._readableState;
  state.readableListening = stream.listenerCount("readable") > 0;
  if (state.resumeScheduled && state[kPaused] === false) state.flowing = true;
  else if (state.dataListening) stream.resume();
  else if (!state.readableListening) state.flowing = null;
}

function readNothing(stream) {
  stream.read(0);
}

methods.resume = function resume() {
  const state = this._readableState;
  if (!state.flowing) {
    state.flowing = !state.readableListening;
    if (!state.resumeScheduled) {
      state.resumeScheduled = true;
      nextTick(resumeNow, this, state);
    }
  }
  state[kPaused] = false;
  return this;
};

function resumeNow(stream, state) {
  if (!state.reading) stream.read(0);
  state.resumeScheduled = false;
  stream.emit("resume");
  flow(stream);
  if (state.flowing && !state.reading) stream.read(0);
}

methods.pause = function pause() {
  const state = this._readableState;
  if (state.flowing !== false) {
    state.flowing = false;
    this.emit("pause");
  }
  state[kPaused] = true;
  return this;
};

/** Reads from an older kind of stream, which emits `data` and `end` only. */
methods.wrap = /** @this {any} */ function wrap(/** @type {any} */ stream) {
  let isPaused = false;
  stream.on("data", (chunk) => {
    if (this.push(chunk) || !stream.pause) return;
    isPaused = true;
    stream.pause();
  });
  stream.on("end", () => this.push(null));
  stream.on("error", (error) => errorOrDestroy(this, error));
  stream.on("close", () => this.destroy());
  stream.on("destroy", () => this.destroy());
  this._read = () => {
    if (!isPaused || !stream.resume) return;
    isPaused = false;
    stream.resume();
  };
  for (const name in stream) {
    if (this[name] === undefined && typeof stream[name] === "function") this[name] = (...values) => apply(stream[name], stream, values);
  }
  return this;
};

const property = (get, set = /** @type {any} */ (undefined), enumerable = false) => ({ __proto__: null, get, set, enumerable, configurable: true });

/** An accessor of the state. */
const ofState = (read) => property(/** @this {any} */ function () {
  return this._readableState ? read(this._readableState) : undefined;
});

defineProperties(methods, {
  readable: property(/** @this {any} */ function () {
    const state = this._readableState;
    return !!state && state.readable !== false && !state.destroyed && !state.errorEmitted && !state.endEmitted;
  }, /** @this {any} */ function (value) {
    if (this._readableState) this._readableState.readable = !!value;
  }, true),
  readableDidRead: ofState((state) => state.dataEmitted),
  readableAborted: ofState((state) => !!(state.readable !== false && (state.destroyed || state.errored) && !state.endEmitted)),
  readableHighWaterMark: ofState((state) => state.highWaterMark),
  readableBuffer: ofState((state) => state.buffer),
  readableFlowing: property(/** @this {any} */ function () {
    return this._readableState.flowing;
  }, /** @this {any} */ function (value) {
    if (this._readableState) this._readableState.flowing = value;
  }),
  readableLength: ofState((state) => state.length),
  readableObjectMode: property(/** @this {any} */ function () {
    return this._readableState ? this._readableState.objectMode : false;
  }),
  readableEncoding: property(/** @this {any} */ function () {
    return this._readableState ? this._readableState.encoding : null;
  }),
  errored: property(/** @this {any} */ function () {
    return this._readableState ? this._readableState.errored : null;
  }),
  closed: property(/** @this {any} */ function () {
    return this._readableState ? this._readableState.closed : false;
  }),
  destroyed: property(/** @this {any} */ function () {
    return this._readableState ? this._readableState.destroyed : false;
  }, /** @this {any} */ function (value) {
    if (this._readableState) this._readableState.destroyed = value;
  }),
  readableEnded: property(/** @this {any} */ function () {
    return this._readableState ? this._readableState.endEmitted : false;
  }),
});

defineProperties(ReadableState.prototype, {
  pipesCount: property(/** @this {any} */ function () {
    return this.pipes.length;
  }),
  paused: property(/** @this {any} */ function () {
    return this[kPaused] !== false;
  }, /** @this {any} */ function (value) {
    this[kPaused] = !!value;
  }),
});

/** The methods of readable streams, with those of this module. */
export const flowing = methods;
