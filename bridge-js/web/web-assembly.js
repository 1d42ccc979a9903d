// @ts-check
import * as sources from "#deferred/web/fetch/wasm-source.js";
import * as timers from "#deferred/web/timers/timers.js";
import { defineHidden } from "../shared/define.js";
import { apply, promiseThen, WebAssembly as engine } from "../shared/primordials.js";
import { react } from "../shared/promises.js";

/**
 * The engine's `WebAssembly`, whose asynchronous functions keep a waiting program alive.
 *
 * The engine compiles on threads of its own, which the native side does not observe. Without this, a program that awaits a
 * compilation would seem to have nothing left to do.
 */
export const WebAssembly = engine;
const compile = watch("compile");
const instantiate = watch("instantiate");
if (engine !== undefined && compile !== undefined && instantiate !== undefined) {
  const streaming = {
    compileStreaming: (/** @type {unknown} */ source) => react(sources.wasmBytes(source), (bytes) => compile(bytes), rethrow),
    instantiateStreaming: (/** @type {unknown} */ source, /** @type {unknown} */ imports = undefined) =>
      react(sources.wasmBytes(source), (bytes) => instantiate(bytes, imports), rethrow),
  };
  defineHidden(engine, "compileStreaming", streaming.compileStreaming);
  defineHidden(engine, "instantiateStreaming", streaming.instantiateStreaming);
}

/** @param {unknown} error */
function rethrow(error) {
  throw error;
}

/** @param {string} name */
function watch(name) {
  const original = engine?.[name];
  if (engine === undefined || original === undefined) return undefined;
  /** @param {unknown[]} parameters */
  const watched = (...parameters) => {
    const promise = apply(original, engine, parameters);
    timers.keepAlive(1);
    // Without a constructor, `then` makes a plain promise and runs no code of a page.
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
  return watched;
}
