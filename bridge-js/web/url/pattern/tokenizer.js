// @ts-check
// The tokens of a pattern, in the terms of the URL Pattern Standard. Indices count UTF-16 units.

import { makeList } from "../../../shared/lists.js";
import { charCodeAt, codePointAt, exec, fromCodePoint, stringSlice, TypeError } from "../../../shared/primordials.js";

/**
 * @typedef {"open" | "close" | "regexp" | "name" | "char" | "escaped-char" | "other-modifier" | "asterisk" | "end" | "invalid-char"} Kind
 *
 * @typedef {object} Token
 * @property {Kind} kind
 * @property {number} index in the text
 * @property {string} value
 */

const nameStart = /^[$_\p{ID_Start}]$/u;
const namePart = /^[$\u200c\u200d\p{ID_Continue}]$/u;

/**
 * Whether a character may be part of a group's name.
 *
 * @param {string} character
 * @param {boolean} isFirst
 */
export function isNameCharacter(character, isFirst) {
  return exec(isFirst ? nameStart : namePart, character) !== null;
}

/**
 * The character at an index: one or two units. Empty past the end.
 *
 * @param {string} text
 * @param {number} index
 */
export function characterAt(text, index) {
  return index < text.length ? fromCodePoint(codePointAt(text, index)) : "";
}

/**
 * @param {string} text
 * @param {boolean} isLenient whether what is malformed is a token of its own; else it throws
 * @returns {Token[]} the last one is of the kind "end"
 */
export function tokenize(text, isLenient) {
  /** @type {Token[]} */
  const tokens = makeList();
  let index = 0;
  /**
   * @param {Kind} kind
   * @param {number} end
   * @param {number} [start] of the value
   * @param {number} [valueEnd]
   */
  const add = (kind, end, start = index, valueEnd = end) => {
    tokens[tokens.length] = { kind, index, value: stringSlice(text, start, valueEnd) };
    index = end;
  };
  /**
   * @param {number} end
   * @param {string} complaint
   */
  const refuse = (end, complaint) => {
    if (!isLenient) throw new TypeError(`URLPattern: ${complaint} at ${index} of "${text}"`);
    add("invalid-char", end);
  };
  while (index < text.length) {
    const character = characterAt(text, index);
    const next = index + character.length;
    switch (character) {
      case "*":
        add("asterisk", next);
        break;
      case "+":
      case "?":
        add("other-modifier", next);
        break;
      case "{":
        add("open", next);
        break;
      case "}":
        add("close", next);
        break;
      case "\\":
        if (next === text.length) refuse(next, "a backslash is followed by nothing");
        else add("escaped-char", next + characterAt(text, next).length, next);
        break;
      case ":": {
        const end = endOfName(text, next);
        if (end === next) refuse(next, "a colon is not followed by a name");
        else add("name", end, next);
        break;
      }
      case "(": {
        const end = endOfExpression(text, next);
        if (typeof end === "string") refuse(next, end);
        else add("regexp", end, next, end - 1);
        break;
      }
      default:
        add("char", next);
    }
  }
  add("end", index);
  return tokens;
}

/**
 * @param {string} text
 * @param {number} start
 */
function endOfName(text, start) {
  let end = start;
  for (;;) {
    const character = characterAt(text, end);
    if (character === "" || !isNameCharacter(character, end === start)) return end;
    end += character.length;
  }
}

/**
 * The index after the parenthesis that closes an expression.
 *
 * @param {string} text
 * @param {number} start after the parenthesis that opens it
 * @returns {number | string} what is wrong with it
 */
function endOfExpression(text, start) {
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    const code = charCodeAt(text, at);
    if (code > 0x7f) return "a regular expression contains a non-ASCII character";
    if (at === start && code === 0x3f) return "a regular expression begins with '?'";
    if (code === 0x5c) {
      at += 1;
      if (at === text.length) return "a backslash is followed by nothing";
      if (charCodeAt(text, at) > 0x7f) return "a regular expression contains a non-ASCII character";
    } else if (code === 0x29) {
      depth -= 1;
      if (depth === 0) return at === start ? "a regular expression is empty" : at + 1;
    } else if (code === 0x28) {
      depth += 1;
      // Groups within are not to be captured.
      if (charCodeAt(text, at + 1) !== 0x3f) return "a regular expression has a group that is not (?:)";
    }
  }
  return "a regular expression is not closed";
}
