// @ts-check
// The state of a writable stream and of its writer, with the operations of the Streams Standard on both.

import { promiseReject, TypeError } from "../../shared/primordials.js";
import { Queue } from "../../shared/queue.js";
import { Deferred, rejectedDeferred, resolved, resolvedDeferred, setHandled, upon } from "./promises.js";

/** @typedef {import("./sink.js").Sink} Sink */

export class Writable {
  /** @type {"writable" | "erroring" | "errored" | "closed"} */
  state = "writable";
  /**
   * Settled when the stream is closed or fails, if a caller waits for it.
   * @type {Deferred | undefined}
   */
  ended = /** @type {*} */ (undefined);
  /** @type {unknown} */
  storedError = undefined;
  hasBackpressure = false;
  /** @type {Writer | undefined} */
  writer = undefined;
  /**
   * Set when the stream is set up, before any code of a page can use the stream.
   * @type {Sink}
   */
  sink = /** @type {*} */ (undefined);
  /**
   * The stream that the page sees, if there is one.
   * @type {object | undefined}
   */
  object = undefined;
  /** @type {Queue<Deferred>} */
  #writes = new Queue();
  /** @type {Deferred | undefined} */
  #currentWrite;
  /** @type {Deferred | undefined} */
  #close;
  /** @type {Deferred | undefined} */
  #currentClose;
  /** @type {{ result: Deferred, reason: unknown, wasErroring: boolean } | undefined} */
  #abort;

  get isLocked() {
    return this.writer !== undefined;
  }

  get isClosing() {
    return this.#close !== undefined || this.#currentClose !== undefined;
  }

  get hasCurrentWrite() {
    return this.#currentWrite !== undefined;
  }

  /** @param {unknown} reason */
  abort(reason) {
    if (this.state === "closed" || this.state === "errored") return resolved();
    this.sink.abortSignal(reason);
    // A listener of the signal may have changed the state.
    const state = /** @type {string} */ (this.state);
    if (state === "closed" || state === "errored") return resolved();
    if (this.#abort !== undefined) return this.#abort.result.promise;
    const wasErroring = state === "erroring";
    const result = new Deferred();
    this.#abort = { result, reason: wasErroring ? undefined : reason, wasErroring };
    if (!wasErroring) this.startErroring(reason);
    return result.promise;
  }

  /** @returns {Promise<unknown>} */
  close() {
    if (this.state === "closed" || this.state === "errored") {
      return promiseReject(new TypeError(`The stream is ${this.state} and cannot be closed`));
    }
    const close = new Deferred();
    this.#close = close;
    if (this.writer !== undefined && this.hasBackpressure && this.state === "writable") this.writer.ready.resolve();
    this.sink.close();
    return close.promise;
  }

  addWrite() {
    const write = new Deferred();
    this.#writes.add(write);
    return write.promise;
  }

  /** @param {unknown} error of the sink */
  #reject(error) {
    if (this.state === "writable") this.startErroring(error);
    else this.finishErroring();
  }

  /** @param {unknown} error */
  startRejected(error) {
    this.#reject(error);
  }

  /** @param {unknown} reason */
  startErroring(reason) {
    this.state = "erroring";
    this.storedError = reason;
    this.writer?.failReady(reason);
    const isBusy = this.#currentWrite !== undefined || this.#currentClose !== undefined;
    if (!isBusy && this.sink.isStarted) this.finishErroring();
  }

  finishErroring() {
    this.state = "errored";
    this.sink.errorSteps();
    for (let write = this.#writes.take(); write !== undefined; write = this.#writes.take()) write.reject(this.storedError);
    const abort = this.#abort;
    if (abort === undefined) {
      this.#rejectClose();
      return;
    }
    this.#abort = undefined;
    if (abort.wasErroring) {
      abort.result.reject(this.storedError);
      this.#rejectClose();
      return;
    }
    upon(
      this.sink.abortSteps(abort.reason),
      () => {
        abort.result.resolve();
        this.#rejectClose();
      },
      (error) => {
        abort.result.reject(error);
        this.#rejectClose();
      },
    );
  }

  #rejectClose() {
    if (this.#close !== undefined) {
      this.#close.reject(this.storedError);
      this.#close = undefined;
    }
    this.ended?.reject(this.storedError);
    if (this.writer !== undefined) {
      this.writer.closed.reject(this.storedError);
      setHandled(this.writer.closed.promise);
    }
  }

  beginWrite() {
    this.#currentWrite = this.#writes.take();
  }

  finishWrite() {
    this.#currentWrite?.resolve();
    this.#currentWrite = undefined;
  }

  /** @param {unknown} error */
  failWrite(error) {
    this.#currentWrite?.reject(error);
    this.#currentWrite = undefined;
    this.#reject(error);
  }

  beginClose() {
    this.#currentClose = this.#close;
    this.#close = undefined;
  }

  finishClose() {
    this.#currentClose?.resolve();
    this.#currentClose = undefined;
    if (this.state === "erroring") {
      // The close was too far to be aborted.
      this.storedError = undefined;
      this.#abort?.result.resolve();
      this.#abort = undefined;
    }
    this.state = "closed";
    this.writer?.closed.resolve();
    this.ended?.resolve();
  }

  /** @param {unknown} error */
  failClose(error) {
    this.#currentClose?.reject(error);
    this.#currentClose = undefined;
    this.#abort?.result.reject(error);
    this.#abort = undefined;
    this.#reject(error);
  }

  /** @param {boolean} hasBackpressure */
  updateBackpressure(hasBackpressure) {
    const { writer } = this;
    if (writer !== undefined && hasBackpressure !== this.hasBackpressure) {
      if (hasBackpressure) writer.ready = new Deferred();
      else writer.ready.resolve();
    }
    this.hasBackpressure = hasBackpressure;
  }
}

export class Writer {
  /** @type {Writable | undefined} `undefined` after its release */
  stream;
  ready;
  closed;

  /** @param {Writable} stream */
  constructor(stream) {
    if (stream.isLocked) throw new TypeError("The stream is locked to a writer");
    this.stream = stream;
    stream.writer = this;
    switch (stream.state) {
      case "writable":
        this.ready = !stream.isClosing && stream.hasBackpressure ? new Deferred() : resolvedDeferred();
        this.closed = new Deferred();
        break;
      case "erroring":
        this.ready = rejectedDeferred(stream.storedError);
        this.closed = new Deferred();
        break;
      case "closed":
        this.ready = resolvedDeferred();
        this.closed = resolvedDeferred();
        break;
      default:
        this.ready = rejectedDeferred(stream.storedError);
        this.closed = rejectedDeferred(stream.storedError);
    }
  }

  /** The stream, unless the writer was released. */
  requireStream() {
    if (this.stream === undefined) throw new TypeError("The writer was released");
    return this.stream;
  }

  get desiredSize() {
    const stream = this.requireStream();
    if (stream.state === "errored" || stream.state === "erroring") return null;
    return stream.state === "closed" ? 0 : stream.sink.desiredSize;
  }

  /** @param {unknown} error */
  failReady(error) {
    if (this.ready.isPending) this.ready.reject(error);
    else this.ready = rejectedDeferred(error);
    setHandled(this.ready.promise);
  }

  /** @param {unknown} error */
  #failClosed(error) {
    if (this.closed.isPending) this.closed.reject(error);
    else this.closed = rejectedDeferred(error);
    setHandled(this.closed.promise);
  }

  release() {
    const { stream } = this;
    if (stream === undefined) return;
    const error = new TypeError("The writer was released");
    this.failReady(error);
    this.#failClosed(error);
    stream.writer = undefined;
    this.stream = undefined;
  }

  /** @returns {Promise<unknown>} resolved for a stream that is closing already */
  closeUnlessClosing() {
    const stream = this.requireStream();
    if (stream.isClosing || stream.state === "closed") return resolved();
    if (stream.state === "errored") return promiseReject(stream.storedError);
    return stream.close();
  }

  /**
   * @param {unknown} chunk
   * @returns {Promise<unknown>}
   */
  write(chunk) {
    const stream = this.requireStream();
    // The size function is code of a page, which may release the writer.
    const size = stream.sink.sizeOf(chunk);
    if (stream !== this.stream) return promiseReject(new TypeError("The writer was released"));
    const { state } = stream;
    if (state === "errored") return promiseReject(stream.storedError);
    if (stream.isClosing || state === "closed") return promiseReject(new TypeError("The stream is closed or closing"));
    if (state === "erroring") return promiseReject(stream.storedError);
    const result = stream.addWrite();
    stream.sink.write(chunk, size);
    return result;
  }
}
