// @ts-check
// The tables of the Encoding Standard, which the native side makes of the C library's.

import { codePointAt, Map, mapGet, mapSet, RangeError, Uint32Array } from "../../shared/primordials.js";
import { host } from "../host.js";

/** @type {Map<string, Uint32Array>} */
const tables = new Map();

/** What a table has where nothing is encoded. */
export const NONE = 0xfffd;

/**
 * The code points of a table by their pointers.
 * @param {string} name
 */
export function tableOf(name) {
  const known = mapGet(tables, name);
  if (known !== undefined) return known;
  const text = host.decodingTable?.(name);
  if (text === undefined) throw new RangeError(`TextDecoder: the C library has no "${name}", or this process may not load it`);
  let count = 0;
  for (let at = 0; at < text.length; at += widthAt(text, at)) count += 1;
  const table = new Uint32Array(count);
  for (let at = 0, pointer = 0; at < text.length; at += widthAt(text, at)) table[pointer++] = codePointAt(text, at);
  mapSet(tables, name, table);
  return table;
}

/**
 * @param {string} text
 * @param {number} at
 */
const widthAt = (text, at) => (codePointAt(text, at) > 0xffff ? 2 : 1);

/**
 * The code point at a pointer.
 *
 * @param {Uint32Array} table
 * @param {number} pointer
 */
export const codeAt = (table, pointer) => table[pointer] ?? NONE;
