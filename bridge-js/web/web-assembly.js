// @ts-check
import * as timers from "#deferred/web/timers/timers.js";
import { defineHidden } from "../shared/define.js";
import { apply, promiseThen, WebAssembly as engine } from "../shared/primordials.js";

/**
 * The engine's `WebAssembly`, with functions that let a program wait for it.
 *
 * It compiles on threads of the engine's, of which the native side knows nothing, so without this a program that awaits
 * it would look as if nothing were left to do.
 */
export const WebAssembly = engine;
watch("compile");
watch("instantiate");

/** @param {string} name */
function watch(name) {
  const original = engine?.[name];
  if (engine === undefined || original === undefined) return;
  /** @param {unknown[]} parameters */
  const watched = (...parameters) => {
    const promise = apply(original, engine, parameters);
    timers.keepAlive(1);
    // Without a constructor, `then` makes a plain promise and asks user-visible code for nothing.
    defineHidden(promise, "constructor", undefined);
    return promiseThen(
      promise,
      (value) => {
        timers.keepAlive(-1);
        return value;
      },
      (error) => {
        timers.keepAlive(-1);
        throw error;
      },
    );
  };
  defineHidden(engine, name, watched);
}
