// @ts-check
// RFC 3492: text of other scripts encoded in letters and digits.

import { append } from "../../shared/lists.js";
import { charCodeAt, codePointAt, floor, fromCharCode, fromCodePoint, stringSlice } from "../../shared/primordials.js";

const BASE = 36;
const LEAST = 1;
const MOST = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST = 128;
/** Longer than any label may be; the time of the algorithm is quadratic. */
export const LONGEST = 1000;

/**
 * @param {number} delta
 * @param {number} count
 * @param {boolean} isFirst
 */
function adapt(delta, count, isFirst) {
  let rest = floor(delta / (isFirst ? DAMP : 2));
  rest += floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - LEAST) * MOST) / 2; k += BASE) rest = floor(rest / (BASE - LEAST));
  return k + floor(((BASE - LEAST + 1) * rest) / (rest + SKEW));
}

/**
 * @param {number} k
 * @param {number} bias
 */
function threshold(k, bias) {
  return k <= bias ? LEAST : k >= bias + MOST ? MOST : k - bias;
}

/** @param {number} digit */
function letterOf(digit) {
  return fromCharCode(digit < 26 ? digit + 0x61 : digit + 0x16);
}

/** @param {number} code */
function digitOf(code) {
  if (code >= 0x30 && code <= 0x39) return code - 0x16;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? lower - 0x61 : BASE;
}

/**
 * @param {string} text
 * @returns {number[]}
 */
export function codePoints(text) {
  /** @type {number[]} */
  const points = [];
  for (let i = 0; i < text.length; i++) {
    const point = codePointAt(text, i);
    if (point > 0xffff) i += 1;
    append(points, point);
  }
  return points;
}

/**
 * Encodes a label, without the prefix; `null` if it is too long for a name.
 * @param {string} label
 * @returns {string | null}
 */
export function toPunycode(label) {
  const points = codePoints(label);
  if (points.length > LONGEST) return null;
  let result = "";
  for (let i = 0; i < points.length; i++) {
    const point = /** @type {number} */ (points[i]);
    if (point < FIRST) result += fromCharCode(point);
  }
  const basic = result.length;
  let handled = basic;
  if (basic > 0) result += "-";
  let next = FIRST;
  let delta = 0;
  let bias = FIRST_BIAS;
  for (; handled < points.length; delta++, next++) {
    const least = leastFrom(points, next);
    delta += (least - next) * (handled + 1);
    next = least;
    for (let i = 0; i < points.length; i++) {
      const point = /** @type {number} */ (points[i]);
      if (point < next) delta += 1;
      if (point !== next) continue;
      let rest = delta;
      for (let k = BASE; ; k += BASE) {
        const t = threshold(k, bias);
        if (rest < t) break;
        result += letterOf(t + ((rest - t) % (BASE - t)));
        rest = floor((rest - t) / (BASE - t));
      }
      result += letterOf(rest);
      bias = adapt(delta, handled + 1, handled === basic);
      delta = 0;
      handled += 1;
    }
  }
  return result;
}

/**
 * @param {number[]} points
 * @param {number} next
 */
function leastFrom(points, next) {
  let least = 0x10ffff;
  for (let i = 0; i < points.length; i++) {
    const point = /** @type {number} */ (points[i]);
    if (point >= next && point < least) least = point;
  }
  return least;
}

/**
 * Decodes a label; `null` if it is malformed.
 * @param {string} text without the prefix
 * @returns {string | null}
 */
export function fromPunycode(text) {
  if (text.length > LONGEST) return null;
  let hyphen = text.length - 1;
  while (hyphen >= 0 && charCodeAt(text, hyphen) !== 0x2d) hyphen -= 1;
  const points = codePoints(stringSlice(text, 0, hyphen < 0 ? 0 : hyphen));
  let point = FIRST;
  let index = 0;
  let bias = FIRST_BIAS;
  for (let at = hyphen + 1; at < text.length; index++) {
    const before = index;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = at < text.length ? digitOf(charCodeAt(text, at++)) : BASE;
      if (digit >= BASE) return null;
      index += digit * weight;
      const t = threshold(k, bias);
      if (digit < t) break;
      weight *= BASE - t;
      if (weight > 0x7fffffff) return null;
    }
    bias = adapt(index - before, points.length + 1, before === 0);
    point += floor(index / (points.length + 1));
    index %= points.length + 1;
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return null;
    insert(points, index, point);
  }
  let result = "";
  for (let i = 0; i < points.length; i++) result += fromCodePoint(/** @type {number} */ (points[i]));
  return result;
}

/**
 * @param {number[]} points
 * @param {number} index
 * @param {number} point
 */
function insert(points, index, point) {
  append(points, point);
  for (let i = points.length - 1; i > index; i--) points[i] = /** @type {number} */ (points[i - 1]);
  points[index] = point;
}
