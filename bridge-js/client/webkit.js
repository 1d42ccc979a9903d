// @ts-check
// `webkit.messageHandlers.NAME.postMessage(body)`: code written for a WKWebView runs unchanged.

import { freeze } from "../shared/primordials.js";
import { safeProxy } from "./safe-proxy.js";

/**
 * @param {{ call: (method: string, params: unknown) => Promise<unknown> }} bridge
 * @returns {Record<string, { postMessage(body?: unknown): Promise<unknown> }>}
 */
export const webkitMessageHandlers = ({ call }) =>
  safeProxy("[webkit.messageHandlers]", "UserMessageHandlersNamespace", (name) =>
    freeze({ postMessage: (/** @type {unknown} */ body) => call(name, body) }),
  );
