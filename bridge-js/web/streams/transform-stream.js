// @ts-check
import * as transfers from "#deferred/web/streams/transfer.js";
import { isObject } from "../../shared/is-object.js";
import { defineInspection, describeInterface, internal, requireInternal, transferers } from "../interface.js";
import { mapSet, promiseReject, RangeError } from "../../shared/primordials.js";
import { algorithm, callback, callbackObject, plainAlgorithm, startAlgorithm } from "./callbacks.js";
import { Deferred, promiseFor, resolved, upon } from "./promises.js";
import { objectOf } from "./readable-stream.js";
import { markOf, readStrategy, sizeOf } from "./strategies.js";
import { Transform } from "./transform.js";
import { writableObjectOf } from "./writable-stream.js";

/**
 * The state of a stream. `undefined` for any other value.
 * @type {(value: unknown) => Transform | undefined}
 */
export let transformOf;

/** A writable and a readable stream: chunks written to one are transformed and can be read from the other. */
export class TransformStream {
  /** @type {Transform} */
  #transform;

  /**
   * @param {unknown} [transformer]
   * @param {unknown} [writableStrategy]
   * @param {unknown} [readableStrategy]
   */
  constructor(transformer = undefined, writableStrategy = undefined, readableStrategy = undefined) {
    if (transformer === internal) {
      this.#transform = /** @type {Transform} */ (writableStrategy);
      return;
    }
    const method = "TransformStream";
    const given = callbackObject(transformer, method);
    const writable = readStrategy(writableStrategy, method);
    const readable = readStrategy(readableStrategy, method);
    const cancel = callback(given, "cancel", method);
    const flush = callback(given, "flush", method);
    const readableType = given?.readableType;
    const start = callback(given, "start", method);
    const transform = callback(given, "transform", method);
    if (readableType !== undefined) throw new RangeError(`${method}: readableType must be undefined`);
    if (given?.writableType !== undefined) throw new RangeError(`${method}: writableType must be undefined`);
    const readableParts = { mark: markOf(readable, 0), size: sizeOf(readable) };
    const started = new Deferred();
    const state = new Transform(() => started.promise, { mark: markOf(writable, 1), size: sizeOf(writable) }, readableParts);
    this.#transform = state;
    const object = new TransformStreamDefaultController(internal, state);
    const controller = () => object;
    state.algorithms = {
      transform: transform === undefined ? (chunk) => passOn(state, chunk) : algorithm(transform, given, controller),
      flush: plainAlgorithm(flush, given, controller),
      cancel: plainAlgorithm(cancel, given),
    };
    const result = promiseFor(startAlgorithm(start, given, controller)());
    upon(result, () => started.resolve(), (error) => started.reject(error));
  }

  get readable() {
    return objectOf(this.#transform.readable);
  }

  get writable() {
    return writableObjectOf(this.#transform.writable);
  }

  static {
    transformOf = (value) => (isObject(value) && #transform in value ? value.#transform : undefined);
  }
}

/** The object with which a transformer makes the chunks of the readable side. */
export class TransformStreamDefaultController {
  /** @type {Transform} */
  #transform;

  /**
   * @param {unknown} [caller]
   * @param {Transform} [transform]
   */
  constructor(caller = undefined, transform = undefined) {
    requireInternal(caller);
    this.#transform = /** @type {Transform} */ (transform);
  }

  get desiredSize() {
    return this.#transform.desiredSize;
  }

  /** @param {unknown} [chunk] */
  enqueue(chunk = undefined) {
    this.#transform.enqueue(chunk);
  }

  /** @param {unknown} [reason] */
  error(reason = undefined) {
    this.#transform.error(reason);
  }

  terminate() {
    this.#transform.terminate();
  }
}

describeInterface(TransformStream);
defineInspection(TransformStream, ({ readable, writable }) => ({ readable, writable }));
mapSet(transferers, TransformStream.prototype, (value) => {
  const transform = transformOf(value);
  if (transform === undefined) return undefined;
  const { readable, writable } = transform;
  return {
    isReady: () => !readable.isLocked && !writable.isLocked,
    move: () => makePair(transfers.moveReadable(readable), transfers.moveWritable(writable)),
  };
});
describeInterface(TransformStreamDefaultController);

/**
 * @param {Transform} state
 * @param {unknown} chunk
 */
function passOn(state, chunk) {
  try {
    state.enqueue(chunk);
    return resolved();
  } catch (error) {
    return promiseReject(error);
  }
}

/**
 * The object of two streams that are joined elsewhere.
 *
 * @param {import("./readable.js").Readable} readable
 * @param {import("./writable.js").Writable} writable
 */
export const makePair = (readable, writable) => new TransformStream(internal, { readable, writable });

/**
 * A transform of ours, whose functions run at once.
 *
 * @param {(chunk: unknown, enqueue: (chunk: unknown) => void) => void} transform
 * @param {(enqueue: (chunk: unknown) => void) => void} flush
 */
export function createTransform(transform, flush) {
  const enqueue = (/** @type {unknown} */ chunk) => state.enqueue(chunk);
  /** @param {() => void} steps */
  const attempt = (steps) => {
    try {
      steps();
      return resolved();
    } catch (error) {
      return promiseReject(error);
    }
  };
  const state = createSteppedTransform({
    transform: (chunk) => attempt(() => transform(chunk, enqueue)),
    flush: () => attempt(() => flush(enqueue)),
    cancel: resolved,
  });
  return state;
}

/**
 * A transform of ours, whose functions may take their time.
 *
 * @param {import("./transform.js").TransformAlgorithms} algorithms
 */
export function createSteppedTransform(algorithms) {
  const state = new Transform(resolved, { mark: 1, size: () => 1 }, { mark: 0, size: () => 1 });
  state.algorithms = algorithms;
  return state;
}
