// @ts-check
// The parts of a component's pattern, in the terms of the URL Pattern Standard.

import { makeList } from "../../../shared/lists.js";
import { Set, setAdd, setHas, TypeError } from "../../../shared/primordials.js";
import { tokenize } from "./tokenizer.js";

/** @typedef {import("./tokenizer.js").Token} Token */
/** @typedef {import("./tokenizer.js").Kind} Kind */

/**
 * @typedef {object} Part
 * @property {"text" | "regexp" | "segment" | "wildcard"} kind a wildcard matches anything, one of a segment ends before a delimiter
 * @property {string} value of a text or an expression
 * @property {"" | "?" | "*" | "+"} modifier
 * @property {string} name empty for a text
 * @property {string} prefix
 * @property {string} suffix
 */

/**
 * How a component is divided.
 *
 * @typedef {object} Division
 * @property {string} delimiter ends a segment; may be empty
 * @property {string} prefix the character before a group that belongs to it; may be empty
 */

export const FULL_WILDCARD = ".*";

/**
 * @param {string} text
 * @param {Division} division
 * @param {(text: string) => string} canonicalize
 * @returns {Part[]}
 */
export function parseParts(text, division, canonicalize) {
  return new PartParser(text, division, canonicalize).parse();
}

class PartParser {
  /** @type {Part[]} */
  #parts = makeList();
  #index = 0;
  /** Text that is not a part yet. */
  #pending = "";
  #unnamed = 0;
  /** @type {Set<string>} */
  #names = new Set();
  #text;
  #tokens;
  #division;
  #canonicalize;

  /**
   * @param {string} text
   * @param {Division} division
   * @param {(text: string) => string} canonicalize
   */
  constructor(text, division, canonicalize) {
    this.#text = text;
    this.#tokens = tokenize(text, false);
    this.#division = division;
    this.#canonicalize = canonicalize;
  }

  parse() {
    for (;;) {
      const character = this.#take("char");
      const name = this.#take("name");
      const expression = this.#takeExpression(name);
      if (name !== undefined || expression !== undefined) {
        let prefix = character ?? "";
        if (prefix !== this.#division.prefix) {
          this.#pending += prefix;
          prefix = "";
        }
        this.#addPending();
        this.#add(prefix, name, expression, "", this.#takeModifier());
        continue;
      }
      const fixed = character ?? this.#take("escaped-char");
      if (fixed !== undefined) {
        this.#pending += fixed;
        continue;
      }
      if (this.#take("open") === undefined) break;
      const prefix = this.#takeText();
      const groupName = this.#take("name");
      const groupExpression = this.#takeExpression(groupName);
      const suffix = this.#takeText();
      this.#require("close");
      this.#add(prefix, groupName, groupExpression, suffix, this.#takeModifier());
    }
    this.#addPending();
    this.#require("end");
    return this.#parts;
  }

  /**
   * The value of the next token, if it is of this kind.
   * @param {Kind} kind
   */
  #take(kind) {
    const token = /** @type {Token} */ (this.#tokens[this.#index]);
    if (token.kind !== kind) return undefined;
    // The end is taken last, and only once.
    this.#index += 1;
    return token.value;
  }

  /**
   * The source of an expression, or of an asterisk, which means one.
   * @param {string | undefined} name
   */
  #takeExpression(name) {
    const source = this.#take("regexp");
    if (source !== undefined || name !== undefined) return source;
    return this.#take("asterisk") === undefined ? undefined : FULL_WILDCARD;
  }

  #takeModifier() {
    return /** @type {Part["modifier"]} */ (this.#take("other-modifier") ?? this.#take("asterisk") ?? "");
  }

  #takeText() {
    let text = "";
    for (;;) {
      const more = this.#take("char") ?? this.#take("escaped-char");
      if (more === undefined) return text;
      text += more;
    }
  }

  /** @param {"close" | "end"} kind */
  #require(kind) {
    const { index } = /** @type {Token} */ (this.#tokens[this.#index]);
    if (this.#take(kind) !== undefined) return;
    const complaint = kind === "close" ? "a group is not closed" : "unexpected character";
    throw new TypeError(`URLPattern: ${complaint} at ${index} of "${this.#text}"`);
  }

  #addPending() {
    if (this.#pending === "") return;
    this.#append("text", this.#canonicalize(this.#pending), "");
    this.#pending = "";
  }

  /**
   * @param {string} prefix
   * @param {string | undefined} name
   * @param {string | undefined} expression
   * @param {string} suffix
   * @param {Part["modifier"]} modifier
   */
  #add(prefix, name, expression, suffix, modifier) {
    const isText = name === undefined && expression === undefined;
    if (isText && modifier === "") {
      this.#pending += prefix;
      return;
    }
    this.#addPending();
    if (isText) {
      if (prefix !== "") this.#append("text", this.#canonicalize(prefix), modifier);
      return;
    }
    const own = name ?? `${this.#unnamed++}`;
    this.#requireNew(own);
    const source = expression ?? segmentWildcard(this.#division);
    const kind = source === segmentWildcard(this.#division) ? "segment" : source === FULL_WILDCARD ? "wildcard" : "regexp";
    const value = kind === "regexp" ? source : "";
    this.#append(kind, value, modifier, own, this.#canonicalize(prefix), this.#canonicalize(suffix));
  }

  /** @param {string} name */
  #requireNew(name) {
    if (setHas(this.#names, name)) throw new TypeError(`URLPattern: two groups of "${this.#text}" are named "${name}"`);
    setAdd(this.#names, name);
  }

  /**
   * @param {Part["kind"]} kind
   * @param {string} value
   * @param {Part["modifier"]} modifier
   */
  #append(kind, value, modifier, name = "", prefix = "", suffix = "") {
    this.#parts[this.#parts.length] = { kind, value, modifier, name, prefix, suffix };
  }
}

/**
 * The source of an expression for the rest of a segment.
 * @param {Division} division
 */
export function segmentWildcard({ delimiter }) {
  return delimiter === "" ? "[^]+?" : `[^\\${delimiter}]+?`;
}
