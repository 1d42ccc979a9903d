// @ts-check
// Addresses as hosts. Each parser returns `null` where the URL Standard fails.

import { charCodeAt, exec, numberToString, parseInt, pop, stringSlice } from "../../shared/primordials.js";
import { split } from "../../shared/text.js";
import { hexValue, isDigit } from "./percent.js";

const digits = /^[0-9]+$/;
const octal = /^[0-7]*$/;
const hexadecimal = /^[0-9A-Fa-f]*$/;
const lastNumber = /(?:^|\.)(?:[0-9]+|0[Xx][0-9A-Fa-f]*)\.?$/;

/**
 * Whether a domain has to be an address.
 * @param {string} domain
 */
export function endsInNumber(domain) {
  return exec(lastNumber, domain) !== null;
}

/**
 * A number in base 10, 8 or 16; -1 for any other text.
 * @param {string} text not empty
 */
function parseNumber(text) {
  const isHexadecimal = charCodeAt(text, 0) === 0x30 && (charCodeAt(text, 1) | 0x20) === 0x78;
  if (isHexadecimal) {
    const rest = stringSlice(text, 2);
    if (rest === "") return 0;
    return exec(hexadecimal, rest) === null ? -1 : parseInt(rest, 16);
  }
  if (text.length > 1 && charCodeAt(text, 0) === 0x30) return exec(octal, text) === null ? -1 : parseInt(text, 8);
  return exec(digits, text) === null ? -1 : parseInt(text, 10);
}

/**
 * @param {string} text
 * @returns {string | null}
 */
export function parseIPv4(text) {
  const parts = split(text, ".");
  if (parts.length > 1 && parts[parts.length - 1] === "") pop(parts);
  if (parts.length > 4) return null;
  let address = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = /** @type {string} */ (parts[i]);
    const number = part === "" ? -1 : parseNumber(part);
    const isLast = i === parts.length - 1;
    if (number < 0 || number >= (isLast ? 256 ** (5 - parts.length) : 256)) return null;
    address += isLast ? number : number * 256 ** (3 - i);
  }
  const bytes = [address / 0x1000000, address / 0x10000, address / 0x100, address];
  return `${bytes[0] & 255}.${bytes[1] & 255}.${bytes[2] & 255}.${bytes[3] & 255}`;
}

/**
 * @param {string} text the text between the brackets
 * @returns {string | null} with brackets
 */
export function parseIPv6(text) {
  const pieces = [0, 0, 0, 0, 0, 0, 0, 0];
  let piece = 0;
  let compressed = -1;
  let at = 0;
  if (charCodeAt(text, 0) === 0x3a) {
    if (charCodeAt(text, 1) !== 0x3a) return null;
    at = 2;
    piece = compressed = 1;
  }
  while (at < text.length) {
    if (piece === 8) return null;
    if (charCodeAt(text, at) === 0x3a) {
      if (compressed >= 0) return null;
      at += 1;
      compressed = piece += 1;
      continue;
    }
    let value = 0;
    let length = 0;
    for (let digit; length < 4 && (digit = hexValue(charCodeAt(text, at))) >= 0; length++, at++) value = value * 16 + digit;
    const next = charCodeAt(text, at);
    if (next === 0x2e) {
      if (length === 0 || piece > 6) return null;
      if (!addIPv4(text, at - length, pieces, piece)) return null;
      piece += 2;
      break;
    }
    if (next === 0x3a) {
      at += 1;
      if (at === text.length) return null;
    } else if (at < text.length) return null;
    pieces[piece] = value;
    piece += 1;
  }
  if (compressed >= 0) decompress(pieces, compressed, piece);
  else if (piece !== 8) return null;
  return `[${serialize(pieces)}]`;
}

/**
 * Parses the last two pieces in the form of an IPv4 address.
 *
 * @param {string} text
 * @param {number} at
 * @param {number[]} pieces
 * @param {number} piece the index of the first
 */
function addIPv4(text, at, pieces, piece) {
  for (let part = 0; part < 4; part++) {
    if (part > 0 && charCodeAt(text, at++) !== 0x2e) return false;
    if (!isDigit(charCodeAt(text, at))) return false;
    let value = 0;
    for (let count = 0; isDigit(charCodeAt(text, at)); count++, at++) {
      if (count > 0 && value === 0) return false;
      value = value * 10 + charCodeAt(text, at) - 0x30;
      if (value > 255) return false;
    }
    const index = piece + (part >> 1);
    pieces[index] = /** @type {number} */ (pieces[index]) * 256 + value;
  }
  return at === text.length;
}

/**
 * Moves the pieces behind `::` to the end.
 *
 * @param {number[]} pieces
 * @param {number} compressed
 * @param {number} end the index after the last piece
 */
function decompress(pieces, compressed, end) {
  for (let from = end - 1, to = 7; from >= compressed; from--, to--) {
    const piece = /** @type {number} */ (pieces[from]);
    pieces[from] = 0;
    pieces[to] = piece;
  }
}

/** @param {number[]} pieces */
function serialize(pieces) {
  const { start, length } = longestZeros(pieces);
  let text = "";
  for (let i = 0; i < 8; i++) {
    if (i === start) {
      text += i === 0 ? "::" : ":";
      i += length - 1;
      continue;
    }
    text += numberToString(/** @type {number} */ (pieces[i]), 16);
    if (i < 7) text += ":";
  }
  return text;
}

/** @param {number[]} pieces */
function longestZeros(pieces) {
  let start = -1;
  let length = 1;
  for (let i = 0; i < 8; i++) {
    let end = i;
    while (end < 8 && pieces[end] === 0) end += 1;
    if (end - i > length) {
      start = i;
      length = end - i;
    }
    if (end > i) i = end;
  }
  return { start, length };
}
