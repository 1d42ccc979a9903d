// @ts-check
// The walk through a value on its way out: everything is read once, and what JSON can say is left.
//
// Every object is copied before it is looked at: getters and proxy traps run once, planted setters never,
// and what was checked is what is written. `toJSON` is never called.

import {
  ObjectPrototype,
  OwnMap,
  arrayToSpliced,
  dateGetTime,
  getPrototypeOf,
  hasOwn,
  isArray,
  isFinite,
  list,
  mapForEach,
  mapSize,
  objectKeys,
  setForEach,
  setSize,
} from "./primordials.js";
import { exceeded } from "./errors.js";
import { MOST_DIGITS } from "./kinds.js";
import { contentOf } from "./thrown.js";
import { kindOf, nameOfBytes, nameOfEmpty, unbox } from "./brands.js";
import { bytesOf, encodeBytes, lengthOf } from "./bytes.js";
import { FAILED, Refusal, step } from "./refusal.js";

/** @typedef {Record<string, unknown>} Members */

const UNDEFINED = { $undefined: true };

/** @param {number} value one that JSON cannot say */
const numberName = (value) => (value === 0 ? "-0" : `${value}`);

/**
 * Whether a value is a primitive that JSON says as it is: most are, and need no further call.
 *
 * @param {unknown} value
 */
const isJSON = (value) => typeof value === "string" || (typeof value === "number" && value !== 0 && isFinite(value));

/**
 * A copy with elements all its own. Short arrays are most arrays, and a literal is four times as fast as a call.
 *
 * @param {unknown[]} array
 * @returns {unknown[]}
 */
const copied = (array) => {
  switch (array.length) {
    case 1:
      return [array[0]];
    case 2:
      return [array[0], array[1]];
    case 3:
      return [array[0], array[1], array[2]];
    case 4:
      return [array[0], array[1], array[2], array[3]];
    default:
      return arrayToSpliced(array, 0, 0);
  }
};

/** Whether a loop over any object meets what a page planted on `Object.prototype`. */
const hasPlantedMembers = () => {
  for (const _ in {}) return true;
  return false;
};

export class Walker {
  #limits;
  #inline;
  #isPolluted = false;
  #refusal = new Refusal();

  /** How many values were met. */
  nodes = 0;
  /** How many bytes go beside the text. */
  attached = 0;
  /**
   * The bytes that were met, by the index that stands for them.
   *
   * @type {Map<number, unknown> | undefined}
   */
  found;

  /**
   * @param {import("./encoder.js").Limits} limits
   * @param {number} inline bytes of at most so many go into the text as base64
   */
  constructor(limits, inline) {
    this.#limits = limits;
    this.#inline = inline;
  }

  /**
   * Throws a `BridgeError` when the value cannot cross.
   *
   * @param {unknown} value
   * @param {string} label
   */
  tree(value, label) {
    let tree;
    try {
      this.#isPolluted = hasPlantedMembers();
      tree = this.#value(value, this.#limits.depth);
    } catch {
      throw exceeded(label, "depth", this.#limits.depth); // Only the stack's end can throw here.
    }
    if (tree === FAILED) throw this.#refusal.error(label);
    return tree;
  }

  /**
   * @param {unknown} value
   * @param {number} depth how many more containers may follow
   * @returns {unknown} what JSON can say, or FAILED
   */
  #value(value, depth) {
    this.nodes += 1;
    switch (typeof value) {
      case "string":
        return value;
      case "boolean":
        return value;
      case "number":
        return isFinite(value) && (value !== 0 || 1 / value > 0) ? value : { $number: numberName(value) };
      case "undefined":
        return UNDEFINED;
      case "bigint":
        return this.#bigInt(`${value}`);
      case "object":
        return value === null ? null : this.#container(value, depth);
      default:
        return this.#refusal.because(`a ${typeof value} cannot cross the bridge`);
    }
  }

  /** @param {string} digits */
  #bigInt(digits) {
    if (digits.length <= MOST_DIGITS) return { $bigint: digits };
    return this.#refusal.because(`a BigInt of more than ${MOST_DIGITS} digits cannot cross the bridge`);
  }

  /**
   * @param {object} value
   * @param {number} depth
   */
  #container(value, depth) {
    const { nodes } = this.#limits;
    if (depth === 0) return this.#refusal.tooDeep(value, this.#limits.depth);
    if (this.nodes > nodes) return this.#refusal.exceeds("nodes", nodes);
    /** @type {unknown[] | undefined} */
    let elements;
    /** @type {Members | undefined} */
    let members;
    /** @type {string | undefined} */
    let kind;
    try {
      if (isArray(value)) {
        if (value.length > nodes - this.nodes) return this.#refusal.exceeds("nodes", nodes);
        elements = copied(value);
      } else {
        const prototype = getPrototypeOf(value);
        if (prototype !== ObjectPrototype && prototype !== null) kind = kindOf(value, prototype);
        if (kind === undefined) members = /** @type {Members} */ ({ ...value });
      }
    } catch (cause) {
      return this.#readSlowly(value, depth, cause);
    }
    if (elements !== undefined) return this.#array(value, elements, depth);
    if (members !== undefined) return this.#object(value, members, depth);
    return this.#special(/** @type {string} */ (kind), value, depth);
  }

  /**
   * @param {object} owner
   * @param {unknown[]} elements a copy, in which the elements are replaced
   * @param {number} depth
   */
  #array(owner, elements, depth) {
    for (let at = 0; at < elements.length; at += 1) {
      const element = elements[at];
      if (isJSON(element)) {
        this.nodes += 1;
        continue;
      }
      const crossed = this.#value(element, depth - 1);
      if (crossed === FAILED) return this.#refusal.within(owner, `[${at}]`);
      if (crossed !== element) elements[at] = crossed;
    }
    return elements;
  }

  /**
   * @param {object} owner
   * @param {Members} members a copy, in which the members are replaced
   * @param {number} depth
   */
  #object(owner, members, depth) {
    let count = 0;
    let last = "";
    for (const key in members) {
      if (this.#isPolluted && !hasOwn(members, key)) continue;
      const member = members[key];
      count += 1;
      last = key;
      if (isJSON(member)) {
        this.nodes += 1;
        continue;
      }
      const crossed = this.#value(member, depth - 1);
      if (crossed === FAILED) return this.#refusal.within(owner, step(key));
      if (crossed !== member) members[key] = crossed;
    }
    const { nodes } = this.#limits;
    if (this.nodes > nodes) return this.#refusal.exceeds("nodes", nodes);
    const name = count === 0 ? nameOfEmpty(owner) : undefined;
    if (name !== undefined) return this.#refusal.because(`${name} has no properties that could cross the bridge`);
    return count === 1 && last[0] === "$" ? { $object: members } : members;
  }

  /**
   * Reads again, property by property, to say which one could not be read.
   *
   * @param {object} value
   * @param {number} depth
   * @param {unknown} cause
   */
  #readSlowly(value, depth, cause) {
    const members = /** @type {Members} */ ({ __proto__: null });
    let key = "";
    let isReading = false;
    try {
      const keys = objectKeys(value);
      isReading = true;
      for (let at = 0; at < keys.length; at += 1) {
        key = keys[at];
        members[key] = /** @type {Members} */ (value)[key];
      }
      isReading = false;
      if (!isArray(value)) return this.#object(value, members, depth);
    } catch (failure) {
      cause = failure;
    }
    this.#refusal.because("it cannot be read", cause);
    if (!isReading) return FAILED;
    return this.#refusal.within(value, isArray(value) ? `[${key}]` : step(key));
  }

  /**
   * @param {string} kind
   * @param {object} value
   * @param {number} depth
   */
  #special(kind, value, depth) {
    switch (kind) {
      case "Date":
      case "Map":
      case "Set":
      case "Boolean":
      case "Number":
      case "String":
      case "BigInt":
      case "Symbol":
        return this.#branded(kind, value, depth);
      case "Error":
        return this.#error(value, depth);
      case "SharedArrayBuffer":
      case "RegExp":
      case "Promise":
      case "WeakMap":
      case "WeakSet":
      case "WeakRef":
      case "FinalizationRegistry":
        return this.#refusal.because(`a ${kind} cannot cross the bridge`);
    }
    const name = nameOfBytes(value);
    return name === undefined ? this.#instance(value, depth) : this.#bytes(value, name);
  }

  /**
   * An object that claims a class: its brand has the last word.
   *
   * @param {string} kind
   * @param {object} value
   * @param {number} depth
   */
  #branded(kind, value, depth) {
    let inside;
    try {
      if (kind === "Date") inside = dateGetTime(value);
      else if (kind === "Map") inside = list(mapSize(value));
      else if (kind === "Set") inside = list(setSize(value));
      else inside = unbox(kind, value);
    } catch {
      return this.#instance(value, depth);
    }
    if (kind === "Date") return { $date: inside === inside ? inside : null };
    if (kind === "Map") return this.#map(value, /** @type {unknown[]} */ (inside), depth);
    if (kind === "Set") return this.#set(value, /** @type {unknown[]} */ (inside), depth);
    return this.#value(inside, depth);
  }

  /**
   * @param {object} map
   * @param {unknown[]} entries as many as the map has
   * @param {number} depth
   */
  #map(map, entries, depth) {
    let count = 0;
    mapForEach(map, (/** @type {unknown} */ value, /** @type {unknown} */ key) => void (entries[count++] = [key, value]));
    const crossed = this.#array(map, entries, depth);
    return crossed === FAILED ? FAILED : { $map: crossed };
  }

  /**
   * @param {object} set
   * @param {unknown[]} elements as many as the set has
   * @param {number} depth
   */
  #set(set, elements, depth) {
    let count = 0;
    setForEach(set, (/** @type {unknown} */ element) => void (elements[count++] = element));
    const crossed = this.#array(set, elements, depth);
    return crossed === FAILED ? FAILED : { $set: crossed };
  }

  /**
   * An instance of a class of its own crosses as its own properties.
   *
   * @param {object} value
   * @param {number} depth
   */
  #instance(value, depth) {
    let members;
    try {
      members = /** @type {Members} */ ({ ...value });
    } catch (cause) {
      return this.#readSlowly(value, depth, cause);
    }
    return this.#object(value, members, depth);
  }

  /**
   * @param {object} error
   * @param {number} depth
   */
  #error(error, depth) {
    let content;
    try {
      content = contentOf(error);
    } catch (cause) {
      return this.#refusal.because("it cannot be read", cause);
    }
    const crossed = this.#object(error, content, depth);
    return crossed === FAILED ? FAILED : { $error: crossed };
  }

  /**
   * @param {object} value
   * @param {string} name
   */
  #bytes(value, name) {
    try {
      const bytes = bytesOf(value);
      const length = lengthOf(bytes);
      if (length <= this.#inline) return this.#bytesTag(encodeBytes(bytes), name);
      const { messageBytes } = this.#limits;
      this.attached += length;
      if (this.attached > messageBytes) return this.#refusal.exceeds("messageBytes", messageBytes);
    } catch (cause) {
      return this.#refusal.because("a detached buffer cannot cross the bridge", cause);
    }
    const found = (this.found ??= new OwnMap());
    const index = found.size;
    found.set(index, value);
    return this.#bytesTag(index, name);
  }

  /**
   * @param {unknown} bytes
   * @param {string} name
   */
  #bytesTag(bytes, name) {
    return { $bytes: [bytes, name] };
  }
}
