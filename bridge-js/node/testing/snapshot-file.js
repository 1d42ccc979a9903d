// @ts-check
// The text of a snapshot file: assignments of template literals to `exports`, which are read without evaluating them.

import { charAt, charCodeAt, Error, exec, fromCodePoint, join, objectKeys, OwnMap, Set, setAdd, setHas, sort, startsWith, stringIndexOf, stringSlice } from "../../shared/primordials.js";
import { nullPrototype } from "../../shared/define.js";
import { JSON, push, replace, splitText } from "../node-primordials.js";

/** What the formats of Node and of Jest write differently. */
const formats = nullPrototype({
  node: {
    header: "",
    key: (/** @type {string} */ id) => replace(replace(stringSlice(JSON.stringify(id), 1, -1), /`/g, "\\`"), /\$\{/g, "\\${"),
    value: (/** @type {string} */ text) => replace(escapeTemplate(text), /\r/g, "\\r"),
    entries: (/** @type {string[]} */ lines) => join(lines, "\n\n"),
    compare: (/** @type {string} */ a, /** @type {string} */ b) => (a < b ? -1 : a > b ? 1 : 0),
  },
  jest: {
    header: "// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing",
    key: (/** @type {string} */ id) => escapeTemplate(id),
    value: (/** @type {string} */ text) => escapeTemplate(text),
    entries: (/** @type {string[]} */ lines) => `${formats.jest.header}\n\n${join(lines, "\n\n")}`,
    compare: compareNaturally,
  },
});

/** The text between the backticks of a template literal. */
export const escapeTemplate = (/** @type {string} */ text) => replace(text, /`|\\|\$\{/g, "\\$&");

const tab = fromCodePoint(9);
const simpleEscapes = nullPrototype({
  n: "\n", r: "\r", t: tab, b: fromCodePoint(8), f: fromCodePoint(12), v: fromCodePoint(11), 0: fromCodePoint(0), "\n": "",
});

/** Reads the assignments of a text. */
class Reader {
  #text;
  #at = 0;

  constructor(/** @type {string} */ text) {
    this.#text = replace(text, /\r\n?/g, "\n");
  }

  /** @returns {Map<string, string>} */
  read() {
    const values = new OwnMap();
    for (this.#skipBlank(); this.#at < this.#text.length; this.#skipBlank()) {
      this.#expect("exports[");
      const key = this.#template();
      this.#expect("]");
      this.#skipBlank();
      this.#expect("=");
      this.#skipBlank();
      values.set(key, this.#template());
      this.#skipBlank();
      if (charAt(this.#text, this.#at) === ";") this.#at += 1;
    }
    return values;
  }

  #skipBlank() {
    for (;;) {
      const character = charAt(this.#text, this.#at);
      if (character === " " || character === "\n" || character === tab) this.#at += 1;
      else if (character === "/" && charAt(this.#text, this.#at + 1) === "/") {
        const end = stringIndexOf(this.#text, "\n", this.#at);
        this.#at = end < 0 ? this.#text.length : end;
      } else return;
    }
  }

  #expect(/** @type {string} */ part) {
    if (stringSlice(this.#text, this.#at, this.#at + part.length) !== part) throw this.#error(`expected ${part}`);
    this.#at += part.length;
  }

  #error(/** @type {string} */ problem) {
    const line = splitText(stringSlice(this.#text, 0, this.#at), "\n").length;
    return new Error(`line ${line}: ${problem}`);
  }

  #template() {
    this.#expect("`");
    let value = "";
    for (let from = this.#at; ; ) {
      const character = charAt(this.#text, this.#at);
      if (character === "") throw this.#error("the template literal does not end");
      if (character === "$" && charAt(this.#text, this.#at + 1) === "{") throw this.#error("a template literal must not contain an expression");
      if (character !== "\\" && character !== "`") {
        this.#at += 1;
        continue;
      }
      value += stringSlice(this.#text, from, this.#at);
      this.#at += 1;
      if (character === "`") return value;
      value += this.#escape();
      from = this.#at;
    }
  }

  #escape() {
    const rest = stringSlice(this.#text, this.#at, this.#at + 9);
    const code = exec(/^(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\})/, rest);
    if (code !== null) {
      this.#at += code[0].length;
      const number = +`0x${code[1] ?? code[2] ?? code[3]}`;
      if (number > 0x10ffff) throw this.#error("an escape has no valid code");
      return fromCodePoint(number);
    }
    const character = charAt(this.#text, this.#at);
    if (character === "u" || character === "x" || character === "") throw this.#error("an escape is not valid");
    this.#at += 1;
    return simpleEscapes[character] ?? character;
  }
}

/** The snapshots of a file, and how a run has changed them. */
export class SnapshotFile {
  #format;
  /** @type {Map<string, string>} */
  #values = new OwnMap();
  /** The names that the run has used. @type {Set<string>} */
  #used = new Set();
  /** @type {Map<string, number>} */
  #counts = new OwnMap();
  isChanged = false;

  /**
   * @param {"node" | "jest"} kind
   * @param {string | null} text `null` for a file that does not exist
   */
  constructor(kind, text) {
    this.#format = formats[kind];
    if (text !== null) this.#values = new Reader(text).read();
    if (kind !== "jest" || text === null) return;
    const version = exec(/^\/\/ \w+ Snapshot v(\d+)/, text);
    if (version !== null && version[1] !== "1") throw new Error(`line 1: the version of the format is ${version[1]}, and only 1 is known`);
  }

  /** The name of the next snapshot of a test. */
  next(/** @type {string} */ name) {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const id = `${name} ${count}`;
    setAdd(this.#used, id);
    return id;
  }

  get(/** @type {string} */ id) {
    return this.#values.get(id);
  }

  set(/** @type {string} */ id, /** @type {string} */ value) {
    this.#values.set(id, value);
    this.isChanged = true;
  }

  remove(/** @type {string} */ id) {
    this.#values.delete(id);
    this.isChanged = true;
  }

  /** The snapshots that nothing has used. */
  unused() {
    /** @type {string[]} */
    const ids = [];
    this.#values.forEach((_, id) => {
      if (!setHas(this.#used, id)) push(ids, id);
    });
    return ids;
  }

  /** The whole file; `null` if there is nothing to keep. */
  text() {
    const keys = nullPrototype({});
    this.#values.forEach((_, id) => {
      keys[this.#format.key(id)] = id;
    });
    const sorted = objectKeys(keys);
    if (sorted.length === 0) return null;
    sort(sorted, this.#format.compare);
    /** @type {string[]} */
    const lines = [];
    for (let i = 0; i < sorted.length; i++) {
      const key = /** @type {string} */ (sorted[i]);
      push(lines, `exports[\`${key}\`] = \`${this.#format.value(/** @type {string} */ (this.#values.get(keys[key])))}\`;`);
    }
    return `${this.#format.entries(lines)}\n`;
  }
}

/** The place of a character in the order of the package natural-compare, which Jest sorts by; 66 to 75 for digits. */
function rank(/** @type {string} */ text, /** @type {number} */ index) {
  const code = index < text.length ? charCodeAt(text, index) : 0;
  if (code < 45 || code > 127) return code;
  if (code < 46) return 65;
  if (code < 48) return code - 1;
  if (code < 58) return code + 18;
  if (code < 65) return code - 11;
  if (code < 91) return code + 11;
  if (code < 97) return code - 37;
  return code < 123 ? code + 5 : code - 63;
}

/** The order of names whose numbers are compared as numbers. @returns {number} */
function compareNaturally(/** @type {string} */ a, /** @type {string} */ b) {
  for (let atA = 0, atB = 0; ; ) {
    const rankA = rank(a, atA);
    const rankB = rank(b, atB);
    if (rankA > 66 && rankA < 76 && rankB > 66 && rankB < 76) {
      const startA = atA;
      const startB = atB;
      while (rank(a, atA) > 65 && rank(a, atA) < 76) atA += 1;
      while (rank(b, atB) > 65 && rank(b, atB) < 76) atB += 1;
      const difference = +stringSlice(a, startA, atA) - +stringSlice(b, startB, atB);
      if (difference !== 0) return difference < 0 ? -1 : 1;
      continue;
    }
    if (rankA !== rankB) return rankA < rankB ? -1 : 1;
    if (rankA === 0) return 0;
    atA += 1;
    atB += 1;
  }
}

/** Whether a snapshot may belong to a test or a suite. */
export const isOf = (/** @type {string} */ id, /** @type {string} */ name) => startsWith(id, `${name} `) || startsWith(id, `${name}: `);
