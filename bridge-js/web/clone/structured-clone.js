// @ts-check
// The structured clone algorithm of HTML. It runs getters, as the standard requires.

import * as inspector from "#deferred/web/inspect/inspector.js";
import { isArrayBuffer, isDetached } from "../../shared/bytes.js";
import { isObject } from "../../shared/is-object.js";
import { copyBuffer, copyView, placeOf } from "./clone-buffers.js";
import { copyError } from "./clone-error.js";
import { defineHidden, nullPrototype } from "../../shared/define.js";
import { DOMException } from "../errors/dom-exception.js";
import { host } from "../host.js";
import { kindOf } from "../inspect/kind.js";
import { flagsOf } from "../inspect/regexp.js";
import { cloners, dictionary, interfaces, requireArguments } from "../interface.js";
import { makeList } from "../../shared/lists.js";
import { itemsIn } from "./transfer-items.js";
import {
  Array, bigIntValueOf, booleanValueOf, Date, dateGetTime, defineProperty, FinalizationRegistry,
  getOwnPropertyDescriptor, getPrototypeOf, globalObject, hasOwn, Map, mapClear, mapForEach, mapGet, mapSet,
  numberValueOf, Object, objectKeys, objectPrototype, Promise, RegExp, regExpSource, Set, setAdd, setClear, setForEach, setHas,
  stringValueOf, WeakRef,
} from "../../shared/primordials.js";
import { prototypeChain } from "../../shared/properties.js";

/** Objects that inherit from these have internal state that cannot be copied. */
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
 * @param {{ transfer?: unknown }} [options] `transfer`: buffers to move instead of copying
 */
export function structuredClone(value, options = undefined) {
  requireArguments("structuredClone", arguments.length, 1);
  const { transfer } = dictionary(options, "structuredClone");
  return new Cloner(transfer === undefined ? makeList() : itemsIn(transfer, undefined)).cloneAll(value);
}

/**
 * The same for a message.
 *
 * @param {unknown} value
 * @param {unknown} transfer
 * @param {object | undefined} sender which cannot be transferred
 * @param {(object: object) => boolean} [mayLeave] for a message to another context: which instances of interfaces may leave this one
 * @returns {{ copy: unknown, moved: unknown[] }} `moved`: the new objects, in the order of `transfer`
 */
export function cloneWithTransfer(value, transfer, sender, mayLeave = undefined) {
  const items = transfer === undefined ? makeList() : itemsIn(transfer, sender);
  for (let i = 0; mayLeave !== undefined && i < items.length; i++) {
    const { object } = /** @type {Item} */ (items[i]);
    if (!isArrayBuffer(object) && !mayLeave(object)) throw refusal(object);
  }
  const cloner = new Cloner(items, mayLeave !== undefined);
  const copy = cloner.cloneAll(value);
  return { copy, moved: cloner.movedObjects };
}


/** @typedef {import("./transfer-items.js").Item} Item */

/**
 * A value that cannot be cloned must not cost its sender the buffers. So they are moved after everything else was copied. Until
 * then a placeholder stands in the copy for each of them and for each view on one. Then the placeholders are replaced, without
 * running code of the value.
 */
class Cloner {
  /** @type {Map<object, object>} */
  #copies = new Map();
  #transfer;
  /** The replacement of each placeholder. @type {Map<object, object>} */
  #moved = new Map();
  /** @type {object[]} */
  movedObjects = makeList();
  /** The placeholders of buffers, in the order of `#transfer`, then functions that make the views after the move. */
  #standIns = new Set();
  /** @type {(() => void)[]} */
  #views = makeList();
  /** @type {(() => void)[]} */
  #fillings = makeList();

  #leaves;

  /**
   * @param {Item[]} transfer
   * @param {boolean} [leaves] whether the copy is for another context, which receives no instances of interfaces but what is moved
   */
  constructor(transfer, leaves = false) {
    this.#transfer = transfer;
    this.#leaves = leaves;
  }

  /** @param {unknown} value */
  cloneAll(value) {
    const items = this.#transfer;
    for (let i = 0; i < items.length; i++) setAdd(this.#standIns, this.#keep(/** @type {Item} */ (items[i]).object, {}));
    const copy = this.#clone(value);
    for (let i = 0; i < items.length; i++) {
      if (!(/** @type {Item} */ (items[i]).isReady())) throw new DOMException("an object is detached or locked, and cannot be transferred", "DataCloneError");
    }
    for (let i = 0; i < items.length; i++) {
      const { object, move } = /** @type {Item} */ (items[i]);
      const moved = move();
      this.movedObjects[i] = moved;
      mapSet(this.#moved, /** @type {object} */ (mapGet(this.#copies, object)), moved);
    }
    runAll(this.#views);
    runAll(this.#fillings);
    return this.#final(copy);
  }

  /**
   * @param {unknown} value
   * @returns {unknown}
   */
  #clone(value) {
    if (typeof value === "symbol") throw refusal(value);
    if (!isObject(value)) return value;
    return mapGet(this.#copies, value) ?? this.#cloneObject(value);
  }

  /** @param {unknown} copy */
  #isStandIn(copy) {
    return this.#transfer.length > 0 && setHas(this.#standIns, copy);
  }

  /**
   * The final value for a copy.
   * @param {unknown} copy
   */
  #final(copy) {
    return this.#isStandIn(copy) ? mapGet(this.#moved, /** @type {object} */ (copy)) : copy;
  }

  /** @param {() => void} fill */
  #fillLater(fill) {
    this.#fillings[this.#fillings.length] = fill;
  }

  /**
   * @param {object} value
   * @returns {object}
   */
  #cloneObject(value) {
    // Only proxies cannot be distinguished from their targets in any other way.
    if (host.isProxy(value) || value === globalObject) throw refusal(value);
    const kind = safeKindOf(value);
    switch (kind) {
      case "Array": {
        const copy = new Array();
        copy.length = /** @type {unknown[]} */ (value).length;
        return this.#cloneProperties(value, copy);
      }
      case "Object":
        if (!isPlatformObject(value)) return this.#cloneProperties(value, {});
        if (this.#leaves) throw refusal(value);
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
    mapSet(this.#copies, value, copy);
    return copy;
  }

  /** @param {object} view */
  #cloneView(view) {
    const place = placeOf(view);
    if (place === undefined) throw refusal(view);
    const buffer = /** @type {ArrayBuffer} */ (this.#clone(place.buffer));
    if (!this.#isStandIn(buffer)) return this.#keep(view, copyView(buffer, place));
    const standIn = this.#keep(view, {});
    setAdd(this.#standIns, standIn);
    this.#views[this.#views.length] = () =>
      mapSet(this.#moved, standIn, copyView(/** @type {ArrayBuffer} */ (this.#final(buffer)), place));
    return standIn;
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
      // A getter that ran before may have deleted it.
      if (!hasOwn(value, key)) continue;
      const cloned = this.#clone(/** @type {{ [key: string]: unknown }} */ (value)[key]);
      put(copy, key, cloned);
      if (this.#isStandIn(cloned)) this.#fillLater(() => put(copy, key, this.#final(cloned)));
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
 * Defines a property of a copy. An assignment would treat the key "__proto__" differently.
 *
 * @param {object} copy
 * @param {string} key
 * @param {unknown} value
 */
function put(copy, key, value) {
  defineProperty(copy, key, nullPrototype({ value, writable: true, enumerable: true, configurable: true }));
}

/**
 * Copies an object that contains no other object.
 *
 * @param {object} value
 * @param {import("../inspect/kind.js").Kind | undefined} kind
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
      return Object(bigIntValueOf(value));
    default:
      throw refusal(value);
  }
}

/**
 * The kind of an object. `undefined` for a proxy whose trap throws.
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
 * The last prototype before `Object.prototype`.
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

/**
 * Whether an object may have state that is not in its properties.
 * @param {object} value
 */
function isPlatformObject(value) {
  const isOne = (/** @type {object} */ object) => setHas(uncloneable, object) || setHas(interfaces, object);
  if (getPrototypeOf(value) === objectPrototype) return isOne(value);
  const chain = prototypeChain(value);
  for (let i = 0; i < chain.length; i++) if (isOne(/** @type {object} */ (chain[i]))) return true;
  return false;
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

/** @param {unknown} value */
function refusal(value) {
  return new DOMException(`${inspector.inspect(value, { depth: -1 })} could not be cloned`, "DataCloneError");
}
