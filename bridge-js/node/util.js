// @ts-check
// The module `util`.

import * as parsing from "#deferred/node/parse-args.js";
import * as processes from "#deferred/node/process.js";
import * as abort from "#deferred/web/abort/abort.js";
import * as decoding from "#deferred/web/encoding/text-decoder.js";
import * as encoding from "#deferred/web/encoding/text-encoder.js";
import * as formatting from "#deferred/web/inspect/format.js";
import * as inspector from "#deferred/web/inspect/inspector.js";
import { defineHidden, nullPrototype } from "../shared/define.js";
import { isObject } from "../shared/is-object.js";
import {
  apply, construct, Date, defineProperty, Error, getOwnPropertyDescriptor, getPrototypeOf, isArray, objectKeys, ownKeys, Promise, promiseThen,
  promiseResolve, setPrototypeOf, symbolFor, toWellFormed, TypeError,
} from "../shared/primordials.js";
import { withoutColors } from "../web/inspect/width.js";
import { isDeepStrictEqual } from "./deep-equal.js";
import { invalidArgType, nodeError, validateAbortSignal, validateFunction, validateObject, validateString } from "./errors.js";
import { assign, slice, splice } from "./node-primordials.js";
import { types } from "./types.js";

export { types };

const custom = symbolFor("nodejs.util.inspect.custom");
const promisifyCustom = symbolFor("nodejs.util.promisify.custom");

/** The options of `inspect` that count where a call has none. */
const defaults = {
  showHidden: false,
  depth: 2,
  colors: false,
  customInspect: true,
  showProxy: false,
  maxArrayLength: 100,
  maxStringLength: 10000,
  breakLength: 80,
  compact: 3,
  sorted: false,
  getters: false,
  numericSeparator: false,
};
const initial = assign({}, defaults);

/** Those of the defaults that were changed, with the options of a call. */
function merged(options) {
  const all = /** @type {any} */ (nullPrototype({}));
  for (const name in defaults) if (defaults[name] !== initial[name]) all[name] = defaults[name];
  return assign(all, options);
}

/**
 * @param {unknown} value
 * @param {any} [options] or `showHidden`
 * @param {number} [depth]
 * @param {boolean} [colors]
 */
export function inspect(value, options, depth, colors) {
  let given = options;
  if (typeof options === "boolean" || depth !== undefined || colors !== undefined) {
    given = nullPrototype({});
    if (typeof options === "boolean") given.showHidden = options;
    else if (isObject(options)) assign(given, options);
    if (depth !== undefined) given.depth = depth;
    if (colors !== undefined) given.colors = colors;
  }
  return inspector.inspect(value, merged(isObject(given) ? given : undefined));
}

const shown = /** @type {any} */ (inspect);
shown.custom = custom;
defineProperty(inspect, "defaultOptions", nullPrototype({
  get: () => defaults,
  set: (options) => {
    validateObject(options, "options");
    assign(defaults, options);
  },
  enumerable: true,
  configurable: true,
}));
shown.colors = nullPrototype({
  reset: [0, 0], bold: [1, 22], dim: [2, 22], italic: [3, 23], underline: [4, 24], blink: [5, 25], inverse: [7, 27], hidden: [8, 28],
  strikethrough: [9, 29], doubleunderline: [21, 24], black: [30, 39], red: [31, 39], green: [32, 39], yellow: [33, 39], blue: [34, 39],
  magenta: [35, 39], cyan: [36, 39], white: [37, 39], bgBlack: [40, 49], bgRed: [41, 49], bgGreen: [42, 49], bgYellow: [43, 49],
  bgBlue: [44, 49], bgMagenta: [45, 49], bgCyan: [46, 49], bgWhite: [47, 49], gray: [90, 39], grey: [90, 39], redBright: [91, 39],
  greenBright: [92, 39], yellowBright: [93, 39], blueBright: [94, 39], magentaBright: [95, 39], cyanBright: [96, 39], whiteBright: [97, 39],
});
shown.styles = nullPrototype({
  special: "cyan", number: "yellow", bigint: "yellow", boolean: "yellow", undefined: "grey", null: "bold", string: "green",
  symbol: "green", date: "magenta", regexp: "red", module: "underline",
});

function format(...values) {
  return formatting.format(values, merged(undefined));
}

function formatWithOptions(options, ...values) {
  validateObject(options, "inspectOptions");
  return formatting.format(values, merged(options));
}

function inherits(constructor, parent) {
  if (constructor === undefined || constructor === null) throw invalidArgType("ctor", "Function", constructor);
  if (parent === undefined || parent === null) throw invalidArgType("superCtor", "Function", parent);
  if (parent.prototype === undefined) throw invalidArgType("superCtor.prototype", "Object", parent.prototype);
  defineProperty(constructor, "super_", nullPrototype({ value: parent, writable: true, configurable: true }));
  setPrototypeOf(constructor.prototype, parent.prototype);
}

function promisify(original) {
  validateFunction(original, "original");
  const known = original[promisifyCustom];
  if (known) {
    validateFunction(known, "util.promisify.custom");
    defineProperty(known, promisifyCustom, nullPrototype({ value: known, enumerable: false, writable: false, configurable: true }));
    return known;
  }
  function promised(/** @type {any[]} */ ...values) {
    return new Promise((resolve, reject) => {
      const all = slice(values);
      splice(all, all.length, 0, (error, value) => (error ? reject(error) : resolve(value)));
      apply(original, this, all);
    });
  }
  setPrototypeOf(promised, getPrototypeOf(original));
  defineProperty(promised, promisifyCustom, nullPrototype({ value: promised, enumerable: false, writable: false, configurable: true }));
  return copyProperties(promised, original);
}
promisify.custom = promisifyCustom;

function copyProperties(target, source) {
  const keys = ownKeys(source);
  for (let i = 0; i < keys.length; i++) {
    const key = /** @type {PropertyKey} */ (keys[i]);
    defineProperty(target, key, /** @type {any} */ (getOwnPropertyDescriptor(source, key)));
  }
  return target;
}

function callbackify(original) {
  validateFunction(original, "original");
  function callbackified(/** @type {any[]} */ ...values) {
    const callback = values[values.length - 1];
    validateFunction(callback, "last argument");
    const call = (error, value) => processes.process.nextTick(() => (error === undefined ? apply(callback, this, [null, value]) : apply(callback, this, [error])));
    promiseThen(promiseResolve(apply(original, this, slice(values, 0, -1))), (value) => call(undefined, value), (reason) => {
      if (reason) return call(reason, undefined);
      const error = nodeError(Error, "ERR_FALSY_VALUE_REJECTION", "Promise was rejected with falsy value");
      error.reason = reason;
      return call(error, undefined);
    });
  }
  const name = getOwnPropertyDescriptor(original, "name");
  const length = getOwnPropertyDescriptor(original, "length");
  copyProperties(callbackified, original);
  if (typeof name?.value === "string") defineProperty(callbackified, "name", nullPrototype({ value: `${name.value}Callbackified`, configurable: true }));
  if (typeof length?.value === "number") defineProperty(callbackified, "length", nullPrototype({ value: length.value + 1, configurable: true }));
  return callbackified;
}

/** The codes of deprecations that have been reported. */
const reported = nullPrototype({});

function deprecate(original, message, code) {
  if (code !== undefined) validateString(code, "code");
  let isReported = false;
  function deprecated(/** @type {any[]} */ ...values) {
    if (!isReported) {
      isReported = true;
      if (code === undefined) processes.process.emitWarning(message, "DeprecationWarning");
      else if (!reported[code]) {
        reported[code] = true;
        processes.process.emitWarning(message, "DeprecationWarning", code);
      }
    }
    return new.target ? construct(original, values, new.target) : apply(original, this, values);
  }
  setPrototypeOf(deprecated, original);
  if (original.prototype) deprecated.prototype = original.prototype;
  return deprecated;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (number) => (number < 10 ? `0${number}` : `${number}`);

function log(...values) {
  const now = new Date();
  const time = `${now.getDate()} ${months[now.getMonth()]} ${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
  processes.process.stdout.write(`${time} - ${apply(format, undefined, values)}\n`);
}

function stripVTControlCharacters(text) {
  validateString(text, "str");
  return withoutColors(text);
}

function toUSVString(text) {
  return toWellFormed(`${text}`);
}

function aborted(signal, resource) {
  if (signal === undefined) throw invalidArgType("signal", "AbortSignal", signal);
  validateAbortSignal(signal, "signal");
  validateObject(resource, "resource");
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), nullPrototype({ once: true }));
  });
}

function styleText(styles, text) {
  validateString(text, "text");
  const list = isArray(styles) ? styles : [styles];
  let result = text;
  for (let i = list.length - 1; i >= 0; i--) {
    const codes = shown.colors[list[i]];
    if (codes === undefined) throw nodeError(TypeError, "ERR_INVALID_ARG_VALUE", `The argument 'format' must be one of: ${objectKeys(shown.colors)}. Received ${inspect(list[i])}`);
    result = `\u001b[${codes[0]}m${result}\u001b[${codes[1]}m`;
  }
  return result;
}

const isPrimitive = (value) => value === null || (typeof value !== "object" && typeof value !== "function");

export const util = {
  aborted,
  callbackify,
  debug: debuglog,
  debuglog,
  deprecate,
  format,
  formatWithOptions,
  inherits,
  inspect,
  isArray,
  isBoolean: (value) => typeof value === "boolean",
  isBuffer: (value) => types.isUint8Array(value) && value.constructor?.isBuffer?.(value) === true,
  isDeepStrictEqual,
  isNull: (value) => value === null,
  isNullOrUndefined: (value) => value === null || value === undefined,
  isNumber: (value) => typeof value === "number",
  isString: (value) => typeof value === "string",
  isSymbol: (value) => typeof value === "symbol",
  isUndefined: (value) => value === undefined,
  isRegExp: types.isRegExp,
  isObject: (value) => value !== null && typeof value === "object",
  isDate: types.isDate,
  isError: (value) => types.isNativeError(value) || value instanceof Error,
  isFunction: (value) => typeof value === "function",
  isPrimitive,
  log,
  parseArgs: (config) => parsing.parseArgs(config),
  promisify,
  stripVTControlCharacters,
  styleText,
  toUSVString,
  get TextDecoder() {
    return decoding.TextDecoder;
  },
  get TextEncoder() {
    return encoding.TextEncoder;
  },
  get AbortController() {
    return abort.AbortController;
  },
  get AbortSignal() {
    return abort.AbortSignal;
  },
  types,
  _extend: (target, source) => (isObject(source) ? assign(target, source) : target),
};

/** Prints nothing: there is no NODE_DEBUG here. */
function debuglog() {
  const write = () => {};
  defineHidden(write, "enabled", false);
  return write;
}
