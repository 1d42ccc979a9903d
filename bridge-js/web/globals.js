// @ts-check
// The web-standard globals of a runtime, for a bare JavaScriptCore context, which has none of them: those of the Minimum Common
// Web API that need no access to the outside, and a console that prints as Node's does.
//
// This module is evaluated before user code. The modules that are imported as deferred are evaluated when they are first used.

import * as abort from "#deferred/web/abort/abort.js";
import * as cloneKinds from "#deferred/web/clone/clone-kinds.js";
import * as crossing from "#deferred/web/files/crossing.js";
import * as completion from "#deferred/web/console/complete.js";
import * as decorators from "#deferred/web/decorators/definition.js";
import * as experiments from "#deferred/web/decorators/experimental.js";
import * as dates from "#deferred/web/timers/date.js";
import * as locales from "#deferred/web/locale.js";
import * as descriptions from "#deferred/web/descriptions/describe.js";
import * as inspector from "#deferred/web/inspect/inspector.js";
import * as report from "#deferred/web/events/report.js";
import * as resources from "#deferred/web/resources/resources.js";
import * as timers from "#deferred/web/timers/timers.js";
import * as workerScope from "#deferred/web/workers/worker-scope.js";
import * as table from "#deferred/web/table.js";
import { defineAccessor, defineDeferred, defineHidden, defineShown, nullPrototype } from "../shared/define.js";
import { follow } from "./follow.js";
import { connect, host } from "./host.js";
import { defineSymbols } from "./resources/symbols.js";
import {
  charCodeAt, defineProperty, Error, freeze, globalNames, globalObject, indexOf, objectKeys, promiseResolve, promiseThen, splitEarly,
} from "../shared/primordials.js";

/** @typedef {import("./host.js").Host} Host */

/** The globals, as the engine reads them quickest: one text. Each is made by table.js when it is first used. */
const names = splitEarly(
  "navigator performance Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver " +
  "PerformanceObserverEntryList setTimeout setInterval clearTimeout clearInterval queueMicrotask Event CustomEvent " +
  "ErrorEvent PromiseRejectionEvent EventTarget addEventListener removeEventListener dispatchEvent AbortController " +
  "AbortSignal DOMException ReadableStream ReadableStreamDefaultReader ReadableStreamBYOBReader " +
  "ReadableStreamDefaultController ReadableByteStreamController ReadableStreamBYOBRequest WritableStream " +
  "WritableStreamDefaultWriter WritableStreamDefaultController TransformStream TransformStreamDefaultController " +
  "ByteLengthQueuingStrategy CountQueuingStrategy TextEncoderStream TextDecoderStream Blob File FormData Headers " +
  "Request Response MessageChannel MessagePort MessageEvent BroadcastChannel structuredClone TextEncoder " +
  "TextDecoder URL URLSearchParams URLPattern crypto Crypto atob btoa reportError console WebAssembly", " ");

/** The globals of the language that engines may lack. */
const ofLanguage = splitEarly("SuppressedError DisposableStack AsyncDisposableStack", " ");

/** Defines the globals that newer engines have themselves, and the functions for the code that `JavaScriptSyntax` rewrites. */
function defineLanguage() {
  defineSymbols();
  for (let i = 0; i < ofLanguage.length; i++) {
    const name = /** @type {string} */ (ofLanguage[i]);
    if (indexOf(globalNames, name) < 0) defineDeferred(globalObject, name, valueOfGlobal);
  }
  const syntax = freeze(nullPrototype({
    resources: () => new resources.Resources(),
    /** @type {typeof decorators.decorate} */
    decorate: (list, parent, make, name) => decorators.decorate(list, parent, make, name),
    /** @type {typeof decorators.member} */
    member: (object, get) => decorators.member(object, get),
    /** @type {typeof experiments.experimental} */
    experimental: (list, parent, make, name) => experiments.experimental(list, parent, make, name),
    /** @type {typeof experiments.parameter} */
    parameter: (index, decorator) => experiments.parameter(index, decorator),
  }));
  defineProperty(globalObject, "__syntax__", nullPrototype({ value: syntax, writable: false, enumerable: false, configurable: false }));
}

/** The globals of a worker, which has listeners in most cases: so their part is evaluated at once. */
function defineWorkerScope() {
  const { postMessage, close, importScripts, name, onmessage, onmessageerror } = workerScope;
  defineShown(globalObject, "postMessage", postMessage);
  defineShown(globalObject, "close", close);
  defineShown(globalObject, "importScripts", importScripts);
  defineShown(globalObject, "name", name);
  defineListener("onmessage", () => onmessage);
  defineListener("onmessageerror", () => onmessageerror);
}

/**
 * @param {string} name
 * @param {() => { value: * }} attribute
 */
function defineListener(name, attribute) {
  defineAccessor(
    globalObject, name, () => attribute().value, (value) => {
      attribute().value = value;
    }, true);
}

/** @param {string} name */
const valueOfGlobal = (name) => table.valueOfGlobal(name);

/**
 * Defines a global as Web IDL does: attributes and operations are enumerable, interfaces and namespaces are not.
 *
 * @param {string} name
 */
function defineGlobal(name) {
  defineDeferred(globalObject, name, valueOfGlobal, charCodeAt(name, 0) >= 0x61 && name !== "console");
}

/**
 * The globals of each extension that a runtime may have.
 * @type {{ [extension: string]: string[] }}
 */
const extended = {
  compression: ["CompressionStream", "DecompressionStream"],
  crypto: ["CryptoKey", "SubtleCrypto"],
  workers: ["Worker"],
};

/**
 * The globals that need a method of the bridge, by that method.
 * @type {{ [method: string]: string[] }}
 */
const bridged = { "http.fetch": ["fetch", "EventSource"], "http.websocket": ["WebSocket", "CloseEvent"] };

/**
 * @param {{ [name: string]: string[] }} globals
 * @param {(name: string) => boolean} isWanted
 */
function defineOptional(globals, isWanted) {
  const optional = objectKeys(globals);
  for (let i = 0; i < optional.length; i++) {
    const name = /** @type {string} */ (optional[i]);
    if (!isWanted(name)) continue;
    const added = /** @type {string[]} */ (globals[name]);
    for (let at = 0; at < added.length; at++) defineGlobal(/** @type {string} */ (added[at]));
  }
}

/**
 * Defines the globals and returns the functions that the native side calls. To be called once in a context.
 *
 * @param {Host} native
 * @param {(host: *) => unknown} connectModules
 */
export function install(native, connectModules) {
  connect(native);
  defineShown(globalObject, "self", globalObject);
  for (let i = 0; i < names.length; i++) defineGlobal(/** @type {string} */ (names[i]));
  defineLanguage();
  const { extensions } = host;
  if (extensions !== undefined) defineOptional(extended, (name) => extensions[name] !== undefined);
  if (host.movesDate) dates.moveDate();
  if (host.locale !== undefined) locales.setDefaultLocale(host.locale);
  if (host.worker) defineWorkerScope();
  if (host.page) defineHidden(globalObject, "window", globalObject);
  defineListener("onerror", () => report.onerror);
  defineListener("onunhandledrejection", () => report.onunhandledrejection);
  defineListener("onrejectionhandled", () => report.onrejectionhandled);
  return freeze({
    fire: (/** @type {number} */ now) => timers.fire(now),
    inspect: (/** @type {unknown} */ value, /** @type {boolean} */ colors) => inspector.inspect(value, { colors }),
    describe: (/** @type {unknown} */ error) => descriptions.describe(error),
    complete: (/** @type {string} */ line) => completion.complete(line),
    activeTimers: () => timers.activeTimers(),
    stack: () => new Error().stack ?? "",
    timers: () => timers.listTimers(),
    rejected: (/** @type {unknown} */ reason, /** @type {Promise<unknown>} */ promise) => report.reportRejection(reason, promise),
    handled: (/** @type {(promise: object) => boolean} */ isHandled) => report.reportHandled(isHandled),
    uncaught: (/** @type {unknown} */ error) => report.reportUncaught(error),
    /** @type {(value: unknown, fulfilled: (value: unknown) => unknown, rejected: (error: unknown) => unknown) => void} */
    then: (value, fulfilled, rejected) => {
      if (!follow(value, fulfilled, rejected)) promiseThen(promiseResolve(value), fulfilled, rejected);
    },
    modules: connectModules,
    platform: freeze({
      newSignal: () => abort.newSignal(),
      refuseClones: (/** @type {object} */ prototype) => cloneKinds.refuseClones(prototype),
      plain: (/** @type {object} */ value) => crossing.plainOf(value),
      setTimer: (/** @type {() => void} */ callback, /** @type {number} */ delay) => timers.startBackgroundTimer(callback, delay),
      clearTimer: (/** @type {number} */ timer) => timers.stopBackgroundTimer(timer),
      monotonicNow: () => host.now(),
      /** @type {(bridge: import("./host.js").HostBridge, methods: string[]) => void} */
      useBridge: (bridge, methods) => {
        host.bridge = bridge;
        defineOptional(bridged, (method) => indexOf(methods, method) >= 0);
      },
    }),
  });
}
