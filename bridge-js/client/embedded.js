// @ts-check
// The client of a JavaScript context that native code holds.
//
// Native code evaluates the first part of the built script in a fresh context, and calls its export; the rest follows when
// the bridge is first used.

import * as link from "#deferred/client/embedded-link.js";
import * as webkit from "#deferred/client/webkit.js";
import { defineProperty, freeze, global, hasOwn } from "./primordials.js";
import { makeBridge } from "./bridge.js";
import { VOID } from "./kinds.js";

/**
 * Native functions, called without a receiver and with no trailing `undefined`.
 *
 * @typedef {object} Native
 * @property {(id: number, method: number | string, tag: number, body?: unknown, attachments?: unknown[],
 *   timeout?: number, credit?: number, metadata?: string[]) => unknown} call
 * @property {(id: number, method: number | string, tag: number, body?: unknown, attachments?: unknown[]) => unknown} callSync
 * @property {(kind: number, id: number | string, tag: number, body?: unknown, attachments?: unknown[],
 *   name?: string) => void} post
 * @property {(name: string) => number} intern
 */

/** @typedef {import("./session.js").Options & { page?: boolean }} Options */

/**
 * @param {string} name
 * @param {unknown} value
 */
const install = (name, value) =>
  defineProperty(global, name, /** @type {PropertyDescriptor} */ ({ __proto__: null, value, enumerable: true }));

/**
 * Joins this context to native code.
 *
 * @param {Native} native
 * @param {Options} [options] `page` gives the global its name `window`
 */
export const connect = (native, options = {}) => {
  /** @type {import("./parts.js").Parts | undefined} */
  let parts;
  const use = () => parts ?? (parts = link.join(native, options));
  const bridge = makeBridge(use);
  install("bridge", bridge);
  /** @type {ReturnType<typeof webkit.webkitMessageHandlers> | undefined} */
  let messageHandlers;
  install(
    "webkit",
    freeze({
      get messageHandlers() {
        return messageHandlers ?? (messageHandlers = webkit.webkitMessageHandlers(bridge));
      },
    }),
  );
  if (options.page === true && !hasOwn(global, "window")) install("window", global);
  return freeze({
    get receive() {
      return use().receive;
    },
    get encode() {
      return link.encoding(options.limits);
    },
    VOID,
    bridge,
  });
};
