// @ts-check
// What the older functions of the module `url` know of protocols.

import { replace } from "./node-primordials.js";

const slashed = { __proto__: null, http: true, https: true, ftp: true, gopher: true, file: true, ws: true, wss: true };
/** Whether URLs of a protocol, with or without its colon, have `//`. */
export const isSlashed = (protocol) => protocol !== null && protocol !== undefined && slashed[replace(protocol, /:$/, "")] === true;
/** Whether URLs of a protocol have no host. */
export const isHostless = (protocol) => protocol === "javascript" || protocol === "javascript:";
