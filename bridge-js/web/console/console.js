// @ts-check
import * as formatter from "#deferred/web/inspect/format.js";
import * as inspector from "#deferred/web/inspect/inspector.js";
import * as table from "#deferred/web/inspect/table.js";
import * as traces from "#deferred/web/errors/stack.js";
import { nullPrototype } from "../../shared/define.js";
import { host } from "../host.js";
import { append } from "../../shared/lists.js";
import {
  defineProperty, Error, floor, isArray, Map, mapDelete, mapGet, mapSet, Number, numberToString, padStart,
  setPrototypeOf, stringIndexOf, stringSlice, symbolToStringTag, toFixed,
} from "../../shared/primordials.js";
import { indent } from "../../shared/text.js";

/** @typedef {import("../host.js").Level} Level */
/** @typedef {import("../inspect/options.js").InspectOptions} InspectOptions */

/** @type {Map<string, number>} */
const counts = new Map();
/** @type {Map<string, number>} */
const startTimes = new Map();
let indentation = "";

/**
 * @param {Level} level
 * @param {string} text
 */
function print(level, text) {
  host.print(level, indentation + indent(text, indentation));
}

/**
 * @param {Level} level
 * @param {unknown[]} values
 */
function printValues(level, values) {
  print(level, textOf(values) ?? formatter.format(values, { colors: host.colors }));
}

/**
 * The line for arguments that are strings without placeholders, as in most messages. `undefined` for any others.
 * @param {unknown[]} values
 */
function textOf(values) {
  let line = "";
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (typeof value !== "string") return undefined;
    if (i === 0 && values.length > 1 && stringIndexOf(value, "%") >= 0) return undefined;
    line += i === 0 ? value : ` ${value}`;
  }
  return line;
}

/**
 * The text of a label, converted as the Console Standard requires: an error of its `toString` reaches the caller, and a symbol
 * is refused.
 *
 * @param {unknown} label
 * @returns {string}
 */
function labelOf(label) {
  return label === undefined ? "default" : `${label}`;
}

/** The methods, none of which needs a receiver. */
const methods = {
  /** @param {unknown[]} values */
  log(...values) {
    printValues("log", values);
  },

  /** @param {unknown[]} values */
  info(...values) {
    printValues("info", values);
  },

  /** @param {unknown[]} values */
  debug(...values) {
    printValues("debug", values);
  },

  /** @param {unknown[]} values */
  warn(...values) {
    printValues("warn", values);
  },

  /** @param {unknown[]} values */
  error(...values) {
    printValues("error", values);
  },

  /** @param {unknown[]} values */
  trace(...values) {
    const message = values.length === 0 ? "" : formatter.format(values, { colors: host.colors });
    const frames = traces.formatFrames(traces.parseStack(new Error().stack ?? "") ?? []);
    print("error", `Trace${message === "" ? "" : `: ${message}`}${frames === "" ? "" : `\n${frames}`}`);
  },

  /**
   * @param {unknown} [value]
   * @param {InspectOptions} [options]
   */
  dir(value = undefined, options = undefined) {
    print("log", inspector.inspect(value, { customInspect: false, colors: host.colors, ...options }));
  },

  /** @param {unknown[]} values */
  dirxml(...values) {
    printValues("log", values);
  },

  /**
   * @param {unknown} [data]
   * @param {unknown} [properties]
   */
  table(data = undefined, properties = undefined) {
    if (typeof data !== "object" || data === null) {
      printValues("log", [data]);
      return;
    }
    let text;
    try {
      text = table.formatTable(data, isArray(properties) ? namesIn(properties) : undefined, host.colors);
    } catch {
      // A proxy whose trap throws is printed like any other value.
      text = inspector.inspect(data, { colors: host.colors });
    }
    print("log", text);
  },

  /** @param {unknown[]} values */
  group(...values) {
    if (values.length > 0) printValues("log", values);
    indentation += "  ";
  },

  /** @param {unknown[]} values */
  groupCollapsed(...values) {
    if (values.length > 0) printValues("log", values);
    indentation += "  ";
  },

  groupEnd() {
    indentation = stringSlice(indentation, 2);
  },

  /** @param {unknown} [label] */
  count(label = undefined) {
    const name = labelOf(label);
    const count = (mapGet(counts, name) ?? 0) + 1;
    mapSet(counts, name, count);
    print("log", `${name}: ${count}`);
  },

  /** @param {unknown} [label] */
  countReset(label = undefined) {
    const name = labelOf(label);
    if (!mapDelete(counts, name)) print("warn", `Warning: Count for '${name}' does not exist`);
  },

  /** @param {unknown} [label] */
  time(label = undefined) {
    const name = labelOf(label);
    if (mapGet(startTimes, name) !== undefined) {
      print("warn", `Warning: Label '${name}' already exists for console.time()`);
      return;
    }
    mapSet(startTimes, name, host.now());
  },

  /**
   * @param {unknown} [label]
   * @param {unknown[]} values
   */
  timeLog(label = undefined, ...values) {
    printTime("timeLog", labelOf(label), values);
  },

  /** @param {unknown} [label] */
  timeEnd(label = undefined) {
    const name = labelOf(label);
    printTime("timeEnd", name, []);
    mapDelete(startTimes, name);
  },

  /**
   * @param {unknown} [condition]
   * @param {unknown[]} values
   */
  assert(condition = false, ...values) {
    if (condition) return;
    const first = values.length === 0 ? undefined : values[0];
    if (typeof first === "string") values[0] = `Assertion failed: ${first}`;
    else {
      /** @type {unknown[]} */
      const message = [values.length > 0 ? "Assertion failed:" : "Assertion failed"];
      for (let i = 0; i < values.length; i++) append(message, values[i]);
      values = message;
    }
    printValues("warn", values);
  },

  /** Has no effect: there is no screen to clear. */
  clear() {},
};

/**
 * The global `console`, a namespace: its methods need no receiver, and its prototype is an empty object that belongs to it
 * alone.
 */
export const console = setPrototypeOf(methods, {});
const tag = { value: "console", writable: false, enumerable: false, configurable: true };
defineProperty(console, symbolToStringTag, nullPrototype(tag));

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown[]} values
 */
function printTime(method, name, values) {
  const start = mapGet(startTimes, name);
  if (start === undefined) {
    print("warn", `Warning: No such label '${name}' for console.${method}()`);
    return;
  }
  /** @type {unknown[]} */
  const message = ["%s: %s", name, formatTime(host.now() - start)];
  for (let i = 0; i < values.length; i++) append(message, values[i]);
  printValues("log", message);
}

/**
 * @param {unknown[]} properties
 * @returns {string[]}
 */
function namesIn(properties) {
  /** @type {string[]} */
  const names = [];
  for (let i = 0; i < properties.length; i++) append(names, `${properties[i]}`);
  return names;
}

/**
 * A duration as Node prints it: `12.3ms`, `4.500s`, `1:02.500 (m:ss.mmm)`.
 * @param {number} milliseconds
 */
export function formatTime(milliseconds) {
  if (milliseconds < 1000) return `${Number(toFixed(milliseconds, 3))}ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${toFixed(seconds, 3)}s`;
  const rest = padStart(toFixed(seconds % 60, 3), 6, "0");
  const minutes = floor(seconds / 60) % 60;
  if (seconds < 3600) return `${minutes}:${rest} (m:ss.mmm)`;
  return `${floor(seconds / 3600)}:${padStart(numberToString(minutes), 2, "0")}:${rest} (h:mm:ss.mmm)`;
}
