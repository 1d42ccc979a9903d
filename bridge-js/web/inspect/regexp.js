// @ts-check
import { apply, regExpGetters, regExpSource } from "../../shared/primordials.js";

/** The letter of each flag and the getter that tells it; `flags` itself would ask properties that may be overridden. */
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
    const { letter, getter } = /** @type {{ letter: string, getter: Function | undefined }} */ (flags[i]);
    if (getter !== undefined && apply(getter, expression, [])) letters += letter;
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
