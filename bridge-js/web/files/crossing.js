// @ts-check
// What blobs and forms are on the other side of the bridge, which has no such classes.

import { list } from "../../shared/lists.js";
import { contentsOf, fileOf } from "./blob.js";
import { entriesOf } from "./form-data.js";

/** @typedef {import("./blob.js").Contents} Contents */

/**
 * The bytes of a blob or a file; the pairs of a form. `undefined` for any other value.
 *
 * @param {object} value
 * @returns {unknown}
 */
export function plainOf(value) {
  const contents = contentsOf(value);
  if (contents !== undefined) return contents.data.toBytes();
  const entries = entriesOf(value);
  if (entries === undefined) return undefined;
  const pairs = list(entries.length);
  for (let i = 0; i < entries.length; i++) {
    const { 0: name, 1: content } = /** @type {import("./form-data.js").Entry} */ (entries[i]);
    pairs[i] = [name, typeof content === "string" ? content : describe(content)];
  }
  return pairs;
}

/** @param {import("./blob.js").File} file */
function describe(file) {
  const { data, type } = /** @type {Contents} */ (contentsOf(file));
  const { name, lastModified } = /** @type {import("./blob.js").FileParts} */ (fileOf(file));
  return { name, type, lastModified, data: data.toBytes() };
}
