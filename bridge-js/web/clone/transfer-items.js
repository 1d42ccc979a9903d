// @ts-check
import { isArrayBuffer, isDetached } from "../../shared/bytes.js";
import { isObject } from "../../shared/is-object.js";
import { makeList } from "../../shared/lists.js";
import { bufferTransfer, mapGet, Set, setAdd, setHas, TypeError } from "../../shared/primordials.js";
import { prototypeChain } from "../../shared/properties.js";
import { DOMException } from "../errors/dom-exception.js";
import { transferers } from "../interface.js";
import { toArray } from "../sequence.js";
import { copyBuffer } from "./clone-buffers.js";

/** @typedef {{ object: object, isReady: () => boolean, move: () => object }} Item an object that is transferred */

/**
 * @param {unknown} list
 * @param {object | undefined} sender
 * @returns {Item[]}
 */
export function itemsIn(list, sender) {
  const values = toArray(list, "structuredClone");
  for (let i = 0; i < values.length; i++) {
    if (!isObject(values[i])) throw new TypeError("structuredClone: only objects can be transferred");
  }
  /** @type {Item[]} */
  const items = makeList();
  /** @type {Set<unknown>} */
  const seen = new Set();
  for (let i = 0; i < values.length; i++) {
    const object = /** @type {object} */ (values[i]);
    const item = itemOf(object);
    if (object === sender) throw new DOMException("a port cannot transfer itself", "DataCloneError");
    if (item === undefined) throw new DOMException("only buffers, ports and streams can be transferred", "DataCloneError");
    if (setHas(seen, object)) throw new DOMException("the transfer list contains an object twice", "DataCloneError");
    setAdd(seen, object);
    items[i] = item;
  }
  return items;
}

/**
 * @param {object} object
 * @returns {Item | undefined}
 */
function itemOf(object) {
  if (isArrayBuffer(object)) return { object, isReady: () => !isDetached(object), move: () => move(object) };
  const chain = prototypeChain(object);
  for (let i = 0; i < chain.length; i++) {
    const transfer = mapGet(transferers, /** @type {object} */ (chain[i]))?.(object);
    if (transfer !== undefined) return { object, isReady: transfer.isReady, move: transfer.move };
  }
  return undefined;
}

/** @param {ArrayBuffer} buffer */
function move(buffer) {
  return bufferTransfer === undefined ? copyBuffer(buffer) : bufferTransfer(buffer);
}
