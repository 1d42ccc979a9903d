// @ts-check
// The web-standard globals of a runtime, for a bare JavaScriptCore context that has none of them:
// the Minimum Common Web API as far as it needs no network, and a console that prints as Node's does.

import { AbortController, AbortSignal } from "./abort.js";
import { atob, btoa } from "./base64.js";
import { complete } from "./complete.js";
import { console } from "./console.js";
import { moveDate } from "./date.js";
import { defineAccessor, defineHidden } from "./define.js";
import { describe } from "./describe.js";
import { DOMException } from "./dom-exception.js";
import { CustomEvent, ErrorEvent, Event, PromiseRejectionEvent } from "./event.js";
import { EventTarget, globalMethods } from "./event-target.js";
import { connect, host } from "./host.js";
import { inspect } from "./inspect/inspector.js";
import { queueMicrotask } from "./microtasks.js";
import { navigator } from "./navigator.js";
import { Performance, performance } from "./performance.js";
import { freeze, objectKeys } from "./primordials.js";
import { onerror, onunhandledrejection, reportError, reportRejection, reportUncaught } from "./report.js";
import { structuredClone } from "./structured-clone.js";
import { TextDecoder } from "./text-decoder.js";
import { TextEncoder } from "./text-encoder.js";
import { activeTimers, clearInterval, clearTimeout, fire, setInterval, setTimeout } from "./timers.js";
import { watchWebAssembly } from "./web-assembly.js";

/** @typedef {import("./host.js").Host} Host */

/** @type {{ [name: string]: unknown }} */
const globals = {
  self: globalThis,
  globalThis,
  navigator,
  performance,
  Performance,
  setTimeout,
  setInterval,
  clearTimeout,
  clearInterval,
  queueMicrotask,
  Event,
  CustomEvent,
  ErrorEvent,
  PromiseRejectionEvent,
  EventTarget,
  AbortController,
  AbortSignal,
  DOMException,
  structuredClone,
  TextEncoder,
  TextDecoder,
  atob,
  btoa,
  reportError,
  console,
  ...globalMethods,
};

/**
 * Defines the globals and returns what the native side calls. To be called once in a context.
 * @param {Host} native
 */
export function install(native) {
  connect(native);
  const names = objectKeys(globals);
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    defineHidden(globalThis, name, globals[name]);
  }
  watchWebAssembly();
  if (host.movesDate) moveDate();
  if (host.page) defineHidden(globalThis, "window", globalThis);
  defineAccessor(globalThis, "onerror", () => onerror.value, (value) => (onerror.value = value));
  defineAccessor(
    globalThis, "onunhandledrejection", () => onunhandledrejection.value, (value) => (onunhandledrejection.value = value));
  return freeze({
    fire,
    inspect,
    describe,
    complete,
    activeTimers,
    rejected: reportRejection,
    uncaught: reportUncaught,
  });
}
