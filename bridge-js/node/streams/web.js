// @ts-check
// Streams of Node and streams of the web: each kind made of the other.

import * as buffers from "#deferred/node/buffer.js";
import * as webReadable from "#deferred/web/streams/readable-stream.js";
import * as strategies from "#deferred/web/streams/strategies.js";
import * as webWritable from "#deferred/web/streams/writable-stream.js";
import { isArrayBuffer } from "../../shared/bytes.js";
import { assign, promiseThen, Promise, Uint8Array } from "../../shared/primordials.js";
import { noop } from "../../shared/noop.js";
import { abortError, invalidArgType, invalidArgValue, validateBoolean, validateObject } from "../errors.js";
import { nextTick } from "../next-tick.js";
import { types } from "../types.js";
import { destroyStream } from "./destroy.js";
import { Duplex } from "./duplex.js";
import { finished } from "./finished.js";
import { Readable } from "./readable.js";
import { isDestroyed, isReadable, isReadableNode, isReadableWeb, isWritable, isWritableEnded, isWritableNode, isWritableWeb } from "./status.js";
import { Writable } from "./writable.js";

const { ReadableStream } = /** @type {any} */ (webReadable);
const { WritableStream } = /** @type {any} */ (webWritable);

const then = (promise, onValue, onError) => promiseThen(new Promise((resolve) => resolve(promise)), onValue, onError);

/** Has an error of a callback reported instead of rejecting a promise. */
function callLater(callback, ...values) {
  nextTick(() => callback(...values));
}

/** Reads from a web stream into a readable one. */
function readFrom(reader, readable, state) {
  then(reader.closed, () => {
    state.isClosed = true;
  }, (error) => {
    state.isClosed = true;
    destroyStream(readable, error);
  });
  readable._read = () => {
    then(reader.read(), ({ value, done }) => readable.push(done ? null : value), (error) => destroyStream(readable, error));
  };
}

export function readableFromWeb(stream, options = {}) {
  if (!isReadableWeb(stream)) throw invalidArgType("readableStream", "ReadableStream", stream);
  validateObject(options, "options");
  const { highWaterMark, encoding, objectMode = false, signal } = options;
  validateBoolean(objectMode, "options.objectMode");
  if (encoding !== undefined && !(/** @type {any} */ (buffers.Buffer).isEncoding(encoding))) throw invalidArgValue("options.encoding", encoding);
  const reader = stream.getReader();
  const state = { isClosed: false };
  const readable = new Readable({
    objectMode,
    highWaterMark,
    encoding,
    signal,
    destroy(error, callback) {
      const done = () => callLater(callback, error);
      if (state.isClosed) done();
      else then(reader.cancel(error), done, done);
    },
  });
  readFrom(reader, readable, state);
  return readable;
}

/** The functions of a writable stream that writes to a web stream. */
function writerFunctions(writer, own, state) {
  then(writer.closed, () => {
    state.isWriterClosed = true;
    if (!isWritableEnded(own())) destroyStream(own(), abortError());
  }, (error) => {
    state.isWriterClosed = true;
    destroyStream(own(), error);
  });
  return {
    writev(chunks, callback) {
      const done = (error) => callLater(callback, error);
      then(writer.ready, () => {
        let last;
        for (let i = 0; i < chunks.length; i++) {
          last = writer.write(chunks[i].chunk);
          if (i < chunks.length - 1) then(last, noop, noop);
        }
        return then(last, () => done(undefined), done);
      }, done);
    },
    write(chunk, _encoding, callback) {
      const done = (error) => callLater(callback, error);
      then(writer.ready, () => then(writer.write(chunk), () => done(undefined), done), done);
    },
    final(callback) {
      const done = (error) => callLater(callback, error);
      if (state.isWriterClosed) done(undefined);
      else then(writer.close(), () => done(undefined), done);
    },
  };
}

export function writableFromWeb(stream, options = {}) {
  if (!isWritableWeb(stream)) throw invalidArgType("writableStream", "WritableStream", stream);
  validateObject(options, "options");
  const { highWaterMark, decodeStrings = true, objectMode = false, signal } = options;
  validateBoolean(objectMode, "options.objectMode");
  validateBoolean(decodeStrings, "options.decodeStrings");
  const writer = stream.getWriter();
  const state = { isWriterClosed: false };
  const writable = new Writable(assign({
    highWaterMark,
    objectMode,
    decodeStrings,
    signal,
    destroy(error, callback) {
      const done = () => callLater(callback, error);
      if (state.isWriterClosed) done();
      else if (error !== null && error !== undefined) then(writer.abort(error), done, done);
      else then(writer.close(), done, done);
    },
  }, writerFunctions(writer, () => writable, state)));
  return writable;
}

/** @param {any} [options] */
export function duplexFromWeb(pair, options = {}) {
  validateObject(pair, "pair");
  if (!isReadableWeb(pair.readable)) throw invalidArgType("pair.readable", "ReadableStream", pair.readable);
  if (!isWritableWeb(pair.writable)) throw invalidArgType("pair.writable", "WritableStream", pair.writable);
  const { allowHalfOpen = false, objectMode = false, encoding, decodeStrings = true, highWaterMark, signal } = options;
  const writer = pair.writable.getWriter();
  const reader = pair.readable.getReader();
  const state = { isClosed: false, isWriterClosed: false };
  const duplex = new (/** @type {any} */ (Duplex))(assign({
    allowHalfOpen,
    highWaterMark,
    objectMode,
    encoding,
    decodeStrings,
    signal,
    read() {},
    destroy(error, callback) {
      const done = () => callLater(callback, error);
      const closeReader = () => (state.isClosed ? undefined : reader.cancel(error));
      const closeWriter = () => (state.isWriterClosed ? undefined : error ? writer.abort(error) : writer.close());
      then(closeWriter(), () => then(closeReader(), done, done), () => then(closeReader(), done, done));
    },
  }, writerFunctions(writer, () => duplex, state)));
  readFrom(reader, duplex, state);
  return duplex;
}

/** @param {any} [options] */
export function readableToWeb(stream, options = {}) {
  if (typeof stream?._readableState !== "object" || !isReadableNode(stream)) throw invalidArgType("streamReadable", "stream.Readable", stream);
  if (isDestroyed(stream) || !isReadable(stream)) {
    const closed = new ReadableStream();
    closed.cancel();
    return closed;
  }
  const isObjectMode = stream.readableObjectMode;
  const mark = stream.readableHighWaterMark;
  const strategy = options.strategy ?? (isObjectMode ? new (/** @type {any} */ (strategies).CountQueuingStrategy)({ highWaterMark: mark }) : { highWaterMark: mark });
  let controller;
  let wasCanceled = false;
  const onData = (chunk) => {
    // A Buffer may be a part of memory that others use.
    controller.enqueue(types.isUint8Array(chunk) && !isObjectMode ? new Uint8Array(chunk) : chunk);
    if (controller.desiredSize <= 0) stream.pause();
  };
  stream.pause();
  const cleanUp = finished(stream, (given) => {
    const error = given?.code === "ERR_STREAM_PREMATURE_CLOSE" ? abortError(undefined, given) : given;
    cleanUp();
    stream.on("error", noop);
    if (error) return controller.error(error);
    if (!wasCanceled) controller.close();
    return undefined;
  });
  stream.on("data", onData);
  return new ReadableStream({
    start(given) {
      controller = given;
    },
    pull() {
      stream.resume();
    },
    cancel(reason) {
      wasCanceled = true;
      destroyStream(stream, reason);
    },
  }, strategy);
}

export function writableToWeb(stream) {
  if (typeof stream?._writableState !== "object" || !isWritableNode(stream)) throw invalidArgType("streamWritable", "stream.Writable", stream);
  if (isDestroyed(stream) || !isWritable(stream)) {
    const closed = new WritableStream();
    closed.close();
    return closed;
  }
  const isObjectMode = stream.writableObjectMode;
  const mark = stream.writableHighWaterMark;
  const strategy = isObjectMode ? new (/** @type {any} */ (strategies).CountQueuingStrategy)({ highWaterMark: mark }) : { highWaterMark: mark };
  let controller;
  let draining;
  let closing;
  const cleanUp = finished(stream, (given) => {
    let error = given?.code === "ERR_STREAM_PREMATURE_CLOSE" ? abortError(undefined, given) : given;
    cleanUp();
    stream.on("error", noop);
    if (error) {
      draining?.reject(error);
      closing?.reject(error);
      closing = undefined;
      controller.error(error);
    } else if (closing !== undefined) {
      closing.resolve();
      closing = undefined;
    } else {
      error = abortError();
      controller.error(error);
    }
    draining = undefined;
  });
  stream.on("drain", () => {
    draining?.resolve();
    draining = undefined;
  });
  const wait = (use) => new Promise((resolve, reject) => use({ resolve, reject }));
  return new WritableStream({
    start(given) {
      controller = given;
    },
    write(given) {
      const chunk = isArrayBuffer(given) && !isObjectMode ? new Uint8Array(given) : given;
      if (!stream.writableNeedDrain && stream.write(chunk)) return undefined;
      return wait((waiter) => {
        draining = waiter;
      });
    },
    abort(reason) {
      destroyStream(stream, reason);
    },
    close() {
      if (closing === undefined && !isWritableEnded(stream)) {
        return wait((waiter) => {
          closing = waiter;
          stream.end();
        });
      }
      return closing === undefined ? undefined : wait(noop);
    },
  }, strategy);
}

export function duplexToWeb(stream) {
  if (typeof stream?._writableState !== "object" || typeof stream?._readableState !== "object") throw invalidArgType("duplex", "stream.Duplex", stream);
  return {
    writable: writableToWeb(stream),
    readable: readableToWeb(stream),
  };
}
