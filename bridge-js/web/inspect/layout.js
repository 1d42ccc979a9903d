// @ts-check
// Arrangement of entries on lines. The rules are exactly those of Node's util.inspect, so that the output looks the same as
// there.

import { append } from "../../shared/lists.js";
import {
  floor, join, max, min, padEnd, padStart, repeat, round, sqrt, stringIndexOf,
} from "../../shared/primordials.js";
import { widthOf, withoutColors } from "./width.js";

/**
 * The state of the inspector that the layout needs.
 * @typedef {object} Page
 * @property {number} breakLength
 * @property {number | boolean} compact
 * @property {boolean} colors
 * @property {number} maxArrayLength
 * @property {number} indentation
 * @property {number} currentDepth the depth of the innermost object that was printed last
 */

/**
 * @typedef {object} Block
 * @property {string[]} entries
 * @property {string} base the text before the opening brace
 * @property {string} open
 * @property {string} close
 * @property {boolean} list whether it has elements, which may be arranged in columns
 * @property {number} depth
 * @property {boolean} numeric whether all elements are numbers, which are aligned to the right
 */

/**
 * Puts the entries of one object between its braces: on one line, in columns, or on a line each.
 * @param {Page} page
 * @param {Block} block
 */
export function arrange(page, block) {
  const { base, open, close } = block;
  const prefix = base === "" ? "" : `${base} `;
  if (page.compact === true) return arrangeTightly(page, block);
  let { entries } = block;
  if (typeof page.compact === "number" && page.compact >= 1) {
    const count = entries.length;
    if (block.list && count > 6) entries = groupInColumns(page, entries, block.numeric, page.compact);
    if (page.currentDepth - block.depth < page.compact && count === entries.length) {
      const start = entries.length + page.indentation + open.length + base.length + 10;
      const line = fits(page, entries, start, base) ? join(entries, ", ") : "\n";
      if (stringIndexOf(line, "\n") < 0) return `${prefix}${open} ${line} ${close}`;
    }
  }
  const indentation = `\n${repeat(" ", page.indentation)}`;
  return `${prefix}${open}${indentation}  ${join(entries, `,${indentation}  `)}${indentation}${close}`;
}

/**
 * The layout for `compact: true`.
 * @param {Page} page
 * @param {Block} block
 */
function arrangeTightly(page, { entries, base, open, close }) {
  const suffix = base === "" ? "" : ` ${base}`;
  if (fits(page, entries, 0, base)) return `${open}${suffix} ${join(entries, ", ")} ${close}`;
  const indentation = repeat(" ", page.indentation);
  const lead = base === "" && open.length === 1 ? " " : `${suffix}\n${indentation}  `;
  return `${open}${lead}${join(entries, `,\n${indentation}  `)} ${close}`;
}

/**
 * @param {Page} page
 * @param {string[]} entries
 * @param {number} start
 * @param {string} base
 */
function fits(page, entries, start, base) {
  let length = entries.length + start;
  if (length + entries.length > page.breakLength) return false;
  for (let i = 0; i < entries.length; i++) {
    const entry = /** @type {string} */ (entries[i]);
    length += page.colors ? withoutColors(entry).length : entry.length;
    if (length > page.breakLength) return false;
  }
  return base === "" || stringIndexOf(base, "\n") < 0;
}

/**
 * Arranges many short elements in columns, about as high as wide.
 * @param {Page} page
 * @param {string[]} entries
 * @param {boolean} numeric
 * @param {number} compact
 */
function groupInColumns(page, entries, numeric, compact) {
  // The last entry may be "... n more items"; it stays on its own line.
  const more = page.maxArrayLength < entries.length;
  const count = more ? entries.length - 1 : entries.length;
  const gap = 2;
  /** @type {number[]} */
  const widths = [];
  let total = 0;
  let longest = 0;
  for (let i = 0; i < count; i++) {
    const width = widthOf(/** @type {string} */ (entries[i]));
    append(widths, width);
    total += width + gap;
    longest = max(longest, width);
  }
  const cell = longest + gap;
  if (cell * 3 + page.indentation >= page.breakLength || (total / cell <= 5 && longest > 6)) return entries;
  const bias = sqrt(cell - total / entries.length);
  const biased = max(cell - 3 - bias, 1);
  // A character is about 2.5 times as high as wide: with that factor the columns form a square.
  const square = round(sqrt(2.5 * biased * count) / biased);
  const columns = min(square, floor((page.breakLength - page.indentation) / cell), compact * 4, 15);
  if (columns <= 1) return entries;
  const rows = makeRows(entries, widths, columns, count, numeric);
  if (more) append(rows, /** @type {string} */ (entries[count]));
  return rows;
}

/**
 * @param {string[]} entries
 * @param {number[]} widths
 * @param {number} columns
 * @param {number} count
 * @param {boolean} numeric
 */
function makeRows(entries, widths, columns, count, numeric) {
  const pad = numeric ? padStart : padEnd;
  const gap = 2;
  /** @type {number[]} */
  const columnWidths = [];
  for (let column = 0; column < columns; column++) {
    let widest = 0;
    for (let i = column; i < count; i += columns) widest = max(widest, /** @type {number} */ (widths[i]));
    append(columnWidths, widest + gap);
  }
  /** @type {string[]} */
  const rows = [];
  for (let first = 0; first < count; first += columns) {
    const last = min(first + columns, count) - 1;
    let row = "";
    for (let i = first; i <= last; i++) {
      const entry = /** @type {string} */ (entries[i]);
      // Colour codes and wide characters make the length differ from the width.
      const width = /** @type {number} */ (columnWidths[i - first]) + entry.length - /** @type {number} */ (widths[i]);
      if (i < last) row += pad(`${entry}, `, width);
      else row += numeric ? padStart(entry, width - gap) : entry;
    }
    append(rows, row);
  }
  return rows;
}
