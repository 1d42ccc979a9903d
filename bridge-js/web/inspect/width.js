// @ts-check
import { charCodeAt, codePointAt, exec, normalize, stringSlice } from "../../shared/primordials.js";

const ansi = /\u001b\[[0-9;]*m/g;
/** The engine sorts the marks of a character by insertion, so the marks of a longer text are not joined with their letters. */
const longest = 1000;

/**
 * The text without colour codes.
 * @param {string} text
 */
export function withoutColors(text) {
  let result = "";
  let start = 0;
  ansi.lastIndex = 0;
  for (let match = exec(ansi, text); match !== null; match = exec(ansi, text)) {
    result += stringSlice(text, start, match.index);
    start = ansi.lastIndex;
  }
  return start === 0 ? text : result + stringSlice(text, start);
}

/**
 * The number of columns that the text takes on a terminal.
 * @param {string} text
 */
export function widthOf(text) {
  const bare = withoutColors(text);
  const length = isASCII(bare) || bare.length > longest ? bare : normalize(bare, "NFC");
  let width = 0;
  for (let i = 0; i < length.length; i++) {
    const code = codePointAt(length, i);
    if (code > 0xffff) i += 1;
    if (!isZeroWidth(code)) width += isFullWidth(code) ? 2 : 1;
  }
  return width;
}

/** @param {string} text */
function isASCII(text) {
  for (let i = 0; i < text.length; i++) {
    if (charCodeAt(text, i) > 0x7e) return false;
  }
  return true;
}

/** @param {number} code */
function isZeroWidth(code) {
  return within(code, zeroWidth);
}

/** @param {number} code */
function isFullWidth(code) {
  return code >= 0x1100 && within(code, fullWidth);
}

/**
 * @param {number} code
 * @param {readonly number[]} ranges the first and last code point of each
 */
function within(code, ranges) {
  for (let i = 0; i < ranges.length; i += 2) {
    if (code >= /** @type {number} */ (ranges[i]) && code <= /** @type {number} */ (ranges[i + 1])) return true;
  }
  return false;
}

/** Control characters, combining marks, joiners, variation selectors. */
const zeroWidth = [
  0, 0x1f, 0x7f, 0x9f, 0x300, 0x36f, 0x200b, 0x200f, 0x20d0, 0x20ff, 0xfe00, 0xfe0f, 0xfe20, 0xfe2f, 0xe0100, 0xe01ef,
];

/** From Unicode's EastAsianWidth.txt: the wide and full-width blocks. */
const fullWidth = [
  0x1100, 0x115f, 0x2329, 0x232a, 0x2e80, 0x303e, 0x3040, 0x3247, 0x3250, 0x4dbf, 0x4e00, 0xa4c6, 0xa960, 0xa97c,
  0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6b, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x1b000, 0x1b001,
  0x1f200, 0x1f251, 0x1f300, 0x1f64f, 0x1f680, 0x1f6fc, 0x1f7e0, 0x1f7eb, 0x1f900, 0x1f9ff, 0x20000, 0x3fffd,
];
