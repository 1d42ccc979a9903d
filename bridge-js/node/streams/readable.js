// @ts-check
// Readable streams: their state, pushing chunks and reading them. See flow.js for the flowing mode and pipe.js for pipes.

import * as buffers from "#deferred/node/buffer.js";
import * as decoding from "#deferred/node/string-decoder.js";
import { apply, isView, setPrototypeOf, Symbol, symbolFor } from "../../shared/primordials.js";
import { invalidArgType, outOfRange } from "../errors.js";
import { nextTick } from "../next-tick.js";
import { Number, Symbol as Symbols } from "../node-primordials.js";
import { addAbortSignal } from "./abort-signal.js";
import { ChunkList, getDefaultHighWaterMark, highWaterMarkOf } from "./buffering.js";
import { construct, destroy, errorOrDestroy, undestroy } from "./destroy.js";
import { notImplemented, pushAfterEnd, unshiftAfterEnd } from "./errors.js";
import { Stream } from "./legacy.js";

export const kPaused = Symbol("kPaused");
const isInteger = Number.isInteger;
const { parseInt } = Number;

/** @this {any} */
export function ReadableState(options, _stream, isDuplex) {
  this.objectMode = !!options?.objectMode || (isDuplex && !!options?.readableObjectMode);
  this.highWaterMark = options ? highWaterMarkOf(this, options, "readableHighWaterMark", isDuplex) : getDefaultHighWaterMark(false);
  this.buffer = new ChunkList();
  this.length = 0;
  this.pipes = [];
  this.flowing = null;
  this.ended = false;
  this.endEmitted = false;
  this.reading = false;
  this.constructed = true;
  this.sync = true;
  this.needReadable = false;
  this.emittedReadable = false;
  this.readableListening = false;
  this.dataListening = false;
  this.resumeScheduled = false;
  this[kPaused] = null;
  this.errorEmitted = false;
  this.emitClose = options?.emitClose !== false;
  this.autoDestroy = options?.autoDestroy !== false;
  this.destroyed = false;
  this.errored = null;
  this.closed = false;
  this.closeEmitted = false;
  this.defaultEncoding = options?.defaultEncoding || "utf8";
  this.awaitDrainWriters = null;
  this.multiAwaitDrain = false;
  this.readingMore = false;
  this.dataEmitted = false;
  this.decoder = null;
  this.encoding = null;
  if (options?.encoding) {
    this.decoder = new decoding.stringDecoder.StringDecoder(options.encoding);
    this.encoding = options.encoding;
  }
}

/**
 * @this {any}
 * @param {any} [options]
 */
export function Readable(options) {
  if (!(this instanceof Readable)) return new Readable(options);
  const isDuplex = /** @type {any} */ (this)._isDuplex === true;
  this._readableState = new ReadableState(options, this, isDuplex);
  if (options) {
    if (typeof options.read === "function") this._read = options.read;
    if (typeof options.destroy === "function") this._destroy = options.destroy;
    if (typeof options.construct === "function") this._construct = options.construct;
    if (options.signal && !isDuplex) addAbortSignal(options.signal, this);
  }
  apply(Stream, this, [options]);
  construct(this, () => {
    if (this._readableState.needReadable) maybeReadMore(this, this._readableState);
  });
}
setPrototypeOf(Readable.prototype, Stream.prototype);
setPrototypeOf(Readable, Stream);
/** @type {any} */ (Readable).ReadableState = ReadableState;

export const methods = /** @type {any} */ (Readable.prototype);

methods.destroy = destroy;
methods._undestroy = undestroy;
methods._destroy = function (error, callback) {
  callback(error);
};
methods[symbolFor("nodejs.rejection")] = function (error) {
  this.destroy(error);
};
export const symbolAsyncDispose = Symbols.asyncDispose ?? symbolFor("Symbol.asyncDispose");

methods.push = function push(chunk, encoding) {
  return addToBuffer(this, chunk, encoding, false);
};
methods.unshift = function unshift(chunk, encoding) {
  return addToBuffer(this, chunk, encoding, true);
};

export const isBuffer = (value) => /** @type {any} */ (buffers.Buffer).isBuffer(value);
export const toBuffer = (bytes) => /** @type {any} */ (buffers.Buffer).from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
export const fromText = (text, encoding) => /** @type {any} */ (buffers.Buffer).from(text, encoding);

function addToBuffer(stream, given, givenEncoding, isFirst) {
  const state = stream._readableState;
  if (given === null) {
    state.reading = false;
    onEnd(stream, state);
    return false;
  }
  let chunk = given;
  let encoding = givenEncoding;
  if (!state.objectMode) {
    if (typeof chunk === "string") {
      encoding = encoding || state.defaultEncoding;
      if (state.encoding !== encoding) {
        chunk = fromText(chunk, encoding);
        if (isFirst && state.encoding) chunk = chunk.toString(state.encoding);
        encoding = "";
      }
    } else if (isView(chunk)) {
      if (!isBuffer(chunk)) chunk = toBuffer(chunk);
      encoding = "";
    } else if (chunk !== undefined) {
      errorOrDestroy(stream, invalidArgType("chunk", ["string", "Buffer", "TypedArray", "DataView"], chunk));
      return false;
    }
    if (!chunk || chunk.length === 0) {
      if (!isFirst) {
        state.reading = false;
        maybeReadMore(stream, state);
      }
      return canTakeMore(state);
    }
  }
  if (isFirst ? state.endEmitted : state.ended) {
    errorOrDestroy(stream, isFirst ? unshiftAfterEnd() : pushAfterEnd());
    return isFirst && canTakeMore(state);
  }
  if (state.destroyed || state.errored) return false;
  if (!isFirst) {
    state.reading = false;
    if (state.decoder && !encoding) chunk = state.decoder.write(chunk);
    if (!state.objectMode && chunk.length === 0) {
      maybeReadMore(stream, state);
      return canTakeMore(state);
    }
  }
  addChunk(stream, state, chunk, isFirst);
  return canTakeMore(state);
}

const canTakeMore = (state) => !state.ended && (state.length < state.highWaterMark || state.length === 0);

/** Forgets who has to drain. */
function forgetWriters(state) {
  if (state.multiAwaitDrain) state.awaitDrainWriters.clear();
  else state.awaitDrainWriters = null;
}

function addChunk(stream, state, chunk, isFirst) {
  if (state.flowing && state.length === 0 && !state.sync && state.dataListening) {
    forgetWriters(state);
    state.dataEmitted = true;
    stream.emit("data", chunk);
  } else {
    state.length += state.objectMode ? 1 : chunk.length;
    if (isFirst) state.buffer.unshift(chunk);
    else state.buffer.push(chunk);
    if (state.needReadable) emitReadable(stream);
  }
  maybeReadMore(stream, state);
}

methods.setEncoding = function setEncoding(encoding) {
  const state = this._readableState;
  const decoder = new decoding.stringDecoder.StringDecoder(encoding);
  state.decoder = decoder;
  state.encoding = decoder.encoding;
  let content = "";
  for (let entry = state.buffer.head; entry !== null; entry = entry.next) content += decoder.write(entry.data);
  state.buffer.clear();
  if (content !== "") state.buffer.push(content);
  state.length = content.length;
  return this;
};

/** The next power of two, so that a large read is made of few calls. */
function largerMark(size) {
  if (size > 2 ** 30) throw outOfRange("size", "<= 1GiB", size);
  let mark = 1;
  while (mark < size) mark *= 2;
  return mark;
}

function readableCount(size, state) {
  if (size <= 0 || (state.length === 0 && state.ended)) return 0;
  if (state.objectMode) return 1;
  if (size !== size) return state.flowing && state.length ? state.buffer.first().length : state.length;
  if (size <= state.length) return size;
  return state.ended ? state.length : 0;
}

methods.read = function read(given) {
  const state = this._readableState;
  const size = given === undefined ? NaN : isInteger(given) ? given : parseInt(given, 10);
  if (size > state.highWaterMark) state.highWaterMark = largerMark(size);
  if (size !== 0) state.emittedReadable = false;
  if (size === 0 && state.needReadable && ((state.highWaterMark !== 0 ? state.length >= state.highWaterMark : state.length > 0) || state.ended)) {
    if (state.length === 0 && state.ended) endReadable(this);
    else emitReadable(this);
    return null;
  }
  let count = readableCount(size, state);
  if (count === 0 && state.ended) {
    if (state.length === 0) endReadable(this);
    return null;
  }
  const wantsMore = state.needReadable || state.length === 0 || state.length - count < state.highWaterMark;
  if (wantsMore && !state.ended && !state.reading && !state.destroyed && !state.errored && state.constructed) {
    state.reading = true;
    state.sync = true;
    if (state.length === 0) state.needReadable = true;
    try {
      this._read(state.highWaterMark);
    } catch (error) {
      errorOrDestroy(this, error);
    }
    state.sync = false;
    if (!state.reading) count = readableCount(size, state);
  }
  const chunk = count > 0 ? take(count, state) : null;
  if (chunk === null) {
    if (state.length <= state.highWaterMark) state.needReadable = true;
    count = 0;
  } else {
    state.length -= count;
    forgetWriters(state);
  }
  if (state.length === 0) {
    if (!state.ended) state.needReadable = true;
    if (size !== count && state.ended) endReadable(this);
  }
  if (chunk !== null && !state.errorEmitted && !state.closeEmitted) {
    state.dataEmitted = true;
    this.emit("data", chunk);
  }
  return chunk;
};

function take(count, state) {
  if (state.length === 0) return null;
  if (state.objectMode) return state.buffer.shift();
  if (count && count < state.length) return state.buffer.consume(count, !!state.decoder);
  const all = state.decoder ? state.buffer.join("") : state.buffer.length === 1 ? state.buffer.first() : state.buffer.concat(state.length);
  state.buffer.clear();
  return all;
}

function onEnd(stream, state) {
  if (state.ended) return;
  if (state.decoder) {
    const chunk = state.decoder.end();
    if (chunk?.length) {
      state.buffer.push(chunk);
      state.length += state.objectMode ? 1 : chunk.length;
    }
  }
  state.ended = true;
  if (state.sync) {
    emitReadable(stream);
  } else {
    state.needReadable = false;
    state.emittedReadable = true;
    emitReadableNow(stream);
  }
}

export function emitReadable(stream) {
  const state = stream._readableState;
  state.needReadable = false;
  if (state.emittedReadable) return;
  state.emittedReadable = true;
  nextTick(emitReadableNow, stream);
}

function emitReadableNow(stream) {
  const state = stream._readableState;
  if (!state.destroyed && !state.errored && (state.length || state.ended)) {
    stream.emit("readable");
    state.emittedReadable = false;
  }
  if (!state.flowing && !state.ended && state.length <= state.highWaterMark) state.needReadable = true;
  flow(stream);
}

/** Reads until the stream is paused or has nothing. */
export function flow(stream) {
  const state = stream._readableState;
  while (state.flowing && stream.read() !== null);
}

function maybeReadMore(stream, state) {
  if (state.readingMore || !state.constructed) return;
  state.readingMore = true;
  nextTick(readMore, stream, state);
}

function readMore(stream, state) {
  while (!state.reading && !state.ended && (state.length < state.highWaterMark || (state.flowing && state.length === 0))) {
    const before = state.length;
    stream.read(0);
    if (before === state.length) break; // Nothing came: it will come later.
  }
  state.readingMore = false;
}

methods._read = function () {
  throw notImplemented("_read()");
};

function endReadable(stream) {
  const state = stream._readableState;
  if (state.endEmitted) return;
  state.ended = true;
  nextTick(emitEnd, state, stream);
}

function emitEnd(state, stream) {
  if (state.errored || state.closeEmitted || state.endEmitted || state.length !== 0) return;
  state.endEmitted = true;
  stream.emit("end");
  if (stream.writable && stream.allowHalfOpen === false) {
    nextTick(endWritable, stream);
  } else if (state.autoDestroy) {
    const writing = stream._writableState;
    if (!writing || (writing.autoDestroy && (writing.finished || writing.writable === false))) stream.destroy();
  }
}

function endWritable(stream) {
  if (stream.writable && !stream.writableEnded && !stream.destroyed) stream.end();
}
