// @ts-check
import { ByteSource } from "./byte-source.js";
import { Deferred, resolved, soon, upon } from "./promises.js";
import { Reader } from "./readable.js";
import { createReadable } from "./readable-stream.js";
import { teeBytes } from "./tee-bytes.js";

/** @typedef {import("./readable.js").Readable} Readable */
/** @typedef {import("./default-controller.js").DefaultSource} DefaultSource */

/**
 * Two streams with the chunks of one.
 *
 * @param {Readable} stream
 * @param {(chunk: unknown) => unknown} [copy] for the second one
 * @returns {[Readable, Readable]}
 */
export function tee(stream, copy = undefined) {
  return stream.source instanceof ByteSource ? teeBytes(stream) : teeChunks(stream, copy);
}

/**
 * The cancellation of a stream with two branches: it is cancelled when both are.
 */
export class Cancellation {
  #stream;
  #isCancelled = [false, false];
  /** @type {unknown[]} */
  #reasons = [undefined, undefined];
  result = new Deferred();

  /** @param {Readable} stream */
  constructor(stream) {
    this.#stream = stream;
  }

  /** @param {0 | 1} branch */
  has(branch) {
    return this.#isCancelled[branch] === true;
  }

  get hasAll() {
    return this.has(0) && this.has(1);
  }

  /**
   * @param {0 | 1} branch
   * @param {unknown} reason
   */
  cancel(branch, reason) {
    this.#isCancelled[branch] = true;
    this.#reasons[branch] = reason;
    if (this.hasAll) this.result.follow(this.#stream.cancel([this.#reasons[0], this.#reasons[1]]));
    return this.result.promise;
  }

  /** The stream has ended, and no branch has to wait for the other one. */
  finish() {
    if (!this.hasAll) this.result.resolve();
  }
}

/**
 * @param {Readable} stream
 * @param {((chunk: unknown) => unknown) | undefined} copy
 * @returns {[Readable, Readable]}
 */
function teeChunks(stream, copy) {
  const reader = new Reader(stream, false);
  const cancellation = new Cancellation(stream);
  let isReading = false;
  let readsAgain = false;
  /** @param {(source: DefaultSource, branch: 0 | 1) => void} use */
  const forBranches = (use) => {
    if (!cancellation.has(0)) use(/** @type {DefaultSource} */ (first.source), 0);
    if (!cancellation.has(1)) use(/** @type {DefaultSource} */ (second.source), 1);
  };
  const pull = () => {
    if (isReading) {
      readsAgain = true;
      return resolved();
    }
    isReading = true;
    reader.read({
      // Later: the reads of this stream that the branches cause must not see the chunk before those of the stream itself.
      chunk: (chunk) =>
        soon(() => {
          readsAgain = false;
          let other = chunk;
          if (copy !== undefined && !cancellation.has(1)) {
            try {
              other = copy(chunk);
            } catch (error) {
              forBranches((source) => source.error(error));
              cancellation.result.follow(stream.cancel(error));
              return;
            }
          }
          forBranches((source, branch) => source.enqueue(branch === 0 ? chunk : other));
          isReading = false;
          if (readsAgain) pull();
        }),
      close: () => {
        isReading = false;
        forBranches((source) => source.close());
        cancellation.finish();
      },
      error: () => {
        isReading = false;
      },
    });
    return resolved();
  };
  const start = () => undefined;
  /** @type {Readable} */
  const first = createReadable({ start, pull, cancel: (reason) => cancellation.cancel(0, reason) });
  /** @type {Readable} */
  const second = createReadable({ start, pull, cancel: (reason) => cancellation.cancel(1, reason) });
  upon(
    reader.closed.promise,
    () => {},
    (error) => {
      forSources(first, second, (source) => source.error(error));
      cancellation.finish();
    },
  );
  return [first, second];
}

/**
 * @param {Readable} first
 * @param {Readable} second
 * @param {(source: import("./readable.js").Source) => void} use
 */
export function forSources(first, second, use) {
  use(first.source);
  use(second.source);
}
