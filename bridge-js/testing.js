// @ts-check
export { createMock } from "./src/testing/mock.js";
export { BridgeError } from "./src/errors.js";
