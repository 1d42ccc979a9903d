// @ts-check
// `bridge.plugins.wifi.ssid(params)` for `bridge.call("wifi.ssid", params)`.

import { makeListeners } from "./plugin-listeners.js";
import { safeProxy } from "./safe-proxy.js";

/**
 * @param {(method: string, params: unknown, options: *) => Promise<unknown>} call
 * @param {(event: string, listener: *, options: *) => () => void} on
 */
export const makePlugins = (call, on) =>
  safeProxy("[bridge.plugins]", "Plugins", (plugin) => {
    const onOwn = (/** @type {string} */ event, /** @type {unknown} */ listener, /** @type {unknown} */ options) =>
      on(`${plugin}.${event}`, listener, options);
    const listeners = makeListeners(onOwn);
    return safeProxy(`[bridge.plugins.${plugin}]`, "Plugin", (member) => {
      if (member === "on") return onOwn;
      if (member === "addListener") return listeners.addListener;
      if (member === "removeAllListeners") return listeners.removeAllListeners;
      const name = `${plugin}.${member}`;
      return (/** @type {unknown} */ params, /** @type {unknown} */ options) => call(name, params, options);
    });
  });
