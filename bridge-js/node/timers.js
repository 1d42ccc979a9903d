// @ts-check
// The modules `timers` and `timers/promises`: timers as objects, over the runtime's own.

import * as entries from "#deferred/web/performance/entries.js";
import * as observing from "#deferred/web/performance/observer.js";
import * as measuring from "#deferred/web/performance/performance.js";
import * as webTimers from "#deferred/web/timers/timers.js";
import { defineHidden, nullPrototype } from "../shared/define.js";
import { apply, max, Promise, symbolFor, symbolToPrimitive } from "../shared/primordials.js";
import { host } from "../web/host.js";
import { abortError, validateAbortSignal, validateFunction } from "./errors.js";

/** A timer that was set. */
class Timeout {
  #callback;
  #delay;
  #repeats;
  #id = 0;
  #due = 0;
  #isReferenced = true;
  #isOpen = true;

  constructor(callback, delay, values, repeats) {
    this.#callback = () => apply(callback, this, values);
    this.#delay = delay;
    this.#repeats = repeats;
    this.#start(delay);
  }

  #start(delay) {
    const run = () => {
      if (this.#repeats) this.#start(this.#delay);
      else this.#isOpen = false;
      this.#callback();
    };
    this.#due = host.now() + delay;
    this.#id = this.#isReferenced ? webTimers.setTimeout(run, delay) : webTimers.startBackgroundTimer(run, delay);
  }

  #stop() {
    if (this.#isReferenced) webTimers.clearTimeout(this.#id);
    else webTimers.stopBackgroundTimer(this.#id);
  }

  /** Sets it anew, with or without keeping the program alive. */
  #change(isReferenced) {
    if (this.#isOpen && this.#isReferenced !== isReferenced) {
      this.#stop();
      this.#isReferenced = isReferenced;
      this.#start(max(0, this.#due - host.now()));
    }
    this.#isReferenced = isReferenced;
    return this;
  }

  ref() {
    return this.#change(true);
  }

  unref() {
    return this.#change(false);
  }

  hasRef() {
    return this.#isReferenced;
  }

  refresh() {
    this.#stop();
    this.#isOpen = true;
    this.#start(this.#delay);
    return this;
  }

  close() {
    this.#stop();
    this.#isOpen = false;
    return this;
  }

  [symbolToPrimitive]() {
    return this.#id;
  }
}

class Immediate extends Timeout {}

export function setTimeout(callback, delay, ...values) {
  validateFunction(callback, "callback");
  return new Timeout(callback, atLeastOne(delay), values, false);
}

export function setInterval(callback, delay, ...values) {
  validateFunction(callback, "callback");
  return new Timeout(callback, atLeastOne(delay), values, true);
}

/** As in Node: 1 for a delay below 1, or one that does not fit into 31 bits. */
function atLeastOne(delay) {
  const milliseconds = +delay;
  return milliseconds >= 1 && milliseconds <= 2 ** 31 - 1 ? milliseconds : 1;
}

export function clearTimeout(timer) {
  if (timer instanceof Timeout) timer.close();
  else if (typeof timer === "number" || typeof timer === "string") webTimers.clearTimeout(timer);
}

export function setImmediate(callback, ...values) {
  validateFunction(callback, "callback");
  return new Immediate(callback, 0, values, false);
}

export function clearImmediate(immediate) {
  if (immediate instanceof Immediate) immediate.close();
}

/** A promise that a timer fulfils; aborting its signal rejects it. */
function promised(start, value, options) {
  const signal = options?.signal;
  return new Promise((resolve, reject) => {
    validateAbortSignal(signal, "options.signal");
    if (signal?.aborted) return reject(abortError(undefined, signal.reason));
    const abort = () => {
      timer.close();
      reject(abortError(undefined, signal.reason));
    };
    const timer = start(() => {
      signal?.removeEventListener("abort", abort);
      resolve(value);
    });
    signal?.addEventListener("abort", abort, nullPrototype({ once: true }));
    return undefined;
  });
}

async function* intervals(delay, value, options) {
  for (;;) {
    await promised((done) => setTimeout(done, delay), undefined, options);
    yield value;
  }
}

export const promises = {
  setTimeout: (delay, value, options) => promised((done) => setTimeout(done, delay), value, options),
  setImmediate: (value, options) => promised((done) => setImmediate(done), value, options),
  setInterval: intervals,
  scheduler: {
    wait: (delay, options) => promised((done) => setTimeout(done, delay), undefined, options),
    yield: () => promised((done) => setImmediate(done), undefined, undefined),
  },
};

const promisifyCustom = symbolFor("nodejs.util.promisify.custom");
defineHidden(setTimeout, promisifyCustom, promises.setTimeout);
defineHidden(setImmediate, promisifyCustom, promises.setImmediate);

export const timers = {
  setTimeout,
  clearTimeout,
  setImmediate,
  clearImmediate,
  setInterval,
  clearInterval: clearTimeout,
  promises,
};

export const performanceHooks = {
  get performance() {
    return measuring.performance;
  },
  get PerformanceEntry() {
    return entries.PerformanceEntry;
  },
  get PerformanceMark() {
    return entries.PerformanceMark;
  },
  get PerformanceMeasure() {
    return entries.PerformanceMeasure;
  },
  get PerformanceObserver() {
    return observing.PerformanceObserver;
  },
  get PerformanceObserverEntryList() {
    return observing.PerformanceObserverEntryList;
  },
};
