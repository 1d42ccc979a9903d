// @ts-check
import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { append, makeList } from "../../shared/lists.js";
import {
  charCodeAt, defineProperty, exec, getOwnPropertyDescriptor, ownKeys, sort, stringSlice, symbolIterator, toLowerCase, TypeError,
} from "../../shared/primordials.js";
import { defineInspection, describeInterface, internal, requireArguments } from "../interface.js";
import { definePairs } from "../pair-iterator.js";
import { toArray, visitElements } from "../sequence.js";

/** @typedef {[name: string, value: string, spelling: string]} Header a name in small letters, a value, and the name as it was written */

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** The headers of a message, in the order in which they were added. */
export class HeaderList {
  /** @type {Header[]} */
  headers = makeList();
  /** Whether JavaScript may not change them. */
  isImmutable = false;
  /**
   * Sorted and combined, until the next change.
   * @type {Header[] | undefined}
   */
  #sorted;

  /**
   * @param {string} name in small letters
   * @returns {string | null} the values, joined
   */
  get(name) {
    /** @type {string | null} */
    let value = null;
    for (let i = 0; i < this.headers.length; i++) {
      const header = /** @type {Header} */ (this.headers[i]);
      if (header[0] === name) value = value === null ? header[1] : `${value}, ${header[1]}`;
    }
    return value;
  }

  /**
   * @param {string} name in small letters
   * @param {string} value
   * @param {string} [spelling] the name as a server shall see it, if no other header has it
   */
  append(name, value, spelling = name) {
    this.#sorted = undefined;
    this.headers[this.headers.length] = [name, value, spelling];
  }

  /** @param {string} name */
  delete(name) {
    this.#sorted = undefined;
    /** @type {Header[]} */
    const kept = makeList();
    for (let i = 0; i < this.headers.length; i++) {
      const header = /** @type {Header} */ (this.headers[i]);
      if (header[0] !== name) kept[kept.length] = header;
    }
    this.headers = kept;
  }

  /**
   * Sets the first header with the name, and removes the others.
   *
   * @param {string} name in small letters
   * @param {string} value
   * @param {string} spelling the name as it is written
   */
  set(name, value, spelling) {
    this.#sorted = undefined;
    /** @type {Header[]} */
    const kept = makeList();
    let isSet = false;
    for (let i = 0; i < this.headers.length; i++) {
      const header = /** @type {Header} */ (this.headers[i]);
      if (header[0] !== name) kept[kept.length] = header;
      else if (!isSet) {
        isSet = true;
        kept[kept.length] = [name, value, header[2]];
      }
    }
    if (!isSet) kept[kept.length] = [name, value, spelling];
    this.headers = kept;
  }

  copy() {
    const result = new HeaderList();
    for (let i = 0; i < this.headers.length; i++) {
      const header = /** @type {Header} */ (this.headers[i]);
      result.append(header[0], header[1], header[2]);
    }
    return result;
  }

  /** The headers as they are iterated and sent: each name once, as it was first written, but for cookies. */
  get sorted() {
    if (this.#sorted !== undefined) return this.#sorted;
    /** @type {Header[]} */
    const all = [];
    for (let i = 0; i < this.headers.length; i++) append(all, /** @type {Header} */ (this.headers[i]));
    sort(all, (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
    /** @type {Header[]} */
    const combined = makeList();
    for (let i = 0; i < all.length; i++) {
      const header = /** @type {Header} */ (all[i]);
      const last = combined[combined.length - 1];
      if (last !== undefined && last[0] === header[0] && last[0] !== "set-cookie") last[1] = `${last[1]}, ${header[1]}`;
      else combined[combined.length] = [header[0], header[1], header[2]];
    }
    this.#sorted = combined;
    return combined;
  }
}

/**
 * The list of an object. `undefined` for any other value.
 * @type {(value: unknown) => HeaderList | undefined}
 */
export let listOf;

/** The headers of a request or a response. */
export class Headers {
  /** @type {HeaderList} */
  #list;

  /**
   * @param {unknown} [init]
   * @param {HeaderList} [list]
   */
  constructor(init = undefined, list = undefined) {
    if (init === internal) {
      this.#list = /** @type {HeaderList} */ (list);
      return;
    }
    this.#list = new HeaderList();
    if (init !== undefined) fill(this.#list, init);
  }

  /**
   * @param {unknown} name
   * @param {unknown} value
   */
  append(name, value) {
    const list = this.#list;
    requireArguments("Headers.append", arguments.length, 2);
    const key = byteString(name);
    const header = headerFrom(key, byteString(value));
    requireMutable(list);
    list.append(header[0], header[1], header[2]);
  }

  /** @param {unknown} name */
  delete(name) {
    const list = this.#list;
    requireArguments("Headers.delete", arguments.length, 1);
    const key = nameFrom(byteString(name));
    requireMutable(list);
    list.delete(key);
  }

  /** @param {unknown} name */
  get(name) {
    const list = this.#list;
    requireArguments("Headers.get", arguments.length, 1);
    return list.get(nameFrom(byteString(name)));
  }

  getSetCookie() {
    /** @type {string[]} */
    const cookies = [];
    const { headers } = this.#list;
    for (let i = 0; i < headers.length; i++) {
      const header = /** @type {Header} */ (headers[i]);
      if (header[0] === "set-cookie") append(cookies, header[1]);
    }
    return cookies;
  }

  /** @param {unknown} name */
  has(name) {
    const list = this.#list;
    requireArguments("Headers.has", arguments.length, 1);
    return list.get(nameFrom(byteString(name))) !== null;
  }

  /**
   * @param {unknown} name
   * @param {unknown} value
   */
  set(name, value) {
    const list = this.#list;
    requireArguments("Headers.set", arguments.length, 2);
    const key = byteString(name);
    const header = headerFrom(key, byteString(value));
    requireMutable(list);
    list.set(header[0], header[1], header[2]);
  }

  static {
    listOf = (value) => (isObject(value) && #list in value ? value.#list : undefined);
  }
}

definePairs(Headers, (headers) => {
  const list = listOf(headers);
  if (list === undefined) throw new TypeError("The receiver is not a Headers object");
  return list.sorted;
});
const originalIterate = getOwnPropertyDescriptor(Headers.prototype, symbolIterator)?.value;
describeInterface(Headers);
defineInspection(Headers, (headers) => {
  const shown = {};
  const pairs = listOf(headers)?.sorted ?? [];
  for (let i = 0; i < pairs.length; i++) {
    const pair = /** @type {Header} */ (pairs[i]);
    defineProperty(shown, pair[0], nullPrototype({ value: pair[1], enumerable: true, configurable: true, writable: true }));
  }
  return shown;
});

/** @param {HeaderList} list */
export const makeHeaders = (list) => new Headers(internal, list);

/** @param {HeaderList} list */
function requireMutable(list) {
  if (list.isImmutable) throw new TypeError("The headers cannot be changed");
}

/**
 * A text whose characters are bytes.
 * @param {unknown} value
 */
export function byteString(value) {
  const text = `${value}`;
  if (exec(/[^\0-\xff]/, text) !== null) throw new TypeError(`The text of a header must not contain characters above U+00FF: "${text}"`);
  return text;
}

/** @param {string} name */
function nameFrom(name) {
  if (exec(token, name) === null) throw new TypeError(`"${name}" is not a valid header name`);
  return toLowerCase(name);
}

/** @param {string} name */
export const isToken = (name) => exec(token, name) !== null;

/**
 * @param {string} name
 * @param {string} value
 * @returns {Header}
 */
function headerFrom(name, value) {
  const text = withoutSpace(value);
  const key = nameFrom(name);
  if (exec(/[\0\r\n]/, text) !== null) throw new TypeError(`The value of the header ${key} contains a line break or a NUL`);
  return [key, text, name];
}

/**
 * The text without white space of HTTP at both ends.
 * @param {string} text
 */
export function withoutSpace(text) {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(charCodeAt(text, start))) start += 1;
  while (end > start && isSpace(charCodeAt(text, end - 1))) end -= 1;
  return stringSlice(text, start, end);
}

/** @param {number} code */
const isSpace = (code) => code === 9 || code === 10 || code === 13 || code === 32;

/**
 * Adds headers: those of another object, pairs, or values by name.
 *
 * @param {HeaderList} list
 * @param {unknown} init
 */
export function fill(list, init) {
  if (!isObject(init)) throw new TypeError("Headers: the argument must be an object or a list of pairs");
  const iterate = /** @type {{ [key: symbol]: unknown }} */ (init)[symbolIterator];
  const other = listOf(init);
  if (other !== undefined && iterate === originalIterate) {
    for (let i = 0; i < other.headers.length; i++) {
      const header = /** @type {Header} */ (other.headers[i]);
      list.append(header[0], header[1], header[2]);
    }
    return;
  }
  /** @type {[name: string, value: string][]} */
  const headers = makeList();
  if (iterate !== undefined && iterate !== null) {
    visitElements(init, "Headers", (element) => {
      const pair = toArray(element, "Headers");
      if (pair.length !== 2) throw new TypeError(`Headers: a pair must have two elements, not ${pair.length}`);
      headers[headers.length] = [byteString(pair[0]), byteString(pair[1])];
    });
  } else {
    const keys = ownKeys(init);
    for (let i = 0; i < keys.length; i++) {
      const key = /** @type {string} */ (keys[i]);
      if (getOwnPropertyDescriptor(init, key)?.enumerable !== true) continue;
      const name = byteString(key);
      headers[headers.length] = [name, byteString(/** @type {{ [name: string]: unknown }} */ (init)[key])];
    }
  }
  for (let i = 0; i < headers.length; i++) {
    const pair = /** @type {[name: string, value: string]} */ (headers[i]);
    const header = headerFrom(pair[0], pair[1]);
    list.append(header[0], header[1], header[2]);
  }
}
