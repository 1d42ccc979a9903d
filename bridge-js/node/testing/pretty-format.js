// @ts-check
// Values as text, as the snapshots of Jest and Vitest have them: keys sorted, one element on each line.

import { isObject } from "../../shared/is-object.js";
import {
  apply, dateGetTime, dateToISOString, Error, is, isEnumerable, mapForEach, objectKeys, objectToString, ownKeys, regExpSource, setForEach, sort, symbolToString,
} from "../../shared/primordials.js";
import { flagsOf } from "../../web/inspect/regexp.js";
import { push, replace, slice, test } from "../node-primordials.js";
import { types } from "../types.js";
import { asymmetricForm, isAsymmetric } from "./asymmetric-matcher.js";

const errorToString = Error.prototype.toString;
const basicPrototypes = /^(?:Array|Object)$/;
const arrayTypes = /^\[object (?:Array|ArrayBuffer|DataView|(?:Float(?:16|32|64)|Int(?:8|16|32)|Uint(?:8|8Clamped|16|32)|Big(?:Int|Uint)64)Array)\]$/;

/** Serializers that `expect.addSnapshotSerializer` has added, newest first. @type {any[]} */
let serializers = [];

export function addSerializer(/** @type {any} */ serializer) {
  const added = [serializer];
  for (let i = 0; i < serializers.length; i++) push(added, serializers[i]);
  serializers = added;
}

/** @param {unknown} value */
export const prettyFormat = (value) => printer(value, undefined, "", 0, []);

const constructorName = (/** @type {any} */ value) => (typeof value.constructor === "function" && value.constructor.name) || "Object";

/** The form without nesting; `undefined` for a value that has parts. @returns {string | undefined} */
function printBasic(/** @type {any} */ value) {
  if (value === null || value === undefined || typeof value === "boolean") return `${value}`;
  if (typeof value === "number") return is(value, -0) ? "-0" : `${value}`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "string") return `"${value}"`;
  if (typeof value === "function") return "[Function]";
  if (typeof value === "symbol") return symbolToString(value);
  if (types.isWeakMap(value)) return "WeakMap {}";
  if (types.isWeakSet(value)) return "WeakSet {}";
  if (types.isDate(value)) return dateGetTime(value) === dateGetTime(value) ? dateToISOString(value) : "Date { NaN }";
  if (objectToString(value) === "[object Error]" || value instanceof Error) return `[${apply(errorToString, value, [])}]`;
  if (types.isRegExp(value)) return replace(`/${regExpSource(value)}/${flagsOf(value)}`, /[$()*+.?[\\\]^{|}]/g, "\\$&");
  return undefined;
}

/**
 * The form of a value; the parameters are those of the serializers of Jest.
 *
 * @param {any} value
 * @param {unknown} _config
 * @param {string} indentation
 * @param {number} depth
 * @param {unknown[]} refs the objects around the value
 * @param {boolean} [hasCalledToJSON]
 * @returns {string}
 */
function printer(value, _config, indentation, depth, refs, hasCalledToJSON = false) {
  for (let i = 0; i < serializers.length; i++) {
    if (serializers[i].test(value)) return printBy(serializers[i], value, indentation, depth, refs);
  }
  if (isAsymmetric(value)) {
    const form = asymmetricForm(value);
    if (form !== undefined) return printAsymmetric(form, indentation, depth, refs);
  }
  return printBasic(value) ?? printComplex(value, indentation, depth, refs, hasCalledToJSON);
}

function printBy(/** @type {any} */ serializer, value, indentation, depth, refs) {
  const next = `${indentation}  `;
  const result = typeof serializer.serialize === "function"
    ? serializer.serialize(value, { indent: "  ", spacingInner: "\n", spacingOuter: "\n", min: false, maxDepth: Infinity }, indentation, depth, refs, printer)
    : serializer.print(value, (child) => printer(child, undefined, indentation, depth, refs), (text) => next + replace(text, /\n/g, `\n${next}`));
  if (typeof result !== "string") throw new Error(`A snapshot serializer must return a string, not ${typeof result}`);
  return result;
}

function printAsymmetric(/** @type {{ label: string, sample?: unknown }} */ form, indentation, depth, refs) {
  const { label, sample } = form;
  if (!("sample" in form)) return label;
  if (test(/^Array/, label)) return `${label} [${printItems(sample, indentation, depth, refs)}]`;
  if (test(/^Object/, label)) return `${label} {${printProperties(sample, indentation, depth, refs)}}`;
  return `${label} ${printer(sample, undefined, indentation, depth, refs)}`;
}

function printComplex(/** @type {any} */ value, indentation, depth, refs, hasCalledToJSON) {
  for (let i = 0; i < refs.length; i++) if (refs[i] === value) return "[Circular]";
  const inner = slice(refs);
  push(inner, value);
  if (!hasCalledToJSON && typeof value.toJSON === "function") return printer(value.toJSON(), undefined, indentation, depth + 1, inner, true);
  const kind = objectToString(value);
  if (kind === "[object Arguments]") return `Arguments [${printItems(value, indentation, depth, inner)}]`;
  const name = constructorName(value);
  const head = test(basicPrototypes, name) ? "" : `${name} `;
  if (test(arrayTypes, kind)) return `${name === "Object" ? "Object " : head}[${printItems(value, indentation, depth, inner)}]`;
  if (types.isMap(value)) return `Map {${printMap(value, indentation, depth, inner)}}`;
  if (types.isSet(value)) return `Set {${printSet(value, indentation, depth, inner)}}`;
  return `${name === "Array" ? "Array " : head}{${printProperties(value, indentation, depth, inner)}}`;
}

/** Lines within brackets. */
function lines(/** @type {string[]} */ items, /** @type {string} */ indentation) {
  let text = "";
  for (let i = 0; i < items.length; i++) text += `\n${indentation}  ${items[i]},`;
  return text === "" ? "" : `${text}\n${indentation}`;
}

function printItems(/** @type {any} */ list, indentation, depth, refs) {
  const items = [];
  for (let i = 0; i < list.length; i++) push(items, i in list ? printer(list[i], undefined, `${indentation}  `, depth + 1, refs) : "");
  return lines(items, indentation);
}

function printProperties(/** @type {any} */ object, indentation, depth, refs) {
  const keys = /** @type {PropertyKey[]} */ (objectKeys(object));
  sort(keys);
  const all = ownKeys(object);
  for (let i = 0; i < all.length; i++) {
    const key = /** @type {PropertyKey} */ (all[i]);
    if (typeof key === "symbol" && isEnumerable(object, key)) push(keys, key);
  }
  const items = [];
  const next = `${indentation}  `;
  for (let i = 0; i < keys.length; i++) {
    const key = /** @type {any} */ (keys[i]);
    push(items, `${printer(key, undefined, next, depth + 1, refs)}: ${printer(object[key], undefined, next, depth + 1, refs)}`);
  }
  return lines(items, indentation);
}

function printMap(map, indentation, depth, refs) {
  const items = [];
  const next = `${indentation}  `;
  mapForEach(map, (value, key) => {
    push(items, `${printer(key, undefined, next, depth + 1, refs)} => ${printer(value, undefined, next, depth + 1, refs)}`);
  });
  return lines(items, indentation);
}

function printSet(set, indentation, depth, refs) {
  const items = [];
  setForEach(set, (value) => {
    push(items, printer(value, undefined, `${indentation}  `, depth + 1, refs));
  });
  return lines(items, indentation);
}

/** Replaces the properties that matchers stand for. @param {any} target @param {any} properties */
export function withMatchers(target, properties) {
  if (!isObject(target) || !isObject(properties) || isAsymmetric(properties)) return properties;
  const merged = types.isDate(target) ? target : copy(target);
  const keys = objectKeys(properties);
  for (let i = 0; i < keys.length; i++) {
    const key = /** @type {string} */ (keys[i]);
    merged[key] = isObject(properties[key]) && !isAsymmetric(properties[key]) && isObject(merged[key]) ? withMatchers(merged[key], properties[key]) : properties[key];
  }
  return merged;
}

function copy(/** @type {any} */ object) {
  /** @type {any} */
  const made = objectToString(object) === "[object Array]" ? [] : {};
  const keys = objectKeys(object);
  for (let i = 0; i < keys.length; i++) {
    const key = /** @type {string} */ (keys[i]);
    if (key !== "__proto__") made[key] = object[key];
  }
  return made;
}

