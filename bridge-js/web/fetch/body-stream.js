// @ts-check
// Streams for the bodies of requests and responses.

import * as cloning from "#deferred/web/clone/structured-clone.js";
import { nullPrototype } from "../../shared/define.js";
import { typedArrayByteLength, typedArrayName, typedArraySet, TypeError, Uint8Array } from "../../shared/primordials.js";
import { pipe, plainPipe } from "../streams/pipe.js";
import { Deferred, setHandled } from "../streams/promises.js";
import { Reader } from "../streams/readable.js";
import { readableOf } from "../streams/readable-stream.js";
import { tee } from "../streams/tee.js";
import { createTransform } from "../streams/transform-stream.js";
import { BlobData } from "../files/blob-data.js";

export { readableOf };

/** @typedef {import("../streams/readable.js").Readable} Readable */

/**
 * All bytes of a stream.
 *
 * @param {Readable} stream
 * @returns {Promise<import("./body.js").Taken>}
 */
export function readAll(stream) {
  const result = new Deferred();
  const reader = new Reader(stream, false);
  const data = new BlobData();
  let isReading = false;
  let isReady = false;
  const next = () => {
    // A loop instead of recursion: the chunks that wait are delivered at once.
    isReady = true;
    if (isReading) return;
    isReading = true;
    while (isReady) {
      isReady = false;
      reader.read({
        chunk: (chunk) => {
          if (typedArrayName(chunk) === "Uint8Array") {
            data.add(/** @type {Uint8Array} */ (chunk));
            next();
            return;
          }
          const error = new TypeError("A chunk of the body is not a Uint8Array");
          result.reject(error);
          setHandled(stream.cancel(error));
        },
        close: () => result.resolve(nullPrototype({ bytes: data.toBytes() })),
        error: (error) => result.reject(error),
      });
    }
    isReading = false;
  };
  next();
  return /** @type {Promise<*>} */ (result.promise);
}

/**
 * Leaves a stream as one that a reader has read to its end and still locks.
 *
 * @param {Readable} stream
 */
export function lock(stream) {
  setHandled(stream.cancel(undefined));
  void new Reader(stream, false);
}

/**
 * Two streams with the same chunks; those of the second are copies. A chunk that cannot be cloned fails both.
 *
 * @param {Readable} stream
 */
export function teeForClone(stream) {
  return tee(stream, (chunk) => {
    if (typedArrayName(chunk) !== "Uint8Array") return cloning.structuredClone(chunk);
    const copy = new Uint8Array(typedArrayByteLength(/** @type {Uint8Array} */ (chunk)));
    typedArraySet(copy, /** @type {Uint8Array} */ (chunk));
    return copy;
  });
}

/**
 * A stream of the chunks of another one, which is locked from now on.
 *
 * @param {Readable} stream
 */
export function passThrough(stream) {
  const { readable, writable } = createTransform((chunk, enqueue) => enqueue(chunk), () => {});
  setHandled(pipe(stream, writable, plainPipe));
  return readable;
}
