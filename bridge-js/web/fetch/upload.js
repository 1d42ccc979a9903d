// @ts-check
// The body of a request, for a native side that asks for its bytes.

import { nullPrototype } from "../../shared/define.js";
import { promiseResolve, symbolAsyncIterator, typedArrayByteLength, typedArrayBuffer, typedArrayByteOffset, typedArrayName, TypeError, Uint8Array } from "../../shared/primordials.js";
import { Deferred, setHandled } from "../streams/promises.js";
import { Reader } from "../streams/readable.js";

/** The largest item that crosses the bridge. */
const itemLength = 65536;

/** The number of the last upload: their names are never used twice. */
let count = 0;

export class Upload {
  name = `$/upload/${(count += 1)}`;
  #reader;
  #remove;
  /**
   * The part of the last chunk that was not taken yet.
   * @type {Uint8Array | undefined}
   */
  #rest;
  #isOver = false;
  /**
   * The error of the stream, or of its bytes.
   * @type {{ error: unknown } | undefined}
   */
  failure;

  /**
   * @param {import("../streams/readable.js").Readable} stream
   * @param {{ handle: (name: string, handler: () => unknown) => () => void }} bridge
   */
  constructor(stream, bridge) {
    this.#reader = new Reader(stream, false);
    // The native side asks once.
    this.#remove = bridge.handle(this.name, () => {
      this.#remove();
      return this.#items();
    });
  }

  /** @param {unknown} reason for the source of the stream */
  cancel(reason) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#remove();
    setHandled(/** @type {*} */ (this.#reader.stream).cancel(reason));
  }

  #items() {
    const items = nullPrototype({
      next: () => this.#next(),
      return: () => {
        this.cancel(undefined);
        return promiseResolve(undefined);
      },
      [symbolAsyncIterator]: () => items,
    });
    return items;
  }

  #next() {
    const result = new Deferred();
    const rest = this.#rest;
    if (rest !== undefined) {
      result.resolve(this.#item(rest));
      return result.promise;
    }
    this.#reader.read({
      chunk: (chunk) => {
        if (typedArrayName(chunk) === "Uint8Array") {
          result.resolve(this.#item(/** @type {Uint8Array} */ (chunk)));
          return;
        }
        const error = new TypeError("a chunk of the request's body is not a Uint8Array");
        this.failure = { error };
        this.cancel(error);
        result.reject(error);
      },
      close: () => {
        this.#isOver = true;
        result.resolve(nullPrototype({ done: true, value: undefined }));
      },
      error: (error) => {
        this.#isOver = true;
        this.failure = { error };
        result.reject(error);
      },
    });
    return result.promise;
  }

  /** @param {Uint8Array} bytes */
  #item(bytes) {
    const length = typedArrayByteLength(bytes);
    this.#rest = length > itemLength ? part(bytes, itemLength, length) : undefined;
    return nullPrototype({ done: false, value: length > itemLength ? part(bytes, 0, itemLength) : bytes });
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
const part = (bytes, start, end) => new Uint8Array(typedArrayBuffer(bytes), typedArrayByteOffset(bytes) + start, end - start);
