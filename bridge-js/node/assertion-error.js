// @ts-check
// The error of a failed assertion, with the difference between the two values.

import * as inspector from "#deferred/web/inspect/inspector.js";
import { defineHidden, nullPrototype } from "../shared/define.js";
import { isObject } from "../shared/is-object.js";
import { Error, join, min, stringIncludes, stringSlice, symbolFor } from "../shared/primordials.js";
import { invalidArgType } from "./errors.js";
import { push, splitText } from "./node-primordials.js";

const inspectCustom = symbolFor("nodejs.util.inspect.custom");

const show = (value) =>
  inspector.inspect(value, nullPrototype({ compact: false, customInspect: false, depth: 1000, maxArrayLength: Infinity, breakLength: Infinity, sorted: true }));

const headings = nullPrototype({
  deepStrictEqual: "Expected values to be strictly deep-equal:",
  strictEqual: "Expected values to be strictly equal:",
  deepEqual: "Expected values to be loosely deep-equal:",
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: "Values have same structure but are not reference-equal:",
  notDeepEqualUnequal: "Expected values not to be loosely deep-equal:",
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
});

/** The longest lists of lines that are compared one by one. */
const MOST_LINES = 1000;

/** The lines of two texts, each with `+` where only the first has it, `-` where only the second has it. */
export function difference(actual, expected) {
  const a = splitText(actual, "\n");
  const b = splitText(expected, "\n");
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const lines = [];
  const skipped = start > 3 ? start - 2 : 0;
  if (skipped > 0) push(lines, "...");
  for (let i = skipped; i < start; i++) push(lines, `  ${a[i]}`);
  compare(a, b, start, a.length - end, b.length - end, lines);
  for (let i = 0; i < min(end, 2); i++) push(lines, `  ${a[a.length - end + i]}`);
  if (end > 3) push(lines, "...");
  else for (let i = 2; i < end; i++) push(lines, `  ${a[a.length - end + i]}`);
  return { lines, isCut: skipped > 0 || end > 3 };
}

/** The middle parts, by the longest list of lines that both have. */
function compare(a, b, start, endA, endB, lines) {
  const rows = endA - start;
  const columns = endB - start;
  if (rows > MOST_LINES || columns > MOST_LINES) {
    for (let i = start; i < endA; i++) push(lines, `+ ${a[i]}`);
    for (let i = start; i < endB; i++) push(lines, `- ${b[i]}`);
    return;
  }
  const width = columns + 1;
  const lengths = [];
  for (let i = 0; i < (rows + 1) * width; i++) push(lengths, 0);
  for (let i = rows - 1; i >= 0; i--) {
    for (let k = columns - 1; k >= 0; k--) {
      const down = lengths[(i + 1) * width + k];
      const right = lengths[i * width + k + 1];
      lengths[i * width + k] = a[start + i] === b[start + k] ? lengths[(i + 1) * width + k + 1] + 1 : down > right ? down : right;
    }
  }
  let i = 0;
  let k = 0;
  while (i < rows || k < columns) {
    if (i < rows && k < columns && a[start + i] === b[start + k]) {
      push(lines, `  ${a[start + i]}`);
      i += 1;
      k += 1;
    } else if (i < rows && (k >= columns || lengths[(i + 1) * width + k] >= lengths[i * width + k + 1])) {
      push(lines, `+ ${a[start + i++]}`);
    } else {
      push(lines, `- ${b[start + k++]}`);
    }
  }
}

function describeDifference(actual, expected, operator, given) {
  let kind = operator;
  const left = show(actual);
  const right = show(expected);
  if (kind === "strictEqual" && ((isObject(actual) && isObject(expected)) || (typeof actual === "function" && typeof expected === "function"))) {
    kind = "strictEqualObject";
  }
  const isShort = !stringIncludes(left, "\n") && !stringIncludes(right, "\n") && left !== right;
  if (isShort && left.length + right.length <= 12 && (!isObject(actual) || actual === null) && (!isObject(expected) || expected === null) && (actual !== 0 || expected !== 0)) {
    return `${given ?? headings[kind]}\n\n${left} !== ${right}\n`;
  }
  if (left === right) {
    const lines = splitText(left, "\n");
    const shown = lines.length > 50 ? `${join(lines.slice(0, 47), "\n")}\n...` : left;
    return `${given ?? headings.notIdentical}\n\n${shown}\n`;
  }
  const { lines, isCut } = difference(left, right);
  return `${given ?? headings[kind]}\n+ actual - expected${isCut ? " ... Lines skipped" : ""}\n\n${join(lines, "\n")}`;
}

function describe(actual, expected, operator) {
  if (operator === "deepStrictEqual" || operator === "strictEqual") return describeDifference(actual, expected, operator);
  if (operator === "notDeepStrictEqual" || operator === "notStrictEqual") {
    const heading = operator === "notStrictEqual" && isObject(actual) ? headings.notStrictEqualObject : headings[operator];
    const lines = splitText(show(actual), "\n");
    const shown = lines.length > 50 ? `${join(lines.slice(0, 47), "\n")}\n...` : join(lines, "\n");
    return lines.length === 1 ? `${heading}${shown.length > 5 ? "\n\n" : " "}${shown}` : `${heading}\n\n${shown}\n`;
  }
  let left = show(actual);
  let right = show(expected);
  if (operator === "notDeepEqual" && left === right) {
    const text = `${headings.notDeepEqual}\n\n${left}`;
    return text.length > 1024 ? `${stringSlice(text, 0, 1021)}...` : text;
  }
  if (left.length > 512) left = `${stringSlice(left, 0, 509)}...`;
  if (right.length > 512) right = `${stringSlice(right, 0, 509)}...`;
  if (operator === "deepEqual") return `${headings.deepEqual}\n\n${left}\n\nshould loosely deep-equal\n\n${right}`;
  if (operator === "notDeepEqual") return `${headings.notDeepEqualUnequal}\n\n${left}\n\nshould not loosely deep-equal\n\n${right}`;
  return `${left} ${operator} ${right}`;
}

export class AssertionError extends Error {
  constructor(options) {
    if (!isObject(options) || typeof options === "function") throw invalidArgType("options", "Object", options);
    const { message, operator, actual, expected } = options;
    const hasMessage = message !== undefined && message !== null;
    const hasDifference = operator === "deepStrictEqual" || operator === "strictEqual";
    super(
      hasMessage && !hasDifference ? `${message}`
      : hasMessage ? describeDifference(actual, expected, operator, `${message}`) : describe(actual, expected, operator));
    this.generatedMessage = !message;
    defineHidden(this, "name", "AssertionError");
    this.code = "ERR_ASSERTION";
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
  }

  /** @override */
  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  [inspectCustom](_, context, inspect) {
    return inspect(this, { ...context, customInspect: false, depth: 0 });
  }
}
