// @ts-check
// The web-standard globals of a runtime, for a bare JavaScriptCore context, which has none of them: those of the Minimum Common
// Web API that need no access to the outside, and a console that prints as Node's does.
//
// This module is evaluated before user code. The modules that are imported as deferred are evaluated when they are first used.

import * as abort from "#deferred/web/events/abort.js";
import * as base64 from "#deferred/web/encoding/base64.js";
import * as completion from "#deferred/web/console/complete.js";
import * as printing from "#deferred/web/console/console.js";
import * as randomness from "#deferred/web/crypto/crypto.js";
import * as compression from "#deferred/web/compression/compression.js";
import * as keys from "#deferred/web/crypto/crypto-key.js";
import * as cryptography from "#deferred/web/crypto/subtle.js";
import * as dates from "#deferred/web/timers/date.js";
import * as descriptions from "#deferred/web/errors/describe.js";
import * as exceptions from "#deferred/web/errors/dom-exception.js";
import * as events from "#deferred/web/events/event.js";
import * as targets from "#deferred/web/events/event-target.js";
import * as inspector from "#deferred/web/inspect/inspector.js";
import * as microtasks from "#deferred/web/timers/microtasks.js";
import * as modules from "#deferred/web/modules/modules.js";
import * as navigation from "#deferred/web/navigator.js";
import * as measuring from "#deferred/web/timers/performance.js";
import * as report from "#deferred/web/events/report.js";
import * as cloning from "#deferred/web/clone/structured-clone.js";
import * as decoding from "#deferred/web/encoding/text-decoder.js";
import * as encoding from "#deferred/web/encoding/text-encoder.js";
import * as readable from "#deferred/web/streams/readable-stream.js";
import * as strategies from "#deferred/web/streams/strategies.js";
import * as texts from "#deferred/web/streams/text-streams.js";
import * as transforms from "#deferred/web/streams/transform-stream.js";
import * as writable from "#deferred/web/streams/writable-stream.js";
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
  ReadableStream: readable,
  ReadableStreamDefaultReader: readable,
  ReadableStreamBYOBReader: readable,
  ReadableStreamDefaultController: readable,
  ReadableByteStreamController: readable,
  ReadableStreamBYOBRequest: readable,
  WritableStream: writable,
  WritableStreamDefaultWriter: writable,
  WritableStreamDefaultController: writable,
  TransformStream: transforms,
  TransformStreamDefaultController: transforms,
  ByteLengthQueuingStrategy: strategies,
  CountQueuingStrategy: strategies,
  TextEncoderStream: texts,
  TextDecoderStream: texts,
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
 * The globals of each extension that a runtime may have.
 * @type {{ [extension: string]: { [name: string]: { readonly [name: string]: unknown } } }}
 */
const extended = {
  compression: { CompressionStream: compression, DecompressionStream: compression },
  crypto: { CryptoKey: keys, SubtleCrypto: cryptography },
};

/** @param {{ [name: string]: { readonly [name: string]: unknown } }} modules */
function defineAll(modules) {
  const names = objectKeys(modules);
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    defineDeferred(globalObject, name, /** @type {{ readonly [name: string]: unknown }} */ (modules[name]));
  }
}

/**
 * Defines the globals and returns the functions that the native side calls. To be called once in a context.
 * @param {Host} native
 */
export function install(native) {
  connect(native);
  defineHidden(globalObject, "self", globalObject);
  defineAll(globals);
  const { extensions } = host;
  if (extensions !== undefined) {
    const names = objectKeys(extended);
    for (let i = 0; i < names.length; i++) {
      const name = /** @type {string} */ (names[i]);
      if (extensions[name] !== undefined) defineAll(extended[name] ?? {});
    }
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
    modules: (/** @type {import("./modules/modules.js").ModuleHost} */ host) => modules.connectModules(host),
    platform: freeze({
      newSignal: () => abort.newSignal(),
      setTimer: (/** @type {() => void} */ callback, /** @type {number} */ delay) => timers.startBackgroundTimer(callback, delay),
      clearTimer: (/** @type {number} */ timer) => timers.stopBackgroundTimer(timer),
      monotonicNow: () => host.now(),
    }),
  });
}
