// @ts-check
// Deadlines on the caller's side: a call ends in time even if the link or the other side fails.

import { ceil, dateNow, min } from "../shared/primordials.js";

/** After this time an unanswered call without a timeout ends: it is longer than the other side's own limit. */
const STANDARD = 31_000;
/** The longest delay that a timer accepts. */
const LONGEST_TIMER = 0x7fffffff;

/** @typedef {import("./platform.js").Platform} Platform */

/** @param {Platform} platform */
const clockOf = (platform) => platform.monotonicNow ?? dateNow;

/**
 * @param {Platform} platform
 * @param {() => void} ring
 * @param {number} delay
 */
const setTimer = (platform, ring, delay) => {
  // Timers drop the fraction of a delay: a timer that fired too early would be set to zero again and again.
  return platform.setTimer?.(ring, min(ceil(delay), LONGEST_TIMER));
};

/**
 * Ends one operation at its deadline.
 *
 * @param {Platform} platform
 * @param {number} timeout in milliseconds from now
 * @param {() => void} giveUp
 * @returns {() => void} cancels the deadline
 */
export const deadline = (platform, timeout, giveUp) => {
  const now = clockOf(platform);
  const due = now() + timeout;
  /** @type {unknown} */
  let timer;
  const ring = () => {
    const left = due - now();
    if (left > 0) timer = setTimer(platform, ring, left);
    else giveUp();
  };
  timer = setTimer(platform, ring, timeout);
  return () => platform.clearTimer?.(timer);
};

/** One timer for all pending calls. It still fires for calls that have ended: that costs less than to set it for each call. */
export class Backstop {
  #calls;
  #platform;
  #now;
  #giveUp;
  /** @type {unknown} */
  #timer;
  /** The time at which the timer fires, which is no later than the deadline of the first pending call. */
  #alarm = Infinity;
  /** Whether a Node process stays alive for the timer: only while a pending call will end by it. */
  #isAwaited = false;

  /**
   * @param {import("./ring.js").Ring} calls
   * @param {Platform} platform
   * @param {(id: number, method: string) => void} giveUp
   */
  constructor(calls, platform, giveUp) {
    this.#calls = calls;
    this.#platform = platform;
    this.#now = clockOf(platform);
    this.#giveUp = giveUp;
  }

  /**
   * @param {number} id a pending call
   * @param {number} [timeout] in milliseconds from now; the standard timeout when left out
   */
  watch(id, timeout) {
    const now = this.#now();
    const due = now + (timeout ?? STANDARD);
    this.#calls.expire(id, due);
    if (due < this.#alarm) this.#set(due, now);
    if (timeout !== undefined) this.#await(true);
  }

  /** No call is pending. */
  idle() {
    this.#await(false);
  }

  /** Cancels the timer for good. */
  rest() {
    if (this.#timer !== undefined) this.#platform.clearTimer?.(this.#timer);
    this.#timer = undefined;
    this.#alarm = Infinity;
  }

  /**
   * @param {number} due
   * @param {number} now
   */
  #set(due, now) {
    this.rest();
    this.#alarm = due;
    this.#timer = setTimer(this.#platform, () => this.#ring(), due - now);
    if (!this.#isAwaited) this.#hold(false);
  }

  /** @param {boolean} isAwaited */
  #await(isAwaited) {
    if (this.#isAwaited === isAwaited) return;
    this.#isAwaited = isAwaited;
    this.#hold(isAwaited);
  }

  /** @param {boolean} isAwaited */
  #hold(isAwaited) {
    if (typeof this.#timer !== "object") return; // In a browser a timer is a number.
    const timer = /** @type {{ ref(): void, unref(): void }} */ (this.#timer);
    if (isAwaited) timer.ref();
    else timer.unref();
  }

  #ring() {
    this.#alarm = Infinity;
    const now = this.#now();
    const expired = this.#calls.expired(now);
    for (let id = expired.take(); id !== undefined; id = expired.take()) this.#giveUp(id, this.#calls.methodOf(id));
    const next = this.#calls.firstDue;
    if (next < Infinity) this.#set(next, now);
  }
}
