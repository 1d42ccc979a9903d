// @ts-check
// Built-ins that only the built-in modules use. They are read when the first of these modules is evaluated.

import { uncurry } from "../shared/uncurry.js";
import { Array, arrayPrototype, globalObject, Map, Object, RegExp, stringPrototype } from "../shared/primordials.js";

/** @type {(array: any, start?: number, end?: number) => any[]} */
export const slice = uncurry(arrayPrototype.slice);
/** @type {(array: any, value: unknown) => number} */
export const push = uncurry(arrayPrototype.push);
/** @type {(array: any, start: number, count: number, ...added: any[]) => any[]} */
export const splice = uncurry(arrayPrototype.splice);
/** @type {(text: string, pattern: RegExp | string, replacement: any) => string} */
export const replace = uncurry(stringPrototype.replace);
/** @type {(text: string, separator: any) => string[]} */
export const splitText = uncurry(stringPrototype.split);
/** @type {(expression: RegExp, text: string) => boolean} */
export const test = uncurry(RegExp.prototype.test);
/** @type {(text: string) => string} */
export const trim = uncurry(stringPrototype.trim);
/** @type {(map: any, key: unknown) => boolean} */
export const mapHas = uncurry(Map.prototype.has);
export const assign = Object.assign;
export const defineProperties = Object.defineProperties;
export const arrayOf = Array.of;
export const { decodeURIComponent, encodeURI, isNaN: isNaNValue, Math, Number, JSON, Symbol } = /** @type {any} */ (globalObject);
