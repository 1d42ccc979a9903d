// @ts-check
// The form of each kind of object: the text before its brace, the braces, and its entries.

import { append } from "../../shared/lists.js";
import {
  bufferByteLength, dataViewBuffer, dataViewByteLength, dataViewByteOffset, dateGetTime, dateToISOString, isNaN,
  mapSize, setSize, toLowerCase, typedArrayLength, typedArrayName,
} from "../../shared/primordials.js";
import { unbox } from "../../shared/unbox.js";
import { listArray, listBuffer, listMap, listSet, listTypedArray } from "./collections.js";
import { describeError } from "./errors.js";
import { describeFunction } from "./functions.js";
import { keysOf, namedKeysOf } from "./keys.js";
import { prefixOf } from "./names.js";
import { formatPrimitive } from "./primitives.js";
import { plain } from "./options.js";
import { describeRegExp } from "./regexp.js";

/** @typedef {import("./inspector.js").Inspector} Inspector */
/** @typedef {import("./kind.js").Kind} Kind */
/** @typedef {import("./options.js").Style} Style */
/** @typedef {import("../../shared/primordials.js").TypedArray} TypedArray */

/**
 * @typedef {object} Shape
 * @property {PropertyKey[]} keys the properties to list after the entries
 * @property {string} base the text before the opening brace; the whole text, if there is nothing to list
 * @property {string} open
 * @property {string} close
 * @property {boolean} list whether elements may be arranged in columns
 * @property {boolean} empty whether the kind has no entries here
 * @property {Style} style of a base that is the whole text
 * @property {string} fallback the name of the kind, for objects without a prototype
 * @property {(depth: number) => string[]} entries
 */

/**
 * @param {Inspector} inspector
 * @param {object} value
 * @param {Kind} kind
 * @param {string | null} constructor
 * @param {string} tag
 * @returns {Shape}
 */
export function shapeOf(inspector, value, kind, constructor, tag) {
  const fallback = kind === "TypedArray" ? typedArrayName(value) ?? "Object" : kind;
  /** @type {Shape} */
  const shape = {
    keys: [], base: "", open: "{", close: "}", list: false, empty: true, style: "name", fallback, entries: () => [],
  };
  switch (kind) {
    case "Array":
      return arrayShape(inspector, shape, /** @type {unknown[]} */ (value), constructor, tag);
    case "TypedArray":
      // The tag of a class of typed arrays is a getter of the language: a class that extends one shows it.
      return typedArrayShape(inspector, shape, /** @type {TypedArray} */ (value), constructor, tag === "" ? fallback : tag);
  }
  shape.keys = keysOf(value, inspector.showHidden);
  switch (kind) {
    case "Set":
      shape.open = `${prefixOf(constructor, tag, "Set", `(${setSize(value)})`)}{`;
      shape.empty = setSize(value) === 0;
      shape.entries = (depth) => listSet(inspector, /** @type {Set<unknown>} */ (value), depth);
      return shape;
    case "Map":
      shape.open = `${prefixOf(constructor, tag, "Map", `(${mapSize(value)})`)}{`;
      shape.empty = mapSize(value) === 0;
      shape.entries = (depth) => listMap(inspector, /** @type {Map<unknown, unknown>} */ (value), depth);
      return shape;
    case "ArrayBuffer":
      return bufferShape(inspector, shape, /** @type {ArrayBuffer} */ (value), constructor, tag);
    case "DataView":
      return dataViewShape(inspector, shape, value, constructor, tag);
    case "WeakSet":
    case "WeakMap":
      shape.open = `${prefixOf(constructor, tag, kind)}{`;
      shape.empty = false;
      shape.entries = () => [inspector.stylize("<items unknown>", "special")];
      return shape;
    default:
      return baseShape(inspector, shape, value, kind, constructor, tag);
  }
}

/**
 * Kinds whose text begins in another way.
 *
 * @param {Inspector} inspector
 * @param {Shape} shape
 * @param {object} value
 * @param {Kind} kind
 * @param {string | null} constructor
 * @param {string} tag
 */
function baseShape(inspector, shape, value, kind, constructor, tag) {
  switch (kind) {
    case "Function":
      shape.style = "special";
      shape.base = describeFunction(/** @type {Function} */ (value), constructor, tag);
      break;
    case "RegExp":
      shape.style = "regexp";
      shape.base = withPrefix(describeRegExp(value), constructor, tag, kind);
      break;
    case "Date":
      shape.style = "date";
      shape.base = withPrefix(describeDate(value), constructor, tag, kind);
      break;
    case "Error":
      shape.base = describeError(inspector, value, constructor, tag, shape.keys);
      break;
    case "Number":
    case "String":
    case "Boolean":
    case "BigInt":
    case "Symbol":
      describeBox(inspector, shape, value, kind, constructor, tag);
      break;
    case "Arguments":
      shape.open = "[Arguments] {";
      break;
    default:
      if (constructor !== "Object" || tag !== "") shape.open = `${prefixOf(constructor, tag, tag === kind ? "" : kind)}{`;
  }
  return shape;
}

/**
 * @param {Inspector} inspector
 * @param {Shape} shape
 * @param {unknown[]} value
 * @param {string | null} constructor
 * @param {string} tag
 */
function arrayShape(inspector, shape, value, constructor, tag) {
  const { length } = value;
  const ordinary = constructor === "Array" && tag === "";
  shape.open = `${ordinary ? "" : prefixOf(constructor, tag, "Array", `(${length})`)}[`;
  shape.close = "]";
  shape.list = true;
  shape.empty = length === 0;
  shape.keys = namedKeysOf(value, length, inspector.showHidden);
  shape.entries = (depth) => listArray(inspector, value, depth);
  return shape;
}

/**
 * @param {Inspector} inspector
 * @param {Shape} shape
 * @param {TypedArray} value
 * @param {string | null} constructor
 * @param {string} tag
 */
function typedArrayShape(inspector, shape, value, constructor, tag) {
  const length = typedArrayLength(value);
  shape.open = `${prefixOf(constructor, tag, shape.fallback, `(${length})`)}[`;
  shape.close = "]";
  shape.list = true;
  shape.empty = length === 0;
  shape.keys = namedKeysOf(value, length, inspector.showHidden);
  shape.entries = () => listTypedArray(inspector, value);
  return shape;
}

/**
 * @param {Inspector} inspector
 * @param {Shape} shape
 * @param {ArrayBuffer} value
 * @param {string | null} constructor
 * @param {string} tag
 */
function bufferShape(inspector, shape, value, constructor, tag) {
  shape.open = `${prefixOf(constructor, tag, "ArrayBuffer")}{`;
  shape.empty = false;
  shape.entries = () => {
    const entries = listBuffer(inspector, value);
    append(entries, `byteLength: ${formatPrimitive(inspector, bufferByteLength(value))}`);
    return entries;
  };
  return shape;
}

/**
 * @param {Inspector} inspector
 * @param {Shape} shape
 * @param {object} value
 * @param {string | null} constructor
 * @param {string} tag
 */
function dataViewShape(inspector, shape, value, constructor, tag) {
  shape.open = `${prefixOf(constructor, tag, "DataView")}{`;
  shape.empty = false;
  shape.entries = (depth) => {
    const entries = [
      `byteLength: ${formatPrimitive(inspector, dataViewByteLength(value))}`,
      `byteOffset: ${formatPrimitive(inspector, dataViewByteOffset(value))}`,
    ];
    inspector.indentation += 2;
    append(entries, `buffer: ${inspector.format(dataViewBuffer(value), depth)}`);
    inspector.indentation -= 2;
    return entries;
  };
  return shape;
}

/**
 * @param {Inspector} inspector
 * @param {Shape} shape
 * @param {object} value
 * @param {"Number" | "String" | "Boolean" | "BigInt" | "Symbol"} kind
 * @param {string | null} constructor
 * @param {string} tag
 */
function describeBox(inspector, shape, value, kind, constructor, tag) {
  const primitive = unbox(kind, value);
  if (typeof primitive === "string") shape.keys = namedKeysOf(value, primitive.length, inspector.showHidden);
  const { maxStringLength, breakLength, indentation, compact } = inspector;
  const text = formatPrimitive({ stylize: plain, maxStringLength, breakLength, indentation, compact }, primitive);
  const origin = kind === constructor ? "" : ` (${constructor ?? "null prototype"})`;
  const suffix = tag !== "" && tag !== constructor ? ` [${tag}]` : "";
  shape.base = `[${kind}${origin}: ${text}]${suffix}`;
  shape.style = /** @type {Style} */ (toLowerCase(kind));
}

/** @param {object} date */
function describeDate(date) {
  const time = dateGetTime(date);
  return isNaN(time) ? "Invalid Date" : dateToISOString(date);
}

/**
 * @param {string} base
 * @param {string | null} constructor
 * @param {string} tag
 * @param {string} kind
 */
function withPrefix(base, constructor, tag, kind) {
  const prefix = prefixOf(constructor, tag, kind);
  return prefix === `${kind} ` ? base : `${prefix}${base}`;
}
