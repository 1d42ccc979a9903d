// @ts-check
// A pattern that is written like a URL, divided into the patterns of its components, in the terms of the URL Pattern Standard.

import { nullPrototype } from "../../../shared/define.js";
import { stringSlice } from "../../../shared/primordials.js";
import { canonicalProtocol } from "./canonical.js";
import { compile } from "./component.js";
import { componentNames } from "./names.js";
import { matchesSpecialScheme } from "./schemes.js";
import { tokenize } from "./tokenizer.js";

/** @typedef {import("./tokenizer.js").Token} Token */
/** @typedef {import("./names.js").ComponentName} ComponentName */
/** @typedef {import("./names.js").Init} Init */
/** @typedef {"init" | "authority" | "done" | ComponentName} State */

/**
 * @param {string} text
 * @returns {Init}
 */
export function parseConstructorText(text) {
  return new ConstructorTextParser(text).parse();
}

const noDivision = { delimiter: "", prefix: "" };

class ConstructorTextParser {
  #text;
  #tokens;
  #result = nullPrototype(/** @type {Init} */ ({}));
  /** @type {State} */
  #state = "init";
  /** The token at which the component begins. */
  #start = 0;
  #index = 0;
  #groups = 0;
  #brackets = 0;
  #isSpecial = false;

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
    this.#tokens = tokenize(text, true);
  }

  parse() {
    while (this.#state !== "done") this.#step();
    const result = this.#result;
    if (result.hostname !== undefined && result.port === undefined) result.port = "";
    return result;
  }

  #step() {
    const { kind } = this.#at(this.#index);
    if (kind === "end") return this.#end();
    if (kind === "open") this.#groups += 1;
    else if (kind === "close" && this.#groups > 0) this.#groups -= 1;
    if (kind === "open" || this.#groups > 0 || !this.#take()) this.#index += 1;
  }

  #end() {
    if (this.#state === "init") {
      this.#index = this.#start;
      if (this.#isNext("#")) this.#enter("hash", 1);
      else if (this.#isSearchNext()) this.#enter("search", 1);
      else this.#enter("pathname", 0);
    } else if (this.#state === "authority") this.#retry("hostname");
    else this.#enter("done", 0);
  }

  /** Whether the next token ends the component; if so, the parser has moved on. */
  #take() {
    switch (this.#state) {
      case "init":
        return this.#isNext(":") && this.#retry("protocol");
      case "protocol":
        return this.#isNext(":") && this.#endProtocol();
      case "authority":
        if (this.#isNext("@")) return this.#retry("username");
        return (this.#isNext("/") || this.#isSearchNext() || this.#isNext("#")) && this.#retry("hostname");
      case "username":
        if (this.#isNext(":")) return this.#enter("password", 1);
        return this.#isNext("@") && this.#enter("hostname", 1);
      case "password":
        return this.#isNext("@") && this.#enter("hostname", 1);
      case "hostname":
        if (this.#isNext("[")) this.#brackets += 1;
        else if (this.#isNext("]")) this.#brackets -= 1;
        else if (this.#isNext(":") && this.#brackets === 0) return this.#enter("port", 1);
        return this.#takePath();
      case "port":
        return this.#takePath();
      case "pathname":
        return this.#takeSearch();
      case "search":
        return this.#isNext("#") && this.#enter("hash", 1);
      default:
        return false;
    }
  }

  #takePath() {
    return this.#isNext("/") ? this.#enter("pathname", 0) : this.#takeSearch();
  }

  #takeSearch() {
    if (this.#isSearchNext()) return this.#enter("search", 1);
    return this.#isNext("#") && this.#enter("hash", 1);
  }

  #endProtocol() {
    this.#isSpecial = matchesSpecialScheme(compile(this.#component(), canonicalProtocol, noDivision, false));
    if (this.#isChar(this.#index + 1, "/") && this.#isChar(this.#index + 2, "/")) return this.#enter("authority", 3);
    return this.#enter(this.#isSpecial ? "authority" : "pathname", 1);
  }

  /**
   * Reads the component again, as another one.
   * @param {State} state
   */
  #retry(state) {
    this.#index = this.#start;
    this.#state = state;
    return true;
  }

  /**
   * Ends the component.
   *
   * @param {State} next
   * @param {number} skipped the tokens between both
   */
  #enter(next, skipped) {
    const state = this.#state;
    const result = this.#result;
    if (isComponent(state)) result[state] = this.#component();
    if (state !== "init" && next !== "done") {
      if (order(state) < order("hostname") && order(next) > order("hostname")) result.hostname ??= "";
      if (order(state) < order("pathname") && order(next) > order("pathname")) result.pathname ??= this.#isSpecial ? "/" : "";
      if (order(state) < order("search") && next === "hash") result.search ??= "";
    }
    this.#state = next;
    this.#index += skipped;
    this.#start = this.#index;
    return true;
  }

  #component() {
    return stringSlice(this.#text, this.#at(this.#start).index, this.#at(this.#index).index);
  }

  /** @param {number} index */
  #at(index) {
    const last = this.#tokens.length - 1;
    return /** @type {Token} */ (this.#tokens[index < last ? index : last]);
  }

  /**
   * @param {number} index
   * @param {string} character
   */
  #isChar(index, character) {
    const { kind, value } = this.#at(index);
    return value === character && (kind === "char" || kind === "escaped-char" || kind === "invalid-char");
  }

  /** @param {string} character */
  #isNext(character) {
    return this.#isChar(this.#index, character);
  }

  /** Whether a question mark begins the search; after a group it is a modifier. */
  #isSearchNext() {
    if (this.#isNext("?")) return true;
    if (this.#at(this.#index).value !== "?") return false;
    if (this.#index === 0) return true;
    const { kind } = this.#at(this.#index - 1);
    return kind !== "name" && kind !== "regexp" && kind !== "close" && kind !== "asterisk";
  }
}

/**
 * @param {State} state
 * @returns {state is ComponentName}
 */
const isComponent = (state) => state !== "init" && state !== "authority" && state !== "done";

/**
 * The position of a state among the components; the authority has the position of its first component.
 * @param {State} state
 */
function order(state) {
  const name = state === "authority" ? "username" : state;
  for (let i = 0; i < componentNames.length; i++) if (componentNames[i] === name) return i;
  return componentNames.length;
}
