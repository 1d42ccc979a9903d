// @ts-check
// The clock of a mocked native side: time passes by itself, by hand, or in real time.

/** @typedef {"auto" | "manual" | "real"} Passing */
/** @typedef {{ due: number, order: number, run: () => void }} Event */

/** The longest delay that a timer accepts. */
const LONGEST_TIMER = 0x7fffffff;

/**
 * Runs a function after everything that is ready has run: reactions of promises, and what they made ready.
 *
 * @type {(run: () => void) => void}
 */
const whenIdle = (() => {
  const immediate = /** @type {{ setImmediate?: (run: () => void) => void }} */ (globalThis).setImmediate;
  const timeout = globalThis.setTimeout; // Read at each call: a test may replace it.
  return immediate ?? ((/** @type {() => void} */ run) => void timeout(run, 0));
})();

export class MockClock {
  #passing;
  #now = 0;
  #order = 0;
  /** @type {Event[]} */
  #events = [];
  #isPassing = false;
  #start = Date.now();

  /** @param {Passing} passing */
  constructor(passing) {
    this.#passing = passing;
  }

  /** Milliseconds since the clock was made. */
  get now() {
    return this.#passing === "real" ? Date.now() - this.#start : this.#now;
  }

  /**
   * @param {number} delay milliseconds
   * @param {() => void} run
   * @returns {() => void} cancels it
   */
  after(delay, run) {
    if (this.#passing === "real") {
      const timer = setTimeout(run, Math.min(delay, LONGEST_TIMER)); // A longer delay would end at once.
      return () => clearTimeout(timer);
    }
    const event = { due: this.#now + delay, order: (this.#order += 1), run };
    const later = this.#events.findIndex(({ due }) => due > event.due);
    this.#events.splice(later < 0 ? this.#events.length : later, 0, event);
    this.#pass();
    return () => {
      this.#events = this.#events.filter((other) => other !== event);
    };
  }

  /**
   * Advances the time. At each event it waits until everything that the event made ready has run.
   *
   * @param {number} duration milliseconds
   */
  async advance(duration) {
    if (this.#passing === "real") throw new TypeError("advance: real time cannot be advanced");
    if (!(duration >= 0)) throw new RangeError("advance: time cannot go back");
    const end = this.#now + duration;
    await new Promise((resolve) => whenIdle(() => resolve(undefined)));
    while (this.#events.length > 0 && this.#events[0].due <= end) {
      this.#next();
      await new Promise((resolve) => whenIdle(() => resolve(undefined)));
    }
    this.#now = Math.max(this.#now, end);
  }

  /** Advances to the next event whenever nothing else is left to run. */
  #pass() {
    if (this.#passing !== "auto" || this.#isPassing) return;
    this.#isPassing = true;
    // Twice: the program may have been waiting for what runs after the first.
    whenIdle(() =>
      whenIdle(() => {
        this.#isPassing = false;
        if (this.#events.length === 0) return;
        this.#next();
        if (this.#events.length > 0) this.#pass();
      }),
    );
  }

  #next() {
    const event = /** @type {Event} */ (this.#events.shift());
    this.#now = Math.max(this.#now, event.due);
    event.run();
  }
}
