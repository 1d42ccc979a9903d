// @ts-check
import { append } from "../../shared/lists.js";
import {
  exec, hasOwn, join, mapForEach, mapSize, max, min, numberToString, objectKeys, padStart, setForEach, setSize,
  typedArrayLength, Uint8Array,
} from "../../shared/primordials.js";
import { indexPattern } from "./keys.js";
import { formatPrimitive } from "./primitives.js";

/** @typedef {import("./inspector.js").Inspector} Inspector */
/** @typedef {import("../../shared/primordials.js").TypedArray} TypedArray */

/**
 * @param {Inspector} inspector
 * @param {unknown[]} array
 * @param {number} depth
 */
export function listArray(inspector, array, depth) {
  const count = min(max(0, inspector.maxArrayLength), array.length);
  /** @type {string[]} */
  const entries = [];
  for (let i = 0; i < count; i++) {
    if (!hasOwn(array, i)) return listSparse(inspector, array, depth, count, entries, i);
    append(entries, inspector.formatProperty(array, `${i}`, depth, true));
  }
  return addMore(entries, array.length - count);
}

/**
 * An array with holes: from the first hole on, the own keys are read instead of the indices.
 *
 * @param {Inspector} inspector
 * @param {unknown[]} array
 * @param {number} depth
 * @param {number} count
 * @param {string[]} entries
 * @param {number} first
 */
function listSparse(inspector, array, depth, count, entries, first) {
  const keys = objectKeys(array);
  let index = first;
  for (let i = first; i < keys.length && entries.length < count; i++) {
    const key = /** @type {string} */ (keys[i]);
    const position = +key;
    if (exec(indexPattern, key) === null || position > 2 ** 32 - 2) break;
    if (position !== index) {
      append(entries, holes(inspector, position - index));
      index = position;
      if (entries.length === count) break;
    }
    append(entries, inspector.formatProperty(array, key, depth, true));
    index += 1;
  }
  const remaining = array.length - index;
  if (entries.length === count) return addMore(entries, remaining);
  if (remaining > 0) append(entries, holes(inspector, remaining));
  return entries;
}

/**
 * @param {Inspector} inspector
 * @param {number} count
 */
function holes(inspector, count) {
  return inspector.stylize(`<${count} empty item${count > 1 ? "s" : ""}>`, "undefined");
}

/**
 * @param {Inspector} inspector
 * @param {TypedArray} array
 */
export function listTypedArray(inspector, array) {
  const length = typedArrayLength(array);
  const count = min(max(0, inspector.maxArrayLength), length);
  /** @type {string[]} */
  const entries = [];
  for (let i = 0; i < count; i++) append(entries, formatPrimitive(inspector, array[i]));
  return addMore(entries, length - count);
}

/**
 * @param {Inspector} inspector
 * @param {Set<unknown>} set
 * @param {number} depth
 */
export function listSet(inspector, set, depth) {
  const count = max(0, inspector.maxArrayLength);
  /** @type {string[]} */
  const entries = [];
  inspector.indentation += 2;
  setForEach(set, (value) => {
    if (entries.length < count) append(entries, inspector.format(value, depth));
  });
  inspector.indentation -= 2;
  return addMore(entries, setSize(set) - count);
}

/**
 * @param {Inspector} inspector
 * @param {Map<unknown, unknown>} map
 * @param {number} depth
 */
export function listMap(inspector, map, depth) {
  const count = max(0, inspector.maxArrayLength);
  /** @type {string[]} */
  const entries = [];
  inspector.indentation += 2;
  mapForEach(map, (value, key) => {
    if (entries.length >= count) return;
    append(entries, `${inspector.format(key, depth)} => ${inspector.format(value, depth)}`);
  });
  inspector.indentation -= 2;
  return addMore(entries, mapSize(map) - count);
}

/**
 * @param {Inspector} inspector
 * @param {ArrayBuffer} buffer
 */
export function listBuffer(inspector, buffer) {
  let bytes;
  try {
    bytes = new Uint8Array(buffer);
  } catch {
    return [inspector.stylize("(detached)", "special")];
  }
  const length = typedArrayLength(bytes);
  const count = min(max(0, inspector.maxArrayLength), length);
  /** @type {string[]} */
  const digits = [];
  for (let i = 0; i < count; i++) append(digits, padStart(numberToString(/** @type {number} */ (bytes[i]), 16), 2, "0"));
  const remaining = length - count;
  const more = remaining > 0 ? ` ... ${remaining} more byte${remaining > 1 ? "s" : ""}` : "";
  return [`${inspector.stylize("[Uint8Contents]", "special")}: <${join(digits, " ")}${more}>`];
}

/**
 * @param {string[]} entries
 * @param {number} remaining
 */
function addMore(entries, remaining) {
  if (remaining > 0) append(entries, `... ${remaining} more item${remaining > 1 ? "s" : ""}`);
  return entries;
}
