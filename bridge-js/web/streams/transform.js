// @ts-check
// The state of a transform stream, with the operations of the Streams Standard.

import { TypeError } from "../../shared/primordials.js";
import { Deferred, resolved, upon } from "./promises.js";
import { createReadable } from "./readable-stream.js";
import { createWritable } from "./writable-stream.js";

/** @typedef {import("./default-controller.js").DefaultSource} DefaultSource */

/**
 * The algorithms of a transformer.
 *
 * @typedef {object} TransformAlgorithms
 * @property {(chunk: unknown) => Promise<unknown>} transform
 * @property {() => Promise<unknown>} flush
 * @property {(reason: unknown) => Promise<unknown>} cancel
 */

/** @typedef {{ mark: number, size: (chunk: unknown) => number }} Strategy */

export class Transform {
  /**
   * Cleared at the end, so that the transformer can be collected.
   * @type {TransformAlgorithms | undefined}
   */
  algorithms = undefined;
  #hasBackpressure = true;
  /** Resolved when the backpressure changes. */
  #change = new Deferred();
  /**
   * The result of the close, abort or cancellation that came first.
   * @type {Deferred | undefined}
   */
  #end;
  readable;
  writable;

  /**
   * @param {() => Promise<unknown>} start
   * @param {Strategy} writableStrategy
   * @param {Strategy} readableStrategy
   */
  constructor(start, writableStrategy, readableStrategy) {
    this.writable = createWritable(
      {
        start,
        write: (chunk) => this.#write(chunk),
        close: () => this.#close(),
        abort: (reason) => this.#abort(reason),
      },
      writableStrategy.mark,
      writableStrategy.size,
    );
    this.readable = createReadable(
      {
        start,
        pull: () => this.#pull(),
        cancel: (reason) => this.#cancel(reason),
      },
      readableStrategy.mark,
      readableStrategy.size,
    );
  }

  get #source() {
    return /** @type {DefaultSource} */ (this.readable.source);
  }

  get desiredSize() {
    return this.#source.desiredSize;
  }

  /** Resolved when the readable side wants a chunk, or will never want one. */
  get wanted() {
    return this.#hasBackpressure && this.readable.state === "readable" ? this.#change.promise : resolved();
  }

  /** @param {unknown} chunk */
  enqueue(chunk) {
    const source = this.#source;
    if (!source.canEnqueue) throw new TypeError("The readable side of the stream is not open");
    try {
      source.enqueue(chunk);
    } catch (error) {
      this.#failWritable(error);
      throw this.readable.storedError;
    }
    if (!source.wantsMore && !this.#hasBackpressure) this.#setBackpressure(true);
  }

  /** @param {unknown} error */
  error(error) {
    this.#source.error(error);
    this.#failWritable(error);
  }

  terminate() {
    this.#source.close();
    this.#failWritable(new TypeError("The transform stream was terminated"));
  }

  /** @param {unknown} error */
  #failWritable(error) {
    this.algorithms = undefined;
    this.writable.sink.errorIfNeeded(error);
    this.#unblock();
  }

  #unblock() {
    if (this.#hasBackpressure) this.#setBackpressure(false);
  }

  /** @param {boolean} hasBackpressure */
  #setBackpressure(hasBackpressure) {
    this.#change.resolve();
    this.#change = new Deferred();
    this.#hasBackpressure = hasBackpressure;
  }

  /** @param {unknown} chunk */
  #write(chunk) {
    const result = new Deferred();
    const run = () => {
      if (this.writable.state === "erroring") {
        result.reject(this.writable.storedError);
        return;
      }
      const algorithms = /** @type {TransformAlgorithms} */ (this.algorithms);
      upon(
        algorithms.transform(chunk),
        () => result.resolve(),
        (error) => {
          this.error(error);
          result.reject(error);
        },
      );
    };
    if (this.#hasBackpressure) upon(this.#change.promise, run, run);
    else run();
    return result.promise;
  }

  /**
   * Runs the last algorithm, once for both sides.
   *
   * @param {(algorithms: TransformAlgorithms) => Promise<unknown>} run
   * @param {(end: Deferred) => void} succeed
   * @param {(error: unknown) => void} fail
   */
  #finish(run, succeed, fail) {
    if (this.#end !== undefined) return this.#end.promise;
    const end = new Deferred();
    this.#end = end;
    const { algorithms } = this;
    const result = algorithms === undefined ? resolved() : run(algorithms);
    this.algorithms = undefined;
    upon(
      result,
      () => succeed(end),
      (error) => {
        fail(error);
        end.reject(error);
      },
    );
    return end.promise;
  }

  /** @param {unknown} reason */
  #abort(reason) {
    const { readable } = this;
    return this.#finish(
      (algorithms) => algorithms.cancel(reason),
      (end) => {
        if (readable.state === "errored") {
          end.reject(readable.storedError);
          return;
        }
        this.#source.error(reason);
        end.resolve();
      },
      (error) => this.#source.error(error),
    );
  }

  #close() {
    const { readable } = this;
    return this.#finish(
      (algorithms) => algorithms.flush(),
      (end) => {
        if (readable.state === "errored") {
          end.reject(readable.storedError);
          return;
        }
        this.#source.close();
        end.resolve();
      },
      (error) => this.#source.error(error),
    );
  }

  /** @param {unknown} reason */
  #cancel(reason) {
    const { writable } = this;
    // A flush may wait until a chunk is wanted.
    if (this.#end !== undefined) this.#unblock();
    return this.#finish(
      (algorithms) => algorithms.cancel(reason),
      (end) => {
        if (writable.state === "errored") {
          end.reject(writable.storedError);
          return;
        }
        writable.sink.errorIfNeeded(reason);
        this.#unblock();
        end.resolve();
      },
      (error) => {
        writable.sink.errorIfNeeded(error);
        this.#unblock();
      },
    );
  }

  #pull() {
    this.#setBackpressure(false);
    return this.#change.promise;
  }
}
