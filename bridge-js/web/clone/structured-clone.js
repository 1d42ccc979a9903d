// @ts-check
// The structured clone algorithm of HTML. It runs getters, as the standard requires.

import { isArrayBuffer } from "../../shared/bytes.js";
import { isObject } from "../../shared/is-object.js";
import { copyView, placeOf } from "./clone-buffers.js";
import { copyError } from "./clone-error.js";
import { defineHidden, nullPrototype } from "../../shared/define.js";
import { isPlainObject, isPlatformObject, safeKindOf } from "./clone-kinds.js";
import { busy, copyDate, copyPlain, refusal } from "./clone-plain.js";
import { host } from "../host.js";
import { cloners, dictionary, requireArguments } from "../interface.js";
import { makeList } from "../../shared/lists.js";
import { itemsIn } from "./transfer-items.js";
import {
  Array, Date, defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf, globalObject, hasOwn, isArray, Map, mapClear,
  mapForEach, mapGet, mapSet, objectKeys, objectPrototype, originalMapGet, originalMapSet, Set, setAdd, setClear, setForEach, setHas, setPrototypeOf,
} from "../../shared/primordials.js";
import { prototypeChain } from "../../shared/properties.js";

const arrayPrototype = Array.prototype;
const datePrototype = Date.prototype;
/** The items of a call without a transfer list. */
const nothing = /** @type {*} */ (freeze(makeList()));

/**
 * A deep copy of a value, with its cycles and shared references.
 *
 * @param {unknown} value
 * @param {{ transfer?: unknown }} [options] `transfer`: buffers to move instead of copying
 */
export function structuredClone(value, options = undefined) {
  requireArguments("structuredClone", arguments.length, 1);
  const { transfer } = dictionary(options, "structuredClone");
  if (transfer === undefined && !isObject(value)) return clonePrimitive(value);
  return new Cloner(transfer === undefined ? nothing : itemsIn(transfer, undefined)).cloneAll(value);
}

/**
 * Which instances of interfaces may leave this context with a message.
 *
 * @typedef {object} Leaving
 * @property {(object: object) => boolean} mayMove by the list of the objects to transfer
 * @property {(object: object) => boolean} mayCopy
 */

/**
 * The same for a message.
 *
 * @param {unknown} value
 * @param {unknown} transfer
 * @param {object | undefined} sender which cannot be transferred
 * @param {Leaving} [leaving] for a message to another context
 * @returns {{ copy: unknown, moved: unknown[] }} `moved`: the new objects, in the order of `transfer`
 */
export function cloneWithTransfer(value, transfer, sender, leaving = undefined) {
  const items = transfer === undefined ? makeList() : itemsIn(transfer, sender);
  for (let i = 0; leaving !== undefined && i < items.length; i++) {
    const { object } = /** @type {Item} */ (items[i]);
    if (!isArrayBuffer(object) && !leaving.mayMove(object)) throw refusal(object);
  }
  const cloner = new Cloner(items, leaving);
  const copy = cloner.cloneAll(value);
  return { copy, moved: cloner.movedObjects };
}


/** @typedef {import("./transfer-items.js").Item} Item */

/** Copies by their originals. @extends {Map<object, object>} */
class Copies extends Map {
  // The default constructor of a class iterates over its arguments.
  constructor() {
    super();
  }
}
defineHidden(Copies.prototype, "get", originalMapGet);
defineHidden(Copies.prototype, "set", originalMapSet);

/** Placeholders in a copy for buffers that are moved. */
class Placeholders {
  /** The replacement of each placeholder. @type {Map<object, object>} */
  moved = new Map();
  /** The placeholders of buffers, in the order of the transfer list, and those of views on them. */
  standIns = new Set();
  /** Make the views, after the move. @type {(() => void)[]} */
  views = makeList();
  /** @type {(() => void)[]} */
  fillings = makeList();
}

/**
 * A value that cannot be cloned must not cost its sender the buffers. So they are moved after everything else was copied. Until
 * then a placeholder stands in the copy for each of them and for each view on one. Then the placeholders are replaced, without
 * running code of the value.
 */
class Cloner {
  /**
   * The object that was met first, and its copy: most values are one object.
   * @type {object | undefined}
   */
  #first;
  /** @type {object | undefined} */
  #firstCopy;
  /**
   * The copies of all other objects.
   * @type {Copies | undefined}
   */
  #copies;
  #transfer;
  /** @type {object[]} */
  movedObjects;
  /** @type {Placeholders | undefined} */
  #placeholders;
  #leaving;

  /**
   * @param {Item[]} transfer
   * @param {Leaving} [leaving] if the copy is for another context
   */
  constructor(transfer, leaving = undefined) {
    this.#transfer = transfer;
    this.#leaving = leaving;
    this.movedObjects = transfer.length === 0 ? nothing : makeList();
    if (transfer.length > 0) this.#placeholders = new Placeholders();
  }

  /** @param {unknown} value */
  cloneAll(value) {
    const placeholders = this.#placeholders;
    if (placeholders === undefined) return this.#clone(value);
    const items = this.#transfer;
    for (let i = 0; i < items.length; i++) setAdd(placeholders.standIns, this.#keep(/** @type {Item} */ (items[i]).object, {}));
    const copy = this.#clone(value);
    for (let i = 0; i < items.length; i++) {
      const { object, isReady } = /** @type {Item} */ (items[i]);
      if (!isReady()) throw busy(object);
    }
    for (let i = 0; i < items.length; i++) {
      const { object, move } = /** @type {Item} */ (items[i]);
      const moved = move();
      this.movedObjects[i] = moved;
      mapSet(placeholders.moved, /** @type {object} */ (this.#copyOf(object)), moved);
    }
    runAll(placeholders.views);
    runAll(placeholders.fillings);
    return this.#final(copy);
  }

  /**
   * @param {unknown} value
   * @returns {unknown}
   */
  #clone(value) {
    if (!isObject(value)) return clonePrimitive(value);
    return this.#copyOf(value) ?? this.#cloneObject(value);
  }

  /**
   * The copy of an object that was met before.
   * @param {object} object
   */
  #copyOf(object) {
    if (object === this.#first) return this.#firstCopy;
    return this.#copies?.get(object);
  }

  /** @param {unknown} copy */
  #isStandIn(copy) {
    return this.#placeholders !== undefined && setHas(this.#placeholders.standIns, copy);
  }

  /**
   * The final value for a copy.
   * @param {unknown} copy
   */
  #final(copy) {
    return this.#isStandIn(copy) ? mapGet(/** @type {Placeholders} */ (this.#placeholders).moved, /** @type {object} */ (copy)) : copy;
  }

  /** @param {() => void} fill */
  #fillLater(fill) {
    const { fillings } = /** @type {Placeholders} */ (this.#placeholders);
    fillings[fillings.length] = fill;
  }

  /**
   * @param {object} value
   * @returns {object}
   */
  #cloneObject(value) {
    // Only proxies cannot be distinguished from their targets in any other way.
    if (host.isProxy(value) || value === globalObject) throw refusal(value);
    if (isArrayOrThrow(value)) return this.#cloneArray(value);
    if (isPlainObject(value)) return this.#cloneProperties(value, this.#keep(value, {}), objectKeys(value));
    const date = getPrototypeOf(value) === datePrototype ? copyDate(value) : undefined;
    if (date !== undefined) return this.#keep(value, date);
    const kind = safeKindOf(value);
    switch (kind) {
      case "Object":
        if (!isPlatformObject(value)) return this.#cloneProperties(value, this.#keep(value, {}), objectKeys(value));
        if (this.#leaving?.mayCopy(value) === false) throw refusal(value);
        return this.#keep(value, cloneByClass(value));
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
   * Registers the copy before its contents are copied: they may refer to it.
   *
   * @template {object} T
   * @param {object} value
   * @param {T} copy
   */
  #keep(value, copy) {
    if (this.#first === undefined) {
      this.#first = value;
      this.#firstCopy = copy;
    } else {
      this.#copies ??= new Copies();
      this.#copies.set(value, copy);
    }
    return copy;
  }

  /** @param {object} view */
  #cloneView(view) {
    const place = placeOf(view);
    if (place === undefined) throw refusal(view);
    const buffer = /** @type {ArrayBuffer} */ (this.#clone(place.buffer));
    if (!this.#isStandIn(buffer)) return this.#keep(view, copyView(buffer, place));
    const standIn = this.#keep(view, {});
    const { standIns, moved, views } = /** @type {Placeholders} */ (this.#placeholders);
    setAdd(standIns, standIn);
    views[views.length] = () =>
      mapSet(moved, standIn, copyView(/** @type {ArrayBuffer} */ (this.#final(buffer)), place));
    return standIn;
  }

  /** @param {unknown[]} array */
  #cloneArray(array) {
    const { length } = array;
    const keys = objectKeys(array);
    if (length === 0 || keys.length !== length || keys[length - 1] !== `${length - 1}` || this.#placeholders !== undefined) {
      const copy = this.#keep(array, new Array());
      copy.length = length;
      return this.#cloneProperties(array, copy, keys);
    }
    // Elements without holes. Until they are stored the copy inherits nothing, so a store runs no setter of a page.
    const copy = /** @type {unknown[]} */ (this.#keep(array, setPrototypeOf(new Array(length), null)));
    for (let i = 0; i < length; i++) {
      if (!hasOwn(array, i)) continue;
      const value = array[i];
      copy[i] = isObject(value) ? this.#copyOf(value) ?? this.#cloneObject(value) : clonePrimitive(value);
    }
    return setPrototypeOf(copy, arrayPrototype);
  }

  /**
   * @param {object} value
   * @param {object} copy
   * @param {string[]} keys
   */
  #cloneProperties(value, copy, keys) {
    const isFinal = this.#placeholders === undefined;
    for (let i = 0; i < keys.length; i++) {
      const key = /** @type {string} */ (keys[i]);
      // A getter that ran before may have deleted it.
      if (!hasOwn(value, key)) continue;
      const cloned = this.#clone(/** @type {{ [key: string]: unknown }} */ (value)[key]);
      put(copy, key, cloned);
      if (!isFinal && this.#isStandIn(cloned)) this.#fillLater(() => put(copy, key, this.#final(cloned)));
    }
    return copy;
  }

  /** @param {Map<unknown, unknown>} map */
  #cloneMap(map) {
    const copy = this.#keep(map, new Map());
    /** @type {unknown[]} */
    const entries = makeList();
    let count = 0;
    mapForEach(map, (value, key) => {
      entries[count++] = key;
      entries[count++] = value;
    });
    let isFilled = true;
    for (let i = 0; i < entries.length; i++) {
      entries[i] = this.#clone(entries[i]);
      if (this.#isStandIn(entries[i])) isFilled = false;
    }
    const fill = () => {
      mapClear(copy);
      for (let i = 0; i < entries.length; i += 2) mapSet(copy, this.#final(entries[i]), this.#final(entries[i + 1]));
    };
    if (isFilled) fill();
    else this.#fillLater(fill);
    return copy;
  }

  /** @param {Set<unknown>} set */
  #cloneSet(set) {
    const copy = this.#keep(set, new Set());
    /** @type {unknown[]} */
    const elements = makeList();
    let count = 0;
    setForEach(set, (element) => {
      elements[count++] = element;
    });
    let isFilled = true;
    for (let i = 0; i < elements.length; i++) {
      elements[i] = this.#clone(elements[i]);
      if (this.#isStandIn(elements[i])) isFilled = false;
    }
    const fill = () => {
      setClear(copy);
      for (let i = 0; i < elements.length; i++) setAdd(copy, this.#final(elements[i]));
    };
    if (isFilled) fill();
    else this.#fillLater(fill);
    return copy;
  }

  /** @param {Error} error */
  #cloneError(error) {
    const copy = this.#keep(error, copyError(error));
    const cause = getOwnPropertyDescriptor(error, "cause");
    if (cause === undefined || !hasOwn(cause, "value")) return copy;
    const cloned = this.#clone(cause.value);
    defineHidden(copy, "cause", cloned);
    if (this.#isStandIn(cloned)) this.#fillLater(() => defineHidden(copy, "cause", this.#final(cloned)));
    return copy;
  }
}

/** @param {(() => void)[]} steps */
function runAll(steps) {
  for (let i = 0; i < steps.length; i++) {
    const run = /** @type {() => void} */ (steps[i]);
    run();
  }
}

/**
 * Defines a property of a copy. An assignment would run a setter that all objects inherit, such as that of "__proto__".
 *
 * @param {object} copy an object or an array
 * @param {string} key
 * @param {unknown} value
 */
function put(copy, key, value) {
  if (key in objectPrototype || isArray(copy)) {
    defineProperty(copy, key, nullPrototype({ value, writable: true, enumerable: true, configurable: true }));
  } else {
    /** @type {{ [key: string]: unknown }} */ (copy)[key] = value;
  }
}

/**
 * @param {object} value
 * @returns {value is unknown[]}
 */
function isArrayOrThrow(value) {
  try {
    return isArray(value);
  } catch {
    throw refusal(value); // A proxy that was revoked is like no other.
  }
}

/** @param {unknown} value */
function clonePrimitive(value) {
  if (typeof value === "symbol") throw refusal(value);
  return value;
}

/**
 * A copy of an object of a class that has a function for it.
 * @param {object} value
 */
function cloneByClass(value) {
  const chain = prototypeChain(value);
  for (let i = 0; i < chain.length; i++) {
    const copy = mapGet(cloners, /** @type {object} */ (chain[i]))?.(value);
    if (copy !== undefined) return copy;
  }
  throw refusal(value);
}
