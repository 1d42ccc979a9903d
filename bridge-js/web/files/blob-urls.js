// @ts-check
// The URLs of blobs. A blob is kept until its URL is revoked.

import * as randomness from "#deferred/web/crypto/crypto.js";
import { Map, mapDelete, mapGet, mapSet, TypeError } from "../../shared/primordials.js";
import { contentsOf } from "./blob.js";

/** @type {Map<string, import("./blob.js").Contents>} */
const blobs = new Map();

/**
 * A new URL of a blob.
 * @param {unknown} blob
 */
export function createURL(blob) {
  const contents = contentsOf(blob);
  if (contents === undefined) throw new TypeError("URL.createObjectURL: the argument must be a Blob");
  // There is no page, so the origin is opaque.
  const url = `blob:null/${randomness.makeUUID()}`;
  mapSet(blobs, url, contents);
  return url;
}

/** @param {string} url */
export function revokeURL(url) {
  mapDelete(blobs, url);
}

/**
 * The contents of the blob with a URL; `undefined` if there is none.
 * @param {string} url without its fragment
 */
export const contentsAt = (url) => mapGet(blobs, url);
