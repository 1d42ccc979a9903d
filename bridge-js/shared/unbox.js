// @ts-check
import { bigIntValueOf, booleanValueOf, numberValueOf, stringValueOf, symbolValueOf } from "./primordials.js";

/**
 * The primitive value of an object such as `new Number(1)`. Throws for an object of another kind.
 *
 * @param {string} kind the name of its class
 * @param {object} value
 * @returns {number | string | boolean | bigint | symbol}
 */
export function unbox(kind, value) {
  switch (kind) {
    case "Boolean":
      return booleanValueOf(value);
    case "Number":
      return numberValueOf(value);
    case "String":
      return stringValueOf(value);
    case "BigInt":
      return bigIntValueOf(value);
    default:
      return symbolValueOf(value);
  }
}
