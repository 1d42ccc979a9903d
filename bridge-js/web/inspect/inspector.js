// @ts-check
// Values as text, in the format of Node's util.inspect (MIT licence), whose rules this follows closely.

import { isObject } from "../../shared/is-object.js";
import { append, makeList } from "../../shared/lists.js";
import {
  apply, exec, getOwnPropertyDescriptor, indexOf, isArray, Map, mapGet, mapSet, mapSize, pop, repeat, sort, symbolFor,
  symbolToString,
} from "../../shared/primordials.js";
import { nullPrototype } from "../../shared/define.js";
import { peek } from "../../shared/properties.js";
import { indent } from "../../shared/text.js";
import { host } from "../host.js";
import { kindOf } from "./kind.js";
import { arrange } from "./layout.js";
import { constructorNameOf, shortName, tagOf } from "./names.js";
import { colorize, limit, plain } from "./options.js";
import { formatPrimitive } from "./primitives.js";
import { escape, quote } from "./quote.js";
import { shapeOf } from "./shape.js";

/** @typedef {import("./options.js").InspectOptions} InspectOptions */
/** @typedef {import("./options.js").Style} Style */
/** @typedef {import("./shape.js").Shape} Shape */

/** The symbol of a method that formats its object, as in Node. */
export const inspectCustom = symbolFor("nodejs.util.inspect.custom");

const namePattern = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

/**
 * The object behind proxies.
 *
 * @param {object} value
 * @returns {object}
 */
function targetOf(value) {
  let found = value;
  for (let target = host.proxyTarget?.(found); target !== undefined; target = host.proxyTarget?.(found)) found = target;
  return found;
}

/** After this many characters only the names of objects are printed. */
const longestText = 2 ** 27;

/**
 * Formats a value as text. Runs no getter; errors of a proxy's traps and of custom methods are caught.
 *
 * @param {unknown} value
 * @param {InspectOptions} [options]
 * @returns {string}
 */
export function inspect(value, options = {}) {
  return new Inspector(options).format(value, 0);
}

/** The state of one formatting. */
export class Inspector {
  /** The indentation of the current object, in columns. */
  indentation = 0;
  /** The depth of the innermost object that was printed last. */
  currentDepth = 0;
  /** @type {object[]} */
  #seen = makeList();
  /** @type {Map<object, number>} */
  #circular = new Map();
  #length = 0;

  // All are fields, so that the constructor runs no setter that a page defined on `Object.prototype`.
  depth = 2;
  colors = false;
  showHidden = false;
  customInspect = true;
  maxArrayLength = 100;
  maxStringLength = 10000;
  breakLength = 80;
  /** @type {number | boolean} */
  compact = 3;
  sorted = false;
  /** @type {(text: string, style: Style) => string} */
  stylize = plain;
  /** @type {InspectOptions} */
  #options;

  /** @param {InspectOptions} given its own properties count, as in Node */
  constructor(given) {
    const options = /** @type {InspectOptions} */ (nullPrototype({ ...given }));
    this.#options = options;
    this.depth = limit(options.depth, this.depth);
    this.colors = options.colors === true;
    this.showHidden = options.showHidden === true;
    this.customInspect = options.customInspect !== false;
    this.maxArrayLength = limit(options.maxArrayLength, this.maxArrayLength);
    this.maxStringLength = limit(options.maxStringLength, this.maxStringLength);
    this.breakLength = limit(options.breakLength, this.breakLength);
    this.compact = options.compact ?? this.compact;
    this.sorted = options.sorted === true;
    if (this.colors) this.stylize = colorize;
  }

  /** The current indentation as spaces. */
  get indent() {
    return repeat(" ", this.indentation);
  }

  /**
   * @param {unknown} value
   * @param {number} depth
   * @returns {string}
   */
  format(value, depth) {
    if (!isObject(value)) return formatPrimitive(this, value);
    // As in Node, the target of a proxy is shown, without asking the traps.
    const target = targetOf(value);
    if (target !== value) return this.format(target, depth);
    const { indentation } = this;
    const { length } = this.#seen;
    try {
      return this.#formatCustom(value, depth) ?? this.#formatCircular(value) ?? this.#formatObject(value, depth);
    } catch (error) {
      this.indentation = indentation;
      this.#seen.length = length;
      return this.stylize(describeFailure(value, error), "special");
    }
  }

  /**
   * One property, or one element of a list, whose name is not printed.
   *
   * @param {object} object
   * @param {PropertyKey} key
   * @param {number} depth
   * @param {boolean} element
   */
  formatProperty(object, key, depth, element) {
    const descriptor = getOwnPropertyDescriptor(object, key);
    const text = this.#formatDescriptor(descriptor, depth, element);
    if (element) return text;
    return `${this.#formatKey(key, descriptor?.enumerable === false)}: ${text}`;
  }

  /**
   * @param {PropertyDescriptor | undefined} descriptor
   * @param {number} depth
   * @param {boolean} element
   */
  #formatDescriptor(descriptor, depth, element) {
    if (descriptor?.get !== undefined) {
      return this.stylize(descriptor.set === undefined ? "[Getter]" : "[Getter/Setter]", "special");
    }
    if (descriptor?.set !== undefined) return this.stylize("[Setter]", "special");
    const step = this.compact === true && !element ? 3 : 2;
    this.indentation += step;
    const text = this.format(descriptor?.value, depth);
    this.indentation -= step;
    return text;
  }

  /**
   * @param {PropertyKey} key
   * @param {boolean} hidden
   */
  #formatKey(key, hidden) {
    if (typeof key === "symbol") return `[${this.stylize(escape(symbolToString(key), true), "symbol")}]`;
    const name = /** @type {string} */ (key);
    if (name === "__proto__") return "['__proto__']";
    if (hidden) return `[${escape(name, true)}]`;
    return exec(namePattern, name) === null ? this.stylize(quote(name), "string") : this.stylize(name, "name");
  }

  /**
   * @param {object} value
   * @param {number} depth
   * @returns {string | undefined} `undefined` if the object has no method for it, or a method that fails
   */
  #formatCustom(value, depth) {
    if (!this.customInspect) return undefined;
    const custom = peek(value, inspectCustom);
    if (typeof custom !== "function" || isPrototype(value)) return undefined;
    let result;
    try {
      const options = { ...this.#options, stylize: this.stylize };
      result = apply(custom, value, [this.depth - depth, options, inspect]);
    } catch {
      return undefined;
    }
    if (result === value) return undefined;
    return typeof result === "string" ? indent(result, this.indent) : this.format(result, depth);
  }

  /** @param {object} value */
  #formatCircular(value) {
    if (indexOf(this.#seen, value) < 0) return undefined;
    const known = mapGet(this.#circular, value);
    const index = known ?? mapSize(this.#circular) + 1;
    if (known === undefined) mapSet(this.#circular, value, index);
    return this.stylize(`[Circular *${index}]`, "special");
  }

  /**
   * @param {object} value
   * @param {number} depth
   */
  #formatObject(value, depth) {
    const kind = kindOf(value);
    const constructor = constructorNameOf(value);
    const tag = tagOf(value, this.showHidden);
    const shape = shapeOf(this, value, kind, constructor, tag);
    const { base, open, close, keys } = shape;
    if (shape.empty && keys.length === 0) {
      return base === "" ? `${open}${close}` : this.stylize(base, shape.style);
    }
    if (depth > this.depth) {
      if (kind === "RegExp") return this.stylize(base, "regexp");
      const name = shortName(constructor, tag, shape.fallback);
      return this.stylize(constructor === null ? name : `[${name}]`, "special");
    }
    return this.#formatEntries(value, shape, depth + 1);
  }

  /**
   * @param {object} value
   * @param {Shape} shape
   * @param {number} depth
   */
  #formatEntries(value, shape, depth) {
    this.#seen[this.#seen.length] = value;
    this.currentDepth = depth;
    const entries = shape.entries(depth);
    const { length } = entries;
    for (let i = 0; i < shape.keys.length; i++) {
      append(entries, this.formatProperty(value, /** @type {PropertyKey} */ (shape.keys[i]), depth, false));
    }
    pop(this.#seen);
    if (this.sorted && !shape.list && length === 0) sort(entries);
    const index = mapGet(this.#circular, value);
    const reference = index === undefined ? "" : this.stylize(`<ref *${index}>`, "special");
    const { base, close, list } = shape;
    const before = reference === "" || base === "" ? reference + base : `${reference} ${base}`;
    const numeric = list && areNumbers(value, entries.length);
    const text = arrange(this, { entries, base: before, open: shape.open, close, list, depth, numeric });
    this.#length += text.length;
    if (this.#length > longestText) this.depth = -1;
    return text;
  }
}

/**
 * Whether the first elements, up to this count, are all numbers: numbers are aligned to the right.
 * @param {object} value
 * @param {number} count
 */
function areNumbers(value, count) {
  if (!isArray(value)) return true;
  for (let i = 0; i < count; i++) {
    const element = getOwnPropertyDescriptor(value, i)?.value;
    if (typeof element !== "number" && typeof element !== "bigint") return false;
  }
  return true;
}

/**
 * A prototype has the methods for its instances.
 * @param {object} value
 */
function isPrototype(value) {
  const constructor = peek(value, "constructor");
  return typeof constructor === "function" && peek(constructor, "prototype") === value;
}

/**
 * The text for an object that cannot be inspected: only a proxy refuses that.
 * @param {object} value
 * @param {unknown} error
 */
function describeFailure(value, error) {
  if (isStackOverflow(error)) {
    return "[Object: Inspection interrupted prematurely. Maximum call stack size exceeded.]";
  }
  try {
    isArray(value);
  } catch {
    return "<Revoked Proxy>";
  }
  return "[Proxy]";
}

/** @param {unknown} error */
function isStackOverflow(error) {
  const message = isObject(error) ? peek(error, "message") : undefined;
  return typeof message === "string" && exec(/^Maximum call stack size exceeded/, message) !== null;
}
