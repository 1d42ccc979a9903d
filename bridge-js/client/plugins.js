// @ts-check
// `bridge.plugins.wifi.ssid(params)` for `bridge.call("wifi.ssid", params)`; streams, events and constants likewise.

import * as refusals from "#deferred/client/options-refusal.js";
import { defineHidden } from "../shared/define.js";
import { list } from "../shared/lists.js";
import { promiseReject, symbolAsyncIterator } from "../shared/primordials.js";
import { BridgeError } from "./errors.js";
import { makeListeners } from "./plugin-listeners.js";
import { when } from "./promises.js";
import { safeProxy } from "./safe-proxy.js";

/** @param {import("./parts.js").Parts} parts */
export const makePlugins = (parts) => {
  const { contract } = parts;

  /** @type {(name: string) => (...given: *[]) => unknown} */
  const makeFunction = (name) => (...given) => {
    const member = contract.find(name);
    const count = member?.arguments;
    const params = count === undefined ? at(given, 0) : firstOf(given, count);
    const options = at(given, count ?? 1);
    if (given.length > (count ?? 1) + 1) {
      const error = refusals.surplus(`${name} takes ${count === undefined ? "one object of parameters" : count === 1 ? "1 argument" : `${count} arguments`} and options`);
      if (member?.kind === "stream") throw error;
      return promiseReject(error);
    }
    if (member?.kind === "stream") return parts.streams.open(name, params, options);
    const promise = parts.call(name, params, options);
    return member === undefined ? explained(promise, name) : promise;
  };

  const makePlugin = (/** @type {string} */ plugin) => {
    const onOwn = (/** @type {string} */ event, /** @type {*} */ listener, /** @type {*} */ options) =>
      parts.events.on(`${plugin}.${event}`, listener, options);
    const listeners = makeListeners(onOwn);
    return safeProxy(
      `[bridge.plugins.${plugin}]`,
      "Plugin",
      (member) => {
        if (member === "on") return onOwn;
        if (member === "addListener") return listeners.addListener;
        if (member === "removeAllListeners") return listeners.removeAllListeners;
        return makeFunction(`${plugin}.${member}`);
      },
      {
        names: () => contract.names(plugin),
        constant: (member) => {
          const known = contract.find(`${plugin}.${member}`);
          return known?.kind === "constant" ? known : undefined;
        },
      },
    );
  };

  return safeProxy("[bridge.plugins]", "Plugins", makePlugin, { names: () => contract.names(undefined) });
};

/**
 * For a caller that iterates over the result of a method: rejects with the error of the call, or with the hint to use `call`,
 * instead of a type error of the engine.
 *
 * @param {Promise<unknown>} promise
 * @param {string} name
 */
const explained = (promise, name) => {
  const next = () =>
    when(
      promise,
      () => { throw new BridgeError("FAILED_PRECONDITION", `${name} is not a stream: use call.`, { method: name }); },
      (error) => { throw error; },
    );
  defineHidden(promise, symbolAsyncIterator, () => ({ next }));
  return promise;
};

/**
 * The argument at an index, if it was given: an array looks up a missing element in its prototype, which a page can change.
 *
 * @param {unknown[]} given
 * @param {number} index
 * @returns {*}
 */
const at = (given, index) => (index < given.length ? given[index] : undefined);

/**
 * The arguments up to the last one that was given.
 *
 * @param {unknown[]} given
 * @param {number} count
 */
const firstOf = (given, count) => {
  let length = given.length < count ? given.length : count;
  while (length > 0 && given[length - 1] === undefined) length -= 1;
  const first = list(length);
  for (let at = 0; at < length; at += 1) first[at] = given[at];
  return first;
};
