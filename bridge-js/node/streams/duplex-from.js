// @ts-check
// `Duplex.from`: a duplex stream of a function, an iterable, a promise, a Blob or a pair of streams.

import * as abort from "#deferred/web/abort/abort.js";
import { apply, Promise, promiseThen } from "../../shared/primordials.js";
import { abortError, invalidArgType } from "../errors.js";
import { afterReactions, nextTick } from "../next-tick.js";
import { destroyStream } from "./destroy.js";
import { Duplex } from "./duplex.js";
import { invalidReturn } from "./errors.js";
import { finished } from "./finished.js";
import { readableFrom, wrapStream } from "./iterate.js";
import { isDuplexNode, isIterable, isNode, isReadable, isReadableNode, isReadableWeb, isWritable, isWritableNode, isWritableWeb } from "./status.js";
import { readableFromWeb, writableFromWeb } from "./web.js";

const isThenable = (value) => typeof value?.then === "function";

/**
 * @param {any} body
 * @param {string} [name] of the argument, for the error
 * @returns {any}
 */
export function duplexFrom(body, name = "body") {
  if (isDuplexNode(body)) return body;
  if (isReadableNode(body)) return joinStreams({ readable: body });
  if (isWritableNode(body)) return joinStreams({ writable: body });
  if (isNode(body)) return joinStreams({ writable: false, readable: false });
  if (isReadableWeb(body)) return joinStreams({ readable: readableFromWeb(body) });
  if (isWritableWeb(body)) return joinStreams({ writable: writableFromWeb(body) });
  if (typeof body === "function") return fromFunction(body, name);
  if (typeof body?.arrayBuffer === "function" && typeof body.stream === "function") return duplexFrom(body.arrayBuffer(), name);
  if (isIterable(body)) return readableFrom(body, { objectMode: true, writable: false }, Duplex);
  if (isReadableWeb(body?.readable) && isWritableWeb(body?.writable)) {
    return joinStreams({ readable: readableFromWeb(body.readable), writable: writableFromWeb(body.writable) });
  }
  if (typeof body?.writable === "object" || typeof body?.readable === "object") {
    const readable = body.readable ? (isReadableNode(body.readable) ? body.readable : duplexFrom(body.readable)) : undefined;
    const writable = body.writable ? (isWritableNode(body.writable) ? body.writable : duplexFrom(body.writable)) : undefined;
    return joinStreams({ readable, writable });
  }
  if (isThenable(body)) {
    const made = new (/** @type {any} */ (Duplex))({ objectMode: true, writable: false, read() {} });
    promiseOf(body, (value) => {
      if (value !== null && value !== undefined) made.push(value);
      made.push(null);
    }, (error) => destroyStream(made, error));
    return made;
  }
  throw invalidArgType(name, [
    "Blob", "ReadableStream", "WritableStream", "Stream", "Iterable", "AsyncIterable", "Function", "{ readable, writable } pair", "Promise",
  ], body);
}

function promiseOf(thenable, onValue, onError) {
  promiseThen(new Promise((resolve) => resolve(thenable)), onValue, onError);
}

/** A stream of an async function: a generator transforms, another one takes everything that is written. */
function fromFunction(body, name) {
  const { value, write, final, destroy } = feed(body);
  if (isIterable(value)) return readableFrom(value, { objectMode: true, write, final, destroy }, Duplex);
  if (!isThenable(value)) throw invalidReturn("Iterable, AsyncIterable or AsyncFunction", name, value);
  /** @type {any} */
  let made;
  const promise = new Promise((resolve) => apply(value.then, value, [(result) => {
    if (result !== null && result !== undefined) throw invalidReturn("nully", "body", result);
    resolve(undefined);
  }, (error) => {
    destroyStream(made, error);
    resolve(undefined);
  }]));
  made = new (/** @type {any} */ (Duplex))({
    objectMode: true,
    readable: false,
    write,
    final: (callback) => final(() => promiseThen(promise, () => nextTick(callback, null), (error) => nextTick(callback, error))),
    destroy,
  });
  return made;
}

/** Calls the function with an iterable of the chunks that are written. */
function feed(body) {
  let give = waitForNext();
  const controller = new (/** @type {any} */ (abort).AbortController)();
  const { signal } = controller;
  function waitForNext() {
    let resolve = /** @type {any} */ (undefined);
    const promise = new Promise((settle) => {
      resolve = settle;
    });
    return { promise, resolve };
  }
  async function* chunks() {
    for (;;) {
      const { chunk, isDone, callback } = /** @type {any} */ (await give.promise);
      // A function that fails after the last chunk fails before its stream has finished.
      afterReactions(callback);
      if (isDone) return;
      if (signal.aborted) throw abortError(undefined, signal.reason);
      give = waitForNext();
      yield chunk;
    }
  }
  return {
    value: body(chunks(), { signal }),
    write: (chunk, _encoding, callback) => give.resolve({ chunk, isDone: false, callback }),
    final: (callback) => give.resolve({ isDone: true, callback }),
    destroy: (error, callback) => {
      controller.abort();
      callback(error);
    },
  };
}

/** A duplex stream of a readable and a writable one. */
function joinStreams(pair) {
  const source = pair.readable && typeof pair.readable.read !== "function" ? wrapStream(pair.readable, undefined) : pair.readable;
  const target = pair.writable;
  let reads = !!isReadable(source);
  let writes = !!isWritable(target);
  let onDrain;
  let onFinish;
  let onReadable;
  let onClose;
  /** @type {any} */
  let made;
  const onFinished = (error) => {
    const callback = onClose;
    onClose = null;
    if (callback) callback(error);
    else if (error) made.destroy(error);
  };
  const options = { readableObjectMode: !!source?.readableObjectMode, writableObjectMode: !!target?.writableObjectMode, readable: reads, writable: writes };
  made = new (/** @type {any} */ (Duplex))(options);
  if (writes) {
    finished(target, (error) => {
      writes = false;
      if (error) destroyStream(source, error);
      onFinished(error);
    });
    made._write = (chunk, encoding, callback) => {
      if (target.write(chunk, encoding)) callback();
      else onDrain = callback;
    };
    made._final = (callback) => {
      target.end();
      onFinish = callback;
    };
    const call = (callback) => callback?.();
    target.on("drain", () => {
      const callback = onDrain;
      onDrain = null;
      call(callback);
    });
    target.on("finish", () => {
      const callback = onFinish;
      onFinish = null;
      call(callback);
    });
  }
  if (reads) {
    finished(source, (error) => {
      reads = false;
      if (error) destroyStream(source, error);
      onFinished(error);
    });
    source.on("readable", () => {
      const callback = onReadable;
      onReadable = null;
      if (callback) apply(callback, made, []);
    });
    source.on("end", () => made.push(null));
    made._read = () => {
      for (;;) {
        const chunk = source.read();
        if (chunk === null) {
          onReadable = made._read;
          return;
        }
        if (!made.push(chunk)) return;
      }
    };
  }
  made._destroy = (given, callback) => {
    const error = !given && onClose !== null ? abortError() : given;
    onReadable = null;
    onDrain = null;
    onFinish = null;
    if (onClose === null) {
      callback(error);
    } else {
      onClose = callback;
      destroyStream(target, error);
      destroyStream(source, error);
    }
  };
  return made;
}
