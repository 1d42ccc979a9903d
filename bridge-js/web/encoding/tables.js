// @ts-check
// The tables of the Encoding Standard, which the native side makes of the C library's.

import { Map, mapGet, mapSet, RangeError, Uint32Array } from "../../shared/primordials.js";
import { host } from "../host.js";

/** @type {Map<string, Uint32Array>} */
const tables = new Map();

/** The entry of a table for bytes that encode nothing. */
export const NONE = 0xfffd;

/**
 * The code points of a table by their pointers.
 * @param {string} name
 */
export function tableOf(name) {
  const known = mapGet(tables, name);
  if (known !== undefined) return known;
  const buffer = host.decodingTable?.(name);
  if (buffer === undefined) throw new RangeError(`TextDecoder: the C library has no "${name}", or this process may not load it`);
  const table = new Uint32Array(buffer);
  mapSet(tables, name, table);
  return table;
}

/**
 * The code point at a pointer.
 *
 * @param {Uint32Array} table
 * @param {number} pointer
 */
export const codeAt = (table, pointer) => table[pointer] ?? NONE;
