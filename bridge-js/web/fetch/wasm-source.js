// @ts-check
import * as responses from "#deferred/web/fetch/response.js";
import { exec, promiseResolve, typedArrayBuffer, TypeError } from "../../shared/primordials.js";
import { react } from "../../shared/promises.js";
import { takeAll } from "./body.js";

/**
 * The bytes of a response for `compileStreaming`, which are compiled when the last one has arrived: the engine compiles no stream.
 *
 * @param {unknown} source a response, or a promise of one
 * @returns {Promise<ArrayBuffer>} rejected with a `TypeError` for any other value, an error status, or another type than application/wasm
 */
export function wasmBytes(source) {
  return /** @type {Promise<ArrayBuffer>} */ (react(promiseResolve(source), bytesOfResponse, rethrow));
}

/** @param {unknown} response */
function bytesOfResponse(response) {
  const state = responses.stateOf(response);
  if (state === undefined) throw new TypeError("WebAssembly: the source must be a Response, or a promise of one");
  const type = state.headers.get("content-type");
  if (type === null || exec(/^[\t ]*application\/wasm[\t ]*$/i, type) === null) {
    throw new TypeError(`WebAssembly: the type of the response must be application/wasm, not ${type === null ? "absent" : `"${type}"`}`);
  }
  if (state.status < 200 || state.status > 299) throw new TypeError(`WebAssembly: the response has the status ${state.status}`);
  return react(takeAll(state.body), (taken) => typedArrayBuffer(/** @type {import("./body.js").Taken} */ (taken).bytes), rethrow);
}

/** @param {unknown} error */
function rethrow(error) {
  throw error;
}
