// @ts-check
"use strict";

/** An error in a template, with its location. */
class TemplateError extends Error {
  /**
   * @param {string} message
   * @param {string} source
   * @param {number} offset
   */
  constructor(message, source, offset) {
    const before = source.slice(0, offset).split("\n");
    super(`The template, line ${before.length}, column ${before[before.length - 1].length + 1}: ${message}`);
    this.name = "TemplateError";
  }
}

/**
 * A text with variables: `{{title}}`, `{{published|date:"D MMM YYYY"|default:"undated"}}`, and conditional parts:
 * `{% if author %}by {{author}}{% else %}by somebody{% endif %}`. A value is never parsed as a template.
 */
class Template {
  /** @typedef {{ name: string, arguments: string[], offset: number }} Filter */
  /** @typedef {{ path: string[], filters: Filter[], offset: number }} Expression */
  /** @typedef {string | Expression | { when: Expression, then: Part[], otherwise: Part[] }} Part */

  /** @type {Part[]} */
  #parts;
  #source;

  /** @param {string} source */
  constructor(source) {
    this.#source = source;
    const pieces = [...source.matchAll(/\{\{([\s\S]*?)\}\}|\{%([\s\S]*?)%\}/g)];
    const state = { index: 0, offset: 0 };
    this.#parts = this.#parse(pieces, state, []).parts;
    const last = pieces[state.index];
    if (last) throw this.#error(`"${last[0]}" has no "if" before it`, last.index);
  }

  /**
   * @param {RegExpMatchArray[]} pieces
   * @param {{ index: number, offset: number }} state
   * @param {string[]} ends
   * @returns {{ parts: Part[], end: string }}
   */
  #parse(pieces, state, ends) {
    /** @type {Part[]} */
    const parts = [];
    const text = (/** @type {number} */ end) => {
      if (end > state.offset) parts.push(this.#source.slice(state.offset, end));
    };
    for (; state.index < pieces.length; state.index++) {
      const piece = pieces[state.index];
      const start = /** @type {number} */ (piece.index);
      text(start);
      state.offset = start + piece[0].length;
      if (piece[1] !== undefined) {
        parts.push(this.#expression(piece[1], start + 2));
        continue;
      }
      const [, word = "", rest = ""] = /^\s*(\w+)\s*([\s\S]*?)\s*$/.exec(piece[2]) ?? [];
      if (word !== "if") {
        if (ends.includes(word)) return { parts, end: word };
        if (["else", "endif"].includes(word)) {
          state.offset = start;
          return { parts, end: "" };
        }
        throw this.#error(`there is no "${word}": use "if", "else" or "endif"`, start);
      }
      const when = this.#expression(rest, start + piece[0].indexOf(rest));
      state.index += 1;
      const then = this.#parse(pieces, state, ["else", "endif"]);
      /** @type {Part[]} */
      let otherwise = [];
      let end = then.end;
      if (end === "else") {
        state.index += 1;
        ({ parts: otherwise, end } = this.#parse(pieces, state, ["endif"]));
      }
      if (end !== "endif") throw this.#error('this "if" has no "endif"', start);
      parts.push({ when, then: then.parts, otherwise });
    }
    text(this.#source.length);
    state.offset = this.#source.length;
    return { parts, end: "" };
  }

  /**
   * @param {string} text
   * @param {number} start
   */
  #expression(text, start) {
    // Bars and colons inside of quotation marks are text.
    const tokens = [...text.matchAll(/\s*(?:("(?:[^"\\]|\\.)*")|([|:,])|([^\s|:,"]+))/gy)];
    const read = tokens.reduce((sum, token) => sum + token[0].length, 0);
    if (text.slice(read).trim()) throw this.#error("a quotation mark is never closed", start + read);
    const path = tokens[0]?.[3];
    if (!path) throw this.#error("the name of a variable is missing", start);
    /** @type {Filter[]} */
    const filters = [];
    for (let index = 1; index < tokens.length; index++) {
      const offset = start + /** @type {number} */ (tokens[index].index);
      const name = tokens[index + 1]?.[3];
      if (tokens[index][2] !== "|" || !name) throw this.#error('a filter is written as "name|filter"', offset);
      if (!Object.hasOwn(Template.filters, name)) {
        throw this.#error(`there is no filter "${name}"${Template.#meant(name)}`, offset);
      }
      /** @type {string[]} */
      const given = [];
      index += 1;
      while (tokens[index + 1]?.[2] === ":" || (given.length > 0 && tokens[index + 1]?.[2] === ",")) {
        const token = tokens[index + 2];
        const value = token?.[1] !== undefined ? JSON.parse(token[1]) : token?.[3];
        if (value === undefined) throw this.#error(`an argument of "${name}" is missing`, offset);
        given.push(value);
        index += 2;
      }
      filters.push({ name, arguments: given, offset });
    }
    return { path: path.split("."), filters, offset: start };
  }

  /** @param {string} name */
  static #meant(name) {
    const near = Object.keys(Template.filters).find((each) => each.startsWith(name.slice(0, 2)));
    return near ? `; did you mean "${near}"?` : "";
  }

  /**
   * @param {string} message
   * @param {number | undefined} offset
   */
  #error(message, offset) { return new TemplateError(message, this.#source, offset ?? 0); }

  /**
   * @param {Record<string, unknown>} values
   * @returns {string}
   */
  render(values) { return this.#render(this.#parts, values); }

  /**
   * @param {Part[]} parts
   * @param {Record<string, unknown>} values
   * @returns {string}
   */
  #render(parts, values) {
    return parts.map((part) => {
      if (typeof part === "string") return part;
      if ("when" in part) {
        const value = this.#value(part.when, values);
        const holds = Array.isArray(value) ? value.length > 0 : Boolean(value);
        return this.#render(holds ? part.then : part.otherwise, values);
      }
      return Template.#text(this.#value(part, values));
    }).join("");
  }

  /**
   * @param {Expression} expression
   * @param {Record<string, unknown>} values
   */
  #value(expression, values) {
    /** @type {unknown} */
    let value = values;
    for (const name of expression.path) {
      value = value && typeof value === "object" && Object.hasOwn(value, name) ? /** @type {any} */ (value)[name] : undefined;
    }
    for (const filter of expression.filters) value = Template.filters[filter.name](value, ...filter.arguments);
    return value;
  }

  /** @param {unknown} value */
  static #text(value) {
    return Array.isArray(value) ? value.map(String).join(", ") : value === undefined || value === null ? "" : String(value);
  }

  /** @type {Record<string, (value: unknown, ...given: string[]) => unknown>} */
  static filters = {
    default: (value, other = "") => Template.#text(value) === "" ? other : value,
    upper: (value) => Template.#text(value).toUpperCase(),
    lower: (value) => Template.#text(value).toLowerCase(),
    trim: (value) => Template.#text(value).trim(),
    capitalize: (value) => Template.#text(value).replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
    replace: (value, from = "", to = "") => from === "" ? value : Template.#text(value).split(from).join(to),
    truncate: (value, length = "100") => {
      const characters = [...Template.#text(value)];
      if (characters.length <= Number(length)) return characters.join("");
      return `${characters.slice(0, Number(length)).join("").trimEnd()}\u2026`;
    },
    split: (value, separator = ",") => Template.#text(value).split(separator).map((part) => part.trim()).filter(Boolean),
    join: (value, separator = ", ") => Array.isArray(value) ? value.join(separator) : value,
    first: (value) => Array.isArray(value) ? value[0] : [...Template.#text(value)][0],
    last: (value) => Array.isArray(value) ? value[value.length - 1] : [...Template.#text(value)].pop(),
    length: (value) => Array.isArray(value) ? value.length : [...Template.#text(value)].length,
    list: (value) => (Array.isArray(value) ? value : [value]).map((each) => `- ${Template.#text(each)}`).join("\n"),
    quote: (value) => Template.#text(value).replace(/^/gm, "> "),
    link: (value, text = "") => `[${text || Template.#text(value)}](${Address.escape(Template.#text(value))})`,
    wikilink: (value) => `[[${Template.#text(value).replace(/[[\]|#^]/g, " ").trim()}]]`,
    tag: (value) => (Array.isArray(value) ? value : [value])
      .map((each) => `#${Template.#text(each).replace(/[^\p{L}\p{N}/_-]+/gu, "-")}`).join(" "),
    slug: (value) => Template.#text(value).normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, ""),
    words: (value) => Template.#text(value).split(/\s+/).filter(Boolean).length,
    json: (value) => JSON.stringify(value ?? null),
    date: (value, format = "YYYY-MM-DD") => Template.#date(Template.#text(value), format),
  };

  /**
   * The components of a date, in the time zone in which it is written.
   * @param {string} text
   * @param {string} format
   */
  static #date(text, format) {
    const match = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?/.exec(text);
    if (!match) return text;
    const [, year, month, day, hour = "00", minute = "00"] = match;
    const names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ];
    const name = names[Number(month) - 1] ?? month;
    /** @type {Record<string, string>} */
    const parts = {
      YYYY: year, YY: year.slice(2), MMMM: name, MMM: name.slice(0, 3), MM: month, M: String(Number(month)), DD: day,
      D: String(Number(day)), HH: hour, mm: minute,
    };
    return format.replace(/YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|mm/g, (part) => parts[part]);
  }
}
