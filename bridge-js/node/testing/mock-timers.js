// @ts-check
// `mock.timers`: timers and `Date` that a test moves itself, above the runtime's clock.

import * as emitters from "#deferred/node/events.js";
import * as nodeTimers from "#deferred/node/timers.js";
import { nullPrototype } from "../../shared/define.js";
import { apply, dateGetTime, defineProperty, Error, getOwnPropertyDescriptor, globalObject, indexOf, isArray, Promise, Symbol } from "../../shared/primordials.js";
import { abortError, invalidArgType, invalidArgValue, nodeError, validateAbortSignal, validateNumber } from "../errors.js";
import { push, splice } from "../node-primordials.js";
import { makeDate } from "./mock-date.js";

const apis = ["setTimeout", "setInterval", "setImmediate", "Date", "scheduler.wait"];
const longestDelay = 2 ** 31 - 1;

/** A timer that only `tick` runs. */
class MockTimer {
  constructor(id, callback, dueTime, interval, values) {
    this.id = id;
    this.callback = callback;
    this.runAt = dueTime;
    this.interval = interval;
    this.args = values;
  }

  hasRef() {
    return true;
  }

  ref() {
    return this;
  }

  unref() {
    return this;
  }

  refresh() {
    return this;
  }
}

export class MockTimers {
  /** The timers by due time, then by number. @type {MockTimer[]} */
  #queue = [];
  #isEnabled = false;
  #lastID = 0;
  #now = 0;
  /** What was replaced, to be put back. @type {{ object: any, name: string, descriptor: PropertyDescriptor | undefined }[]} */
  #replaced = [];

  enable(/** @type {any} */ options = { apis, now: 0 }) {
    const { now = 0, apis: names = apis } = /** @type {any} */ (nullPrototype({ ...options }));
    if (this.#isEnabled) throw nodeError(Error, "ERR_INVALID_STATE", "Invalid state: MockTimers is already enabled!");
    if (typeof now === "number" && now !== now) throw invalidArgValue("now", now, `epoch must be a positive integer received ${now}`);
    if (!isArray(names)) throw invalidArgType("options.apis", "Array", names);
    for (let i = 0; i < names.length; i++) {
      if (typeof names[i] !== "string") throw invalidArgType(`options.apis[${i}]`, "string", names[i]);
      if (indexOf(apis, names[i]) < 0) throw invalidArgValue("options.apis", names[i], `option ${names[i]} is not supported`);
    }
    this.#now = timeOf(now);
    for (let i = 0; i < names.length; i++) this.#replaceAll(names[i]);
    this.#isEnabled = true;
  }

  reset() {
    if (!this.#isEnabled) return;
    for (let i = this.#replaced.length - 1; i >= 0; i--) {
      const { object, name, descriptor } = /** @type {any} */ (this.#replaced[i]);
      if (descriptor === undefined) delete object[name];
      else defineProperty(object, name, descriptor);
    }
    this.#replaced = [];
    this.#queue = [];
    this.#now = 0;
    this.#isEnabled = false;
  }

  tick(time = 1) {
    this.#requireEnabled();
    requirePositive(time);
    this.#now += time;
    for (;;) {
      const timer = this.#queue[0];
      if (timer === undefined || timer.runAt > this.#now) return;
      apply(timer.callback, undefined, timer.args);
      // The callback may have cleared it.
      const isThere = this.#queue[0] === timer;
      if (isThere) splice(this.#queue, 0, 1);
      if (timer.interval === undefined || !isThere) continue;
      timer.runAt += timer.interval;
      this.#insert(timer);
    }
  }

  runAll() {
    this.#requireEnabled();
    const last = this.#queue[this.#queue.length - 1];
    if (last !== undefined) this.tick(last.runAt > this.#now ? last.runAt - this.#now : 0);
  }

  setTime(time = 0) {
    validateNumber(time, "time");
    requirePositive(time);
    this.#requireEnabled();
    this.#now = time;
  }

  #requireEnabled() {
    if (this.#isEnabled) return;
    throw nodeError(Error, "ERR_INVALID_STATE", "Invalid state: You should enable MockTimers first by calling the .enable function");
  }

  #insert(timer) {
    let at = this.#queue.length;
    while (at > 0) {
      const before = /** @type {MockTimer} */ (this.#queue[at - 1]);
      if (before.runAt < timer.runAt || (before.runAt === timer.runAt && before.id < timer.id)) break;
      at -= 1;
    }
    splice(this.#queue, at, 0, timer);
  }

  #start(isInterval, callback, delay, values) {
    const wait = delay > longestDelay ? 1 : delay;
    const dueTime = this.#now + wait;
    const timer = new MockTimer(++this.#lastID, callback, dueTime === dueTime ? dueTime : this.#now, isInterval ? (wait >= 1 ? wait : 1) : undefined, values);
    this.#insert(timer);
    return timer;
  }

  #clear(timer) {
    for (let i = 0; i < this.#queue.length; i++) {
      if (this.#queue[i] !== timer) continue;
      splice(this.#queue, i, 1);
      return;
    }
  }

  #replace(object, name, value) {
    push(this.#replaced, { object, name, descriptor: getOwnPropertyDescriptor(object, name) });
    defineProperty(object, name, nullPrototype({ value, writable: true, enumerable: true, configurable: true }));
  }

  /** Replaces a function of timers in the three places that have it. */
  #replaceAll(api) {
    const { timers, promises } = nodeTimers;
    const clear = (timer) => this.#clear(timer);
    const set = (isInterval) => (callback, delay, ...values) => this.#start(isInterval, callback, delay, values);
    const immediately = (callback, ...values) => this.#start(false, callback, -1, values);
    const later = (delay, value, options) => this.#promise(() => delay, value, options);
    const both = (name, value) => {
      this.#replace(globalObject, name, value);
      this.#replace(timers, name, value);
    };
    if (api === "setTimeout") {
      both("setTimeout", set(false));
      both("clearTimeout", clear);
      this.#replace(promises, "setTimeout", later);
    } else if (api === "setInterval") {
      both("setInterval", set(true));
      both("clearInterval", clear);
      this.#replace(promises, "setInterval", (delay, value, options) => this.#intervals(delay, value, options));
    } else if (api === "setImmediate") {
      both("setImmediate", immediately);
      both("clearImmediate", clear);
      this.#replace(promises, "setImmediate", (value, options) => this.#promise(() => -1, value, options));
    } else if (api === "scheduler.wait") {
      this.#replace(promises.scheduler, "wait", (delay, options) => later(delay, undefined, options));
    } else {
      this.#replaceDate();
    }
  }

  #replaceDate() {
    const descriptor = getOwnPropertyDescriptor(globalObject, "Date");
    if (descriptor?.value?.isMock) throw nodeError(Error, "ERR_INVALID_STATE", "Invalid state: Date is already being mocked!");
    this.#replace(globalObject, "Date", makeDate(descriptor?.value, () => this.#now));
    defineProperty(globalObject, "Date", nullPrototype({ enumerable: false }));
  }

  #promise(delayOf, value, options) {
    return new Promise((resolve, reject) => {
      const signal = options?.signal;
      validateAbortSignal(signal, "options.signal");
      if (signal?.aborted) {
        reject(abortError(undefined, signal.reason));
        return;
      }
      const timer = this.#start(false, () => resolve(value), delayOf(), []);
      signal?.addEventListener("abort", () => {
        this.#clear(timer);
        reject(abortError(undefined, signal.reason));
      }, nullPrototype({ once: true }));
    });
  }

  async *#intervals(delay, value, options) {
    const signal = options?.signal;
    validateAbortSignal(signal, "options.signal");
    if (signal?.aborted) throw abortError(undefined, signal.reason);
    /** @type {any} */
    const emitter = new emitters.EventEmitter();
    const values = /** @type {any} */ (emitters.events).on(emitter, "data", { signal });
    const timer = this.#start(true, () => emitter.emit("data", value), delay, []);
    try {
      for (;;) {
        const item = await values.next();
        if (item.done) return;
        yield item.value[0];
      }
    } finally {
      this.#clear(timer);
      await values.return();
    }
  }
}

// Only newer engines have the symbol.
const { dispose } = /** @type {any} */ (Symbol);
if (typeof dispose === "symbol") {
  defineProperty(MockTimers.prototype, dispose, nullPrototype({ value: MockTimers.prototype.reset, writable: true, enumerable: false, configurable: true }));
}

function requirePositive(time) {
  if (time < 0) throw invalidArgValue("time", time, "positive integer");
}

/** The milliseconds of a number or a date. */
function timeOf(now) {
  if (now === null) return 0;
  if (typeof now === "object") return dateGetTime(now);
  validateNumber(now, "initialTime");
  requirePositive(now);
  return now;
}
