// @ts-check
// The client of a JavaScript context that is embedded in native code.
//
// Native code evaluates the first part of the built script in a fresh context and calls its export. The other parts are evaluated
// when the bridge is first used.

import * as link from "#deferred/client/embedded-link.js";
import * as webkit from "#deferred/client/webkit.js";
import { defineConstant } from "../shared/define.js";
import { freeze, globalObject, hasOwn } from "../shared/primordials.js";
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
 * @property {() => void} wake tells that somebody waits for an item of a stream, after `rest` has said that nobody does
 * @property {(name: string) => number} intern
 * @property {() => { charCodeAt: Function, substring: Function }} builtIns methods of strings of another realm
 * @property {(input: Uint8Array, output: Uint8Array, define: Function) => void} share memory for values
 * @property {(from: number, key: string) => number | undefined} shape the number of the shape with one more name
 * @property {(count: number, taken: number) => void} spill takes so many slots of the input, after others
 * @property {(place: number, high: number, low: number) => void} patch changes a slot that was taken
 */

/** @typedef {import("./session.js").Options & { page?: boolean, methods?: string[], few?: number }} Options */

/**
 * Joins this context to native code.
 *
 * @param {Native} native
 * @param {Options} [options] `page` defines the global `window`; `methods` are those that globals of the platform may use
 */
export const connect = (native, options = {}) => {
  /** @type {import("./parts.js").Parts | undefined} */
  let parts;
  const use = () => parts ?? (parts = link.join(native, options));
  const bridge = makeBridge(use);
  defineConstant(globalObject, "bridge", bridge);
  /** @type {ReturnType<typeof webkit.webkitMessageHandlers> | undefined} */
  let messageHandlers;
  defineConstant(
    globalObject,
    "webkit",
    freeze({
      get messageHandlers() {
        return messageHandlers ?? (messageHandlers = webkit.webkitMessageHandlers(bridge));
      },
    }),
  );
  if (options.methods !== undefined) options.platform?.useBridge?.(bridge, options.methods);
  if (options.page === true && !hasOwn(globalObject, "window")) defineConstant(globalObject, "window", globalObject);
  return freeze({
    get receive() {
      return use().receive;
    },
    get encode() {
      return link.encoding(options.limits, options.platform?.plain);
    },
    rest: () => parts?.rest() ?? false,
    VOID,
    bridge,
  });
};
