// @ts-check
// Streams made of iterables, and iterators over streams.

import { isObject } from "../../shared/is-object.js";
import { defineHidden, nullPrototype } from "../../shared/define.js";
import {
  apply, defineProperty, getPrototypeOf, setPrototypeOf, symbolAsyncIterator, symbolIterator, symbolToStringTag, TypeError,
} from "../../shared/primordials.js";
import { Deferred, promiseFor, promising, resolved, upon } from "./promises.js";
import { Reader } from "./readable.js";
import { createReadable } from "./readable-stream.js";

/** @typedef {import("./readable.js").Readable} Readable */
/** @typedef {{ value: unknown, done: boolean }} Step */

/** An iterator over the chunks of a stream. */
class StreamIterator {
  /** @type {Reader} */
  #reader;
  #preventCancel;
  #isFinished = false;
  /** @type {Promise<unknown> | undefined} */
  #ongoing;

  /**
   * @param {Reader} reader
   * @param {boolean} preventCancel
   */
  constructor(reader, preventCancel) {
    this.#reader = reader;
    this.#preventCancel = preventCancel;
  }

  next() {
    return promising(() => this.#enqueue(() => this.#next()));
  }

  /** @param {unknown} value */
  return(value) {
    return promising(() => this.#enqueue(() => this.#return(value)));
  }

  /**
   * Runs steps after the previous ones have ended.
   * @param {() => Promise<unknown>} steps
   */
  #enqueue(steps) {
    const result = new Deferred();
    const { promise } = result;
    /** @param {() => void} settle */
    const end = (settle) => {
      if (this.#ongoing === promise) this.#ongoing = undefined;
      settle();
    };
    const run = () => upon(steps(), (step) => end(() => result.resolve(step)), (error) => end(() => result.reject(error)));
    const before = this.#ongoing;
    this.#ongoing = promise;
    if (before === undefined) run();
    else upon(before, run, run);
    return promise;
  }

  #next() {
    const result = new Deferred();
    if (this.#isFinished) {
      result.resolve({ value: undefined, done: true });
      return result.promise;
    }
    const reader = this.#reader;
    reader.read({
      chunk: (value) => result.resolve({ value, done: false }),
      close: () => {
        this.#finish(reader);
        result.resolve({ value: undefined, done: true });
      },
      error: (error) => {
        this.#finish(reader);
        result.reject(error);
      },
    });
    return result.promise;
  }

  /** @param {Reader} reader */
  #finish(reader) {
    this.#isFinished = true;
    reader.release();
  }

  /** @param {unknown} value */
  #return(value) {
    const result = new Deferred();
    const end = () => result.resolve({ value, done: true });
    if (this.#isFinished) {
      end();
      return result.promise;
    }
    this.#isFinished = true;
    const reader = this.#reader;
    const cancelled = this.#preventCancel ? resolved() : reader.requireStream().cancel(value);
    reader.release();
    upon(cancelled, end, (error) => result.reject(error));
    return result.promise;
  }
}

/** Not one of the primordials: the engine makes the classes of asynchronous generators when they are first used. */
const generatorPrototype = /** @type {object} */ (getPrototypeOf(async function* () {}.prototype));
const asyncIteratorPrototype = getPrototypeOf(generatorPrototype);
delete /** @type {{ constructor?: unknown }} */ (StreamIterator.prototype).constructor;
setPrototypeOf(StreamIterator.prototype, asyncIteratorPrototype);
defineProperty(StreamIterator.prototype, "next", nullPrototype({ enumerable: true }));
defineProperty(StreamIterator.prototype, "return", nullPrototype({ enumerable: true }));
const tag = { value: "ReadableStream AsyncIterator", writable: false, enumerable: false, configurable: true };
defineProperty(StreamIterator.prototype, symbolToStringTag, nullPrototype(tag));

/**
 * @param {Readable} readable
 * @param {boolean} preventCancel
 */
export function iterate(readable, preventCancel) {
  return new StreamIterator(new Reader(readable, false), preventCancel);
}

/**
 * A stream of the values of an iterable, which are read one by one as they are needed.
 *
 * @param {unknown} iterable
 * @returns {Readable}
 */
export function streamFrom(iterable) {
  const { iterator, next } = iteratorOf(iterable);
  /** @type {Readable} */
  const readable = createReadable(
    {
      start: () => undefined,
      pull: () =>
        afterStep(() => apply(next, iterator, []), (step) => {
          const source = /** @type {import("./default-controller.js").DefaultSource} */ (readable.source);
          if (step.done) source.close();
          else source.enqueue(step.value);
        }),
      cancel: (reason) =>
        promising(() => {
          const stop = /** @type {{ return?: unknown }} */ (iterator).return;
          if (stop === undefined || stop === null) return resolved();
          if (typeof stop !== "function") throw new TypeError("ReadableStream.from: return of the iterator must be a function");
          return afterStep(() => apply(stop, iterator, [reason]), () => {});
        }),
    },
    0,
  );
  return readable;
}

/**
 * Takes a step of an iterator of the page.
 *
 * @param {() => unknown} take
 * @param {(step: Step) => void} use
 */
function afterStep(take, use) {
  const result = new Deferred();
  upon(
    promising(() => promiseFor(take())),
    (step) => {
      try {
        if (!isObject(step)) throw new TypeError("ReadableStream.from: a step of the iterator must be an object");
        use(/** @type {Step} */ (step));
        result.resolve();
      } catch (error) {
        result.reject(error);
      }
    },
    (error) => result.reject(error),
  );
  return result.promise;
}

/**
 * @param {unknown} iterable
 * @returns {{ iterator: object, next: Function }}
 */
function iteratorOf(iterable) {
  if (iterable === undefined || iterable === null) throw new TypeError("ReadableStream.from: the argument must be iterable");
  const known = /** @type {{ [key: symbol]: unknown }} */ (iterable);
  const asynchronous = known[symbolAsyncIterator];
  if (asynchronous !== undefined && asynchronous !== null) return call(asynchronous, iterable);
  const { iterator, next } = call(known[symbolIterator], iterable);
  return adapted(iterator, next);
}

/**
 * @param {unknown} method
 * @param {unknown} iterable
 */
function call(method, iterable) {
  if (typeof method !== "function") throw new TypeError("ReadableStream.from: the argument must be iterable");
  const iterator = apply(method, iterable, []);
  if (!isObject(iterator)) throw new TypeError("ReadableStream.from: the iterator must be an object");
  const { next } = /** @type {{ next?: unknown }} */ (iterator);
  return { iterator, next: /** @type {Function} */ (next) };
}

/**
 * An iterator whose values may be promises, as an asynchronous one.
 *
 * @param {object} iterator
 * @param {Function} next
 */
function adapted(iterator, next) {
  const adapter = { __proto__: null };
  /** @param {Step} step */
  const settle = (step) => {
    const { done, value } = step;
    const result = new Deferred();
    upon(promiseFor(value), (settled) => result.resolve({ __proto__: null, value: settled, done }), (error) => result.reject(error));
    return result.promise;
  };
  defineHidden(adapter, "return", (/** @type {unknown} */ reason) => {
    const stop = /** @type {{ return?: unknown }} */ (iterator).return;
    if (stop === undefined || stop === null) return { __proto__: null, value: reason, done: true };
    if (typeof stop !== "function") throw new TypeError("ReadableStream.from: return of the iterator must be a function");
    const step = apply(stop, iterator, [reason]);
    if (!isObject(step)) throw new TypeError("ReadableStream.from: a step of the iterator must be an object");
    return settle(/** @type {Step} */ (step));
  });
  return {
    iterator: adapter,
    next: () => {
      const step = apply(next, iterator, []);
      if (!isObject(step)) throw new TypeError("ReadableStream.from: a step of the iterator must be an object");
      return settle(/** @type {Step} */ (step));
    },
  };
}
