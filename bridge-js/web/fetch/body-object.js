// @ts-check
import * as streams from "#deferred/web/streams/readable-stream.js";

/**
 * The stream of a body that the page sees.
 *
 * @param {import("./body.js").Body | null} body
 */
export const objectOfBody = (body) => (body === null ? null : streams.objectOf(body.stream));
