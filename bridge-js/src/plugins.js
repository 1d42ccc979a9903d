// @ts-check
// `bridge.plugins.wifi.ssid(params)` for `bridge.call("wifi.ssid", params)`; streams, events and constants likewise.

import { list } from "./primordials.js";
import { makeListeners } from "./plugin-listeners.js";
import { safeProxy } from "./safe-proxy.js";

/**
 * @param {object} bridge
 * @param {(method: string, params: unknown, options: *) => Promise<unknown>} bridge.call
 * @param {(method: string, params: unknown, options: *) => unknown} bridge.stream
 * @param {(event: string, listener: *, options: *) => () => void} bridge.on
 * @param {import("./contract.js").Contract} contract
 */
export const makePlugins = ({ call, stream, on }, contract) => {
  /** @type {(name: string) => (...given: unknown[]) => unknown} */
  const makeFunction = (name) => (...given) => {
    const member = contract.find(name);
    const open = member?.kind === "stream" ? stream : call;
    const count = member?.arguments;
    if (count === undefined) return open(name, given[0], given[1]);
    let last = given.length < count ? given.length : count;
    while (last > 0 && given[last - 1] === undefined) last -= 1;
    const params = /** @type {unknown[]} */ (list(last));
    for (let at = 0; at < last; at += 1) params[at] = given[at];
    return open(name, params, given[count]);
  };

  const makePlugin = (/** @type {string} */ plugin) => {
    const onOwn = (/** @type {string} */ event, /** @type {unknown} */ listener, /** @type {unknown} */ options) =>
      on(`${plugin}.${event}`, listener, options);
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
