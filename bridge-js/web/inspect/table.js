// @ts-check
// console.table, in the form of Node 20.

import { isObject } from "../../shared/is-object.js";
import { append, makeList } from "../../shared/lists.js";
import {
  getOwnPropertyDescriptor, hasOwn, isArray, join, Map, mapForEach, mapGet, mapSet, max, objectKeys, repeat,
  setForEach, String,
} from "../../shared/primordials.js";
import { nullPrototype } from "../../shared/define.js";
import { inspect } from "./inspector.js";
import { kindOf } from "./kind.js";
import { widthOf } from "./width.js";

/** @typedef {{ head: string, cells: string[] }} Column cells may have holes, which are printed empty */

/**
 * Rows and columns for an array, an object, a map or a set.
 *
 * @param {object} data
 * @param {string[] | undefined} properties the columns to print; all columns if `undefined`
 * @param {boolean} colors
 */
export function formatTable(data, properties, colors) {
  /** @param {unknown} value */
  const show = (value) => inspect(value, { depth: depthOf(value), maxArrayLength: 3, breakLength: Infinity, colors });
  switch (kindOf(data)) {
    case "Map":
      return draw(mapColumns(/** @type {Map<unknown, unknown>} */ (data), show));
    case "Set":
      return draw(setColumns(/** @type {Set<unknown>} */ (data), show));
    default:
      return draw(objectColumns(data, properties, show));
  }
}

/**
 * A large object in a cell is printed as its name.
 * @param {unknown} value
 */
function depthOf(value) {
  return typeof value === "object" && value !== null && !isArray(value) && objectKeys(value).length > 2 ? -1 : 0;
}

/**
 * @param {Map<unknown, unknown>} map
 * @param {(value: unknown) => string} show
 * @returns {Column[]}
 */
function mapColumns(map, show) {
  /** @type {Column} */
  const indices = { head: "(iteration index)", cells: makeList() };
  /** @type {Column} */
  const keys = { head: "Key", cells: makeList() };
  /** @type {Column} */
  const values = { head: "Values", cells: makeList() };
  mapForEach(map, (value, key) => {
    append(indices.cells, show(indices.cells.length));
    append(keys.cells, show(key));
    append(values.cells, show(value));
  });
  return [indices, keys, values];
}

/**
 * @param {Set<unknown>} set
 * @param {(value: unknown) => string} show
 * @returns {Column[]}
 */
function setColumns(set, show) {
  /** @type {Column} */
  const indices = { head: "(iteration index)", cells: makeList() };
  /** @type {Column} */
  const values = { head: "Values", cells: makeList() };
  setForEach(set, (value) => {
    append(indices.cells, show(indices.cells.length));
    append(values.cells, show(value));
  });
  return [indices, values];
}

/**
 * @param {object} data
 * @param {string[] | undefined} properties
 * @param {(value: unknown) => string} show
 */
function objectColumns(data, properties, show) {
  const indices = objectKeys(data);
  /** @type {Column[]} */
  const columns = [{ head: "(index)", cells: nullPrototype(indices) }];
  /** @type {Map<string, Column>} */
  const byName = new Map();
  /** @type {Column} */
  const values = { head: "Values", cells: makeList() };
  for (let row = 0; row < indices.length; row++) {
    const item = getOwnPropertyDescriptor(data, /** @type {string} */ (indices[row]))?.value;
    if (!isObject(item) && properties === undefined) {
      values.cells[row] = show(item);
      continue;
    }
    const names = properties ?? objectKeys(item);
    for (let i = 0; i < names.length; i++) {
      const name = /** @type {string} */ (names[i]);
      let column = mapGet(byName, name);
      if (column === undefined) {
        column = { head: name, cells: makeList() };
        mapSet(byName, name, column);
        append(columns, column);
      }
      if (isObject(item) && hasOwn(item, name)) column.cells[row] = show(getOwnPropertyDescriptor(item, name)?.value);
    }
  }
  if (values.cells.length > 0) append(columns, values);
  return columns;
}

/** @param {Column[]} columns */
function draw(columns) {
  /** @type {number[]} */
  const widths = [];
  /** @type {string[]} */
  const heads = [];
  /** @type {string[]} */
  const lines = [];
  let rows = 0;
  for (let i = 0; i < columns.length; i++) {
    const { head, cells } = /** @type {Column} */ (columns[i]);
    let width = widthOf(head);
    for (let row = 0; row < cells.length; row++) width = max(width, widthOf(cells[row] ?? ""));
    rows = max(rows, cells.length);
    append(widths, width);
    append(heads, head);
    append(lines, repeat("\u2500", width + 2));
  }
  let table = `\u250c${join(lines, "\u252c")}\u2510\n${drawRow(heads, widths)}\n\u251c${join(lines, "\u253c")}\u2524\n`;
  for (let row = 0; row < rows; row++) {
    /** @type {string[]} */
    const cells = [];
    for (let i = 0; i < columns.length; i++) append(cells, String(/** @type {Column} */ (columns[i]).cells[row] ?? ""));
    table += `${drawRow(cells, widths)}\n`;
  }
  return `${table}\u2514${join(lines, "\u2534")}\u2518`;
}

/**
 * @param {string[]} cells
 * @param {number[]} widths
 */
function drawRow(cells, widths) {
  /** @type {string[]} */
  const padded = [];
  for (let i = 0; i < cells.length; i++) {
    const cell = /** @type {string} */ (cells[i]);
    append(padded, cell + repeat(" ", /** @type {number} */ (widths[i]) - widthOf(cell)));
  }
  return `\u2502 ${join(padded, " \u2502 ")} \u2502`;
}
