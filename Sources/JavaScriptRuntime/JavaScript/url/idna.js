// @ts-check
// Domains of other scripts as ASCII: "domain to ASCII" of the URL Standard, without the tables of UTS #46. Its mapping is
// made of the language's own normalization and case, and what it refuses of the language's classes of characters.

import {
  charCodeAt, exec, fromCodePoint, join, normalize, stringSlice, toLowerCase, toUpperCase,
} from "../primordials.js";
import { split } from "../text.js";
import { codePoints, fromPunycode, toPunycode } from "./punycode.js";

const ascii = /^[\0-\x7f]*$/;
/** Left out of any name: what is not shown, but for joiners, which change how their neighbours look. */
const ignored = /^(?![\u200c\u200d\u202a-\u202e\u{e0001}-\u{e007f}\p{Cn}])\p{Default_Ignorable_Code_Point}$/u;
/** Where a way through upper case makes others of them: sharp s, dotless i, final sigma, Cherokee. */
const kept = /^[\u00df\u0131\u03c2\u13a0-\u13f5]$/u;
/** The full stops of other scripts. */
const stop = /^[\u3002\uff0e\uff61]$/u;
/** What no label has: controls, private and unassigned characters, spaces, and how others are arranged. */
const refused = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Z}\u0600-\u0605\u06dd\u070f\u08e2\u2ff0-\u2fff\u202a-\u202e\ufff9-\ufffd\u{e0001}-\u{e007f}]/u;
/** A joiner that joins nothing: it follows marks, and the letters of a script that is joined. */
const misplaced = /(?<!\p{M})(?:\u200d|(?<!\p{Script=Arabic})\u200c)/u;
const beginsWithMark = /^\p{M}/u;
const rightToLeft = /(?=\p{L})[\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;
const leftToRight = /(?=\p{L})[^\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;
/** What no character may become, but a full stop. */
const stops = /[.\u3002]/u;

/**
 * A domain as it is sent; `null` where the standard fails.
 *
 * @param {string} domain
 * @returns {string | null}
 */
export function domainToASCII(domain) {
  if (exec(ascii, domain) !== null) return toLowerCase(domain);
  const labels = split(mapped(domain), ".");
  for (let i = 0; i < labels.length; i++) {
    const label = labelToASCII(/** @type {string} */ (labels[i]));
    if (label === null) return null;
    labels[i] = label;
  }
  return join(labels, ".");
}

/**
 * @param {string} label mapped
 * @returns {string | null}
 */
function labelToASCII(label) {
  const isASCII = exec(ascii, label) !== null;
  if (stringSlice(label, 0, 4) !== "xn--") {
    if (isASCII) return label;
    const encoded = isValid(label) ? toPunycode(label) : null;
    return encoded === null ? null : `xn--${encoded}`;
  }
  const decoded = isASCII ? fromPunycode(stringSlice(label, 4)) : null;
  if (decoded === null || exec(ascii, decoded) !== null) return null;
  return mapped(decoded) === decoded && isValid(decoded) ? label : null;
}

/** @param {string} label mapped */
function isValid(label) {
  if (exec(refused, label) !== null || exec(beginsWithMark, label) !== null || exec(misplaced, label) !== null) return false;
  return exec(rightToLeft, label) === null || exec(leftToRight, label) === null;
}

/** @param {string} text */
function mapped(text) {
  const points = codePoints(text);
  let result = "";
  for (let i = 0; i < points.length; i++) result += mappedCharacter(fromCodePoint(/** @type {number} */ (points[i])));
  return normalize(result, "NFC");
}

/** @param {string} character */
function mappedCharacter(character) {
  if (charCodeAt(character, 0) < 0x80) return toLowerCase(character);
  if (exec(ignored, character) !== null) return "";
  if (exec(stop, character) !== null) return ".";
  if (exec(kept, character) !== null) return character;
  const result = normalize(folded(normalize(folded(character), "NFKC")), "NFKC");
  return exec(stops, result) === null ? result : "\ufffd";
}

/**
 * Without case: what looks alike in upper case is the same.
 * @param {string} text
 */
function folded(text) {
  const points = codePoints(text);
  let result = "";
  for (let i = 0; i < points.length; i++) {
    const character = fromCodePoint(/** @type {number} */ (points[i]));
    result += exec(kept, character) === null ? toLowerCase(toUpperCase(character)) : character;
  }
  return result;
}
