// @ts-check
// `bridge.plugins.wifi.ssid(params)` for `bridge.call("wifi.ssid", params)`; streams, events and constants likewise.

import { asyncIterator, list } from "./primordials.js";
import { BridgeError, hide } from "./errors.js";
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
 * Has whoever takes a member that is not known for a stream told how its call failed, and not that a promise is none.
 *
 * @param {Promise<unknown>} promise
 * @param {string} name
 */
const explained = (promise, name) => {
  const next = () =>
    when(
      promise,
      () => { throw new BridgeError("FAILED_PRECONDITION", `${name}: is no stream: use call`, { method: name }); },
      (error) => { throw error; },
    );
  hide(promise, asyncIterator, () => ({ next }));
  return promise;
};

/**
 * An argument, if it is given: an array asks its prototype, which a page can change, for elements that it has not.
 *
 * @param {unknown[]} given
 * @param {number} index
 * @returns {*}
 */
const at = (given, index) => (index < given.length ? given[index] : undefined);

/**
 * The first arguments, up to the last one that is given.
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
