// @ts-check
import { classes } from "../classes.js";
import {
  exec, Function, getOwnPropertyDescriptor, globalNames, hasOwn, isEnumerable, isPrototypeOf, Map, mapGet, mapSet,
  Set, setAdd, setHas, stringSlice, symbolToStringTag,
} from "../../shared/primordials.js";
import { findProperty, isObject, prototypeChain } from "../../shared/properties.js";

/** The names of the engine's own classes. */
const builtIns = new Set();
/**
 * The same by prototype: user code may break the `constructor` that a prototype names.
 * @type {Map<object, string>}
 */
const nameByPrototype = new Map();
for (let i = 0; i < globalNames.length; i++) {
  const name = globalNames[i];
  if (typeof name !== "string" || exec(/^[A-Z][a-zA-Z0-9]+$/, name) === null) continue;
  setAdd(builtIns, name);
  const value = classes[name];
  // `Proxy` has none, and would ask its own prototypes.
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
 * The name of the object's class: that of the nearest prototype whose constructor made it.
 *
 * @param {object} object
 * @param {boolean} [nested] whether this is asked for the prototype of an object without a class
 * @returns {string | null} `null` for an object without a prototype
 */
export function constructorNameOf(object, nested = false) {
  const chain = prototypeChain(object);
  for (let i = 0; i < chain.length; i++) {
    const holder = /** @type {object} */ (chain[i]);
    // A prototype is not made by the constructor that it names; what inherits from it is.
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
  return typeof name === "string" ? name : "";
}

/**
 * The object's tag, as far as it says more than the list of its properties does.
 * @param {object} object
 * @param {boolean} showHidden
 */
export function tagOf(object, showHidden) {
  const tag = findProperty(object, symbolToStringTag)?.value;
  if (typeof tag !== "string" || tag === "") return "";
  const listed = showHidden ? hasOwn(object, symbolToStringTag) : isEnumerable(object, symbolToStringTag);
  return listed ? "" : tag;
}

/**
 * What stands before the opening brace, with a space at its end: `Map(2) `, `Foo [bar] `.
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
