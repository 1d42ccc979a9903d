// @ts-check
import { Queue } from "../../shared/queue.js";
import { copyBytes, moveBuffer } from "./buffers.js";

/** @typedef {{ buffer: ArrayBuffer, byteOffset: number, byteLength: number }} Entry */

/**
 * A buffer that is to be filled: a pull-into descriptor of the standard.
 *
 * @typedef {object} PullInto
 * @property {ArrayBuffer} buffer
 * @property {number} bufferByteLength
 * @property {number} byteOffset
 * @property {number} byteLength
 * @property {number} bytesFilled
 * @property {number} minimumFill in bytes
 * @property {number} elementSize
 * @property {import("../../shared/classes.js").ViewClass} View
 * @property {"default" | "byob" | "none"} reader the kind of the reader that waits; none after its release
 */

/** The bytes that wait in a stream. */
export class ByteQueue {
  /** @type {Queue<Entry>} */
  #entries = new Queue();
  total = 0;

  /**
   * @param {ArrayBuffer} buffer
   * @param {number} byteOffset
   * @param {number} byteLength
   */
  add(buffer, byteOffset, byteLength) {
    this.#entries.add({ buffer, byteOffset, byteLength });
    this.total += byteLength;
  }

  /** @returns {Entry} the first of a queue that is not empty */
  take() {
    const entry = /** @type {Entry} */ (this.#entries.take());
    this.total -= entry.byteLength;
    return entry;
  }

  clear() {
    this.#entries = new Queue();
    this.total = 0;
  }

  /**
   * Moves bytes into a buffer: as many whole elements as fit.
   *
   * @param {PullInto} into
   * @returns {boolean} whether the buffer has as many bytes as the read needs
   */
  fill(into) {
    const room = into.byteLength - into.bytesFilled;
    const count = this.total < room ? this.total : room;
    const most = into.bytesFilled + count;
    const aligned = most - (most % into.elementSize);
    const isReady = aligned >= into.minimumFill;
    let rest = isReady ? aligned - into.bytesFilled : count;
    while (rest > 0) {
      const head = /** @type {Entry} */ (this.#entries.first);
      const size = rest < head.byteLength ? rest : head.byteLength;
      copyBytes(into.buffer, into.byteOffset + into.bytesFilled, head.buffer, head.byteOffset, size);
      if (head.byteLength === size) {
        this.#entries.take();
      } else {
        head.byteOffset += size;
        head.byteLength -= size;
      }
      this.total -= size;
      into.bytesFilled += size;
      rest -= size;
    }
    return isReady;
  }
}

/**
 * The view on the filled part of a buffer, which is given back.
 *
 * @param {PullInto} into
 */
export function finish({ buffer, byteOffset, bytesFilled, elementSize, View }) {
  return new View(moveBuffer(buffer), byteOffset, bytesFilled / elementSize);
}
