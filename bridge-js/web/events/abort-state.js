// @ts-check
import { append } from "../../shared/lists.js";
import {
  Set, setAdd, setDelete, setForEach, setSize, WeakMap, weakMapGet, weakMapSet, WeakRef, weakRefDeref,
} from "../../shared/primordials.js";

/**
 * The state of one abort signal, and the steps to run when it aborts.
 *
 * A signal that `AbortSignal.any` derives from this one is held weakly until it has a listener: a long-lived signal may get a
 * derived one with every call, and must not keep them.
 */
export class AbortState {
  aborted = false;
  /** @type {unknown} */
  reason = undefined;
  /** @type {AbortState[]} */
  sources = [];
  /**
   * The handler property of the signal.
   * @type {import("./event-handler.js").EventHandler | undefined}
   */
  onabort = undefined;
  /** @type {Set<() => void>} */
  #steps = new Set();
  /** @type {Set<WeakRef<AbortState>>} */
  #derived = new Set();
  /** @type {Set<AbortState>} */
  #held = new Set();
  /** Whether the sources keep this signal alive. */
  #isHeld = false;
  #sweepAt = 64;
  #signal;

  /** @param {object} signal it is alive as long as its state is */
  constructor(signal) {
    this.#signal = signal;
  }

  get signal() {
    return this.#signal;
  }

  /**
   * Registers a step for the abort. It runs once, before the listeners.
   * @param {() => void} step
   */
  add(step) {
    if (this.aborted) return;
    setAdd(this.#steps, step);
    this.hold(true);
  }

  /** @param {() => void} step */
  remove(step) {
    setDelete(this.#steps, step);
  }

  /** @param {AbortState} state */
  addDerived(state) {
    setAdd(this.#derived, new WeakRef(state));
    append(state.sources, this);
    if (setSize(this.#derived) < this.#sweepAt) return;
    setForEach(this.#derived, (reference) => {
      if (weakRefDeref(reference) === undefined) setDelete(this.#derived, reference);
    });
    this.#sweepAt = 2 * setSize(this.#derived) + 64;
  }

  /**
   * Makes the sources keep this derived signal alive, or stops that.
   * @param {boolean} needed whether code waits for its abort
   */
  hold(needed) {
    const isHeld = needed || setSize(this.#steps) > 0;
    // A signal may have many sources and many listeners.
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    for (let i = 0; i < this.sources.length; i++) {
      const source = /** @type {AbortState} */ (this.sources[i]);
      if (isHeld) setAdd(source.#held, this);
      else setDelete(source.#held, this);
    }
  }

  /**
   * Marks this signal and all signals that derive from it as aborted.
   * @param {unknown} reason
   * @returns {AbortState[]} the states that were not aborted before, whose steps have to run
   */
  mark(reason) {
    /** @type {AbortState[]} */
    const marked = [];
    const add = (/** @type {AbortState | undefined} */ state) => {
      if (state === undefined || state.aborted) return;
      state.aborted = true;
      state.reason = reason;
      append(marked, state);
    };
    add(this);
    // A loop instead of recursion: signals that derive from each other may form a chain of any length.
    for (let i = 0; i < marked.length; i++) {
      setForEach(/** @type {AbortState} */ (marked[i]).#derived, (reference) => add(weakRefDeref(reference)));
    }
    return marked;
  }

  /** Runs the steps and releases them. */
  settle() {
    const steps = this.#steps;
    this.#steps = new Set();
    this.#derived = new Set();
    this.#held = new Set();
    setForEach(steps, (step) => step());
    for (let i = 0; i < this.sources.length; i++) setDelete(/** @type {AbortState} */ (this.sources[i]).#held, this);
    this.sources = [];
  }
}

/** @type {WeakMap<object, AbortState>} */
const states = new WeakMap();

/**
 * The state of a signal. `undefined` for any other value.
 * @param {unknown} signal
 */
export function abortStateOf(signal) {
  return typeof signal === "object" && signal !== null ? weakMapGet(states, signal) : undefined;
}

/**
 * @param {object} signal
 * @param {AbortState} state
 */
export function setAbortState(signal, state) {
  weakMapSet(states, signal, state);
}
