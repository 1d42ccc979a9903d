// @ts-check
import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { defineInspection, describeInterface, requireArguments } from "../interface.js";
import { append, makeList } from "../../shared/lists.js";
import { defineProperty, getOwnPropertyDescriptor, isArray, toWellFormed, TypeError } from "../../shared/primordials.js";
import { definePairs } from "../pair-iterator.js";
import { contentsOf, File, fileOf, makeFile, wallClock } from "./blob.js";

/** @typedef {string | File} Value */
/** @typedef {[name: string, value: Value]} Entry */

/**
 * The entries of a form. `undefined` for any other value.
 * @type {(value: unknown) => Entry[] | undefined}
 */
export let entriesOf;

/** The names and values of a form, with files. */
export class FormData {
  /** @type {Entry[]} */
  #entries = makeList();

  /** @param {unknown} [form] there are no forms here */
  constructor(form = undefined) {
    if (form !== undefined) throw new TypeError("FormData: there is no HTML form to read");
  }

  /**
   * @param {unknown} name
   * @param {unknown} value
   * @param {unknown} [filename]
   */
  append(name, value, filename = undefined) {
    const entries = this.#entries;
    requireArguments("FormData.append", arguments.length, 2);
    entries[entries.length] = entryFrom(name, value, filename, arguments.length, "FormData.append");
  }

  /** @param {unknown} name */
  delete(name) {
    void this.#entries; // Throws for an object of another class.
    requireArguments("FormData.delete", arguments.length, 1);
    const key = text(name);
    this.#keep((entry) => entry[0] !== key);
  }

  /** @param {unknown} name */
  get(name) {
    const entries = this.#entries;
    requireArguments("FormData.get", arguments.length, 1);
    const key = text(name);
    for (let i = 0; i < entries.length; i++) {
      const entry = /** @type {Entry} */ (entries[i]);
      if (entry[0] === key) return entry[1];
    }
    return null;
  }

  /** @param {unknown} name */
  getAll(name) {
    const entries = this.#entries;
    requireArguments("FormData.getAll", arguments.length, 1);
    const key = text(name);
    /** @type {Value[]} */
    const values = [];
    for (let i = 0; i < entries.length; i++) {
      const entry = /** @type {Entry} */ (entries[i]);
      if (entry[0] === key) append(values, entry[1]);
    }
    return values;
  }

  /** @param {unknown} name */
  has(name) {
    const entries = this.#entries;
    requireArguments("FormData.has", arguments.length, 1);
    const key = text(name);
    for (let i = 0; i < entries.length; i++) if (/** @type {Entry} */ (entries[i])[0] === key) return true;
    return false;
  }

  /**
   * Replaces the first entry with the name, and removes the others.
   *
   * @param {unknown} name
   * @param {unknown} value
   * @param {unknown} [filename]
   */
  set(name, value, filename = undefined) {
    void this.#entries;
    requireArguments("FormData.set", arguments.length, 2);
    const entry = entryFrom(name, value, filename, arguments.length, "FormData.set");
    let isSet = false;
    this.#keep((other) => {
      if (other[0] !== entry[0]) return true;
      if (isSet) return false;
      isSet = true;
      other[1] = entry[1];
      return true;
    });
    if (!isSet) this.#entries[this.#entries.length] = entry;
  }

  /** @param {(entry: Entry) => boolean} isKept */
  #keep(isKept) {
    /** @type {Entry[]} */
    const kept = makeList();
    for (let i = 0; i < this.#entries.length; i++) {
      const entry = /** @type {Entry} */ (this.#entries[i]);
      if (isKept(entry)) kept[kept.length] = entry;
    }
    this.#entries = kept;
  }

  static {
    entriesOf = (value) => (isObject(value) && #entries in value ? value.#entries : undefined);
  }
}

definePairs(FormData, (form) => {
  const entries = entriesOf(form);
  if (entries === undefined) throw new TypeError("The receiver is not a FormData");
  return entries;
});
describeInterface(FormData);
defineInspection(FormData, (form) => {
  const shown = {};
  const entries = entriesOf(form) ?? [];
  for (let i = 0; i < entries.length; i++) {
    const { 0: name, 1: added } = /** @type {Entry} */ (entries[i]);
    const known = getOwnPropertyDescriptor(shown, name)?.value;
    if (isArray(known)) append(known, added);
    else defineProperty(shown, name, nullPrototype({ value: known === undefined ? added : [known, added], enumerable: true, configurable: true, writable: true }));
  }
  return shown;
});

/** @param {unknown} value */
const text = (value) => toWellFormed(`${value}`);

/**
 * @param {unknown} name
 * @param {unknown} value
 * @param {unknown} filename
 * @param {number} count of the arguments
 * @param {string} method
 * @returns {Entry}
 */
function entryFrom(name, value, filename, count, method) {
  const key = text(name);
  const contents = contentsOf(value);
  if (contents === undefined) {
    if (count > 2) throw new TypeError(`${method}: only a Blob has a filename`);
    return [key, text(value)];
  }
  const file = fileOf(value);
  if (file !== undefined && filename === undefined) return [key, /** @type {File} */ (value)];
  const parts = {
    name: filename === undefined ? "blob" : text(filename),
    lastModified: file === undefined ? wallClock() : file.lastModified,
  };
  return [key, makeFile(contents, parts)];
}
