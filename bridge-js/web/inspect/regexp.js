// @ts-check
import { regExpGetters, regExpSource } from "../../shared/primordials.js";
import { visible } from "./quote.js";

/** The letter of each flag and its getter; `flags` itself would read properties that a page may override. */
const flags = [
  { letter: "d", getter: regExpGetters.hasIndices },
  { letter: "g", getter: regExpGetters.global },
  { letter: "i", getter: regExpGetters.ignoreCase },
  { letter: "m", getter: regExpGetters.multiline },
  { letter: "s", getter: regExpGetters.dotAll },
  { letter: "u", getter: regExpGetters.unicode },
  { letter: "v", getter: regExpGetters.unicodeSets },
  { letter: "y", getter: regExpGetters.sticky },
];

/** @param {object} expression */
export function flagsOf(expression) {
  let letters = "";
  for (let i = 0; i < flags.length; i++) {
    const { letter, getter } = flags[i];
    if (getter?.(expression)) letters += letter;
  }
  return letters;
}

/**
 * The literal of the expression.
 * @param {object} expression
 */
export function describeRegExp(expression) {
  return `/${visible(regExpSource(expression))}/${flagsOf(expression)}`;
}
