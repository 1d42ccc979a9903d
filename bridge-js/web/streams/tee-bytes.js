// @ts-check
import { bufferByteLength, typedArrayBuffer, typedArrayByteLength, typedArrayByteOffset, Uint8Array } from "../../shared/primordials.js";
import { cloneBytes, regionOf } from "./buffers.js";
import { resolved, soon, upon } from "./promises.js";
import { Reader } from "./readable.js";
import { createByteReadable } from "./readable-stream.js";
import { readInto } from "./readers.js";
import { Cancellation, forSources } from "./tee.js";

/** @typedef {import("./readable.js").Readable} Readable */
/** @typedef {import("./byte-source.js").ByteSource} ByteSource */

/** @param {Uint8Array} chunk */
const copyOf = (chunk) =>
  new Uint8Array(cloneBytes(typedArrayBuffer(chunk), typedArrayByteOffset(chunk), typedArrayByteLength(chunk)));

/** Two streams with the bytes of one: a branch that reads into its own buffer lends that to the stream. */
class ByteTee {
  #stream;
  /** @type {Reader} */
  #reader;
  #cancellation;
  #isReading = false;
  #readsAgain = [false, false];
  /** @type {[Readable, Readable]} */
  branches;

  /** @param {Readable} stream */
  constructor(stream) {
    this.#stream = stream;
    this.#reader = new Reader(stream, false);
    this.#cancellation = new Cancellation(stream);
    this.branches = [this.#makeBranch(0), this.#makeBranch(1)];
    this.#forwardError(this.#reader);
  }

  /** @param {0 | 1} branch */
  #makeBranch(branch) {
    return createByteReadable({
      start: () => undefined,
      pull: () => this.#pull(branch),
      cancel: (reason) => this.#cancellation.cancel(branch, reason),
    });
  }

  /** @param {0 | 1} branch */
  #source(branch) {
    return /** @type {ByteSource} */ (this.branches[branch].source);
  }

  /** @param {Reader} reader */
  #forwardError(reader) {
    upon(
      reader.closed.promise,
      () => {},
      (error) => {
        if (reader !== this.#reader) return;
        forSources(this.branches[0], this.branches[1], (source) => source.error(error));
        this.#cancellation.finish();
      },
    );
  }

  /** @param {boolean} isBYOB */
  #use(isBYOB) {
    if (this.#reader.isBYOB === isBYOB) return;
    this.#reader.release();
    this.#reader = new Reader(this.#stream, isBYOB);
    this.#forwardError(this.#reader);
  }

  /** @param {0 | 1} branch */
  #pull(branch) {
    if (this.#isReading) {
      this.#readsAgain[branch] = true;
      return resolved();
    }
    this.#isReading = true;
    const view = this.#source(branch).requestedView;
    if (view === undefined) this.#read();
    else this.#readInto(view, branch);
    return resolved();
  }

  #read() {
    this.#use(false);
    this.#reader.read({
      chunk: (chunk) =>
        soon(() => {
          this.#readsAgain = [false, false];
          const first = /** @type {Uint8Array} */ (chunk);
          const isForBoth = !this.#cancellation.has(0) && !this.#cancellation.has(1);
          const second = isForBoth ? this.#copy(first) : first;
          if (second === undefined) return;
          if (!this.#cancellation.has(0)) this.#enqueue(0, first);
          if (!this.#cancellation.has(1)) this.#enqueue(1, second);
          this.#continue();
        }),
      close: () => {
        this.#isReading = false;
        for (let i = 0; i < 2; i++) {
          const branch = /** @type {0 | 1} */ (i);
          if (!this.#cancellation.has(branch)) this.#source(branch).close();
        }
        for (let i = 0; i < 2; i++) this.#answerRead(/** @type {0 | 1} */ (i));
        this.#cancellation.finish();
      },
      error: () => {
        this.#isReading = false;
      },
    });
  }

  /**
   * @param {Uint8Array} view
   * @param {0 | 1} branch whose buffer it is
   */
  #readInto(view, branch) {
    this.#use(true);
    const other = branch === 0 ? 1 : 0;
    readInto(this.#reader, regionOf(view, "tee"), 1, {
      chunk: (chunk) =>
        soon(() => {
          this.#readsAgain = [false, false];
          const filled = /** @type {Uint8Array} */ (chunk);
          if (!this.#cancellation.has(other)) {
            const copy = this.#copy(filled);
            if (copy === undefined) return;
            if (!this.#cancellation.has(branch)) this.#respond(branch, filled);
            this.#enqueue(other, copy);
          } else if (!this.#cancellation.has(branch)) {
            this.#respond(branch, filled);
          }
          this.#continue();
        }),
      close: (chunk) => {
        this.#isReading = false;
        if (!this.#cancellation.has(branch)) this.#source(branch).close();
        if (!this.#cancellation.has(other)) this.#source(other).close();
        if (chunk !== undefined) {
          if (!this.#cancellation.has(branch)) this.#respond(branch, /** @type {Uint8Array} */ (chunk));
          if (!this.#cancellation.has(other)) this.#answerRead(other);
        }
        this.#cancellation.finish();
      },
      error: () => {
        this.#isReading = false;
      },
    });
  }

  /**
   * A copy for the other branch. `undefined` if there is no memory for it: both branches have failed then.
   * @param {Uint8Array} chunk
   */
  #copy(chunk) {
    try {
      return copyOf(chunk);
    } catch (error) {
      forSources(this.branches[0], this.branches[1], (source) => source.error(error));
      this.#cancellation.result.follow(this.#stream.cancel(error));
      return undefined;
    }
  }

  /**
   * @param {0 | 1} branch
   * @param {Uint8Array} chunk
   */
  #enqueue(branch, chunk) {
    this.#source(branch).enqueueOwn(chunk);
  }

  /**
   * @param {0 | 1} branch
   * @param {Uint8Array} view
   */
  #respond(branch, view) {
    const region = regionOf(view, "tee");
    this.#source(branch).respondWithNewView(region, bufferByteLength(region.buffer));
  }

  /**
   * Ends the read that waits in a branch that was closed.
   * @param {0 | 1} branch
   */
  #answerRead(branch) {
    const source = this.#source(branch);
    if (source.hasPendingRead) source.respond(0);
  }

  #continue() {
    this.#isReading = false;
    if (this.#readsAgain[0]) this.#pull(0);
    else if (this.#readsAgain[1]) this.#pull(1);
  }
}

/**
 * @param {Readable} stream
 * @returns {[Readable, Readable]}
 */
export function teeBytes(stream) {
  return new ByteTee(stream).branches;
}
