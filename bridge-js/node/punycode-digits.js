// @ts-check
// RFC 3492 for texts of any length, with the errors of punycode.js.

import { append } from "../shared/lists.js";
import { charCodeAt, floor, fromCharCode, RangeError, stringLastIndexOf } from "../shared/primordials.js";
import { splice } from "./node-primordials.js";

const BASE = 36;
const most = 0x7fffffff;

function adapt(delta, count, isFirst) {
  let rest = floor(delta / (isFirst ? 700 : 2));
  rest += floor(rest / count);
  let k = 0;
  for (; rest > 455; k += BASE) rest = floor(rest / (BASE - 1));
  return k + floor((BASE * rest) / (rest + 38));
}

const threshold = (k, bias) => (k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias);
const letterOf = (digit) => fromCharCode(digit < 26 ? digit + 0x61 : digit + 0x16);
const digitOf = (code) => {
  if (code >= 0x30 && code <= 0x39) return code - 0x16;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? lower - 0x61 : BASE;
};

const wrong = (kind) =>
  new RangeError(
    kind === "overflow" ? "Overflow: input needs wider integers to process"
    : kind === "basic" ? "Illegal input >= 0x80 (not a basic code point)" : "Invalid input");

/** Decodes a text of letters and digits to code points. */
export function fromDigits(text) {
  const points = [];
  const dash = stringLastIndexOf(text, "-");
  for (let i = 0; i < dash; i++) {
    const code = charCodeAt(text, i);
    if (code >= 0x80) throw wrong("basic");
    append(points, code);
  }
  let n = 128;
  let i = 0;
  let bias = 72;
  let index = dash > 0 ? dash + 1 : 0;
  while (index < text.length) {
    const before = i;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      if (index >= text.length) throw wrong("invalid");
      const digit = digitOf(charCodeAt(text, index++));
      if (digit >= BASE) throw wrong("invalid");
      if (digit > floor((most - i) / weight)) throw wrong("overflow");
      i += digit * weight;
      const t = threshold(k, bias);
      if (digit < t) break;
      if (weight > floor(most / (BASE - t))) throw wrong("overflow");
      weight *= BASE - t;
    }
    const count = points.length + 1;
    bias = adapt(i - before, count, before === 0);
    if (floor(i / count) > most - n) throw wrong("overflow");
    n += floor(i / count);
    i %= count;
    if (n > 0x10ffff) throw wrong("invalid");
    splice(points, i++, 0, n);
  }
  return points;
}

/** @param {number[]} points */
export function toDigits(points) {
  let text = "";
  for (let i = 0; i < points.length; i++) if (points[i] < 0x80) text += fromCharCode(points[i]);
  const basic = text.length;
  let done = basic;
  if (basic > 0) text += "-";
  let n = 128;
  let delta = 0;
  let bias = 72;
  while (done < points.length) {
    let next = most;
    for (let i = 0; i < points.length; i++) if (points[i] >= n && points[i] < next) next = points[i];
    if (next - n > floor((most - delta) / (done + 1))) throw wrong("overflow");
    delta += (next - n) * (done + 1);
    n = next;
    for (let i = 0; i < points.length; i++) {
      if (points[i] < n && ++delta > most) throw wrong("overflow");
      if (points[i] !== n) continue;
      let rest = delta;
      for (let k = BASE; ; k += BASE) {
        const t = threshold(k, bias);
        if (rest < t) break;
        text += letterOf(t + ((rest - t) % (BASE - t)));
        rest = floor((rest - t) / (BASE - t));
      }
      text += letterOf(rest);
      bias = adapt(delta, done + 1, done === basic);
      delta = 0;
      done += 1;
    }
    delta += 1;
    n += 1;
  }
  return text;
}
