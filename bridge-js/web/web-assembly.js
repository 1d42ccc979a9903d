// @ts-check
import * as sources from "#deferred/web/fetch/wasm-source.js";
import * as timers from "#deferred/web/timers/timers.js";
import { defineHidden, nullPrototype } from "../shared/define.js";
import { apply, defineProperty, promiseThen, WebAssembly as engine } from "../shared/primordials.js";
import { react } from "../shared/promises.js";

/**
 * The engine's `WebAssembly`, whose asynchronous functions keep a waiting program alive.
 *
 * The engine compiles on threads of its own, which the native side does not observe. Without this, a program that awaits a
 * compilation would seem to have nothing left to do.
 */
export const WebAssembly = engine;
if (engine !== undefined) {
  const { compile, instantiate } = engine;
  // Methods, because an operation has its name and the number of its required arguments.
  const functions = {
    /** @param {unknown} bytes */
    compile(bytes) {
      return watch(compile, arguments.length === 0 ? [] : [bytes]);
    },
    /**
     * @param {unknown} bytes
     * @param {unknown} [imports]
     */
    instantiate(bytes, imports = undefined) {
      return watch(instantiate, arguments.length === 0 ? [] : [bytes, imports]);
    },
    /** @param {unknown} source */
    compileStreaming(source) {
      return react(sources.wasmBytes(source), (bytes) => watch(compile, [bytes]), rethrow);
    },
    /**
     * @param {unknown} source
     * @param {unknown} [imports]
     */
    instantiateStreaming(source, imports = undefined) {
      return react(sources.wasmBytes(source), (bytes) => watch(instantiate, [bytes, imports]), rethrow);
    },
  };
  define("compile", functions.compile);
  define("instantiate", functions.instantiate);
  define("compileStreaming", functions.compileStreaming);
  define("instantiateStreaming", functions.instantiateStreaming);
}

/**
 * @param {string} name
 * @param {Function} value
 */
function define(name, value) {
  const descriptor = { value, writable: true, enumerable: true, configurable: true };
  defineProperty(/** @type {object} */ (engine), name, nullPrototype(descriptor));
}

/** @param {unknown} error */
function rethrow(error) {
  throw error;
}

/**
 * Calls a function of the engine, and keeps the program alive until its promise is settled.
 *
 * @param {Function} original
 * @param {ArrayLike<unknown>} parameters
 */
function watch(original, parameters) {
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
}
