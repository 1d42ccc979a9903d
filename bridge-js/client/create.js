// @ts-check
// A bridge whose parts are made at once, with the timers and signals of the host.

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
