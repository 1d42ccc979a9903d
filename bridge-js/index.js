// @ts-check
export { createBridge } from "./client/create.js";
export { BridgeError } from "./client/errors.js";
export { VOID } from "./client/kinds.js";
export { version } from "./client/identity.js";
export { webkitMessageHandlers } from "./client/webkit.js";
