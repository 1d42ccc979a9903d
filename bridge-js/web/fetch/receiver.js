// @ts-check
// The body of a response while it is being received.

import * as streams from "#deferred/web/streams/readable-stream.js";
import { nullPrototype } from "../../shared/define.js";
import { noop } from "../../shared/noop.js";
import {
  bufferByteLength, promiseReject, promiseResolve, typedArrayBuffer, typedArrayByteLength, typedArrayName, TypeError,
} from "../../shared/primordials.js";
import { react } from "../../shared/promises.js";
import { BlobData } from "../files/blob-data.js";
import { Deferred } from "../streams/promises.js";

/** @typedef {AsyncIterator<unknown>} Items bytes, made by a stream of the bridge */

export class Receiver {
  #items;
  #whenOver;
  #convertError;
  #isOver = false;
  /** @type {{ error: unknown } | undefined} */
  failure;
  /**
   * The read that waits.
   * @type {Deferred | undefined}
   */
  #waiting;
  /** @type {(error: unknown) => void} */
  #failStream = noop;

  /**
   * @param {Items} items
   * @param {() => void} whenOver called once, when nothing more is received
   * @param {(error: unknown) => unknown} convertError makes the error that a reader gets
   */
  constructor(items, whenOver, convertError) {
    this.#items = items;
    this.#whenOver = whenOver;
    this.#convertError = convertError;
  }

  /**
   * The next bytes; `undefined` after the last. One call at a time.
   * @returns {Promise<Uint8Array | undefined>}
   */
  read() {
    if (this.failure !== undefined) return promiseReject(this.failure.error);
    if (this.#isOver) return promiseResolve(undefined);
    const result = new Deferred();
    this.#waiting = result;
    this.#ask();
    return /** @type {Promise<*>} */ (result.promise);
  }

  /**
   * All bytes that are left.
   * @returns {Promise<import("./body.js").Taken>}
   */
  readAll() {
    const data = new BlobData();
    const result = new Deferred();
    const next = () => {
      react(this.read(), (bytes) => {
        if (bytes === undefined) return result.resolve(nullPrototype({ bytes: joined(data) }));
        data.add(/** @type {Uint8Array} */ (bytes));
        return next();
      }, (error) => result.reject(error));
    };
    next();
    return /** @type {Promise<*>} */ (result.promise);
  }

  /** A stream of the bytes that are left. It reads when it is read. */
  toStream() {
    /** @type {import("../streams/readable.js").Readable} */
    const readable = streams.createByteReadable({
      start: () => undefined,
      pull: () => {
        const source = /** @type {import("../streams/byte-source.js").ByteSource} */ (readable.source);
        return react(this.read(), (bytes) => {
          if (bytes === undefined) source.finish();
          else source.enqueueOwn(/** @type {Uint8Array} */ (bytes));
        }, (error) => source.error(error));
      },
      cancel: () => {
        this.cancel();
        return streams.resolved();
      },
    });
    const failure = this.failure;
    if (failure !== undefined) readable.source.error(failure.error);
    this.#failStream = (error) => readable.source.error(error);
    return readable;
  }

  /** Stops receiving: a reader sees the end of the body. */
  cancel() {
    this.#stop((waiting) => waiting.resolve(undefined));
  }

  /**
   * Ends the body with an error, which its reader gets.
   * @param {unknown} error
   */
  fail(error) {
    if (this.#isOver) return;
    this.failure = { error };
    this.#stop((waiting) => waiting.reject(error));
    this.#failStream(error);
  }

  /** @param {(waiting: Deferred) => void} settle */
  #stop(settle) {
    if (this.#isOver) return;
    react(/** @type {Promise<unknown>} */ (this.#items.return?.()), noop, noop);
    this.#end(settle);
  }

  /** @param {(waiting: Deferred) => void} settle */
  #end(settle) {
    this.#isOver = true;
    this.#whenOver();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) settle(waiting);
  }

  #ask() {
    const failed = (/** @type {unknown} */ error) => this.fail(this.#convertError(error));
    react(this.#items.next(), (step) => this.#take(/** @type {IteratorResult<unknown>} */ (step)), failed);
  }

  /** @param {IteratorResult<unknown>} step */
  #take({ done, value }) {
    if (this.#isOver) return;
    if (done === true) {
      this.#end((waiting) => waiting.resolve(undefined));
    } else if (typedArrayName(value) !== "Uint8Array") {
      this.fail(new TypeError("A chunk of the response's body is not a Uint8Array"));
    } else if (typedArrayByteLength(/** @type {Uint8Array} */ (value)) === 0) {
      this.#ask(); // A stream has no empty chunks.
    } else {
      const waiting = /** @type {Deferred} */ (this.#waiting);
      this.#waiting = undefined;
      waiting.resolve(value);
    }
  }
}

/**
 * All bytes, which the caller then owns: a single piece that does not share its memory is not copied.
 * @param {BlobData} data
 */
function joined(data) {
  const pieces = data.pieces();
  const piece = pieces[0];
  if (pieces.length !== 1 || piece === undefined) return data.toBytes();
  return bufferByteLength(typedArrayBuffer(piece)) === typedArrayByteLength(piece) ? piece : data.toBytes();
}
