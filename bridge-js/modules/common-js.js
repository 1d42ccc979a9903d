// @ts-check
// CommonJS modules: `require`, `module` and `exports`, as Node has them.

import * as node from "#deferred/node/built-ins.js";
import { defineAccessor, defineHidden, nullPrototype } from "../shared/define.js";
import { append } from "../shared/lists.js";
import {
  apply, defineProperty, getOwnPropertyDescriptor, hasOwn, setPrototypeOf, stringLastIndexOf, stringSlice, TypeError,
} from "../shared/primordials.js";

/**
 * The `module` of a CommonJS module.
 *
 * @typedef {object} ModuleObject
 * @property {string} id
 * @property {string} filename
 * @property {string} path
 * @property {unknown} exports
 * @property {unknown[]} children
 * @property {string[]} [paths]
 * @property {boolean} loaded
 */

/**
 * @typedef {object} CommonModule
 * @property {Function} body
 * @property {ModuleObject} object
 * @property {unknown[]} values the arguments of the body; the first is `exports`
 * @property {boolean} hasBegun
 * @property {boolean} isMain
 */

/**
 * The main module, if that is CommonJS.
 * @type {ModuleObject | undefined}
 */
let main;

/**
 * `require.cache`: the modules that have begun, by their file names.
 * @type {{ [filename: string]: ModuleObject | undefined }}
 */
const cache = nullPrototype({});

/**
 * @param {Function} body
 * @param {string} filename
 * @param {string} dirname
 * @param {boolean} isMain
 * @param {(from: ModuleObject) => Function} makeRequire
 * @param {Function} dynamicImport
 * @returns {CommonModule}
 */
export function make(body, filename, dirname, isMain, makeRequire, dynamicImport) {
  const object = makeObject(filename, dirname, isMain);
  if (isMain) main = object;
  const require = makeRequire(object);
  const own = (/** @type {unknown} */ specifier) => require(specifier);
  defineHidden(object, "require", own);
  return { body, object, values: [object.exports, require, object, filename, dirname, dynamicImport], hasBegun: false, isMain };
}

/**
 * @param {string} filename
 * @param {string} dirname
 * @param {boolean} isMain
 * @returns {ModuleObject}
 */
function makeObject(filename, dirname, isMain) {
  /** @type {ModuleObject} */
  const object = { id: isMain ? "." : filename, path: dirname, exports: {}, filename, loaded: false, children: [] };
  setPrototypeOf(object, node.moduleClass().prototype);
  defineLazily(object, "paths", () => directoriesAbove(dirname));
  return object;
}

/**
 * @param {object} object
 * @param {string} name
 * @param {() => unknown} make
 */
function defineLazily(object, name, make) {
  const store = (/** @type {unknown} */ value) => {
    defineProperty(object, name, nullPrototype({ value, writable: true, enumerable: true, configurable: true }));
    return value;
  };
  defineAccessor(object, name, () => store(make()), store);
}

/**
 * The directories in which packages are searched.
 *
 * @param {string} dirname
 * @returns {string[]}
 */
export function directoriesAbove(dirname) {
  /** @type {string[]} */
  const found = [];
  let directory = dirname;
  while (directory !== "") {
    const slash = stringLastIndexOf(directory, "/");
    if (stringSlice(directory, slash + 1) !== "node_modules") append(found, `${directory === "/" ? "" : directory}/node_modules`);
    if (slash < 0 || directory === "/") break;
    directory = slash === 0 ? "/" : stringSlice(directory, 0, slash);
  }
  return found;
}

/**
 * The function `require` of a module.
 *
 * @param {(specifier: unknown) => unknown} load
 * @param {(specifier: string, paths: unknown) => string} resolve
 * @param {string} dirname
 */
export function makeRequire(load, resolve, dirname) {
  const require = (/** @type {unknown} */ specifier) => load(specifier);
  const find = (/** @type {unknown} */ specifier, /** @type {{ paths?: unknown } | undefined} */ options = undefined) =>
    resolve(checked(specifier, "request"), options?.paths);
  defineHidden(find, "paths", (/** @type {unknown} */ specifier) => {
    const name = checked(specifier, "request");
    if (node.isBuiltIn(name)) return null;
    const isRelative = name === "." || name === ".." || stringSlice(name, 0, 2) === "./" || stringSlice(name, 0, 3) === "../";
    return isRelative ? [dirname] : directoriesAbove(dirname);
  });
  define(require, "resolve", find);
  define(require, "main", main);
  define(require, "cache", cache);
  return require;
}

/**
 * @param {object} target
 * @param {string} name
 * @param {unknown} value
 */
function define(target, name, value) {
  defineProperty(target, name, nullPrototype({ value, writable: true, enumerable: true, configurable: true }));
}

/**
 * Checks that a specifier is a non-empty string.
 *
 * @param {unknown} specifier
 * @param {string} name
 * @returns {string}
 */
export function checked(specifier, name) {
  if (typeof specifier === "string" && specifier !== "") return specifier;
  const error = new TypeError(
    specifier === ""
      ? `The argument '${name}' must be a non-empty string. Received ''`
      : `The "${name}" argument must be of type string: require() takes the name of a module. Received ${typeof specifier}`);
  defineHidden(error, "code", specifier === "" ? "ERR_INVALID_ARG_VALUE" : "ERR_INVALID_ARG_TYPE");
  throw error;
}

/**
 * The result of `require` for a module. It runs a module that has not begun; a module in a cycle yields its exports so far. A
 * module that was deleted from `require.cache` is run again; an object that was put there in its place is returned.
 *
 * @param {CommonModule} module
 * @param {ModuleObject | undefined} from
 */
export function require(module, from) {
  if (module.hasBegun) {
    const cached = cache[module.object.filename];
    if (cached !== undefined) {
      note(from, cached);
      return cached.exports;
    }
    const { filename, path } = module.object;
    const fresh = makeObject(filename, path, module.isMain);
    defineHidden(fresh, "require", getOwnPropertyDescriptor(module.object, "require")?.value);
    module.object = fresh;
    module.values = [fresh.exports, module.values[1], fresh, filename, path, module.values[5]];
    module.hasBegun = false;
  }
  return run(module, from);
}

/**
 * @param {ModuleObject | undefined} from
 * @param {ModuleObject} object
 */
function note(from, object) {
  if (from === undefined) return;
  for (let i = 0; i < from.children.length; i++) if (from.children[i] === object) return;
  append(from.children, object);
}

/**
 * Runs a module that has not begun.
 *
 * One that throws is run again when it is required again, as in Node.
 *
 * @param {CommonModule} module
 * @param {ModuleObject} [from]
 */
export function run(module, from) {
  if (module.hasBegun) return module.object.exports;
  const { object } = module;
  module.hasBegun = true;
  cache[object.filename] = object;
  if (!hasOwn(object, "parent")) defineHidden(object, "parent", module.isMain ? null : from);
  note(from, object);
  let isDone = false;
  try {
    apply(module.body, module.values[0], module.values);
    object.loaded = true;
    isDone = true;
  } finally {
    if (!isDone) {
      const exports = {};
      object.exports = exports;
      module.values[0] = exports;
      module.hasBegun = false;
      delete cache[object.filename];
    }
  }
  return object.exports;
}
