// @ts-check
import { isObject } from "../../shared/is-object.js";
import { defineInspection, describeInterface, requireArguments } from "../interface.js";
import { append } from "../../shared/lists.js";
import {
  getOwnPropertyDescriptor, join, Map, mapGet, mapSet, ownKeys, sort, stringIndexOf, stringSlice, symbolIterator,
  toWellFormed, TypeError,
} from "../../shared/primordials.js";
import { definePairs } from "../pair-iterator.js";
import { toArray } from "../sequence.js";
import { replaceAll, split } from "../../shared/text.js";
import { FORM, percentDecode, percentEncode } from "./percent.js";

/** @typedef {[name: string, value: string]} Pair */

/**
 * The functions that only a URL may call with its parameters.
 *
 * @typedef {object} Control
 * @property {(query: string, changed: () => void) => URLSearchParams} make makes parameters that report each change
 * @property {(params: URLSearchParams, query: string) => void} replace
 * @property {(params: URLSearchParams) => readonly Pair[]} pairs
 * @property {(value: unknown) => string | undefined} query the query of parameters, and `undefined` for any other value
 */

/** @type {Control} */
export let control;

/** @param {unknown} value */
export const toText = (value) => toWellFormed(`${value}`);

/** The names and values of a query. */
export class URLSearchParams {
  /** @type {Pair[]} */
  #pairs;
  /** @type {(() => void) | undefined} */
  #changed;

  /** @param {unknown} [init] a query, pairs, or an object of values by name */
  constructor(init = "") {
    this.#pairs = isObject(init) ? pairsOf(init) : parse(withoutMark(toText(init)));
  }

  get size() {
    return this.#pairs.length;
  }

  /**
   * @param {unknown} name
   * @param {unknown} value
   */
  append(name, value) {
    requireArguments("URLSearchParams.append", arguments.length, 2);
    append(this.#pairs, [toText(name), toText(value)]);
    this.#update();
  }

  /**
   * @param {unknown} name
   * @param {unknown} [value] deletes the pairs of this value only
   */
  delete(name, value = undefined) {
    requireArguments("URLSearchParams.delete", arguments.length, 1);
    const isGone = matcher(name, value);
    this.#keep((pair) => !isGone(pair));
  }

  /** @param {unknown} name */
  get(name) {
    requireArguments("URLSearchParams.get", arguments.length, 1);
    const isMeant = matcher(name, undefined);
    for (let i = 0; i < this.#pairs.length; i++) {
      const pair = /** @type {Pair} */ (this.#pairs[i]);
      if (isMeant(pair)) return pair[1];
    }
    return null;
  }

  /** @param {unknown} name */
  getAll(name) {
    requireArguments("URLSearchParams.getAll", arguments.length, 1);
    const isMeant = matcher(name, undefined);
    /** @type {string[]} */
    const values = [];
    for (let i = 0; i < this.#pairs.length; i++) {
      const pair = /** @type {Pair} */ (this.#pairs[i]);
      if (isMeant(pair)) append(values, pair[1]);
    }
    return values;
  }

  /**
   * @param {unknown} name
   * @param {unknown} [value]
   */
  has(name, value = undefined) {
    requireArguments("URLSearchParams.has", arguments.length, 1);
    const isMeant = matcher(name, value);
    for (let i = 0; i < this.#pairs.length; i++) if (isMeant(/** @type {Pair} */ (this.#pairs[i]))) return true;
    return false;
  }

  /**
   * Replaces the value of the first pair with the name, and removes the other pairs with it.
   *
   * @param {unknown} name
   * @param {unknown} value
   */
  set(name, value) {
    requireArguments("URLSearchParams.set", arguments.length, 2);
    /** @type {Pair} */
    const pair = [toText(name), toText(value)];
    let isSet = false;
    this.#keep((other) => {
      if (other[0] !== pair[0]) return true;
      if (isSet) return false;
      isSet = true;
      other[1] = pair[1];
      return true;
    });
    if (isSet) return;
    append(this.#pairs, pair);
    this.#update();
  }

  /** Sorts by the UTF-16 units of the names; pairs with the same name keep their order. */
  sort() {
    sort(this.#pairs, (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
    this.#update();
  }

  toString() {
    return serialize(this.#pairs);
  }

  /** @param {(pair: Pair) => boolean} isKept */
  #keep(isKept) {
    /** @type {Pair[]} */
    const pairs = [];
    for (let i = 0; i < this.#pairs.length; i++) {
      const pair = /** @type {Pair} */ (this.#pairs[i]);
      if (isKept(pair)) append(pairs, pair);
    }
    this.#pairs = pairs;
    this.#update();
  }

  #update() {
    this.#changed?.();
  }

  static {
    control = {
      make: (query, changed) => {
        const params = new URLSearchParams();
        params.#pairs = parse(query);
        params.#changed = changed;
        return params;
      },
      replace: (params, query) => {
        params.#pairs = parse(query);
      },
      pairs: (params) => params.#pairs,
      query: (value) => (isObject(value) && #pairs in value ? serialize(value.#pairs) : undefined),
    };
  }
}

definePairs(URLSearchParams, (params) => control.pairs(params));
describeInterface(URLSearchParams);
defineInspection(URLSearchParams, (params, inspect, breakLength) => {
  const pairs = control.pairs(params);
  /** @type {string[]} */
  const shown = [];
  let length = 0;
  for (let i = 0; i < pairs.length; i++) {
    const pair = /** @type {Pair} */ (pairs[i]);
    const text = `${inspect(pair[0])} => ${inspect(pair[1])}`;
    append(shown, text);
    length += text.length + 2;
  }
  if (shown.length === 0) return "{}";
  return length > breakLength ? `{\n  ${join(shown, ",\n  ")} }` : `{ ${join(shown, ", ")} }`;
});

/**
 * Whether a pair has the name, and the value if one is given.
 *
 * @param {unknown} name
 * @param {unknown} value
 * @returns {(pair: Pair) => boolean}
 */
function matcher(name, value) {
  const wantedName = toText(name);
  if (value === undefined) return (pair) => pair[0] === wantedName;
  const wantedValue = toText(value);
  return (pair) => pair[0] === wantedName && pair[1] === wantedValue;
}

/** @param {string} query */
export function withoutMark(query) {
  return stringSlice(query, 0, 1) === "?" ? stringSlice(query, 1) : query;
}

/**
 * @param {object} init pairs, or an object of values by name
 * @returns {Pair[]}
 */
function pairsOf(init) {
  /** @type {Pair[]} */
  const pairs = [];
  const iterate = /** @type {{ [key: symbol]: unknown }} */ (init)[symbolIterator];
  if (iterate !== undefined && iterate !== null) {
    const elements = toArray(init, "URLSearchParams");
    for (let i = 0; i < elements.length; i++) {
      const pair = toArray(elements[i], "URLSearchParams");
      if (pair.length !== 2) throw new TypeError(`URLSearchParams: a pair must have two elements, not ${pair.length}`);
      append(pairs, [toText(pair[0]), toText(pair[1])]);
    }
    return pairs;
  }
  /** @type {Map<string, Pair>} */
  const known = new Map();
  const keys = ownKeys(init);
  for (let i = 0; i < keys.length; i++) {
    const key = /** @type {string} */ (keys[i]);
    if (getOwnPropertyDescriptor(init, key)?.enumerable !== true) continue;
    // Two names may be equal without their lone surrogates: the last value counts.
    const name = toText(key);
    const pair = mapGet(known, name) ?? [name, ""];
    pair[1] = toText(/** @type {{ [name: string]: unknown }} */ (init)[key]);
    if (mapGet(known, name) === undefined) append(pairs, pair);
    mapSet(known, name, pair);
  }
  return pairs;
}

/**
 * @param {string} query without lone surrogates
 * @returns {Pair[]}
 */
export function parse(query) {
  /** @type {Pair[]} */
  const pairs = [];
  const parts = split(query, "&");
  for (let i = 0; i < parts.length; i++) {
    const part = /** @type {string} */ (parts[i]);
    if (part === "") continue;
    const equals = stringIndexOf(part, "=");
    const name = equals < 0 ? part : stringSlice(part, 0, equals);
    append(pairs, [decoded(name), equals < 0 ? "" : decoded(stringSlice(part, equals + 1))]);
  }
  return pairs;
}

/** @param {string} text */
const decoded = (text) => percentDecode(replaceAll(text, "+", " "));

/** @param {string} text */
const encoded = (text) => replaceAll(percentEncode(text, FORM), "%20", "+");

/** @param {readonly Pair[]} pairs */
function serialize(pairs) {
  let query = "";
  for (let i = 0; i < pairs.length; i++) {
    const pair = /** @type {Pair} */ (pairs[i]);
    query += `${i === 0 ? "" : "&"}${encoded(pair[0])}=${encoded(pair[1])}`;
  }
  return query;
}
