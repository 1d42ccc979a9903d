// @ts-check
import {
  endsWith, exec, functionToString, getPrototypeOf, hasOwn, startsWith, stringIndexOf, stringSlice,
} from "../../shared/primordials.js";
import { prototypeChain } from "../../shared/properties.js";
import { functionName } from "./names.js";

const asyncPrototype = getPrototypeOf(async () => {});
const generatorPrototype = getPrototypeOf(function* () {});
const asyncGeneratorPrototype = getPrototypeOf(async function* () {});
const comments = /\/\/.*?\n|\/\*[^]*?\*\//;
const classHead = /^\s[^(]*?\{/;
/** The source of a class is searched for comments in so many characters: a string in it may look like the beginnings of many. */
const longestHead = 1000;

/**
 * A function or class in brackets: `[Function: name]`, `[class A extends B]`.
 *
 * @param {Function} value
 * @param {string | null} constructor
 * @param {string} tag
 */
export function describeFunction(value, constructor, tag) {
  const source = functionToString(value);
  if (isClass(source)) return describeClass(value, constructor, tag);
  const type = typeOf(value);
  const name = functionName(value);
  const origin = constructor === null ? " (null prototype)" : "";
  const title = name === "" ? " (anonymous)" : `: ${name}`;
  let text = `[${type}${origin}${title}]`;
  if (constructor !== type && constructor !== null) text += ` ${constructor}`;
  if (tag !== "" && constructor !== tag) text += ` [${tag}]`;
  return text;
}

/**
 * @param {Function} value
 * @param {string | null} constructor
 * @param {string} tag
 */
function describeClass(value, constructor, tag) {
  const name = (hasOwn(value, "name") && functionName(value)) || "(anonymous)";
  let text = `class ${name}`;
  if (constructor !== "Function" && constructor !== null) text += ` [${constructor}]`;
  if (tag !== "" && constructor !== tag) text += ` [${tag}]`;
  if (constructor === null) return `[${text} extends [null prototype]]`;
  const parent = getPrototypeOf(value);
  const parentName = typeof parent === "function" ? functionName(parent) : "";
  return parentName === "" ? `[${text}]` : `[${text} extends ${parentName}]`;
}

/** @param {string} source */
function isClass(source) {
  if (!startsWith(source, "class") || !endsWith(source, "}")) return false;
  const body = stringSlice(source, 5, -1);
  const brace = stringIndexOf(body, "{");
  if (brace < 0) return false;
  // The name of a method may be "class": its parameters stand before the brace.
  return stringIndexOf(stringSlice(body, 0, brace), "(") < 0 || exec(classHead, withoutComments(stringSlice(body, 0, longestHead))) !== null;
}

/** @param {string} source */
function withoutComments(source) {
  let result = "";
  let rest = source;
  for (;;) {
    const match = exec(comments, rest);
    if (match === null) return result + rest;
    result += stringSlice(rest, 0, match.index);
    rest = stringSlice(rest, match.index + match[0].length);
  }
}

/** @param {Function} value */
function typeOf(value) {
  const chain = prototypeChain(value);
  for (let i = 1; i < chain.length; i++) {
    if (chain[i] === asyncGeneratorPrototype) return "AsyncGeneratorFunction";
    if (chain[i] === asyncPrototype) return "AsyncFunction";
    if (chain[i] === generatorPrototype) return "GeneratorFunction";
  }
  return "Function";
}
