// @ts-check
// `bridge.plugins.wifi.ssid(params)` for `bridge.call("wifi.ssid", params)`.

import { safeProxy } from "./safe-proxy.js";

/**
 * @param {(method: string, params: unknown, options: *) => Promise<unknown>} call
 * @param {(event: string, listener: *, options: *) => () => void} on
 */
export const makePlugins = (call, on) =>
  safeProxy("[bridge.plugins]", "Plugins", (plugin) =>
    safeProxy(`[bridge.plugins.${plugin}]`, "Plugin", (member) => {
      const name = `${plugin}.${member}`;
      if (member !== "on") return (/** @type {unknown} */ params, /** @type {unknown} */ options) => call(name, params, options);
      return (/** @type {string} */ event, /** @type {unknown} */ listener, /** @type {unknown} */ options) =>
        on(`${plugin}.${event}`, listener, options);
    }),
  );
