// @ts-check
import * as abort from "#deferred/web/abort/abort.js";
import { describeInterface, internal, requireInternal } from "../interface.js";
import { promiseFor, resolved, upon } from "./promises.js";
import { SizedQueue } from "./sized-queue.js";

/** @typedef {import("./writable.js").Writable} Writable */

/**
 * The algorithms of a sink.
 *
 * @typedef {object} SinkAlgorithms
 * @property {() => unknown} start
 * @property {(chunk: unknown) => Promise<unknown>} write
 * @property {() => Promise<unknown>} close
 * @property {(reason: unknown) => Promise<unknown>} abort
 */

/** The element of the queue after the last chunk. */
const closing = {};

/** The queue of a writable stream, and the calls of its sink. */
export class Sink {
  /** @type {SizedQueue<unknown>} */
  #queue = new SizedQueue();
  #stream;
  #mark;
  /** @type {((chunk: unknown) => number) | undefined} */
  #size;
  /**
   * Cleared at the end, so that the sink can be collected.
   * @type {SinkAlgorithms | undefined}
   */
  #algorithms;
  isStarted = false;
  /** @type {WritableStreamDefaultController | undefined} */
  #object;
  /**
   * Made when it is first needed.
   * @type {{ signal: AbortSignal, abort: (reason: unknown) => void } | undefined}
   */
  #abortion;

  /**
   * @param {Writable} stream
   * @param {SinkAlgorithms} algorithms
   * @param {number} mark
   * @param {(chunk: unknown) => number} size
   */
  constructor(stream, algorithms, mark, size) {
    this.#stream = stream;
    this.#algorithms = algorithms;
    this.#mark = mark;
    this.#size = size;
  }

  get object() {
    this.#object ??= new WritableStreamDefaultController(internal, this);
    return this.#object;
  }

  get signal() {
    this.#abortion ??= /** @type {*} */ (abort.newSignal());
    return /** @type {{ signal: AbortSignal }} */ (this.#abortion).signal;
  }

  /** @param {unknown} reason */
  abortSignal(reason) {
    void this.signal;
    this.#abortion?.abort(reason);
  }

  start() {
    const stream = this.#stream;
    stream.sink = this;
    stream.updateBackpressure(this.#hasBackpressure);
    const started = promiseFor(/** @type {SinkAlgorithms} */ (this.#algorithms).start());
    upon(
      started,
      () => {
        this.isStarted = true;
        this.#advance();
      },
      (error) => {
        this.isStarted = true;
        stream.startRejected(error);
      },
    );
  }

  get desiredSize() {
    return this.#mark - this.#queue.total;
  }

  get #hasBackpressure() {
    return this.desiredSize <= 0;
  }

  /** @param {unknown} reason */
  abortSteps(reason) {
    const result = this.#algorithms === undefined ? resolved() : this.#algorithms.abort(reason);
    this.#clear();
    return result;
  }

  errorSteps() {
    this.#queue.clear();
  }

  /**
   * The size of a chunk by the strategy. An error of the strategy is one of the stream.
   * @param {unknown} chunk
   */
  sizeOf(chunk) {
    if (this.#size === undefined) return 1;
    try {
      return this.#size(chunk);
    } catch (error) {
      this.errorIfNeeded(error);
      return 1;
    }
  }

  /**
   * @param {unknown} chunk
   * @param {number} size
   */
  write(chunk, size) {
    try {
      this.#queue.add(chunk, size);
    } catch (error) {
      this.errorIfNeeded(error);
      return;
    }
    const stream = this.#stream;
    if (!stream.isClosing && stream.state === "writable") stream.updateBackpressure(this.#hasBackpressure);
    this.#advance();
  }

  close() {
    this.#queue.add(closing, 0);
    this.#advance();
  }

  /** @param {unknown} error */
  errorIfNeeded(error) {
    if (this.#stream.state !== "writable") return;
    this.#clear();
    this.#stream.startErroring(error);
  }

  #advance() {
    const stream = this.#stream;
    if (!this.isStarted || stream.hasCurrentWrite) return;
    if (stream.state === "erroring") {
      stream.finishErroring();
      return;
    }
    if (this.#queue.length === 0) return;
    const chunk = this.#queue.first;
    if (chunk === closing) this.#runClose();
    else this.#runWrite(chunk);
  }

  #runClose() {
    const stream = this.#stream;
    stream.beginClose();
    this.#queue.take();
    const closed = /** @type {SinkAlgorithms} */ (this.#algorithms).close();
    this.#clear();
    upon(closed, () => stream.finishClose(), (error) => stream.failClose(error));
  }

  /** @param {unknown} chunk */
  #runWrite(chunk) {
    const stream = this.#stream;
    stream.beginWrite();
    upon(
      /** @type {SinkAlgorithms} */ (this.#algorithms).write(chunk),
      () => {
        stream.finishWrite();
        this.#queue.take();
        if (!stream.isClosing && stream.state === "writable") stream.updateBackpressure(this.#hasBackpressure);
        this.#advance();
      },
      (error) => {
        if (stream.state === "writable") this.#clear();
        stream.failWrite(error);
      },
    );
  }

  #clear() {
    this.#algorithms = undefined;
    this.#size = undefined;
  }
}

/** The object with which a sink reports an error of its own. */
export class WritableStreamDefaultController {
  /** @type {Sink} */
  #sink;

  /**
   * @param {unknown} [caller]
   * @param {Sink} [sink]
   */
  constructor(caller = undefined, sink = undefined) {
    requireInternal(caller);
    this.#sink = /** @type {Sink} */ (sink);
  }

  get signal() {
    return this.#sink.signal;
  }

  /** @param {unknown} [error] */
  error(error = undefined) {
    this.#sink.errorIfNeeded(error);
  }
}

describeInterface(WritableStreamDefaultController);

/** @typedef {import("../abort/abort.js").AbortSignal} AbortSignal */
