// @ts-check
// The streams of the Compression standard, whose work is native. Output is made a piece at a time, and the next piece when the
// readable side wants it: a few bytes that expand to gigabytes never need more memory than one piece.

import { nullPrototype } from "../../shared/define.js";
import { promiseReject, TypeError, typedArrayLength, Uint8Array } from "../../shared/primordials.js";
import { copyBytes } from "../crypto/convert.js";
import { DOMException } from "../errors/dom-exception.js";
import { host } from "../host.js";
import { describeInterface, requireArguments } from "../interface.js";
import { Deferred, resolved, upon } from "../streams/promises.js";
import { objectOf } from "../streams/readable-stream.js";
import { createSteppedTransform } from "../streams/transform-stream.js";
import { writableObjectOf } from "../streams/writable-stream.js";

/** @typedef {import("../streams/transform.js").Transform} Transform */

/** @typedef {object} Codec an object of the native side */

/**
 * @typedef {object} Native
 * @property {(format: string, isCompressing: boolean) => Codec | undefined} open `undefined` where there are too many
 * @property {(settle: Settle, codec: Codec, bytes: Uint8Array | undefined, isLast: boolean) => void} step makes the next piece of output
 */

/**
 * Receives a piece and what follows: 0 for more output, 1 for input, 2 for the end; or `undefined` and a message.
 * @typedef {(output: ArrayBuffer | undefined, state: *) => void} Settle
 */

const { open, step } = /** @type {Native} */ (host.extensions?.compression?.() ?? {});

const hasOutput = 0;

/** A stream that compresses its input. */
export class CompressionStream {
  #transform;

  /** @param {unknown} format */
  constructor(format) {
    requireArguments("CompressionStream", arguments.length, 1);
    this.#transform = makeTransform(`${format}`, true, "CompressionStream");
  }

  get readable() {
    return objectOf(this.#transform.readable);
  }

  get writable() {
    return writableObjectOf(this.#transform.writable);
  }
}

/** A stream that decompresses its input. */
export class DecompressionStream {
  #transform;

  /** @param {unknown} format */
  constructor(format) {
    requireArguments("DecompressionStream", arguments.length, 1);
    this.#transform = makeTransform(`${format}`, false, "DecompressionStream");
  }

  get readable() {
    return objectOf(this.#transform.readable);
  }

  get writable() {
    return writableObjectOf(this.#transform.writable);
  }
}

describeInterface(CompressionStream);
describeInterface(DecompressionStream);

/**
 * @param {string} format
 * @param {boolean} isCompressing
 * @param {string} name
 * @returns {Transform}
 */
function makeTransform(format, isCompressing, name) {
  if (format !== "gzip" && format !== "deflate" && format !== "deflate-raw") {
    throw new TypeError(`${name}: the format must be "gzip", "deflate" or "deflate-raw", not "${format}"`);
  }
  const codec = open(format, isCompressing);
  if (codec === undefined) throw new DOMException(`${name}: too many streams are open`, "QuotaExceededError");

  /** @type {Transform} */
  const transform = createSteppedTransform(nullPrototype({
    transform: (/** @type {unknown} */ chunk) => {
      try {
        return run(copyBytes(chunk, `${name}: a chunk`), false);
      } catch (error) {
        return promiseReject(error);
      }
    },
    flush: () => run(undefined, true),
    cancel: resolved,
  }));

  /**
   * Makes all output for some input.
   *
   * @param {Uint8Array | undefined} bytes
   * @param {boolean} isLast
   */
  const run = (bytes, isLast) => {
    const result = new Deferred();
    /** @type {Settle} */
    const settle = (output, state) => {
      if (output === undefined) {
        result.reject(new TypeError(`${name}: ${state}`));
        return;
      }
      // A cancelled stream needs no more data.
      if (transform.readable.state !== "readable") {
        result.resolve();
        return;
      }
      const piece = new Uint8Array(output);
      if (typedArrayLength(piece) > 0) transform.enqueue(piece);
      if (state !== hasOutput) {
        result.resolve();
        return;
      }
      const next = () => step(settle, codec, undefined, false);
      upon(transform.wanted, next, next);
    };
    step(settle, codec, bytes, isLast);
    return result.promise;
  };
  return transform;
}
