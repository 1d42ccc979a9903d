// @ts-check
// The methods of readable streams that are named for those of arrays.

import * as abort from "#deferred/web/abort/abort.js";
import { apply, floor, Promise, promiseThen, TypeError } from "../../shared/primordials.js";
import { noop } from "../../shared/noop.js";
import { abortError, invalidArgValue, nodeError, outOfRange, validateAbortSignal, validateFunction, validateInteger, validateObject } from "../errors.js";
import { Number, push } from "../node-primordials.js";
import { compose } from "./compose.js";
import { finished } from "./finished.js";
import { readableFrom } from "./iterate.js";
import { addAbortSignal } from "./abort-signal.js";
import { isNode, isWritable } from "./status.js";

const EMPTY = {};
const END = {};
const newController = () => new (/** @type {any} */ (abort).AbortController)();
const checkOptions = (options) => {
  if (options !== undefined && options !== null) validateObject(options, "options");
  if (options?.signal !== undefined && options?.signal !== null) validateAbortSignal(options.signal, "options.signal");
};

/** Calls the function for several chunks at a time, and yields the results in their order. */
function map(transform, options) {
  validateFunction(transform, "fn");
  checkOptions(options);
  const concurrency = options?.concurrency === undefined || options?.concurrency === null ? 1 : floor(options.concurrency);
  const mark = options?.highWaterMark === undefined || options?.highWaterMark === null ? concurrency - 1 : floor(options.highWaterMark);
  validateInteger(concurrency, "options.concurrency", 1);
  validateInteger(mark, "options.highWaterMark", 0);
  return apply(mapped, this, [transform, options, concurrency, mark + concurrency]);
}

/** @this {any} */
async function* mapped(transform, options, concurrency, mark) {
  const stream = this;
  const controller = newController();
  const { signal } = controller;
  const onAbort = () => controller.abort(options.signal.reason);
  if (options?.signal?.aborted) onAbort();
  else options?.signal?.addEventListener("abort", onAbort);
  const queue = [];
  let first = 0;
  /** @type {any} */
  let next;
  /** @type {any} */
  let resume;
  let isDone = false;
  let open = 0;
  const wake = () => {
    if (resume && !isDone && open < concurrency && queue.length - first < mark) {
      resume();
      resume = null;
    }
  };
  const onError = () => {
    isDone = true;
    afterOne();
  };
  const afterOne = () => {
    open -= 1;
    wake();
  };
  async function pump() {
    try {
      for await (const chunk of stream) {
        if (isDone) return;
        if (signal.aborted) throw abortError();
        let value;
        try {
          value = transform(chunk, { signal });
          if (value === EMPTY) continue;
          value = new Promise(settleWith(value));
        } catch (error) {
          value = new Promise((_, reject) => reject(error));
        }
        open += 1;
        promiseThen(value, afterOne, onError);
        push(queue, value);
        if (next) {
          next();
          next = null;
        }
        if (!isDone && (queue.length - first >= mark || open >= concurrency)) {
          await new Promise((resolve) => {
            resume = resolve;
          });
        }
      }
      push(queue, END);
    } catch (error) {
      const failed = new Promise((_, reject) => reject(error));
      promiseThen(failed, afterOne, onError);
      push(queue, failed);
    } finally {
      isDone = true;
      if (next) {
        next();
        next = null;
      }
    }
  }
  pump();
  try {
    for (;;) {
      while (queue.length > first) {
        const value = await queue[first];
        if (value === END) return;
        if (signal.aborted) throw abortError();
        if (value !== EMPTY) yield value;
        queue[first] = undefined;
        first += 1;
        wake();
      }
      await new Promise((resolve) => {
        next = resolve;
      });
    }
  } finally {
    isDone = true;
    controller.abort();
    options?.signal?.removeEventListener("abort", onAbort);
    if (resume) {
      resume();
      resume = null;
    }
  }
}

const settleWith = (value) => (resolve) => resolve(value);

function filter(isWanted, options) {
  validateFunction(isWanted, "fn");
  return apply(map, this, [async (value, given) => ((await isWanted(value, given)) ? value : EMPTY), options]);
}

async function forEach(callback, options) {
  validateFunction(callback, "fn");
  const calls = apply(map, this, [async (value, given) => {
    await callback(value, given);
    return EMPTY;
  }, options]);
  // eslint-disable-next-line no-unused-vars
  for await (const _ of calls) noop();
}

async function* flatMap(transform, options) {
  for await (const values of apply(map, this, [transform, options])) yield* values;
}

async function toArray(options) {
  checkOptions(options);
  const result = [];
  for await (const value of this) {
    if (options?.signal?.aborted) throw abortError(undefined, options.signal.reason);
    push(result, value);
  }
  return result;
}

async function some(isWanted, options) {
  // eslint-disable-next-line no-unused-vars
  for await (const _ of apply(filter, this, [isWanted, options])) return true;
  return false;
}

async function every(isWanted, options) {
  validateFunction(isWanted, "fn");
  return !(await apply(some, this, [async (...values) => !(await apply(isWanted, undefined, values)), options]));
}

async function find(isWanted, options) {
  for await (const value of apply(filter, this, [isWanted, options])) return value;
  return undefined;
}

async function reduce(callback, ...given) {
  validateFunction(callback, "reducer");
  const initial = given[0];
  const options = given[1];
  checkOptions(options);
  let hasValue = given.length > 0;
  let value = initial;
  if (options?.signal?.aborted) {
    const error = abortError(undefined, options.signal.reason);
    this.once("error", () => {});
    await new Promise((resolve) => finished(this.destroy(error), resolve));
    throw error;
  }
  const controller = newController();
  const { signal } = controller;
  options?.signal?.addEventListener("abort", () => controller.abort());
  let isEmpty = true;
  try {
    for await (const chunk of this) {
      isEmpty = false;
      if (options?.signal?.aborted) throw abortError();
      if (!hasValue) {
        value = chunk;
        hasValue = true;
      } else {
        value = await callback(value, chunk, { signal });
      }
    }
    if (isEmpty && !hasValue) throw nodeError(TypeError, "ERR_MISSING_ARGS", "Reduce of an empty stream requires an initial value");
  } finally {
    controller.abort();
  }
  return value;
}

/** A count as `drop` and `take` have it. */
function countOf(value) {
  const count = Number(value);
  if (count !== count) return 0;
  if (count < 0) throw outOfRange("number", ">= 0", count);
  return count;
}

function drop(count, options) {
  checkOptions(options);
  const number = countOf(count);
  return apply(async function* drop() {
    if (options?.signal?.aborted) throw abortError();
    let left = number;
    for await (const value of this) {
      if (options?.signal?.aborted) throw abortError();
      if (left-- <= 0) yield value;
    }
  }, this, []);
}

function take(count, options) {
  checkOptions(options);
  const number = countOf(count);
  return apply(async function* take() {
    if (options?.signal?.aborted) throw abortError();
    let left = number;
    for await (const value of this) {
      if (options?.signal?.aborted) throw abortError();
      if (left-- > 0) yield value;
      if (left <= 0) return;
    }
  }, this, []);
}

function asIndexedPairs(options) {
  checkOptions(options);
  return apply(async function* asIndexedPairs() {
    let index = 0;
    for await (const value of this) {
      if (options?.signal?.aborted) throw abortError(undefined, options.signal.reason);
      yield [index++, value];
    }
  }, this, []);
}

function composeWith(stream, options) {
  checkOptions(options);
  if (isNode(stream) && !isWritable(stream)) throw invalidArgValue("stream", stream, "must be writable");
  const composed = compose(this, stream);
  if (options?.signal) addAbortSignal(options.signal, composed);
  return composed;
}

const streams = { __proto__: null, asIndexedPairs, drop, filter, flatMap, map, take, compose: composeWith };
const promises = { __proto__: null, every, forEach, reduce, toArray, some, find };

/** Defines the methods: those of the first kind return a stream, those of the second a promise. */
export function defineOperators(methods, define) {
  for (const name in streams) {
    const operator = streams[name];
    define(methods, name, function (/** @type {any[]} */ ...values) {
      if (new.target) throw nodeError(TypeError, "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
      return readableFrom(apply(operator, this, values));
    });
  }
  for (const name in promises) {
    const operator = promises[name];
    define(methods, name, function (/** @type {any[]} */ ...values) {
      if (new.target) throw nodeError(TypeError, "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
      return apply(operator, this, values);
    });
  }
}
