// @ts-check
// What the host has beside the language, taken when this loads: timers, a clock that nobody sets, signals.

import { getter, uncurry } from "./primordials.js";

/**
 * Each where there is one; the client does without the others.
 *
 * @typedef {object} Platform
 * @property {(callback: () => void, delay: number) => unknown} [setTimer]
 * @property {(timer: *) => void} [clearTimer]
 * @property {() => number} [monotonicNow] milliseconds
 * @property {() => { signal: import("./signals.js").SignalLike, abort: (reason: unknown) => void }} [newSignal]
 */

const clock = Reflect.get(globalThis, "performance");
const Controller = typeof AbortController === "function" ? AbortController : undefined;

const signals = () => {
  if (Controller === undefined) return undefined;
  const abort = uncurry(Controller.prototype.abort);
  const signal = /** @type {(self: unknown) => AbortSignal} */ (getter(Controller.prototype, "signal"));
  return () => {
    const controller = new Controller();
    return { signal: signal(controller), abort: (/** @type {unknown} */ reason) => void abort(controller, reason) };
  };
};

/** @type {Platform} */
export const platform = Object.freeze({
  setTimer: typeof setTimeout === "function" ? setTimeout.bind(globalThis) : undefined,
  clearTimer: typeof clearTimeout === "function" ? clearTimeout.bind(globalThis) : undefined,
  monotonicNow: clock?.now ? clock.now.bind(clock) : undefined,
  newSignal: signals(),
});
