// @ts-check
// Writable streams.

import * as buffers from "#deferred/node/buffer.js";
import { apply, defineProperty, Error, isPrototypeOf, isView, setPrototypeOf } from "../../shared/primordials.js";
import { nullPrototype } from "../../shared/define.js";
import { noop } from "../../shared/noop.js";
import { invalidArgType } from "../errors.js";
import { nextTick } from "../next-tick.js";
import { push, slice, splice, Symbol as Symbols } from "../node-primordials.js";
import { addAbortSignal } from "./abort-signal.js";
import { getDefaultHighWaterMark, highWaterMarkOf } from "./buffering.js";
import { construct, errorOrDestroy } from "./destroy.js";
import {
  alreadyFinished, cannotPipe, isDestroyedError, multipleCallback, notImplemented, nullValues, unknownEncoding, writeAfterEnd,
} from "./errors.js";
import { callFinished, finishMaybe, kOnFinished } from "./finishing.js";
import { Stream } from "./legacy.js";
import { fromText, isBuffer, toBuffer } from "./readable.js";

/** @this {any} */
export function WritableState(options, stream, isDuplex) {
  this.objectMode = !!options?.objectMode || (isDuplex && !!options?.writableObjectMode);
  this.highWaterMark = options ? highWaterMarkOf(this, options, "writableHighWaterMark", isDuplex) : getDefaultHighWaterMark(false);
  this.finalCalled = false;
  this.needDrain = false;
  this.ending = false;
  this.ended = false;
  this.finished = false;
  this.destroyed = false;
  this.decodeStrings = options?.decodeStrings !== false;
  this.defaultEncoding = options?.defaultEncoding || "utf8";
  this.length = 0;
  this.writing = false;
  this.corked = 0;
  this.sync = true;
  this.bufferProcessing = false;
  this.onwrite = (error) => onWrite(stream, error);
  this.writecb = null;
  this.writelen = 0;
  this.afterWriteTickInfo = null;
  this.afterWritePending = false;
  resetBuffer(this);
  this.pendingcb = 0;
  this.constructed = true;
  this.prefinished = false;
  this.errorEmitted = false;
  this.emitClose = options?.emitClose !== false;
  this.autoDestroy = options?.autoDestroy !== false;
  this.errored = null;
  this.closed = false;
  this.closeEmitted = false;
  this[kOnFinished] = [];
}

function resetBuffer(state) {
  state.buffered = [];
  state.bufferedIndex = 0;
  state.allBuffers = true;
  state.allNoop = true;
}

WritableState.prototype.getBuffer = /** @this {any} */ function getBuffer() {
  return slice(this.buffered, this.bufferedIndex);
};
defineProperty(WritableState.prototype, "bufferedRequestCount", nullPrototype({
  /** @this {any} */
  get() {
    return this.buffered.length - this.bufferedIndex;
  },
  configurable: true,
}));

/**
 * @this {any}
 * @param {any} [options]
 */
export function Writable(options) {
  const isDuplex = this?._isDuplex === true;
  if (!isDuplex && !isPrototypeOf(Writable.prototype, this)) return new Writable(options);
  this._writableState = new WritableState(options, this, isDuplex);
  if (options) {
    if (typeof options.write === "function") this._write = options.write;
    if (typeof options.writev === "function") this._writev = options.writev;
    if (typeof options.destroy === "function") this._destroy = options.destroy;
    if (typeof options.final === "function") this._final = options.final;
    if (typeof options.construct === "function") this._construct = options.construct;
    if (options.signal) addAbortSignal(options.signal, this);
  }
  apply(Stream, this, [options]);
  construct(this, () => {
    const state = this._writableState;
    if (!state.writing) clearBuffer(this, state);
    if (state.ending) finishMaybe(this, state);
  });
}
setPrototypeOf(Writable.prototype, Stream.prototype);
setPrototypeOf(Writable, Stream);
/** @type {any} */ (Writable).WritableState = WritableState;

/** A duplex stream is a writable one, too. */
defineProperty(Writable, Symbols.hasInstance, nullPrototype({
  /** @this {any} */
  value: function (value) {
    if (value !== null && (typeof value === "object" || typeof value === "function") && isPrototypeOf(this.prototype, value)) return true;
    return this === Writable && isPrototypeOf(WritableState.prototype, value?._writableState);
  },
}));

export const methods = /** @type {any} */ (Writable.prototype);

methods.pipe = function pipe() {
  errorOrDestroy(this, cannotPipe());
};

/** Whether the chunk was taken without need to wait; the error if it was not taken. */
function write(stream, given, givenEncoding, givenCallback) {
  const state = stream._writableState;
  let encoding = givenEncoding;
  let callback = givenCallback;
  if (typeof encoding === "function") {
    callback = encoding;
    encoding = null;
  }
  if (typeof callback !== "function") callback = noop;
  let chunk = given;
  if (chunk === null) throw nullValues();
  if (!state.objectMode) {
    if (!encoding) encoding = state.defaultEncoding;
    else if (encoding !== "buffer" && !/** @type {any} */ (buffers.Buffer).isEncoding(encoding)) throw unknownEncoding(encoding);
    if (typeof chunk === "string") {
      if (state.decodeStrings !== false) {
        chunk = fromText(chunk, encoding);
        encoding = "buffer";
      }
    } else if (isBuffer(chunk)) {
      encoding = "buffer";
    } else if (isView(chunk)) {
      chunk = toBuffer(chunk);
      encoding = "buffer";
    } else {
      throw invalidArgType("chunk", ["string", "Buffer", "TypedArray", "DataView"], chunk);
    }
  }
  const error = state.ending ? writeAfterEnd() : state.destroyed ? isDestroyedError("write") : undefined;
  if (error) {
    nextTick(callback, error);
    errorOrDestroy(stream, error, true);
    return error;
  }
  state.pendingcb += 1;
  return writeOrBuffer(stream, state, chunk, encoding, callback);
}

methods.write = function (chunk, encoding, callback) {
  return write(this, chunk, encoding, callback) === true;
};

methods.cork = function cork() {
  this._writableState.corked += 1;
};

methods.uncork = function uncork() {
  const state = this._writableState;
  if (!state.corked) return;
  state.corked -= 1;
  if (!state.writing) clearBuffer(this, state);
};

methods.setDefaultEncoding = function setDefaultEncoding(given) {
  const encoding = typeof given === "string" ? apply("".toLowerCase, given, []) : given;
  if (!/** @type {any} */ (buffers.Buffer).isEncoding(encoding)) throw unknownEncoding(encoding);
  this._writableState.defaultEncoding = encoding;
  return this;
};

function writeOrBuffer(stream, state, chunk, encoding, callback) {
  const length = state.objectMode ? 1 : chunk.length;
  state.length += length;
  if (state.writing || state.corked || state.errored || !state.constructed) {
    push(state.buffered, { chunk, encoding, callback });
    if (encoding !== "buffer") state.allBuffers = false;
    if (callback !== noop) state.allNoop = false;
  } else {
    begin(state, length, callback);
    stream._write(chunk, encoding, state.onwrite);
    state.sync = false;
  }
  const hasRoom = state.length < state.highWaterMark || state.length === 0;
  if (!hasRoom) state.needDrain = true;
  return hasRoom && !state.errored && !state.destroyed;
}

function begin(state, length, callback) {
  state.writelen = length;
  state.writecb = callback;
  state.writing = true;
  state.sync = true;
}

function failWrite(stream, state, error, callback) {
  state.pendingcb -= 1;
  callback(error);
  failBuffered(state);
  errorOrDestroy(stream, error);
}

function onWrite(stream, error) {
  const state = stream._writableState;
  const { sync, writecb: callback } = state;
  if (callback === null) {
    errorOrDestroy(stream, multipleCallback());
    return;
  }
  state.writing = false;
  state.writecb = null;
  state.length -= state.writelen;
  state.writelen = 0;
  if (error) {
    if (!state.errored) state.errored = error;
    if (stream._readableState && !stream._readableState.errored) stream._readableState.errored = error;
    if (sync) nextTick(failWrite, stream, state, error, callback);
    else failWrite(stream, state, error, callback);
    return;
  }
  if (state.buffered.length > state.bufferedIndex) clearBuffer(stream, state);
  if (!sync) {
    afterWrite(stream, state, 1, callback);
  } else if (callback === noop) {
    // Nobody waits for this write: only a `drain` needs a turn of its own. As in Node, so does a stream of objects.
    const needsTick = (state.needDrain && state.length === 0) || state.objectMode;
    if (needsTick && !state.afterWritePending) {
      state.afterWritePending = true;
      nextTick(afterWrite, stream, state, 1, callback);
    } else {
      state.pendingcb -= 1;
      if (state.ending) finishMaybe(stream, state, true);
    }
  } else if (state.afterWriteTickInfo !== null && state.afterWriteTickInfo.callback === callback) {
    state.afterWriteTickInfo.count += 1;
  } else {
    state.afterWriteTickInfo = { count: 1, callback };
    state.afterWritePending = true;
    nextTick(afterWrites, stream, state, state.afterWriteTickInfo);
  }
}

function afterWrites(stream, state, { count, callback }) {
  state.afterWriteTickInfo = null;
  afterWrite(stream, state, count, callback);
}

function afterWrite(stream, state, count, callback) {
  state.afterWritePending = false;
  if (!state.ending && !state.destroyed && state.length === 0 && state.needDrain) {
    state.needDrain = false;
    stream.emit("drain");
  }
  for (let i = 0; i < count; i++) {
    state.pendingcb -= 1;
    callback(null);
  }
  if (state.destroyed) failBuffered(state);
  if (state.ending) finishMaybe(stream, state, true);
}

/** Rejects everything that still waits. */
export function failBuffered(state) {
  if (state.writing) return;
  for (let i = state.bufferedIndex; i < state.buffered.length; i++) {
    const { chunk, callback } = state.buffered[i];
    state.length -= state.objectMode ? 1 : chunk.length;
    callback(state.errored ?? isDestroyedError("write"));
  }
  callFinished(state, state.errored ?? isDestroyedError("end"));
  resetBuffer(state);
}

function writeNow(stream, state, isVector, length, chunk, encoding, callback) {
  begin(state, length, callback);
  if (state.destroyed) state.onwrite(isDestroyedError("write"));
  else if (isVector) stream._writev(chunk, state.onwrite);
  else stream._write(chunk, encoding, state.onwrite);
  state.sync = false;
}

function clearBuffer(stream, state) {
  if (state.corked || state.bufferProcessing || state.destroyed || !state.constructed) return;
  const { buffered, bufferedIndex } = state;
  const count = buffered.length - bufferedIndex;
  if (count === 0) return;
  let i = bufferedIndex;
  state.bufferProcessing = true;
  if (count > 1 && stream._writev) {
    state.pendingcb -= count - 1;
    const callback = state.allNoop ? noop : (error) => {
      for (let n = i; n < buffered.length; n++) buffered[n].callback(error);
    };
    const chunks = /** @type {any} */ (state.allNoop && i === 0 ? buffered : slice(buffered, i));
    chunks.allBuffers = state.allBuffers;
    writeNow(stream, state, true, state.length, chunks, "", callback);
    resetBuffer(state);
  } else {
    do {
      const { chunk, encoding, callback } = buffered[i];
      buffered[i] = null;
      i += 1;
      writeNow(stream, state, false, state.objectMode ? 1 : chunk.length, chunk, encoding, callback);
    } while (i < buffered.length && !state.writing);
    if (i === buffered.length) {
      resetBuffer(state);
    } else if (i > 256) {
      splice(buffered, 0, i);
      state.bufferedIndex = 0;
    } else {
      state.bufferedIndex = i;
    }
  }
  state.bufferProcessing = false;
}

methods._write = function (chunk, encoding, callback) {
  if (!this._writev) throw notImplemented("_write()");
  this._writev([{ chunk, encoding }], callback);
};
methods._writev = null;

methods.end = function end(...given) {
  const state = this._writableState;
  let chunk = given[0];
  let encoding = given[1];
  let callback = given[2];
  if (typeof chunk === "function") {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === "function") {
    callback = encoding;
    encoding = null;
  }
  let error;
  if (chunk !== null && chunk !== undefined) {
    const result = write(this, chunk, encoding, undefined);
    if (result instanceof Error) error = result;
  }
  if (state.corked) {
    state.corked = 1;
    this.uncork();
  }
  if (error === undefined) {
    if (!state.errored && !state.ending) {
      state.ending = true;
      finishMaybe(this, state, true);
      state.ended = true;
    } else if (state.finished) {
      error = alreadyFinished("end");
    } else if (state.destroyed) {
      error = isDestroyedError("end");
    }
  }
  if (typeof callback === "function") {
    if (error) nextTick(callback, error);
    else if (state.errored) nextTick(callback, state.errored);
    else if (state.finished) nextTick(callback, null);
    else push(state[kOnFinished], callback);
  }
  return this;
};
