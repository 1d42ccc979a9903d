// @ts-check
// The walk that encodes a value: everything is read once, and the result is a tree that JSON can express.
//
// Every object is copied before it is inspected: getters and proxy traps run once, setters of a page never, and the copy that
// was checked is the copy that is written. `toJSON` is never called.

import { bytesOf } from "../shared/bytes.js";
import { copied, list, makeList } from "../shared/lists.js";
import {
  dateGetTime, getPrototypeOf, hasOwn, isArray, isFinite, mapForEach, mapSize, objectKeys, objectPrototype, OwnMap, setForEach,
  setSize, stringSlice,
} from "../shared/primordials.js";
import { unbox } from "../shared/unbox.js";
import { exceeded } from "./errors.js";
import { MOST_DIGITS } from "./kinds.js";
import { contentOf } from "./thrown.js";
import { kindOf, nameOfBytes, nameOfEmpty } from "./brands.js";
import { encodeBytes, lengthOf } from "./bytes.js";
import { FAILED, LONG_BIGINT, NOT_HERE, Refusal, step } from "./refusal.js";
import { hasPlantedMembers } from "./planted.js";
import { lend } from "./references.js";

/** @typedef {Record<string, unknown>} Members */

const UNDEFINED = { $undefined: true };

/** @param {number} value one that JSON cannot say */
const numberName = (value) => (value === 0 ? "-0" : `${value}`);

/**
 * Whether a value is a primitive that JSON expresses as it is: most values are, and need no further call.
 *
 * @param {unknown} value
 */
const isJSON = (value) => typeof value === "string" || (typeof value === "number" && value !== 0 && isFinite(value));

export class Walker {
  #limits;
  #inline;
  #plain;
  #isPolluted = false;
  #refusal = new Refusal();

  /** The number of values so far. */
  nodes = 0;
  /** The number of bytes that go beside the text. */
  attached = 0;
  /**
   * The bytes so far, by the index that stands for them.
   *
   * @type {Map<number, unknown> | undefined}
   */
  found;
  /** @type {import("./encoder.js").Encoder | undefined} the encoder of a value in which functions may cross */
  lender;
  /** @type {number[] | undefined} the numbers of the functions and objects so far */
  lent;
  /** @type {import("./remotes.js").Remotes | undefined} the objects that cross by reference */
  remotes;

  /**
   * @param {import("./encoder.js").Limits} limits
   * @param {number} inline bytes up to this count go into the text as base64
   * @param {import("./platform.js").Platform["plain"]} plain
   */
  constructor(limits, inline, plain) {
    this.#limits = limits;
    this.#inline = inline;
    this.#plain = plain;
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
      throw exceeded(label, "depth", this.#limits.depth); // Only the end of the stack can throw here.
    }
    if (tree === FAILED) throw this.#refusal.error(label);
    return tree;
  }

  /**
   * @param {unknown} value
   * @param {number} depth how many more levels are allowed
   * @returns {unknown} a tree that JSON can express, or FAILED
   */
  #value(value, depth) {
    this.nodes += 1;
    switch (typeof value) {
      case "string":
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
      case "function":
        return this.#reference(value, undefined);
      default:
        return this.#refusal.because(`a ${typeof value} cannot cross the bridge`);
    }
  }

  /**
   * @param {object} target
   * @param {string | undefined} type of an object: the name of its class
   */
  #reference(target, type) {
    const number = this.lender === undefined ? NOT_HERE[type === undefined ? "function" : "object"] : lend(this.lender, target);
    if (typeof number === "string") return this.#refusal.because(number);
    if (number < 0) return { $reference: number };
    const lent = (this.lent ??= makeList());
    lent[lent.length] = number;
    return { $reference: type === undefined ? number : [number, type] };
  }

  /** @param {string} digits */
  #bigInt(digits) {
    return digits.length <= MOST_DIGITS ? { $bigint: digits } : this.#refusal.because(LONG_BIGINT);
  }

  /**
   * @param {object} value
   * @param {number} depth
   */
  #container(value, depth) {
    if (this.remotes?.has(value) === true) return this.#reference(value, this.remotes.typeOf(value));
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
        if (prototype !== objectPrototype && prototype !== null) kind = kindOf(value, prototype);
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
    if (name !== undefined) return this.#empty(owner, name, depth);
    return count === 1 && last[0] === "$" ? { $object: members } : members;
  }

  /**
   * An object of the platform, whose properties do not describe it.
   *
   * @param {object} owner
   * @param {string} name
   * @param {number} depth
   */
  #empty(owner, name, depth) {
    const number = this.lender?.imports?.numberOf(owner);
    if (number !== undefined) return typeof number === "string" ? this.#refusal.because(number) : { $reference: number };
    try {
      const plain = this.#plain?.(owner);
      if (plain !== undefined) return this.#value(plain, depth);
    } catch (cause) {
      return this.#refusal.because("it cannot be read", cause);
    }
    const advice = stringSlice(name, 0, 9) === "Temporal." ? ": pass its text, which toString() returns" : "";
    return this.#refusal.because(`${name} has no properties that could cross the bridge${advice}`);
  }

  /**
   * Reads again, property by property, to find the one that cannot be read.
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
   * An object with the prototype of a built-in class: its internal slots decide.
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
   * @param {unknown[]} entries an array of the size of the map
   * @param {number} depth
   */
  #map(map, entries, depth) {
    let count = 0;
    mapForEach(/** @type {Map<unknown, unknown>} */ (map), (value, key) => void (entries[count++] = [key, value]));
    const crossed = this.#array(map, entries, depth);
    return crossed === FAILED ? FAILED : { $map: crossed };
  }

  /**
   * @param {object} set
   * @param {unknown[]} elements an array of the size of the set
   * @param {number} depth
   */
  #set(set, elements, depth) {
    let count = 0;
    setForEach(/** @type {Set<unknown>} */ (set), (element) => void (elements[count++] = element));
    const crossed = this.#array(set, elements, depth);
    return crossed === FAILED ? FAILED : { $set: crossed };
  }

  /**
   * An instance of an application's class crosses as its own properties.
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
      const bytes = bytesOf(value, "bytes");
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
