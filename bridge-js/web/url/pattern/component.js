// @ts-check
// A component's pattern as a regular expression and as text, in the terms of the URL Pattern Standard.

import { makeList } from "../../../shared/lists.js";
import { charCodeAt, defineProperty, exec, RegExp, stringIncludes, stringSlice, TypeError } from "../../../shared/primordials.js";
import { isDigit } from "../percent.js";
import { FULL_WILDCARD, parseParts, segmentWildcard } from "./parts.js";
import { characterAt, isNameCharacter } from "./tokenizer.js";

/** @typedef {import("./parts.js").Division} Division */
/** @typedef {import("./parts.js").Part} Part */

/**
 * @typedef {object} Component
 * @property {string} text the pattern in its normal form
 * @property {RegExp} expression
 * @property {string[]} names of the groups, in their order
 * @property {boolean} hasExpressions whether the pattern itself has a regular expression
 */

/**
 * @param {string} pattern
 * @param {(text: string) => string} canonicalize
 * @param {Division} division
 * @param {boolean} ignoresCase
 * @returns {Component}
 */
export function compile(pattern, canonicalize, division, ignoresCase) {
  const parts = parseParts(pattern, division, canonicalize);
  /** @type {string[]} */
  const names = makeList();
  let hasExpressions = false;
  let source = "^";
  for (let i = 0; i < parts.length; i++) {
    const part = /** @type {Part} */ (parts[i]);
    source += sourceOf(part, division);
    if (part.kind === "regexp") hasExpressions = true;
    if (part.kind !== "text") names[names.length] = part.name;
  }
  return { text: textOf(parts, division), expression: expressionOf(`${source}$`, ignoresCase, pattern), names, hasExpressions };
}

/**
 * The groups that a component's text matches; null if it does not match.
 *
 * @param {Component} component
 * @param {string} text
 */
export function match({ expression, names }, text) {
  const found = exec(expression, text);
  if (found === null) return null;
  const groups = {};
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    const value = found[i + 1];
    defineProperty(groups, name, /** @type {PropertyDescriptor} */ ({ __proto__: null, value, writable: true, enumerable: true, configurable: true }));
  }
  return { input: text, groups };
}

/**
 * @param {string} source
 * @param {boolean} ignoresCase
 * @param {string} pattern
 */
function expressionOf(source, ignoresCase, pattern) {
  try {
    return new RegExp(source, ignoresCase ? "vi" : "v");
  } catch {
    throw new TypeError(`URLPattern: a regular expression of "${pattern}" is malformed`);
  }
}

/**
 * @param {Part} part
 * @param {Division} division
 */
function sourceOf({ kind, value, modifier, prefix, suffix }, division) {
  if (kind === "text") return modifier === "" ? escapeSource(value) : `(?:${escapeSource(value)})${modifier}`;
  const inner = kind === "regexp" ? value : kind === "segment" ? segmentWildcard(division) : FULL_WILDCARD;
  const repeats = modifier === "*" || modifier === "+";
  if (prefix === "" && suffix === "") return repeats ? `((?:${inner})${modifier})` : `(${inner})${modifier}`;
  const before = escapeSource(prefix);
  const after = escapeSource(suffix);
  if (!repeats) return `(?:${before}(${inner})${after})${modifier}`;
  return `(?:${before}((?:${inner})(?:${after}${before}(?:${inner}))*)${after})${modifier === "*" ? "?" : ""}`;
}

/**
 * @param {Part[]} parts
 * @param {Division} division
 */
function textOf(parts, division) {
  let text = "";
  for (let i = 0; i < parts.length; i++) {
    const part = /** @type {Part} */ (parts[i]);
    const previous = i === 0 ? undefined : /** @type {Part} */ (parts[i - 1]);
    const next = i + 1 === parts.length ? undefined : /** @type {Part} */ (parts[i + 1]);
    if (part.kind === "text") {
      text += part.modifier === "" ? escapeText(part.value) : `{${escapeText(part.value)}}${part.modifier}`;
      continue;
    }
    const isGrouped = needsBraces(part, previous, next, division);
    const group = escapeText(part.prefix) + textOfGroup(part, previous, isGrouped, division) + escapeText(part.suffix);
    text += (isGrouped ? `{${group}}` : group) + part.modifier;
  }
  return text;
}

/** @param {Part} part */
const isNamed = ({ name }) => !isDigit(charCodeAt(name, 0));

/**
 * Whether a group would be read as another one without braces.
 *
 * @param {Part} part
 * @param {Part | undefined} previous
 * @param {Part | undefined} next
 * @param {Division} division
 */
function needsBraces(part, previous, next, division) {
  if (part.suffix !== "" || (part.prefix !== "" && part.prefix !== division.prefix)) return true;
  const isPlainName = isNamed(part) && part.kind === "segment" && part.modifier === "";
  if (isPlainName && next !== undefined && next.prefix === "" && next.suffix === "") {
    const continues = next.kind === "text" ? isNameCharacter(characterAt(next.value, 0), false) : !isNamed(next);
    if (continues) return true;
  }
  if (part.prefix !== "" || previous?.kind !== "text" || division.prefix === "") return false;
  return stringSlice(previous.value, -1) === division.prefix;
}

/**
 * @param {Part} part
 * @param {Part | undefined} previous
 * @param {boolean} isGrouped
 * @param {Division} division
 */
function textOfGroup(part, previous, isGrouped, division) {
  const { kind, value, name, prefix, suffix } = part;
  const named = isNamed(part);
  const label = named ? `:${name}` : "";
  if (kind === "regexp") return `${label}(${value})`;
  if (kind === "wildcard") {
    const isReadAlone = previous === undefined || previous.kind === "text" || previous.modifier !== "" || isGrouped || prefix !== "";
    return !named && isReadAlone ? "*" : `${label}(${FULL_WILDCARD})`;
  }
  if (!named) return `(${segmentWildcard(division)})`;
  return suffix !== "" && isNameCharacter(characterAt(suffix, 0), false) ? `${label}\\` : label;
}

/** @param {string} text */
const escapeSource = (text) => escape(text, ".+*?^${}()[]|/\\");

/** @param {string} text */
export const escapeText = (text) => escape(text, "+*?:{}()\\");

/**
 * @param {string} text
 * @param {string} characters
 */
function escape(text, characters) {
  let result = "";
  for (let i = 0; i < text.length; i++) {
    const unit = stringSlice(text, i, i + 1);
    result += stringIncludes(characters, unit) ? `\\${unit}` : unit;
  }
  return result;
}
