// @ts-check
import * as iteration from "#deferred/web/streams/iteration.js";
import * as piping from "#deferred/web/streams/pipe.js";
import * as teeing from "#deferred/web/streams/tee.js";
import * as transfers from "#deferred/web/streams/transfer.js";
import { defineHidden } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { defineInspection, describeInterface, dictionary, internal, requireArguments, transferers } from "../interface.js";
import { Boolean, mapSet, promiseReject, RangeError, symbolAsyncIterator, TypeError } from "../../shared/primordials.js";
import { wholeNumber } from "./byte-controller.js";
import { ByteSource } from "./byte-source.js";
import { callback, callbackObject, plainAlgorithm, startAlgorithm } from "./callbacks.js";
import { DefaultSource } from "./default-controller.js";
import { promising, setHandled } from "./promises.js";
import { Readable } from "./readable.js";
import { ReadableStreamBYOBReader, ReadableStreamDefaultReader } from "./readers.js";
import { markOf, readStrategy, sizeOf } from "./strategies.js";

export { resolved } from "./promises.js";
export { ReadableStreamBYOBReader, ReadableStreamDefaultReader };
export { ReadableStreamDefaultController } from "./default-controller.js";
export { ReadableByteStreamController, ReadableStreamBYOBRequest } from "./byte-controller.js";

/** @typedef {import("./puller.js").Algorithms} Algorithms */

/**
 * The state of a stream. `undefined` for any other value.
 * @type {(value: unknown) => Readable | undefined}
 */
export let readableOf;

/** A stream of chunks that code reads at its own speed. */
export class ReadableStream {
  /** @type {Readable} */
  #readable;

  /**
   * @param {unknown} [underlyingSource]
   * @param {unknown} [strategy]
   */
  constructor(underlyingSource = undefined, strategy = undefined) {
    if (underlyingSource === internal) {
      this.#readable = /** @type {Readable} */ (strategy);
      this.#readable.object = this;
      return;
    }
    const readable = new Readable();
    this.#readable = readable;
    readable.object = this;
    setUp(readable, underlyingSource, strategy);
  }

  /** @param {unknown} asyncIterable */
  static from(asyncIterable) {
    requireArguments("ReadableStream.from", arguments.length, 1);
    return objectOf(iteration.streamFrom(asyncIterable));
  }

  get locked() {
    return this.#readable.isLocked;
  }

  /** @param {unknown} [reason] */
  cancel(reason = undefined) {
    return promising(() => {
      const readable = this.#readable;
      if (readable.isLocked) return promiseReject(new TypeError("ReadableStream.cancel: the stream is locked to a reader"));
      return readable.cancel(reason);
    });
  }

  /** @param {{ mode?: unknown }} [options] */
  getReader(options = undefined) {
    void this.#readable; // Throws for an object of another class.
    const { mode } = dictionary(options, "ReadableStream.getReader");
    if (mode === undefined) return new ReadableStreamDefaultReader(this);
    if (`${mode}` !== "byob") throw new TypeError(`ReadableStream.getReader: the mode must be "byob", not "${mode}"`);
    return new ReadableStreamBYOBReader(this);
  }

  /**
   * @param {{ readable: ReadableStream, writable: WritableStream }} transform
   * @param {unknown} [options]
   */
  pipeThrough(transform, options = undefined) {
    const method = "ReadableStream.pipeThrough";
    const source = this.#readable;
    requireArguments(method, arguments.length, 1);
    const { readable, writable } = pairOf(transform, method);
    const settings = piping.readOptions(options, method);
    if (source.isLocked) throw new TypeError(`${method}: the stream is locked to a reader`);
    if (writable.isLocked) throw new TypeError(`${method}: the writable stream is locked to a writer`);
    setHandled(piping.pipe(source, writable, settings));
    return readable;
  }

  /**
   * @param {WritableStream} destination
   * @param {unknown} [options]
   */
  pipeTo(destination, options = undefined) {
    return promising(() => {
      const method = "ReadableStream.pipeTo";
      const source = this.#readable;
      requireArguments(method, arguments.length, 1);
      const writable = piping.writableOf(destination);
      if (writable === undefined) throw new TypeError(`${method}: the destination must be a WritableStream`);
      const settings = piping.readOptions(options, method);
      if (source.isLocked) throw new TypeError(`${method}: the stream is locked to a reader`);
      if (writable.isLocked) throw new TypeError(`${method}: the destination is locked to a writer`);
      return piping.pipe(source, writable, settings);
    });
  }

  /** @returns {[ReadableStream, ReadableStream]} */
  tee() {
    const branches = teeing.tee(this.#readable);
    return [objectOf(branches[0]), objectOf(branches[1])];
  }

  /** @param {{ preventCancel?: unknown }} [options] */
  values(options = undefined) {
    const readable = this.#readable;
    const { preventCancel } = dictionary(options, "ReadableStream.values");
    return iteration.iterate(readable, Boolean(preventCancel));
  }

  static {
    readableOf = (value) => (isObject(value) && #readable in value ? value.#readable : undefined);
  }
}

describeInterface(ReadableStream);
defineInspection(ReadableStream, ({ locked }) => ({ locked }));
defineHidden(ReadableStream.prototype, symbolAsyncIterator, ReadableStream.prototype.values);
mapSet(transferers, ReadableStream.prototype, (value) => {
  const readable = readableOf(value);
  return readable && { isReady: () => !readable.isLocked, move: () => objectOf(transfers.moveReadable(readable)) };
});

/** @typedef {import("./writable-stream.js").WritableStream} WritableStream */

/**
 * The stream that the page sees.
 *
 * @param {Readable} readable
 * @returns {ReadableStream}
 */
export function objectOf(readable) {
  return /** @type {ReadableStream} */ (readable.object ?? new ReadableStream(internal, readable));
}

/**
 * @param {unknown} transform
 * @param {string} method
 */
function pairOf(transform, method) {
  if (!isObject(transform)) throw new TypeError(`${method}: the argument must have a readable and a writable stream`);
  const given = /** @type {{ readable?: unknown, writable?: unknown }} */ (transform);
  const { readable } = given;
  if (readableOf(readable) === undefined) throw new TypeError(`${method}: readable must be a ReadableStream`);
  const writable = piping.writableOf(given.writable);
  if (writable === undefined) throw new TypeError(`${method}: writable must be a WritableStream`);
  return { readable, writable };
}

/**
 * Reads the arguments of the constructor and starts the source.
 *
 * @param {Readable} readable
 * @param {unknown} underlyingSource
 * @param {unknown} given
 */
function setUp(readable, underlyingSource, given) {
  const method = "ReadableStream";
  const source = callbackObject(underlyingSource, method);
  const strategy = readStrategy(given, method);
  const size = source?.autoAllocateChunkSize;
  const autoAllocate = size === undefined ? undefined : wholeNumber(size, method);
  const cancel = callback(source, "cancel", method);
  const pull = callback(source, "pull", method);
  const start = callback(source, "start", method);
  const type = source?.type;
  if (type !== undefined && `${type}` !== "bytes") throw new TypeError(`${method}: the type must be "bytes", not "${type}"`);
  const controller = () => readable.source.object;
  const algorithms = {
    start: startAlgorithm(start, source, controller),
    pull: plainAlgorithm(pull, source, controller),
    cancel: plainAlgorithm(cancel, source),
  };
  if (type === undefined) {
    const measure = sizeOf(strategy);
    new DefaultSource(readable, algorithms, markOf(strategy, 1), measure).start();
    return;
  }
  if (strategy.size !== undefined) throw new RangeError(`${method}: a byte stream cannot have a size function`);
  const mark = markOf(strategy, 0);
  if (autoAllocate === 0) throw new TypeError(`${method}: autoAllocateChunkSize must be at least 1`);
  new ByteSource(readable, algorithms, mark, autoAllocate).start();
}

/**
 * A stream of ours.
 *
 * @param {Algorithms} algorithms
 * @param {number} [mark]
 * @param {(chunk: unknown) => number} [size]
 */
export function createReadable(algorithms, mark = 1, size = () => 1) {
  const readable = new Readable();
  new DefaultSource(readable, algorithms, mark, size).start();
  return readable;
}

/**
 * A stream of bytes of ours.
 *
 * @param {Algorithms} algorithms
 * @param {number} [mark]
 */
export function createByteReadable(algorithms, mark = 0) {
  const readable = new Readable();
  new ByteSource(readable, algorithms, mark, undefined).start();
  return readable;
}
