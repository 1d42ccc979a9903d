// @ts-check
import { promiseFor, resolved, upon } from "./promises.js";

/**
 * The algorithms of a source.
 *
 * @typedef {object} Algorithms
 * @property {() => unknown} start
 * @property {() => Promise<unknown>} pull
 * @property {(reason: unknown) => Promise<unknown>} cancel
 */

/** Calls a source: once to start, then to pull whenever more chunks are wanted, one call at a time. */
export class Puller {
  /**
   * Cleared at the end, so that the source can be collected.
   * @type {Algorithms | undefined}
   */
  #algorithms;
  #isWanted;
  #fail;
  isStarted = false;
  #isPulling = false;
  #pullsAgain = false;

  /**
   * @param {Algorithms} algorithms
   * @param {() => boolean} isWanted whether the stream wants more chunks
   * @param {(error: unknown) => void} fail
   */
  constructor(algorithms, isWanted, fail) {
    this.#algorithms = algorithms;
    this.#isWanted = isWanted;
    this.#fail = fail;
  }

  /** An error of the start is thrown. */
  start() {
    const started = promiseFor(/** @type {Algorithms} */ (this.#algorithms).start());
    upon(
      started,
      () => {
        this.isStarted = true;
        this.pullIfNeeded();
      },
      this.#fail,
    );
  }

  pullIfNeeded() {
    if (!this.isStarted || this.#algorithms === undefined || !this.#isWanted()) return;
    if (this.#isPulling) {
      this.#pullsAgain = true;
      return;
    }
    this.#isPulling = true;
    upon(
      this.#algorithms.pull(),
      () => {
        this.#isPulling = false;
        if (!this.#pullsAgain) return;
        this.#pullsAgain = false;
        this.pullIfNeeded();
      },
      this.#fail,
    );
  }

  /** @param {unknown} reason */
  cancel(reason) {
    const result = this.#algorithms === undefined ? resolved() : this.#algorithms.cancel(reason);
    this.clear();
    return result;
  }

  clear() {
    this.#algorithms = undefined;
  }
}
