// @ts-check
// The module `querystring`.

import { isObject } from "../shared/is-object.js";
import { append } from "../shared/lists.js";
import {
  charCodeAt, encodeURIComponent, fromCodePoint, isArray, isFinite, objectCreate, objectKeys, stringIndexOf, stringSlice, URIError,
} from "../shared/primordials.js";
import { Buffer } from "./buffer.js";
import { nodeError } from "./errors.js";
import { decodeURIComponent, replace, test } from "./node-primordials.js";

const hex = (code) => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
};

/** Decodes a percent-encoded text to bytes; malformed sequences are kept. */
function unescapeBuffer(text, decodesSpaces = false) {
  const bytes = /** @type {any} */ (Buffer).allocUnsafe(text.length);
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    let code = charCodeAt(text, i);
    if (code === 0x2b && decodesSpaces) {
      code = 0x20;
    } else if (code === 0x25 && i + 2 < text.length) {
      const high = hex(charCodeAt(text, i + 1));
      const low = hex(charCodeAt(text, i + 2));
      if (high >= 0 && low >= 0) {
        code = high * 16 + low;
        i += 2;
      }
    }
    bytes[count++] = code;
  }
  return bytes.slice(0, count);
}

function unescape(text, decodesSpaces) {
  try {
    return decodeURIComponent(text);
  } catch {
    return querystring.unescapeBuffer(text, decodesSpaces).toString();
  }
}

const plain = /^[A-Za-z0-9\-_.!~*'()]*$/;

function escape(value) {
  let text = value;
  if (typeof text !== "string") text = typeof text === "object" ? `${stringOf(text)}` : `${text}`;
  let result = "";
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const code = charCodeAt(text, i);
    if (code < 0xd800 || code > 0xdfff) continue;
    if (i + 1 >= text.length) throw nodeError(URIError, "ERR_INVALID_URI", "URI malformed");
    // A surrogate takes the next unit with it, whatever that is.
    const point = 0x10000 + (((code & 0x3ff) << 10) | (charCodeAt(text, i + 1) & 0x3ff));
    result += encodeURIComponent(stringSlice(text, start, i)) + encodeURIComponent(fromCodePoint(point));
    i += 1;
    start = i + 1;
  }
  return result + encodeURIComponent(start === 0 ? text : stringSlice(text, start));
}

/** As `String(value)` does for an object. */
const stringOf = (value) => (value === null ? "null" : `${value}`);

function primitive(value) {
  if (typeof value === "string") return value;
  if (typeof value === "number" && isFinite(value)) return `${value}`;
  if (typeof value === "bigint" || typeof value === "boolean") return `${value}`;
  return "";
}

function stringify(object, separator, equals, options) {
  const sep = separator || "&";
  const eq = equals || "=";
  const encode = typeof options?.encodeURIComponent === "function" ? options.encodeURIComponent : querystring.escape;
  if (!isObject(object) || typeof object === "function") return "";
  const isOwn = encode === escape;
  const convert = (value) => {
    const text = primitive(value);
    return isOwn ? (text.length > 0 && !plain.test(text) ? escape(text) : text) : encode(text);
  };
  const keys = objectKeys(object);
  let result = "";
  for (let i = 0; i < keys.length; i++) {
    const value = object[keys[i]];
    const key = convert(keys[i]) + eq;
    if (isArray(value)) {
      for (let k = 0; k < value.length; k++) result += (result ? sep : "") + key + convert(value[k]);
    } else {
      result += (result ? sep : "") + key + convert(value);
    }
  }
  return result;
}

function parse(text, separator, equals, options) {
  const result = objectCreate(null);
  if (typeof text !== "string" || text.length === 0) return result;
  const sep = separator ? `${separator}` : "&";
  const eq = equals ? `${equals}` : "=";
  let left = typeof options?.maxKeys === "number" ? (options.maxKeys > 0 ? options.maxKeys : -1) : 1000;
  const decode = typeof options?.decodeURIComponent === "function" ? options.decodeURIComponent : querystring.unescape;
  const isOwn = decode === unescape;
  const convert = (part) => {
    const spaced = replace(part, /\+/g, isOwn ? " " : "%20");
    if (isOwn && !test(/%[0-9a-f]{2}/i, spaced)) return spaced;
    try {
      return decode(spaced);
    } catch {
      return unescape(spaced, true);
    }
  };
  let start = 0;
  while (start <= text.length && left !== 0) {
    let end = stringIndexOf(text, sep, start);
    if (end < 0) end = text.length;
    const part = stringSlice(text, start, end);
    start = end + sep.length;
    if (part === "") continue;
    left -= 1;
    const at = stringIndexOf(part, eq);
    const key = convert(at < 0 ? part : stringSlice(part, 0, at));
    const value = at < 0 ? "" : convert(stringSlice(part, at + eq.length));
    if (!(key in result)) result[key] = value;
    else if (isArray(result[key])) append(result[key], value);
    else result[key] = [result[key], value];
  }
  return result;
}

export const querystring = {
  unescapeBuffer,
  unescape,
  escape,
  stringify,
  encode: stringify,
  parse,
  decode: parse,
};
