// @ts-check
// The day that nobody answers: calls are given up from this side, some time after their deadlines.

import { ceil, dateNow, min } from "./primordials.js";

/** How much later than its deadline a call is given up. */
const GRACE = 1000;
/** Timers take no longer delay. */
const LONGEST_TIMER = 0x7fffffff;

/** One timer for all pending calls. It is left to ring for calls that have ended, which costs less than to set it for each. */
export class Backstop {
  #calls;
  #platform;
  #now;
  #giveUp;
  /** @type {unknown} */
  #timer;
  /** When the timer rings: no later than the first pending call is due. */
  #alarm = Infinity;

  /**
   * @param {import("./ring.js").Ring} calls
   * @param {import("./platform.js").Platform} platform
   * @param {(id: number) => void} giveUp
   */
  constructor(calls, platform, giveUp) {
    this.#calls = calls;
    this.#platform = platform;
    this.#now = platform.monotonicNow ?? dateNow;
    this.#giveUp = giveUp;
  }

  /**
   * @param {number} id a pending call
   * @param {number} timeout in milliseconds from now
   */
  watch(id, timeout) {
    const now = this.#now();
    const due = now + timeout + GRACE;
    this.#calls.expire(id, due);
    if (due < this.#alarm) this.#set(due, now);
  }

  /** Nothing rings any more. */
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
    // Timers drop a delay's fraction: one that rang too early would be set to nothing, over and over.
    this.#timer = this.#platform.setTimer?.(() => this.#ring(), min(ceil(due - now), LONGEST_TIMER));
    const timer = this.#timer;
    if (typeof timer === "object") /** @type {{ unref(): void }} */ (timer).unref(); // Node's process would wait for it.
  }

  #ring() {
    this.#alarm = Infinity;
    const now = this.#now();
    const expired = this.#calls.expired(now);
    for (let id = expired.take(); id !== undefined; id = expired.take()) this.#giveUp(id);
    const next = this.#calls.firstDue;
    if (next < Infinity) this.#set(next, now);
  }
}
