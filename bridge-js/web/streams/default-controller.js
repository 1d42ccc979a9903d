// @ts-check
import { describeInterface, internal, requireInternal } from "../interface.js";
import { TypeError } from "../../shared/primordials.js";
import { Puller } from "./puller.js";
import { SizedQueue } from "./sized-queue.js";

/** @typedef {import("./readable.js").Readable} Readable */
/** @typedef {import("./readable.js").ReadRequest} ReadRequest */

/** @typedef {import("./puller.js").Algorithms} Algorithms */

/** The queue of a stream of any chunks, and the calls of its source. */
export class DefaultSource {
  /** @type {SizedQueue<unknown>} */
  #queue = new SizedQueue();
  #stream;
  #mark;
  /** @type {((chunk: unknown) => number) | undefined} */
  #size;
  #puller;
  #isCloseRequested = false;
  /** @type {ReadableStreamDefaultController | undefined} */
  #object;

  /**
   * @param {Readable} stream
   * @param {Algorithms} algorithms
   * @param {number} mark the high water mark
   * @param {(chunk: unknown) => number} size
   */
  constructor(stream, algorithms, mark, size) {
    this.#stream = stream;
    this.#puller = new Puller(algorithms, () => this.wantsMore, (error) => this.error(error));
    this.#mark = mark;
    this.#size = size;
  }

  /** The controller that the page sees. */
  get object() {
    this.#object ??= new ReadableStreamDefaultController(internal, this);
    return this.#object;
  }

  /** Joins the source to its stream and starts it; an error of the start is thrown. */
  start() {
    this.#stream.source = this;
    this.#puller.start();
  }

  /** @param {unknown} reason */
  cancelSteps(reason) {
    this.#queue.clear();
    this.#size = undefined;
    return this.#puller.cancel(reason);
  }

  /** @param {ReadRequest} request */
  pullSteps(request) {
    if (this.#queue.length === 0) {
      this.#stream.addRequest(request);
      this.#puller.pullIfNeeded();
      return;
    }
    const chunk = this.#queue.take();
    if (this.#isCloseRequested && this.#queue.length === 0) {
      this.#clear();
      this.#stream.close();
    } else {
      this.#puller.pullIfNeeded();
    }
    request.chunk(chunk);
  }

  releaseSteps() {}

  get canEnqueue() {
    return !this.#isCloseRequested && this.#stream.state === "readable";
  }

  get desiredSize() {
    const { state } = this.#stream;
    if (state === "errored") return null;
    return state === "closed" ? 0 : this.#mark - this.#queue.total;
  }

  get wantsMore() {
    if (!this.canEnqueue || !this.#puller.isStarted) return false;
    return this.#stream.waitingReads > 0 || /** @type {number} */ (this.desiredSize) > 0;
  }

  close() {
    if (!this.canEnqueue) return;
    this.#isCloseRequested = true;
    if (this.#queue.length > 0) return;
    this.#clear();
    this.#stream.close();
  }

  /** @param {unknown} chunk */
  enqueue(chunk) {
    if (!this.canEnqueue) return;
    if (this.#stream.waitingReads > 0) {
      this.#stream.fulfill(chunk);
    } else {
      try {
        this.#queue.add(chunk, this.#size === undefined ? 1 : this.#size(chunk));
      } catch (error) {
        this.error(error);
        throw error;
      }
    }
    this.#puller.pullIfNeeded();
  }

  /** @param {unknown} error */
  error(error) {
    if (this.#stream.state !== "readable") return;
    this.#queue.clear();
    this.#clear();
    this.#stream.fail(error);
  }

  #clear() {
    this.#puller.clear();
    this.#size = undefined;
  }
}

/** The object with which a source fills its stream. */
export class ReadableStreamDefaultController {
  /** @type {DefaultSource} */
  #source;

  /**
   * @param {unknown} [caller]
   * @param {DefaultSource} [source]
   */
  constructor(caller = undefined, source = undefined) {
    requireInternal(caller);
    this.#source = /** @type {DefaultSource} */ (source);
  }

  get desiredSize() {
    return this.#source.desiredSize;
  }

  close() {
    if (!this.#source.canEnqueue) throw new TypeError("ReadableStreamDefaultController.close: the stream is not open");
    this.#source.close();
  }

  /** @param {unknown} [chunk] */
  enqueue(chunk = undefined) {
    if (!this.#source.canEnqueue) throw new TypeError("ReadableStreamDefaultController.enqueue: the stream is not open");
    this.#source.enqueue(chunk);
  }

  /** @param {unknown} [error] */
  error(error = undefined) {
    this.#source.error(error);
  }
}

describeInterface(ReadableStreamDefaultController);
