// @ts-check
// Media types, by the MIME Sniffing Standard.

import { makeList } from "../../shared/lists.js";
import { charAt, exec, Set, setAdd, setHas, stringIndexOf, stringSlice, toLowerCase } from "../../shared/primordials.js";
import { replaceAll } from "../../shared/text.js";
import { isToken, withoutSpace } from "./headers.js";

/** @typedef {{ essence: string, parameters: [name: string, value: string][] }} MediaType */

/**
 * @param {string} text
 * @returns {MediaType | undefined} `undefined` for a text that is none
 */
export function parseMediaType(text) {
  const parts = partsOf(withoutSpace(text), ";");
  const essence = toLowerCase(withoutSpace(/** @type {string} */ (parts[0])));
  const slash = stringIndexOf(essence, "/");
  if (slash < 1 || !isToken(stringSlice(essence, 0, slash)) || !isToken(stringSlice(essence, slash + 1))) return undefined;
  /** @type {[string, string][]} */
  const parameters = makeList();
  /** @type {Set<string>} */
  const names = new Set();
  for (let i = 1; i < parts.length; i++) {
    const part = /** @type {string} */ (parts[i]);
    const equals = stringIndexOf(part, "=");
    if (equals < 0) continue;
    const name = toLowerCase(withoutSpace(stringSlice(part, 0, equals)));
    const value = unquoted(stringSlice(part, equals + 1));
    if (!isToken(name) || value === undefined || exec(/[^\t -~\x80-\xff]/, value) !== null) continue;
    if (setHas(names, name)) continue;
    setAdd(names, name);
    parameters[parameters.length] = [name, value];
  }
  return { essence, parameters };
}

/**
 * The type that a header names: the last one that is valid, with the charset of those before it.
 *
 * @param {string} header
 * @returns {MediaType | undefined}
 */
export function extractMediaType(header) {
  /** @type {MediaType | undefined} */
  let type;
  const texts = partsOf(header, ",");
  for (let i = 0; i < texts.length; i++) {
    const next = parseMediaType(/** @type {string} */ (texts[i]));
    if (next === undefined || next.essence === "*/*") continue;
    const charset = type?.essence === next.essence ? parameterOf(type, "charset") : undefined;
    if (charset !== undefined && parameterOf(next, "charset") === undefined) next.parameters[next.parameters.length] = ["charset", charset];
    type = next;
  }
  return type;
}

/**
 * The text in parts, cut at separators that are not quoted.
 *
 * @param {string} text
 * @param {string} separator one character
 */
function partsOf(text, separator) {
  /** @type {string[]} */
  const parts = makeList();
  let start = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const letter = charAt(text, i);
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === "\\" && isQuoted) i += 1;
    else if (letter === separator && !isQuoted) {
      parts[parts.length] = stringSlice(text, start, i);
      start = i + 1;
    }
  }
  parts[parts.length] = stringSlice(text, start);
  return parts;
}

/**
 * @param {string} text
 * @returns {string | undefined} `undefined` for an empty value that is not quoted
 */
function unquoted(text) {
  if (stringSlice(text, 0, 1) !== '"') {
    const value = withoutSpace(text);
    return value === "" ? undefined : value;
  }
  let value = "";
  for (let i = 1; i < text.length; i++) {
    let letter = stringSlice(text, i, i + 1);
    if (letter === '"') break;
    if (letter === "\\" && i + 1 < text.length) {
      i += 1;
      letter = stringSlice(text, i, i + 1);
    }
    value += letter;
  }
  return value;
}

/**
 * @param {MediaType} type
 * @param {string} name
 */
export function parameterOf({ parameters }, name) {
  for (let i = 0; i < parameters.length; i++) {
    const parameter = /** @type {[string, string]} */ (parameters[i]);
    if (parameter[0] === name) return parameter[1];
  }
  return undefined;
}

/** @param {MediaType} type */
export function serializeMediaType({ essence, parameters }) {
  let text = essence;
  for (let i = 0; i < parameters.length; i++) {
    const { 0: name, 1: value } = /** @type {[string, string]} */ (parameters[i]);
    text += `;${name}=${isToken(value) ? value : `"${replaceAll(replaceAll(value, "\\", "\\\\"), '"', '\\"')}"`}`;
  }
  return text;
}
