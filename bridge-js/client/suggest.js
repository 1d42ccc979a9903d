// @ts-check
// The known name that a mistyped name is nearest to: "did you mean".
//
// `Suggestion.swift` is the same algorithm. Tests of both languages read Tests/Fixtures/suggestions.json.

import { makeList } from "../shared/lists.js";
import { codePointAt, floor, fromCodePoint, max, min, toLowerCase } from "../shared/primordials.js";

/** A longer name, in bytes of UTF-8, is not a typing mistake. */
const LONGEST = 64;

/** @param {number} codePoint */
const unitsOf = (codePoint) => (codePoint > 0xffff ? 2 : 1);

/** @param {number} codePoint */
const bytesOf = (codePoint) => (codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4);

/**
 * The code points of a text. Each is converted to lower case by itself, whatever stands beside it.
 *
 * @param {string} text
 * @returns {number[]}
 */
const lettersOf = (text) => {
  /** @type {number[]} */
  const letters = makeList();
  for (let at = 0; at < text.length; ) {
    const codePoint = codePointAt(text, at);
    at += unitsOf(codePoint);
    const lower = toLowerCase(fromCodePoint(codePoint));
    for (let index = 0; index < lower.length; index += unitsOf(letters[letters.length - 1])) {
      letters[letters.length] = codePointAt(lower, index);
    }
  }
  return letters;
};

/** @param {string} text */
const isTooLong = (text) => {
  let bytes = 0;
  for (let at = 0; at < text.length && bytes <= LONGEST; ) {
    const codePoint = codePointAt(text, at);
    at += unitsOf(codePoint);
    bytes += bytesOf(codePoint);
  }
  return bytes > LONGEST;
};

/**
 * The number of edits (insert, delete, replace, swap neighbours) that turn one text into the other.
 *
 * @param {number[]} left
 * @param {number[]} right
 * @param {number} most
 * @returns {number} more than `most` when it is not that small
 */
const distance = (left, right, most) => {
  if (max(left.length - right.length, right.length - left.length) > most) return most + 1;
  /** @type {number[]} */
  let before = makeList();
  /** @type {number[]} */
  let last = makeList();
  /** @type {number[]} */
  let current = makeList();
  for (let column = 0; column <= right.length; column += 1) last[column] = column;
  let leastOfLast = 0;
  for (let row = 0; row < left.length; row += 1) {
    let least = (current[0] = row + 1);
    for (let column = 0; column < right.length; column += 1) {
      const isSame = left[row] === right[column];
      let edits = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1);
      const isSwapped = row > 0 && column > 0 && left[row] === right[column - 1] && left[row - 1] === right[column];
      if (isSwapped) edits = min(edits, before[column - 1] + 1);
      current[column + 1] = edits;
      least = min(least, edits);
    }
    // No later number is less than the least of two rows.
    if (min(least, leastOfLast) > most) return most + 1;
    leastOfLast = least;
    const oldest = before;
    before = last;
    last = current;
    current = oldest;
  }
  return last[right.length];
};

/**
 * The known name with the fewest edits, if these are few for the length of `name`; among several, the first in alphabetical order.
 *
 * @param {string} name
 * @param {(visit: (known: string) => void) => void} eachKnown
 * @returns {string | undefined}
 */
export const nearest = (name, eachKnown) => {
  if (isTooLong(name)) return undefined;
  const letters = lettersOf(name);
  let most = letters.length < 4 ? 1 : max(2, floor(letters.length / 3));
  /** @type {string | undefined} */
  let found;
  eachKnown((known) => {
    // Each code point is one unit or two.
    if (known.length < letters.length - most || known.length > 2 * (letters.length + most)) return;
    const edits = distance(letters, lettersOf(known), most);
    if (edits > most || (edits === most && found !== undefined && found < known)) return;
    most = edits;
    found = known;
  });
  return found;
};
