// @ts-check
// The structured clone algorithm of HTML. Getters are run, as it says.

import * as inspector from "#deferred/inspect/inspector.js";
import { isArrayBuffer, isDetached } from "./bytes.js";
import { copyBuffer, copyView, placeOf } from "./clone-buffers.js";
import { copyError } from "./clone-error.js";
import { defineHidden } from "./define.js";
import { DOMException } from "./dom-exception.js";
import { kindOf } from "./inspect/kind.js";
import { flagsOf } from "./inspect/regexp.js";
import { interfaces } from "./interface.js";
import {
  Array, bigintValueOf, booleanValueOf, bufferTransfer, Date, dateGetTime, defineProperty, FinalizationRegistry,
  getOwnPropertyDescriptor, getPrototypeOf, Map, mapForEach, mapGet, mapSet, numberValueOf, Object, objectKeys, Promise, push, RegExp,
  regExpSource, Set, setAdd, setForEach, setHas, stringValueOf, TypeError, WeakRef,
} from "./primordials.js";
import { isObject, prototypeChain } from "./properties.js";
import { toArray } from "./sequence.js";

/** Objects that inherit from these have insides that no copy can have. */
const uncloneable = new Set();
setAdd(uncloneable, Promise.prototype);
setAdd(uncloneable, WeakRef.prototype);
setAdd(uncloneable, FinalizationRegistry.prototype);
// Generators and the iterators of collections inherit from one of these.
setAdd(uncloneable, ancestorOf(function* () {}.prototype));
setAdd(uncloneable, ancestorOf(async function* () {}.prototype));

/**
 * A deep copy of a value, with its cycles and shared references.
 *
 * @param {unknown} value
 * @param {{ transfer?: unknown }} [options] `transfer`: buffers to move instead of copying them
 */
export function structuredClone(value, options) {
  if (arguments.length === 0) throw new TypeError("structuredClone: an argument is required");
  const transfer = options?.transfer === undefined ? [] : buffersIn(options.transfer);
  const places = new Map();
  if (transfer.length === 0) return new Cloner(new Map(), places).clone(value);
  // A value that cannot be cloned must not cost its sender the buffers: they are moved when a draft of the copy, which
  // still has them, is made. No code of the value's own is run for the rest.
  const same = new Map();
  for (let i = 0; i < transfer.length; i++) mapSet(same, transfer[i], transfer[i]);
  const draft = new Cloner(same, places).clone(value);
  const moved = new Map();
  for (let i = 0; i < transfer.length; i++) mapSet(moved, transfer[i], move(/** @type {ArrayBuffer} */ (transfer[i])));
  return new Cloner(moved, places).clone(draft);
}

class Cloner {
  /** @type {Map<object, object>} */
  #copies;
  /** @type {Map<object, import("./clone-buffers.js").Place>} */
  #places;

  /**
   * @param {Map<object, object>} copies what is copied already
   * @param {Map<object, import("./clone-buffers.js").Place>} places gets those of the views that are made, by which they
   *   can be copied when their buffers have been moved
   */
  constructor(copies, places) {
    this.#copies = copies;
    this.#places = places;
  }

  /**
   * @param {unknown} value
   * @returns {unknown}
   */
  clone(value) {
    if (typeof value === "symbol") throw refusal(value);
    if (!isObject(value)) return value;
    return mapGet(this.#copies, value) ?? this.#cloneObject(value);
  }

  /**
   * @param {object} value
   * @returns {object}
   */
  #cloneObject(value) {
    const kind = safeKindOf(value);
    switch (kind) {
      case "Array": {
        const copy = new Array();
        copy.length = /** @type {unknown[]} */ (value).length;
        return this.#cloneProperties(value, copy);
      }
      case "Object":
        if (isUncloneable(value)) throw refusal(value);
        return this.#cloneProperties(value, {});
      case "Map":
        return this.#cloneMap(/** @type {Map<unknown, unknown>} */ (value));
      case "Set":
        return this.#cloneSet(/** @type {Set<unknown>} */ (value));
      case "Error":
        return this.#cloneError(/** @type {Error} */ (value));
      case "TypedArray":
      case "DataView":
        return this.#cloneView(value);
      default:
        return this.#keep(value, copyPlain(value, kind));
    }
  }

  /**
   * Remembers the copy, before what it holds is copied: that may lead back here.
   *
   * @template {object} T
   * @param {object} value
   * @param {T} copy
   */
  #keep(value, copy) {
    mapSet(this.#copies, value, copy);
    return copy;
  }

  /** @param {object} view */
  #cloneView(view) {
    const place = mapGet(this.#places, view) ?? placeOf(view);
    const copy = this.#keep(view, copyView(view, /** @type {ArrayBuffer} */ (this.clone(place.buffer)), place));
    mapSet(this.#places, copy, place);
    return copy;
  }

  /**
   * @param {object} value
   * @param {object} copy
   */
  #cloneProperties(value, copy) {
    this.#keep(value, copy);
    const keys = objectKeys(value);
    for (let i = 0; i < keys.length; i++) {
      const key = /** @type {string} */ (keys[i]);
      const cloned = this.clone(/** @type {{ [key: string]: unknown }} */ (value)[key]);
      // Not an assignment: "__proto__" is a key like any other.
      const attributes = { __proto__: null, value: cloned, writable: true, enumerable: true, configurable: true };
      defineProperty(copy, key, /** @type {PropertyDescriptor} */ (attributes));
    }
    return copy;
  }

  /** @param {Map<unknown, unknown>} map */
  #cloneMap(map) {
    const copy = this.#keep(map, new Map());
    /** @type {unknown[]} */
    const entries = [];
    mapForEach(map, (value, key) => {
      push(entries, key);
      push(entries, value);
    });
    for (let i = 0; i < entries.length; i += 2) mapSet(copy, this.clone(entries[i]), this.clone(entries[i + 1]));
    return copy;
  }

  /** @param {Set<unknown>} set */
  #cloneSet(set) {
    const copy = this.#keep(set, new Set());
    /** @type {unknown[]} */
    const elements = [];
    setForEach(set, (element) => void push(elements, element));
    for (let i = 0; i < elements.length; i++) setAdd(copy, this.clone(elements[i]));
    return copy;
  }

  /** @param {Error} error */
  #cloneError(error) {
    const copy = this.#keep(error, copyError(error));
    const cause = getOwnPropertyDescriptor(error, "cause");
    if (cause !== undefined) defineHidden(copy, "cause", this.clone(cause.value));
    return copy;
  }
}

/**
 * Copies what holds no other object.
 *
 * @param {object} value
 * @param {import("./inspect/kind.js").Kind | undefined} kind
 * @returns {object}
 */
function copyPlain(value, kind) {
  switch (kind) {
    case "Date":
      return new Date(dateGetTime(value));
    case "RegExp":
      return new RegExp(regExpSource(value), flagsOf(value));
    case "ArrayBuffer":
      if (isDetached(value)) throw refusal(value);
      return copyBuffer(/** @type {ArrayBuffer} */ (value));
    case "Number":
      return Object(numberValueOf(value));
    case "String":
      return Object(stringValueOf(value));
    case "Boolean":
      return Object(booleanValueOf(value));
    case "BigInt":
      return Object(bigintValueOf(value));
    default:
      throw refusal(value);
  }
}

/**
 * The kind of an object; `undefined` for a proxy that refuses to be looked at.
 * @param {object} value
 */
function safeKindOf(value) {
  try {
    return kindOf(value);
  } catch {
    return undefined;
  }
}

/**
 * The last prototype before that of all objects.
 * @param {object} object
 */
function ancestorOf(object) {
  let ancestor = object;
  for (;;) {
    const next = getPrototypeOf(ancestor);
    if (next === null || getPrototypeOf(next) === null) return ancestor;
    ancestor = next;
  }
}

/** @param {object} value */
function isUncloneable(value) {
  const chain = prototypeChain(value);
  for (let i = 0; i < chain.length; i++) {
    if (setHas(uncloneable, chain[i]) || setHas(interfaces, chain[i])) return true;
  }
  return false;
}

/** @param {unknown} value */
function refusal(value) {
  return new DOMException(`${inspector.inspect(value, { depth: -1 })} could not be cloned`, "DataCloneError");
}

/**
 * @param {unknown} list
 * @returns {ArrayBuffer[]}
 */
function buffersIn(list) {
  const values = toArray(list, "structuredClone");
  /** @type {Set<unknown>} */
  const seen = new Set();
  for (let i = 0; i < values.length; i++) {
    if (!isArrayBuffer(values[i])) throw new DOMException("only an ArrayBuffer can be transferred", "DataCloneError");
    if (isDetached(values[i])) throw new DOMException("a detached ArrayBuffer cannot be transferred", "DataCloneError");
    if (setHas(seen, values[i])) throw new DOMException("an ArrayBuffer is listed twice", "DataCloneError");
    setAdd(seen, values[i]);
  }
  return /** @type {ArrayBuffer[]} */ (values);
}

/** @param {ArrayBuffer} buffer */
function move(buffer) {
  return bufferTransfer === undefined ? copyBuffer(buffer) : bufferTransfer(buffer);
}
