// @ts-check
export { createMock } from "./client/testing/mock.js";
export { BridgeError } from "./client/errors.js";
