// @ts-check
// The web-standard globals of a runtime, for a bare JavaScriptCore context that has none of them: of the Minimum Common
// Web API what reaches nothing outside, but for streams and blobs, and a console that prints as Node's does.
//
// This is all that runs before user code does. What is imported as deferred is made when it is first used.

import * as abort from "#deferred/abort.js";
import * as base64 from "#deferred/base64.js";
import * as completion from "#deferred/complete.js";
import * as printing from "#deferred/console.js";
import * as randomness from "#deferred/crypto.js";
import * as dates from "#deferred/date.js";
import * as descriptions from "#deferred/describe.js";
import * as exceptions from "#deferred/dom-exception.js";
import * as events from "#deferred/event.js";
import * as targets from "#deferred/event-target.js";
import * as inspector from "#deferred/inspect/inspector.js";
import * as microtasks from "#deferred/microtasks.js";
import * as modules from "#deferred/modules.js";
import * as navigation from "#deferred/navigator.js";
import * as measuring from "#deferred/performance.js";
import * as report from "#deferred/report.js";
import * as cloning from "#deferred/structured-clone.js";
import * as decoding from "#deferred/text-decoder.js";
import * as encoding from "#deferred/text-encoder.js";
import * as timers from "#deferred/timers.js";
import * as addresses from "#deferred/url/url.js";
import * as compilation from "#deferred/web-assembly.js";
import { defineAccessor, defineDeferred, defineHidden } from "./define.js";
import { follow } from "./follow.js";
import { connect, host } from "./host.js";
import { Error, freeze, globalObject, objectKeys, promiseResolve, promiseThen } from "./primordials.js";

/** @typedef {import("./host.js").Host} Host */

/**
 * The globals, each with the module that exports it.
 * @type {{ [name: string]: { readonly [name: string]: unknown } }}
 */
const globals = {
  navigator: navigation,
  performance: measuring,
  Performance: measuring,
  setTimeout: timers,
  setInterval: timers,
  clearTimeout: timers,
  clearInterval: timers,
  queueMicrotask: microtasks,
  Event: events,
  CustomEvent: events,
  ErrorEvent: events,
  PromiseRejectionEvent: events,
  EventTarget: targets,
  addEventListener: targets,
  removeEventListener: targets,
  dispatchEvent: targets,
  AbortController: abort,
  AbortSignal: abort,
  DOMException: exceptions,
  structuredClone: cloning,
  TextEncoder: encoding,
  TextDecoder: decoding,
  URL: addresses,
  URLSearchParams: addresses,
  crypto: randomness,
  Crypto: randomness,
  atob: base64,
  btoa: base64,
  reportError: report,
  console: printing,
  WebAssembly: compilation,
};

/**
 * Defines the globals and returns what the native side calls. To be called once in a context.
 * @param {Host} native
 */
export function install(native) {
  connect(native);
  defineHidden(globalObject, "self", globalObject);
  const names = objectKeys(globals);
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    defineDeferred(globalObject, name, /** @type {{ readonly [name: string]: unknown }} */ (globals[name]));
  }
  if (host.movesDate) dates.moveDate();
  if (host.page) defineHidden(globalObject, "window", globalObject);
  defineAccessor(
    globalObject, "onerror", () => report.onerror.value, (value) => {
      report.onerror.value = value;
    });
  defineAccessor(
    globalObject, "onunhandledrejection", () => report.onunhandledrejection.value, (value) => {
      report.onunhandledrejection.value = value;
    });
  return freeze({
    fire: () => timers.fire(),
    inspect: (/** @type {unknown} */ value, /** @type {boolean} */ colors) => inspector.inspect(value, { colors }),
    describe: (/** @type {unknown} */ error) => descriptions.describe(error),
    complete: (/** @type {string} */ line) => completion.complete(line),
    activeTimers: () => timers.activeTimers(),
    stack: () => new Error().stack ?? "",
    timers: () => timers.listTimers(),
    rejected: (/** @type {unknown} */ reason, /** @type {Promise<unknown>} */ promise) => report.reportRejection(reason, promise),
    uncaught: (/** @type {unknown} */ error) => report.reportUncaught(error),
    /** @type {(value: unknown, fulfilled: (value: unknown) => unknown, rejected: (error: unknown) => unknown) => void} */
    then: (value, fulfilled, rejected) => {
      if (!follow(value, fulfilled, rejected)) promiseThen(promiseResolve(value), fulfilled, rejected);
    },
    modules: (/** @type {import("./modules.js").ModuleHost} */ host) => modules.connectModules(host),
    platform: freeze({
      newSignal: () => abort.newSignal(),
      setTimer: (/** @type {() => void} */ callback, /** @type {number} */ delay) => timers.startBackgroundTimer(callback, delay),
      clearTimer: (/** @type {number} */ timer) => timers.stopBackgroundTimer(timer),
      monotonicNow: () => host.now(),
    }),
  });
}
