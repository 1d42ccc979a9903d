// @ts-check
// Domains of other scripts as ASCII: "domain to ASCII" of the URL Standard, without the tables of UTS #46. The mapping uses the
// normalization and case conversion of the language, and the refusals use its character classes.

import {
  charCodeAt, exec, fromCodePoint, join, normalize, RegExp, stringSlice, toLowerCase, toUpperCase,
} from "../../shared/primordials.js";
import { replaceAll, split } from "../../shared/text.js";
import { codePoints, fromPunycode, LONGEST, toPunycode } from "./punycode.js";

const ascii = /^[\0-\x7f]*$/;
/** The prefix of an encoded label. */
const encodedLabel = /(?:^|\.)xn--/i;
/** Characters that are removed: invisible ones, but for joiners, which change their neighbours, and those that change direction. */
const ignored =
  /^(?![\u061c\u200c-\u200f\u202a-\u202e\u2066-\u2069\u{e0001}-\u{e007f}\p{Cn}])\p{Default_Ignorable_Code_Point}$/u;
/** Characters that a conversion to upper case and back would change: sharp s, dotless i, final sigma. */
const kept = /^[\u00df\u0131\u03c2]$/u;
/** Cherokee, whose small letters map to the capital letters. */
const cherokee = /^[\u13a0-\u13f5]$/u;
/** The full stops of other scripts. */
const stop = /^[\u3002\uff0e\uff61]$/u;
/** Characters that no label has: controls, private and unassigned characters, spaces, and marks of layout. */
const refused =
  /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Z}\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u200e\u200f\u202a-\u202e\u2066-\u2069\u2ff0-\u2fff\u31ef\ufff9-\ufffd\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{e0001}-\u{e007f}]/u;
const virama =
  "\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0e3a\\u0eba\\u0f84\\u1039\\u103a\\u1714" +
  "\\u1715\\u1734\\u17d2\\u1a60\\u1b44\\u1baa\\u1bab\\u1bf2\\u1bf3\\u2d7f\\ua806\\ua82c\\ua8c4\\ua953\\ua9c0\\uaaf6\\uabed" +
  "\\u{10a3f}\\u{11046}\\u{11070}\\u{1107f}\\u{110b9}\\u{11133}\\u{11134}\\u{111c0}\\u{11235}\\u{112ea}\\u{1134d}\\u{113ce}-\\u{113d0}" +
  "\\u{11442}\\u{114c2}\\u{115bf}\\u{1163f}\\u{116b6}\\u{1172b}\\u{11839}\\u{1193d}\\u{1193e}\\u{119e0}\\u{11a34}\\u{11a47}\\u{11a99}" +
  "\\u{11c3f}\\u{11d44}\\u{11d45}\\u{11d97}\\u{11f41}\\u{11f42}\\u{1612f}";
const joined = "\\p{Script=Adlam}\\p{Script=Arabic}\\p{Script=Mandaic}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Phags_Pa}\\p{Script=Syriac}";
/** Letters of Arabic and Syriac that do not join the letter after them. */
const final = "\\u0621-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2-\\u06d5\\u06ee\\u06ef\\u0710\\u0715-\\u0719\\u071e\\u0728\\u072a\\u072c";
/** A joiner in a wrong place. It may follow a virama; a non-joiner may also divide letters that would be joined without it. */
const misplaced = new RegExp(
  `(?<![${virama}])(?:\\u200d|(?=\\u200c)(?<!(?![${final}])[${joined}]\\p{Mn}*)\\u200c|\\u200c(?!\\p{Mn}*(?=\\p{L})[${joined}]))`, "u");
const beginsWithMark = /^\p{M}/u;
/** Characters of the classes R, AL and AN of Unicode's bidirectional algorithm. */
const turned =
  "\\u05be\\u05c0\\u05c3\\u05c6\\u05d0-\\u05f4\\u0608\\u060b\\u060d\\u061b-\\u064a\\u066d-\\u066f\\u0671-\\u06d5\\u06e5\\u06e6\\u06ee\\u06ef" +
  "\\u06fa-\\u0710\\u0712-\\u072f\\u074d-\\u07a5\\u07b1-\\u07ea\\u07f4\\u07f5\\u07fa\\u07fe-\\u0815\\u081a\\u0824\\u0828\\u0830-\\u0858" +
  "\\u085e-\\u088e\\u08a0-\\u08c9\\ufb1d\\ufb1f-\\ufb28\\ufb2a-\\ufd3d\\ufd50-\\ufdc7\\ufdf0-\\ufdfc\\ufe70-\\ufefc\\u{10800}-\\u{1091b}" +
  "\\u{10920}-\\u{10a00}\\u{10a10}-\\u{10a35}\\u{10a40}-\\u{10ae4}\\u{10aeb}-\\u{10b35}\\u{10b40}-\\u{10d23}\\u{10d4a}-\\u{10d65}" +
  "\\u{10d6f}-\\u{10d85}\\u{10e80}-\\u{10ea9}\\u{10ead}-\\u{10ec7}\\u{10f00}-\\u{10f45}\\u{10f51}-\\u{10f81}\\u{10f86}-\\u{10ff6}" +
  "\\u{1e800}-\\u{1e8cf}\\u{1e900}-\\u{1e943}\\u{1e94b}-\\u{1eebb}";
const turnedNumbers = "\\u0660-\\u0669\\u066b\\u066c\\u{10d30}-\\u{10d39}\\u{10d40}-\\u{10d49}\\u{10e60}-\\u{10e7e}";
const numbers = "0-9\\u06f0-\\u06f9\\u{102e1}-\\u{102fb}";
/** A label with any character that runs from right to left. */
const rightToLeft = new RegExp(`[${turned}${turnedNumbers}]`, "u");
/** The conditions of RFC 5893: its first character, its last one but for marks, and no letters of the other direction. */
const isTurned = new RegExp(
  `^[${turned}](?:(?!(?![${turned}${turnedNumbers}${numbers}])[\\p{L}\\p{Mc}\\p{Nl}\\p{Nd}]).)*$(?<=[${turned}${turnedNumbers}${numbers}]\\p{Mn}*)`, "u");
const hasNumbers = new RegExp(`[${numbers}]`, "u");
const hasTurnedNumbers = new RegExp(`[${turnedNumbers}]`, "u");
/** Characters that no mapping may produce, but for a full stop. */
const stops = /[.\u3002]/u;

/**
 * The ASCII form of a domain; `null` where the standard fails.
 *
 * @param {string} domain
 * @returns {string | null}
 */
export function domainToASCII(domain) {
  if (exec(ascii, domain) !== null && exec(encodedLabel, domain) === null) return toLowerCase(domain);
  const labels = split(withoutCase(domain), ".");
  for (let i = 0; i < labels.length; i++) {
    const label = /** @type {string} */ (labels[i]);
    // The engine sorts the marks of a character by insertion. A label that is this long has more than `LONGEST` characters when it is
    // normalized, too: a character is made of four at most, and each of those has one or two units.
    if (label.length > 8 * LONGEST && exec(ascii, label) === null) return null;
    const encoded = labelToASCII(normalize(label, "NFC"));
    if (encoded === null) return null;
    labels[i] = encoded;
  }
  return join(labels, ".");
}

/**
 * @param {string} label after the mapping
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
  if (exec(rightToLeft, label) === null) return true;
  return exec(isTurned, label) !== null && (exec(hasNumbers, label) === null || exec(hasTurnedNumbers, label) === null);
}

/** @param {string} text */
const mapped = (text) => normalize(withoutCase(text), "NFC");

/**
 * The text with each character mapped, before the whole is normalized.
 * @param {string} text
 */
function withoutCase(text) {
  const points = codePoints(text);
  let result = "";
  for (let i = 0; i < points.length; i++) result += mappedCharacter(fromCodePoint(/** @type {number} */ (points[i])));
  return result;
}

/** @param {string} character */
function mappedCharacter(character) {
  if (charCodeAt(character, 0) < 0x80) return toLowerCase(character);
  if (exec(ignored, character) !== null) return "";
  if (exec(stop, character) !== null) return ".";
  if (exec(kept, character) !== null) return character;
  // A sigma at the end of a word is kept only where it is written as a final one.
  const result = replaceAll(normalize(folded(normalize(folded(character), "NFKC")), "NFKC"), "\u03c2", "\u03c3");
  return exec(stops, result) === null ? result : "\ufffd";
}

/**
 * The text without case: texts with the same upper case are the same.
 * @param {string} text
 */
function folded(text) {
  const points = codePoints(text);
  let result = "";
  for (let i = 0; i < points.length; i++) {
    const character = fromCodePoint(/** @type {number} */ (points[i]));
    const upper = toUpperCase(character);
    if (exec(kept, character) !== null) result += character;
    else result += exec(cherokee, upper) === null ? toLowerCase(upper) : upper;
  }
  return result;
}
