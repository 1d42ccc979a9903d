// @ts-check
import { isDetached } from "../../shared/bytes.js";
import { makeList } from "../../shared/lists.js";
import { ArrayBuffer, bufferByteLength, RangeError, TypeError, Uint8Array } from "../../shared/primordials.js";
import { Queue } from "../../shared/queue.js";
import { cloneBytes, moveBuffer, regionOf } from "./buffers.js";
import { invalidate, makeController, makeRequest } from "./byte-controller.js";
import { ByteQueue, finish } from "./byte-queue.js";
import { Puller } from "./puller.js";

/** @typedef {import("./buffers.js").Region} Region */
/** @typedef {import("./puller.js").Algorithms} Algorithms */
/** @typedef {import("./readable.js").Readable} Readable */
/** @typedef {import("./readable.js").Reader} Reader */
/** @typedef {import("./readable.js").ReadRequest} ReadRequest */
/** @typedef {import("./byte-queue.js").PullInto} PullInto */

/** The queue of a stream of bytes, and the calls of its source. */
export class ByteSource {
  #queue = new ByteQueue();
  /** @type {Queue<PullInto>} */
  #pending = new Queue();
  #stream;
  #mark;
  #autoAllocate;
  #puller;
  #isCloseRequested = false;
  /** @type {import("./byte-controller.js").ReadableStreamBYOBRequest | null} */
  #byobRequest = null;
  /** @type {object | undefined} */
  #object;

  /**
   * @param {Readable} stream
   * @param {Algorithms} algorithms
   * @param {number} mark the high water mark
   * @param {number | undefined} autoAllocate the size of the buffer that the source gets for a read without one
   */
  constructor(stream, algorithms, mark, autoAllocate) {
    this.#stream = stream;
    this.#puller = new Puller(algorithms, () => this.#wantsMore(), (error) => this.error(error));
    this.#mark = mark;
    this.#autoAllocate = autoAllocate;
  }

  get object() {
    this.#object ??= makeController(this);
    return this.#object;
  }

  start() {
    this.#stream.source = this;
    this.#puller.start();
  }

  /** @param {unknown} reason */
  cancelSteps(reason) {
    this.#clearPending();
    this.#queue.clear();
    return this.#puller.cancel(reason);
  }

  /** @param {ReadRequest} request */
  pullSteps(request) {
    if (this.#queue.total > 0) {
      this.#fillRead(request);
      return;
    }
    const size = this.#autoAllocate;
    if (size !== undefined) {
      let buffer;
      try {
        buffer = new ArrayBuffer(size);
      } catch (error) {
        request.error(error);
        return;
      }
      this.#pending.add({
        buffer, bufferByteLength: size, byteOffset: 0, byteLength: size, bytesFilled: 0, minimumFill: 1, elementSize: 1,
        View: Uint8Array, reader: "default",
      });
    }
    this.#stream.addRequest(request);
    this.#puller.pullIfNeeded();
  }

  releaseSteps() {
    const { first } = this.#pending;
    if (first === undefined) return;
    first.reader = "none";
    this.#pending = new Queue();
    this.#pending.add(first);
  }

  get canEnqueue() {
    return !this.#isCloseRequested && this.#stream.state === "readable";
  }

  get desiredSize() {
    const { state } = this.#stream;
    if (state === "errored") return null;
    return state === "closed" ? 0 : this.#mark - this.#queue.total;
  }

  get byobRequest() {
    const view = this.#byobRequest === null ? this.requestedView : undefined;
    if (view !== undefined) this.#byobRequest = makeRequest(this, view);
    return this.#byobRequest;
  }

  get hasPendingRead() {
    return this.#pending.size > 0;
  }

  /** The part of the buffer of the first waiting read that is to be filled. */
  get requestedView() {
    const { first } = this.#pending;
    if (first === undefined) return undefined;
    return new Uint8Array(first.buffer, first.byteOffset + first.bytesFilled, first.byteLength - first.bytesFilled);
  }

  close() {
    if (!this.canEnqueue) return;
    if (this.#queue.total > 0) {
      this.#isCloseRequested = true;
      return;
    }
    const { first } = this.#pending;
    if (first !== undefined && first.bytesFilled % first.elementSize !== 0) {
      const error = new TypeError("The stream was closed in the middle of an element of the destination buffer");
      this.error(error);
      throw error;
    }
    this.#puller.clear();
    this.#stream.close();
  }

  /** @param {Region} chunk */
  enqueue(chunk) {
    if (!this.canEnqueue) return;
    const { byteOffset, byteLength } = chunk;
    const buffer = moveBuffer(chunk.buffer);
    const { first } = this.#pending;
    if (first !== undefined) {
      if (isDetached(first.buffer)) throw new TypeError("The destination buffer is detached");
      this.#invalidateRequest();
      first.buffer = moveBuffer(first.buffer);
      if (first.reader === "none") this.#enqueueReleased(first);
    }
    if (this.#stream.hasDefaultReader) {
      const reader = /** @type {Reader} */ (this.#stream.reader);
      while (reader.requests.size > 0 && this.#queue.total > 0) this.#fillRead(/** @type {ReadRequest} */ (reader.requests.take()));
      if (this.#stream.waitingReads === 0) {
        this.#queue.add(buffer, byteOffset, byteLength);
      } else {
        if (this.#pending.size > 0) this.#pending.take();
        this.#stream.fulfill(new Uint8Array(buffer, byteOffset, byteLength));
      }
    } else {
      this.#queue.add(buffer, byteOffset, byteLength);
      if (this.#stream.hasBYOBReader) this.#commitAll(this.#fillFromQueue());
    }
    this.#puller.pullIfNeeded();
  }

  /**
   * Adds bytes of ours.
   * @param {Uint8Array} bytes
   */
  enqueueOwn(bytes) {
    this.enqueue(regionOf(bytes, "stream"));
  }

  /** Closes the stream, and answers the read into a buffer that waits. */
  finish() {
    this.close();
    if (this.#pending.size > 0) this.respond(0);
  }

  /** @param {unknown} error */
  error(error) {
    if (this.#stream.state !== "readable") return;
    this.#clearPending();
    this.#queue.clear();
    this.#puller.clear();
    this.#stream.fail(error);
  }

  /**
   * Reads into a buffer of the page.
   *
   * @param {Region} region
   * @param {number} minimum in elements
   * @param {ReadRequest} request
   */
  pullInto(region, minimum, request) {
    const { byteOffset, byteLength, elementSize, View } = region;
    let buffer;
    try {
      buffer = moveBuffer(region.buffer);
    } catch (error) {
      request.error(error);
      return;
    }
    /** @type {PullInto} */
    const into = {
      buffer, bufferByteLength: bufferByteLength(buffer), byteOffset, byteLength, bytesFilled: 0, minimumFill: minimum * elementSize,
      elementSize, View, reader: "byob",
    };
    if (this.#pending.size === 0) {
      if (this.#stream.state === "closed") {
        request.close(new View(buffer, byteOffset, 0));
        return;
      }
      if (this.#queue.total > 0) {
        if (this.#queue.fill(into)) {
          const view = finish(into);
          this.#afterTaking();
          request.chunk(view);
          return;
        }
        if (this.#isCloseRequested) {
          const error = new TypeError("The rest of the stream is too short for an element of the destination buffer");
          this.error(error);
          request.error(error);
          return;
        }
      }
      this.#pending.add(into);
      this.#stream.addRequest(request);
      this.#puller.pullIfNeeded();
      return;
    }
    this.#pending.add(into);
    this.#stream.addRequest(request);
  }

  /** @param {number} count the bytes that the source wrote into the buffer of the request */
  respond(count) {
    const first = /** @type {PullInto} */ (this.#pending.first);
    if (this.#stream.state === "closed") {
      if (count !== 0) throw new TypeError("The stream is closed: the number of bytes must be 0");
    } else {
      if (count === 0) throw new TypeError("the number of bytes must be above 0 while the stream is open");
      if (first.bytesFilled + count > first.byteLength) throw new RangeError("the number of bytes exceeds the space in the buffer");
    }
    first.buffer = moveBuffer(first.buffer);
    this.#respond(count);
  }

  /**
   * @param {Region} region
   * @param {number} wholeLength of its buffer
   */
  respondWithNewView(region, wholeLength) {
    const first = /** @type {PullInto} */ (this.#pending.first);
    if (this.#stream.state === "closed") {
      if (region.byteLength !== 0) throw new TypeError("The stream is closed: the view must be empty");
    } else if (region.byteLength === 0) {
      throw new TypeError("the view must not be empty while the stream is open");
    }
    if (first.byteOffset + first.bytesFilled !== region.byteOffset) throw new RangeError("the view must begin at the offset of the request");
    if (first.bufferByteLength !== wholeLength) throw new RangeError("the buffer of the view must have the length of the request's buffer");
    if (first.bytesFilled + region.byteLength > first.byteLength) throw new RangeError("the view is longer than the request");
    const count = region.byteLength;
    first.buffer = moveBuffer(region.buffer);
    this.#respond(count);
  }

  /** @param {number} count */
  #respond(count) {
    const first = /** @type {PullInto} */ (this.#pending.first);
    this.#invalidateRequest();
    if (this.#stream.state === "closed") this.#respondInClosedState(first);
    else this.#respondInReadableState(count, first);
    this.#puller.pullIfNeeded();
  }

  /** @param {PullInto} first */
  #respondInClosedState(first) {
    if (first.reader === "none") this.#pending.take();
    if (!this.#stream.hasBYOBReader) return;
    /** @type {PullInto[]} */
    const filled = makeList();
    const waiting = this.#stream.waitingBYOBReads;
    while (filled.length < waiting) filled[filled.length] = /** @type {PullInto} */ (this.#pending.take());
    this.#commitAll(filled);
  }

  /**
   * @param {number} count
   * @param {PullInto} into
   */
  #respondInReadableState(count, into) {
    into.bytesFilled += count;
    if (into.reader === "none") {
      this.#enqueueReleased(into);
      this.#commitAll(this.#fillFromQueue());
      return;
    }
    if (into.bytesFilled < into.minimumFill) return;
    this.#pending.take();
    const rest = into.bytesFilled % into.elementSize;
    if (rest > 0) this.#addCopy(into.buffer, into.byteOffset + into.bytesFilled - rest, rest);
    into.bytesFilled -= rest;
    const filled = this.#fillFromQueue();
    this.#commit(into);
    this.#commitAll(filled);
  }

  /** @param {PullInto[]} filled */
  #commitAll(filled) {
    for (let i = 0; i < filled.length; i++) this.#commit(/** @type {PullInto} */ (filled[i]));
  }

  /** @param {PullInto} into */
  #commit(into) {
    this.#stream.fulfill(finish(into), this.#stream.state === "closed");
  }

  /**
   * Fills waiting buffers from the queue.
   * @returns {PullInto[]} those that are full enough
   */
  #fillFromQueue() {
    /** @type {PullInto[]} */
    const filled = makeList();
    for (let first = this.#pending.first; first !== undefined && this.#queue.total > 0; first = this.#pending.first) {
      if (!this.#queue.fill(first)) continue;
      this.#pending.take();
      filled[filled.length] = first;
    }
    return filled;
  }

  /** @param {ReadRequest} request */
  #fillRead(request) {
    const { buffer, byteOffset, byteLength } = this.#queue.take();
    this.#afterTaking();
    request.chunk(new Uint8Array(buffer, byteOffset, byteLength));
  }

  #afterTaking() {
    if (this.#queue.total > 0 || !this.#isCloseRequested) {
      this.#puller.pullIfNeeded();
      return;
    }
    this.#puller.clear();
    this.#stream.close();
  }

  /**
   * Adds the bytes of a buffer whose reader was released.
   * @param {PullInto} into the first that is pending
   */
  #enqueueReleased(into) {
    if (into.bytesFilled > 0) this.#addCopy(into.buffer, into.byteOffset, into.bytesFilled);
    this.#pending.take();
  }

  /**
   * @param {ArrayBuffer} buffer
   * @param {number} from
   * @param {number} count
   */
  #addCopy(buffer, from, count) {
    let copy;
    try {
      copy = cloneBytes(buffer, from, count);
    } catch (error) {
      this.error(error);
      throw error;
    }
    this.#queue.add(copy, 0, count);
  }

  #clearPending() {
    this.#invalidateRequest();
    this.#pending = new Queue();
  }

  #invalidateRequest() {
    if (this.#byobRequest === null) return;
    invalidate(this.#byobRequest);
    this.#byobRequest = null;
  }

  #wantsMore() {
    if (!this.canEnqueue) return false;
    return this.#stream.waitingReads > 0 || this.#stream.waitingBYOBReads > 0 || /** @type {number} */ (this.desiredSize) > 0;
  }
}
