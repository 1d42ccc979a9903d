// @ts-check
// A bridge whose parts are made with it, on the platform that the host has.

import { makeBridge } from "./bridge.js";
import { Parts } from "./parts.js";
import { platform } from "./platform.js";

/**
 * @param {import("./kinds.js").Link} link
 * @param {import("./session.js").Options} [options]
 */
export const createBridge = (link, options = {}) => {
  const parts = new Parts(link, { platform, ...options });
  return makeBridge(() => parts);
};
