// @ts-check
export { createBridge } from "./src/create.js";
export { BridgeError } from "./src/errors.js";
export { VOID } from "./src/kinds.js";
export { version } from "./src/version.js";
export { webkitMessageHandlers } from "./src/webkit.js";
