// @ts-check
// The state of a readable stream and of its reader, with the operations of the Streams Standard on both.

import { Queue } from "../../shared/queue.js";
import { promiseReject, TypeError } from "../../shared/primordials.js";
import { Deferred, rejectedDeferred, resolved, resolvedDeferred, setHandled, withoutValue } from "./promises.js";

/**
 * What waits for a chunk.
 *
 * @typedef {object} ReadRequest
 * @property {(chunk: unknown) => void} chunk
 * @property {(chunk?: unknown) => void} close a reader with a buffer of its own gets that back, or undefined
 * @property {(error: unknown) => void} error
 */

/**
 * The side of a stream that makes its chunks.
 *
 * @typedef {object} Source
 * @property {object} object the controller that the page sees
 * @property {(reason: unknown) => Promise<unknown>} cancelSteps
 * @property {(request: ReadRequest) => void} pullSteps
 * @property {() => void} releaseSteps
 * @property {(error: unknown) => void} error
 */

export class Readable {
  /** @type {"readable" | "closed" | "errored"} */
  state = "readable";
  /** @type {unknown} */
  storedError = undefined;
  isDisturbed = false;
  /** @type {Reader | undefined} */
  reader = undefined;
  /**
   * Set when the stream is set up, before any code of a page can use the stream.
   * @type {Source}
   */
  source = /** @type {*} */ (undefined);
  /**
   * The stream that the page sees, if there is one.
   * @type {object | undefined}
   */
  object = undefined;
  /**
   * Settled when the stream is closed or fails, if a caller waits for it.
   * @type {Deferred | undefined}
   */
  ended = /** @type {*} */ (undefined);

  get isLocked() {
    return this.reader !== undefined;
  }

  /** The reads that wait. Of a reader with buffers if `isBYOB`. */
  get waitingReads() {
    return this.reader === undefined || this.reader.isBYOB ? 0 : this.reader.requests.size;
  }

  get waitingBYOBReads() {
    return this.reader === undefined || !this.reader.isBYOB ? 0 : this.reader.requests.size;
  }

  get hasDefaultReader() {
    return this.reader !== undefined && !this.reader.isBYOB;
  }

  get hasBYOBReader() {
    return this.reader !== undefined && this.reader.isBYOB;
  }

  /** @param {ReadRequest} request */
  addRequest(request) {
    /** @type {Reader} */ (this.reader).requests.add(request);
  }

  /**
   * Answers the first waiting read.
   *
   * @param {unknown} chunk
   * @param {boolean} [done]
   */
  fulfill(chunk, done = false) {
    const request = /** @type {ReadRequest} */ (/** @type {Reader} */ (this.reader).requests.take());
    if (done) request.close(chunk);
    else request.chunk(chunk);
  }

  /**
   * @param {unknown} reason
   * @returns {Promise<unknown>}
   */
  cancel(reason) {
    this.isDisturbed = true;
    if (this.state === "closed") return resolved();
    if (this.state === "errored") return promiseReject(this.storedError);
    this.close();
    if (this.hasBYOBReader) /** @type {Reader} */ (this.reader).takeRequests((request) => request.close(undefined));
    return withoutValue(this.source.cancelSteps(reason));
  }

  close() {
    this.state = "closed";
    this.ended?.resolve();
    const { reader } = this;
    if (reader === undefined) return;
    reader.closed.resolve();
    if (!reader.isBYOB) reader.takeRequests((request) => request.close());
  }

  /** @param {unknown} error */
  fail(error) {
    this.state = "errored";
    this.storedError = error;
    this.ended?.reject(error);
    const { reader } = this;
    if (reader === undefined) return;
    reader.closed.reject(error);
    setHandled(reader.closed.promise);
    reader.failRequests(error);
  }
}

export class Reader {
  /** @type {Readable | undefined} `undefined` after its release */
  stream;
  isBYOB;
  /** @type {Queue<ReadRequest>} */
  requests = new Queue();
  closed;

  /**
   * @param {Readable} stream
   * @param {boolean} isBYOB
   */
  constructor(stream, isBYOB) {
    if (stream.isLocked) throw new TypeError("The stream is locked to a reader");
    this.stream = stream;
    this.isBYOB = isBYOB;
    stream.reader = this;
    this.closed =
      stream.state === "readable" ? new Deferred() : stream.state === "closed" ? resolvedDeferred() : rejectedDeferred(stream.storedError);
  }

  /** The stream, unless the reader was released. */
  requireStream() {
    if (this.stream === undefined) throw new TypeError("The reader was released");
    return this.stream;
  }

  /** @param {ReadRequest} request */
  read(request) {
    const stream = this.requireStream();
    stream.isDisturbed = true;
    if (stream.state === "closed") request.close();
    else if (stream.state === "errored") request.error(stream.storedError);
    else stream.source.pullSteps(request);
  }

  release() {
    const { stream } = this;
    if (stream === undefined) return;
    const error = new TypeError("The reader was released");
    if (stream.state === "readable") {
      this.closed.reject(error);
      setHandled(this.closed.promise);
    } else {
      this.closed = rejectedDeferred(error);
    }
    stream.source.releaseSteps();
    stream.reader = undefined;
    this.stream = undefined;
    this.failRequests(error);
  }

  /**
   * Removes all waiting reads and settles each.
   * @param {(request: ReadRequest) => void} settle
   */
  takeRequests(settle) {
    const { requests } = this;
    this.requests = new Queue();
    for (let request = requests.take(); request !== undefined; request = requests.take()) settle(request);
  }

  /** @param {unknown} error */
  failRequests(error) {
    this.takeRequests((request) => request.error(error));
  }
}

/**
 * Reads, and promises the result in the form of an iterator.
 *
 * @param {(request: ReadRequest) => void} read
 * @returns {Promise<{ value: unknown, done: boolean }>}
 */
export const promiseRead = (read) => {
  const result = new Deferred();
  read({
    chunk: (value) => result.resolve({ value, done: false }),
    close: (value) => result.resolve({ value, done: true }),
    error: (error) => result.reject(error),
  });
  return /** @type {*} */ (result.promise);
};
