// @ts-check
import { isObject } from "../../shared/is-object.js";
import { classes } from "../classes.js";
import {
  exec, Function, getOwnPropertyDescriptor, globalNames, hasOwn, isEnumerable, isPrototypeOf, Map, mapGet, mapSet, Set,
  setAdd, setHas, stringSlice, symbolToStringTag,
} from "../../shared/primordials.js";
import { findProperty, prototypeChain } from "../../shared/properties.js";
import { visible } from "./quote.js";

/** The names of the built-in classes. */
const builtIns = new Set();
/**
 * The same by prototype: a page may change the `constructor` of a prototype.
 * @type {Map<object, string>}
 */
const nameByPrototype = new Map();
for (let i = 0; i < globalNames.length; i++) {
  const name = globalNames[i];
  if (typeof name !== "string" || exec(/^[A-Z][a-zA-Z0-9]+$/, name) === null) continue;
  setAdd(builtIns, name);
  const value = classes[name];
  // `Proxy` has no prototype property, and looks it up in its own prototypes.
  const prototype = typeof value === "function" ? getOwnPropertyDescriptor(value, "prototype")?.value : undefined;
  if (!isObject(prototype)) continue;
  mapSet(nameByPrototype, prototype, name);
}
mapSet(nameByPrototype, Function.prototype, "Function");

/** @param {string} name */
export function isBuiltIn(name) {
  return setHas(builtIns, name);
}

/**
 * The name of the object's class: that of the constructor of the nearest prototype.
 *
 * @param {object} object
 * @param {boolean} [nested] whether the object is the prototype of an object without a class
 * @returns {string | null} `null` for an object without a prototype
 */
export function constructorNameOf(object, nested = false) {
  const chain = prototypeChain(object);
  for (let i = 0; i < chain.length; i++) {
    const holder = /** @type {object} */ (chain[i]);
    // The constructor that a prototype names did not make the prototype itself.
    const known = i > 0 ? mapGet(nameByPrototype, holder) : undefined;
    if (known !== undefined) return known;
    const constructor = getOwnPropertyDescriptor(holder, "constructor")?.value;
    if (typeof constructor !== "function") continue;
    const name = functionName(constructor);
    const prototype = getOwnPropertyDescriptor(constructor, "prototype")?.value;
    if (name !== "" && isAncestor(prototype, object)) return name;
  }
  if (chain.length === 1) return null;
  const first = nested ? null : constructorNameOf(/** @type {object} */ (chain[1]), true);
  return first === null ? "Object <[Object: null prototype] {}>" : `Object <${first}>`;
}

/**
 * The name of a function, if it is a string that can be read without running a getter.
 * @param {Function} value
 */
export function functionName(value) {
  const name = findProperty(value, "name")?.value;
  return typeof name === "string" ? visible(name) : "";
}

/**
 * The object's tag, if it adds to the list of the properties.
 * @param {object} object
 * @param {boolean} showHidden
 */
export function tagOf(object, showHidden) {
  const tag = findProperty(object, symbolToStringTag)?.value;
  if (typeof tag !== "string" || tag === "") return "";
  const listed = showHidden ? hasOwn(object, symbolToStringTag) : isEnumerable(object, symbolToStringTag);
  return listed ? "" : visible(tag);
}

/**
 * The text before the opening brace, with a space at its end: `Map(2) `, `Foo [bar] `.
 *
 * @param {string | null} constructor
 * @param {string} tag
 * @param {string} fallback for an object without a prototype
 * @param {string} [size]
 */
export function prefixOf(constructor, tag, fallback, size = "") {
  if (constructor === null) {
    const suffix = tag !== "" && fallback !== tag ? `[${tag}] ` : "";
    return `[${fallback}${size}: null prototype] ${suffix}`;
  }
  const suffix = tag !== "" && constructor !== tag ? `[${tag}] ` : "";
  return `${constructor}${size} ${suffix}`;
}

/**
 * The prefix without its last space, for an object that is too deep to be shown.
 * @param {string | null} constructor
 * @param {string} tag
 * @param {string} fallback
 */
export function shortName(constructor, tag, fallback) {
  return stringSlice(prefixOf(constructor, tag, fallback === tag ? "Object" : fallback), 0, -1);
}

/**
 * @param {unknown} prototype
 * @param {object} object
 */
function isAncestor(prototype, object) {
  return typeof prototype === "object" && prototype !== null && isPrototypeOf(prototype, object);
}
