// @ts-check
// The web-standard globals of a runtime, for a bare JavaScriptCore context, which has none of them: those of the Minimum Common
// Web API that need no access to the outside, without streams and blobs, and a console that prints as Node's does.
//
// This module is evaluated before user code. The modules that are imported as deferred are evaluated when they are first used.

import * as abort from "#deferred/web/events/abort.js";
import * as base64 from "#deferred/web/encoding/base64.js";
import * as completion from "#deferred/web/console/complete.js";
import * as printing from "#deferred/web/console/console.js";
import * as randomness from "#deferred/web/crypto.js";
import * as dates from "#deferred/web/timers/date.js";
import * as descriptions from "#deferred/web/errors/describe.js";
import * as exceptions from "#deferred/web/errors/dom-exception.js";
import * as events from "#deferred/web/events/event.js";
import * as targets from "#deferred/web/events/event-target.js";
import * as inspector from "#deferred/web/inspect/inspector.js";
import * as microtasks from "#deferred/web/timers/microtasks.js";
import * as navigation from "#deferred/web/navigator.js";
import * as measuring from "#deferred/web/timers/performance.js";
import * as report from "#deferred/web/events/report.js";
import * as cloning from "#deferred/web/clone/structured-clone.js";
import * as decoding from "#deferred/web/encoding/text-decoder.js";
import * as encoding from "#deferred/web/encoding/text-encoder.js";
import * as timers from "#deferred/web/timers/timers.js";
import * as addresses from "#deferred/web/url/url.js";
import * as compilation from "#deferred/web/web-assembly.js";
import { defineAccessor, defineDeferred, defineHidden } from "../shared/define.js";
import { follow } from "./follow.js";
import { connect, host } from "./host.js";
import { Error, freeze, globalObject, objectKeys, promiseResolve, promiseThen } from "../shared/primordials.js";

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
 * Defines the globals and returns the functions that the native side calls. To be called once in a context.
 *
 * @param {Host} native
 * @param {(host: *) => unknown} connectModules
 */
export function install(native, connectModules) {
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
    modules: connectModules,
    platform: freeze({
      newSignal: () => abort.newSignal(),
      setTimer: (/** @type {() => void} */ callback, /** @type {number} */ delay) => timers.startBackgroundTimer(callback, delay),
      clearTimer: (/** @type {number} */ timer) => timers.stopBackgroundTimer(timer),
      monotonicNow: () => host.now(),
    }),
  });
}
