// @ts-check
// Streams and iterables: reading a stream by async iteration, and a stream that reads an iterable.

import { apply, assign, Promise, promiseThen, symbolAsyncIterator, symbolIterator } from "../../shared/primordials.js";
import { noop } from "../../shared/noop.js";
import { abortError, invalidArgType, validateObject } from "../errors.js";
import { nextTick } from "../next-tick.js";
import { destroyStream } from "./destroy.js";
import { bothErrors, nullValues } from "./errors.js";
import { finished } from "./finished.js";
import { isBuffer, methods, Readable, symbolAsyncDispose } from "./readable.js";

/** @param {any} given @param {any} [options] */
function iterate(given, options) {
  const stream = typeof given.read === "function" ? given : wrapStream(given, { objectMode: true });
  const iterator = /** @type {any} */ (chunksOf(stream, options));
  iterator.stream = stream;
  return iterator;
}

async function* chunksOf(stream, options) {
  let wake = noop;
  /** @this {any} */
  function onReadable() {
    wake();
    wake = noop;
  }
  stream.on("readable", onReadable);
  let error;
  const cleanUp = finished(stream, { writable: false }, (failure) => {
    error = failure ? bothErrors(error, failure) : null;
    wake();
    wake = noop;
  });
  try {
    for (;;) {
      const chunk = stream.destroyed ? null : stream.read();
      if (chunk !== null) {
        yield chunk;
      } else if (error) {
        throw error;
      } else if (error === null) {
        return;
      } else {
        await new Promise((resolve) => {
          wake = /** @type {any} */ (resolve);
        });
      }
    }
  } catch (failure) {
    error = bothErrors(error, failure);
    throw error;
  } finally {
    if ((error || options?.destroyOnReturn !== false) && (error === undefined || stream._readableState.autoDestroy)) {
      destroyStream(stream, null);
    } else {
      stream.removeListener("readable", onReadable);
      cleanUp();
    }
  }
}

methods[symbolAsyncIterator] = function () {
  return iterate(this);
};
methods.iterator = function iterator(options) {
  if (options !== undefined) validateObject(options, "options");
  return iterate(this, options);
};
methods[symbolAsyncDispose] = function () {
  let error;
  if (!this.destroyed) {
    error = this.readableEnded ? null : abortError();
    this.destroy(error);
  }
  return new Promise((resolve, reject) => finished(this, (failure) => (failure && failure !== error ? reject(failure) : resolve(undefined))));
};

/** A stream that reads from an older kind of stream. */
export function wrapStream(source, options) {
  const made = new Readable(assign({ objectMode: source.readableObjectMode ?? source.objectMode ?? true }, options, {
    destroy(error, callback) {
      destroyStream(source, error);
      callback(error);
    },
  }));
  return /** @type {any} */ (made).wrap(source);
}

/**
 * A readable stream of the elements of an iterable.
 *
 * @param {any} iterable
 * @param {any} [options]
 * @param {any} [Class] the class of the stream
 */
export function readableFrom(iterable, options, Class = Readable) {
  if (typeof iterable === "string" || isBuffer(iterable)) {
    return new Class(assign({ objectMode: true }, options, {
      /** @this {any} */
      read() {
        this.push(iterable);
        this.push(null);
      },
    }));
  }
  const isAsync = !!iterable?.[symbolAsyncIterator];
  if (!isAsync && !iterable?.[symbolIterator]) throw invalidArgType("iterable", ["Iterable"], iterable);
  const iterator = isAsync ? iterable[symbolAsyncIterator]() : iterable[symbolIterator]();
  const readable = new Class(assign({ objectMode: true, highWaterMark: 1 }, options));
  let isReading = false;
  readable._read = () => {
    if (isReading) return;
    isReading = true;
    next();
  };
  readable._destroy = (error, callback) => {
    promiseThen(close(error), () => nextTick(callback, error), (failure) => nextTick(callback, failure || error));
  };
  async function close(error) {
    if (error !== undefined && error !== null && typeof iterator.throw === "function") {
      const { value, done } = await iterator.throw(error);
      await value;
      if (done) return;
    }
    if (typeof iterator.return === "function") {
      const { value } = await iterator.return();
      await value;
    }
  }
  async function next() {
    try {
      for (;;) {
        const { value, done } = isAsync ? await iterator.next() : iterator.next();
        if (done) {
          readable.push(null);
          return;
        }
        const chunk = value && typeof value.then === "function" ? await value : value;
        if (chunk === null) {
          isReading = false;
          throw nullValues();
        }
        if (!readable.push(chunk)) {
          isReading = false;
          return;
        }
      }
    } catch (error) {
      readable.destroy(error);
    }
  }
  return readable;
}

export const iteratorOf = (stream) => apply(methods[symbolAsyncIterator], stream, []);
