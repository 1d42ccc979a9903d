// @ts-check
// What the host has beside the language, read when this module loads: timers, a monotonic clock, signals.

import { getter, uncurry } from "../shared/primordials.js";

/**
 * Each member is there if the host has it; the client works without the others.
 *
 * @typedef {object} Platform
 * @property {(callback: () => void, delay: number) => unknown} [setTimer]
 * @property {(timer: *) => void} [clearTimer]
 * @property {() => number} [monotonicNow] milliseconds
 * @property {(bridge: *, methods: string[]) => void} [useBridge] defines the globals that need these methods of the bridge
 * @property {(value: object) => unknown} [plain] the value that crosses for an object without properties, such as the bytes of a `Blob`;
 *   `undefined` if none does
 * @property {(prototype: object) => void} [refuseClones] makes `structuredClone` refuse the objects that inherit from it
 * @property {() => { signal: import("./signals.js").SignalLike, abort: (reason: unknown) => void }} [newSignal]
 */

const clock = Reflect.get(globalThis, "performance");
const Controller = typeof AbortController === "function" ? AbortController : undefined;

const signals = () => {
  if (Controller === undefined) return undefined;
  const abort = uncurry(Controller.prototype.abort);
  const signal = /** @type {(self: unknown) => AbortSignal} */ (getter(Controller, "signal"));
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
