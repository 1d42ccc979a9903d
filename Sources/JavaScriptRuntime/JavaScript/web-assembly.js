// @ts-check
import { defineHidden } from "./define.js";
import { apply, globalObject, promiseThen } from "./primordials.js";
import { keepAlive } from "./timers.js";

const NAMES = ["compile", "instantiate"];

/**
 * Lets a program wait for WebAssembly: it is compiled on threads of the engine's, of which the native side knows
 * nothing, so without this a program that awaits it would look as if nothing were left to do.
 */
export function watchWebAssembly() {
  const { WebAssembly } = /** @type {{ WebAssembly?: { [name: string]: Function } }} */ (globalObject);
  if (WebAssembly === undefined) return;
  for (let i = 0; i < NAMES.length; i++) {
    const name = /** @type {string} */ (NAMES[i]);
    const original = /** @type {Function} */ (WebAssembly[name]);
    /** @param {unknown[]} parameters */
    const watched = (...parameters) => {
      const promise = apply(original, WebAssembly, parameters);
      keepAlive(1);
      return promiseThen(
        promise,
        (value) => {
          keepAlive(-1);
          return value;
        },
        (error) => {
          keepAlive(-1);
          throw error;
        },
      );
    };
    defineHidden(WebAssembly, name, watched);
  }
}
