// @ts-check
// Copies of objects that contain no other object.

import * as inspector from "#deferred/web/inspect/inspector.js";
import { isDetached } from "../../shared/bytes.js";
import {
  bigIntValueOf, booleanValueOf, Date, dateGetTime, mapGet, numberValueOf, Object, RegExp, regExpSource, stringValueOf,
} from "../../shared/primordials.js";
import { isObject } from "../../shared/is-object.js";
import { prototypeChain } from "../../shared/properties.js";
import { DOMException } from "../errors/dom-exception.js";
import { host } from "../host.js";
import { flagsOf } from "../inspect/regexp.js";
import { transferers } from "../interface.js";
import { copyBuffer } from "./clone-buffers.js";

/**
 * A copy of a date; `undefined` for an object that only inherits from dates.
 * @param {object} value
 */
export function copyDate(value) {
  try {
    return new Date(dateGetTime(value));
  } catch {
    return undefined;
  }
}

/**
 * Copies an object that contains no other object.
 *
 * @param {object} value
 * @param {import("../inspect/kind.js").Kind | undefined} kind
 * @returns {object}
 */
export function copyPlain(value, kind) {
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
 * Whether an object is a port or a stream.
 * @param {object} value
 */
function isTransferable(value) {
  if (host.isProxy(value)) return false;
  try {
    const chain = prototypeChain(value);
    for (let i = 0; i < chain.length; i++) if (mapGet(transferers, /** @type {object} */ (chain[i]))?.(value) !== undefined) return true;
  } catch {
    // A trap of a prototype threw.
  }
  return false;
}

/**
 * The error for a value that cannot be cloned.
 * @param {unknown} value
 */
export function refusal(value) {
  const hint = isObject(value) && isTransferable(value) ? ": it can only be transferred, but is not in the transfer list" : "";
  return new DOMException(`${inspector.inspect(value, { depth: -1 })} could not be cloned${hint}`, "DataCloneError");
}

/**
 * The error for an object that cannot be transferred now.
 * @param {object} object
 */
export function busy(object) {
  return new DOMException(`${inspector.inspect(object, { depth: -1 })} is detached or locked, so it cannot be transferred`, "DataCloneError");
}
