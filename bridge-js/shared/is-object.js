// @ts-check

/**
 * Whether a value has properties: an object or a function.
 *
 * @param {unknown} value
 * @returns {value is object}
 */
export function isObject(value) {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
