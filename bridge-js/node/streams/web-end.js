// @ts-check
// The end of a stream of the web, which may be locked.

import * as webReadable from "#deferred/web/streams/readable-stream.js";
import * as webWritable from "#deferred/web/streams/writable-stream.js";
import { promiseReject, promiseResolve } from "../../shared/primordials.js";
import { Deferred } from "../../web/streams/promises.js";

/**
 * A promise that is fulfilled when the stream is closed, and rejected when it fails.
 *
 * @param {unknown} stream
 * @returns {Promise<unknown>}
 */
export function endOfWeb(stream) {
  const state = /** @type {any} */ (webReadable.readableOf(stream) ?? webWritable.writableOf(stream));
  if (state === undefined || state.state === "closed") return promiseResolve(undefined);
  if (state.state === "errored") return promiseReject(state.storedError);
  state.ended ??= new Deferred();
  return state.ended.promise;
}
