// @ts-check
import { Object, RegExp, regExpSource } from "../primordials.js";

/** The flags and the getters that tell them; `flags` itself would ask properties that may be overridden. */
const flags = [
  ["d", "hasIndices"], ["g", "global"], ["i", "ignoreCase"], ["m", "multiline"], ["s", "dotAll"],
  ["u", "unicode"], ["v", "unicodeSets"], ["y", "sticky"],
];
const { call } = Function.prototype;

/** @type {{ letter: string, isSet: (expression: object) => boolean }[]} */
const tests = [];
for (const [letter = "", name = ""] of flags) {
  const getter = Object.getOwnPropertyDescriptor(RegExp.prototype, name)?.get;
  if (getter !== undefined) tests.push({ letter, isSet: call.bind(getter) });
}

/** @param {object} expression */
export function flagsOf(expression) {
  let letters = "";
  for (let i = 0; i < tests.length; i++) {
    const test = tests[i];
    if (test?.isSet(expression)) letters += test.letter;
  }
  return letters;
}

/**
 * The literal that would make the expression.
 * @param {object} expression
 */
export function describeRegExp(expression) {
  return `/${regExpSource(expression)}/${flagsOf(expression)}`;
}
