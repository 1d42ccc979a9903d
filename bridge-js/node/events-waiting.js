// @ts-check
// The functions of the module `events` that wait for events, of an emitter or an EventTarget.

import { nullPrototype } from "../shared/define.js";
import { Error, getPrototypeOf, isNaN, MAX_SAFE_INTEGER, objectCreate, Promise, symbolAsyncIterator, symbolFor, WeakMap, weakMapGet, weakMapSet } from "../shared/primordials.js";
import { Queue } from "../shared/queue.js";
import { abortError, invalidArgType, outOfRange, validateAbortSignal, validateFunction, validateInteger } from "./errors.js";
import { nodeHost } from "./host.js";

/** The default of new emitters, and how many listeners one may have without a warning. */
export const state = { captureRejections: false, maxListeners: 10 };

export const maximumOf = (emitter) => (emitter._maxListeners === undefined ? state.maxListeners : emitter._maxListeners);

export function requireCount(value, name) {
  if (typeof value !== "number") throw invalidArgType(name, "number", value);
  if (value < 0 || isNaN(value)) throw outOfRange(name, "a non-negative number", value);
}

/** What `setMaxListeners` has set for each EventTarget; no such target ever warns. @type {WeakMap<object, number>} */
const targetCounts = new WeakMap();

const isTarget = (emitter) => typeof emitter?.addEventListener === "function";

/**
 * Adds a listener to an emitter or an EventTarget.
 *
 * @param {any} emitter
 * @param {PropertyKey} name
 * @param {(...values: any[]) => void} listener
 * @param {{ once: boolean }} [options]
 */
function listen(emitter, name, listener, options = undefined) {
  if (typeof emitter?.on === "function") {
    if (options?.once) emitter.once(name, listener);
    else emitter.on(name, listener);
  } else if (isTarget(emitter)) {
    emitter.addEventListener(name, listener, options);
  } else {
    throw invalidArgType("emitter", "EventEmitter", emitter);
  }
}

function unlisten(emitter, name, listener) {
  if (typeof emitter?.removeListener === "function") emitter.removeListener(name, listener);
  else emitter.removeEventListener(name, listener);
}

/**
 * @param {any} emitter
 * @param {PropertyKey} name
 * @param {{ signal?: any }} [options]
 */
export async function once(emitter, name, options = undefined) {
  if (options !== undefined && (options === null || typeof options !== "object")) throw invalidArgType("options", "Object", options);
  const signal = options?.signal;
  validateAbortSignal(signal, "options.signal");
  if (signal?.aborted) throw abortError(undefined, signal.reason);
  return new Promise((resolve, reject) => {
    const onError = (error) => {
      unlisten(emitter, name, onEvent);
      if (signal) unlisten(signal, "abort", onAbort);
      reject(error);
    };
    const onEvent = (...values) => {
      if (typeof emitter.removeListener === "function") emitter.removeListener("error", onError);
      if (signal) unlisten(signal, "abort", onAbort);
      resolve(values);
    };
    const onAbort = () => {
      unlisten(emitter, name, onEvent);
      unlisten(emitter, "error", onError);
      reject(abortError(undefined, signal.reason));
    };
    listen(emitter, name, onEvent, nullPrototype({ once: true }));
    if (name !== "error" && typeof emitter.once === "function") emitter.once("error", onError);
    if (signal) listen(signal, "abort", onAbort, nullPrototype({ once: true }));
  });
}

const asyncIteratorPrototype = getPrototypeOf(/** @type {any} */ (getPrototypeOf(async function* () {})).prototype);

/**
 * @param {any} emitter
 * @param {PropertyKey} name
 * @param {{ signal?: any, close?: any, highWaterMark?: number, lowWaterMark?: number, highWatermark?: number, lowWatermark?: number }} [options]
 *   with more unread events than `highWaterMark` the emitter is paused, with fewer than `lowWaterMark` it is resumed
 */
export function on(emitter, name, options = undefined) {
  const signal = options?.signal;
  validateAbortSignal(signal, "options.signal");
  if (signal?.aborted) throw abortError(undefined, signal.reason);
  const most = options?.highWaterMark ?? options?.highWatermark ?? MAX_SAFE_INTEGER;
  validateInteger(most, "options.highWaterMark", 1);
  const least = options?.lowWaterMark ?? options?.lowWatermark ?? 1;
  validateInteger(least, "options.lowWaterMark", 1);
  let isPaused = false;
  const closing = options?.close;
  /** @type {Queue<any>} */
  const values = new Queue();
  /** @type {Queue<any>} */
  const waiting = new Queue();
  let error;
  let isDone = false;
  const result = (value, done) => ({ value, done });
  const onEvent = (...given) => {
    const waiter = waiting.take();
    if (waiter) {
      waiter.resolve(result(given, false));
      return;
    }
    values.add(given);
    if (isPaused || values.size <= most) return;
    isPaused = true;
    emitter.pause();
  };
  const onError = (problem) => {
    const waiter = waiting.take();
    if (waiter) waiter.reject(problem);
    else error = { problem };
    iterator.return();
  };
  const onAbort = () => onError(abortError(undefined, signal.reason));
  const onClose = () => iterator.return();
  const iterator = objectCreate(asyncIteratorPrototype);
  iterator.next = () => {
    if (values.size > 0) {
      const value = values.take();
      if (isPaused && values.size < least) {
        emitter.resume();
        isPaused = false;
      }
      return promiseOf(result(value, false));
    }
    if (error) {
      const { problem } = error;
      error = undefined;
      return new Promise((_, reject) => reject(problem));
    }
    if (isDone) return promiseOf(result(undefined, true));
    return new Promise((resolve, reject) => waiting.add({ resolve, reject }));
  };
  iterator.return = () => {
    unlisten(emitter, name, onEvent);
    if (typeof emitter.removeListener === "function") emitter.removeListener("error", onError);
    for (let i = 0; i < (closing?.length ?? 0); i++) unlisten(emitter, closing[i], onClose);
    if (signal) unlisten(signal, "abort", onAbort);
    isDone = true;
    for (let waiter = waiting.take(); waiter !== undefined; waiter = waiting.take()) waiter.resolve(result(undefined, true));
    return promiseOf(result(undefined, true));
  };
  iterator.throw = (problem) => {
    if (!(problem instanceof Error)) throw invalidArgType("EventEmitter.AsyncIterator", "Error", problem);
    onError(problem);
  };
  iterator[symbolAsyncIterator] = () => iterator;
  listen(emitter, name, onEvent);
  if (name !== "error" && typeof emitter.on === "function") emitter.on("error", onError);
  for (let i = 0; i < (closing?.length ?? 0); i++) listen(emitter, closing[i], onClose);
  if (signal) listen(signal, "abort", onAbort, nullPrototype({ once: true }));
  return iterator;
}

const promiseOf = (value) => new Promise((resolve) => resolve(value));

export function getEventListeners(emitter, type) {
  if (typeof emitter?.listeners === "function") return emitter.listeners(type);
  throw invalidArgType("emitter", "EventEmitter", emitter);
}

export function setMaxListeners(count = state.maxListeners, ...emitters) {
  requireCount(count, "n");
  if (emitters.length === 0) state.maxListeners = count;
  for (let i = 0; i < emitters.length; i++) {
    const emitter = emitters[i];
    if (typeof emitter?.setMaxListeners === "function") emitter.setMaxListeners(count);
    else if (isTarget(emitter)) weakMapSet(targetCounts, emitter, count);
    else throw invalidArgType("eventTargets", ["EventEmitter", "EventTarget"], emitter);
  }
}

export function getMaxListeners(emitter) {
  if (typeof emitter?.getMaxListeners === "function") return maximumOf(emitter);
  if (isTarget(emitter)) return weakMapGet(targetCounts, emitter) ?? state.maxListeners;
  throw invalidArgType("emitter", ["EventEmitter", "EventTarget"], emitter);
}

export function addAbortListener(signal, listener) {
  if (signal === undefined) throw invalidArgType("signal", "AbortSignal", signal);
  validateAbortSignal(signal, "signal");
  validateFunction(listener, "listener");
  if (signal.aborted) nodeHost.process().nextTick(() => listener());
  else signal.addEventListener("abort", listener, nullPrototype({ once: true }));
  return { [symbolFor("Symbol.dispose")]: () => signal.removeEventListener("abort", listener) };
}
