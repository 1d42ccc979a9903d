// @ts-check
// Copies of objects that contain no other object.

import * as inspector from "#deferred/web/inspect/inspector.js";
import { isDetached } from "../../shared/bytes.js";
import {
  bigIntValueOf, booleanValueOf, Date, dateGetTime, numberValueOf, Object, RegExp, regExpSource, stringValueOf,
} from "../../shared/primordials.js";
import { DOMException } from "../errors/dom-exception.js";
import { flagsOf } from "../inspect/regexp.js";
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
 * The error for a value that cannot be cloned.
 * @param {unknown} value
 */
export function refusal(value) {
  return new DOMException(`${inspector.inspect(value, { depth: -1 })} could not be cloned`, "DataCloneError");
}
