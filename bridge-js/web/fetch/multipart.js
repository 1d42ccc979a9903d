// @ts-check
// Forms as multipart/form-data, written and read.

import { host } from "../host.js";
import { decodeWithMark } from "../encoding/text-decoder.js";
import { encode } from "../encoding/text-encoder.js";
import { BlobData, dataOf } from "../files/blob-data.js";
import { contentsOf, fileOf, makeFile, wallClock } from "../files/blob.js";
import { FormData, entriesOf } from "../files/form-data.js";
import {
  charCodeAt, exec, numberToString, stringIndexOf, stringSlice, toLowerCase, typedArrayBuffer, typedArrayByteOffset, typedArrayLength,
  typedArraySet, TypeError, Uint8Array,
} from "../../shared/primordials.js";
import { replaceAll, split } from "../../shared/text.js";
import { isToken, withoutSpace } from "./headers.js";
import { extractMediaType, serializeMediaType } from "./media-type.js";

/** @typedef {import("../files/blob.js").Contents} Contents */
/** @typedef {import("../files/blob.js").File} File */

/** @param {string} text */
const escaped = (text) => replaceAll(replaceAll(replaceAll(text, "\n", "%0A"), "\r", "%0D"), '"', "%22");
/** @param {string | undefined} text */
const unescaped = (text) => (text === undefined ? undefined : replaceAll(replaceAll(replaceAll(text, "%22", '"'), "%0D", "\r"), "%0A", "\n"));
/**
 * The text with the line breaks of HTTP.
 * @param {string} text
 */
const withBreaks = (text) => replaceAll(replaceAll(replaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n", "\r\n");

/**
 * @param {readonly import("../files/form-data.js").Entry[]} entries
 * @returns {{ data: BlobData, type: string }}
 */
export function writeForm(entries) {
  let boundary = "----causeway-form-";
  const random = host.random(12);
  for (let i = 0; i < random.length; i++) boundary += numberToString(256 + charCodeAt(random, i), 16);
  const data = new BlobData();
  for (let i = 0; i < entries.length; i++) {
    const { 0: name, 1: value } = /** @type {import("../files/form-data.js").Entry} */ (entries[i]);
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(withBreaks(name))}"`;
    if (typeof value === "string") {
      data.add(encode(`${head}\r\n\r\n${withBreaks(value)}\r\n`));
      continue;
    }
    const contents = /** @type {Contents} */ (contentsOf(value));
    const type = contents.type === "" ? "application/octet-stream" : contents.type;
    data.add(encode(`${head}; filename="${escaped(nameOf(value))}"\r\nContent-Type: ${type}\r\n\r\n`));
    data.addAll(contents.data);
    data.add(encode("\r\n"));
  }
  data.add(encode(`--${boundary}--\r\n`));
  return { data, type: `multipart/form-data; boundary=${boundary}` };
}

/** @param {File} file */
const nameOf = (file) => /** @type {{ name: string }} */ (fileOf(file)).name;

/**
 * Reads a form. Throws for bytes that are not one.
 *
 * @param {Uint8Array} bytes
 * @param {string} boundary
 */
export function readForm(bytes, boundary) {
  const form = new FormData();
  const entries = /** @type {import("../files/form-data.js").Entry[]} */ (entriesOf(form));
  const delimiter = encode(`\r\n--${boundary}`);
  const first = encode(`--${boundary}`);
  const length = typedArrayLength(bytes);
  let at = 0;
  if (!isAt(bytes, first, 0)) {
    // Before the first boundary may stand a preamble, which says nothing: RFC 2046, 5.1.1.
    const line = find(bytes, delimiter, 0);
    if (line < 0) throw refusal("it has no boundary");
    at = line + 2;
  }
  at += typedArrayLength(first);
  for (;;) {
    const isLast = bytes[at] === 45 && bytes[at + 1] === 45;
    if (isLast) at += 2;
    while (bytes[at] === 32 || bytes[at] === 9) at += 1;
    if (isLast && at === length) return form;
    if (bytes[at] !== 13 || bytes[at + 1] !== 10) throw refusal("a boundary is not followed by a line break");
    if (isLast) return form;
    const headEnd = find(bytes, lineBreaks, at);
    if (headEnd < 0) throw refusal("the headers of a part have no end");
    const head = readHead(decode(bytes, at + 2, headEnd));
    const start = headEnd + 4;
    const end = find(bytes, delimiter, start - 2);
    if (end < 0) throw refusal("it ends in the middle of a part");
    const from = start < end ? start : end;
    if (head.filename === undefined) {
      entries[entries.length] = [head.name, decode(bytes, from, end)];
    } else {
      const part = new Uint8Array(end - from);
      typedArraySet(part, new Uint8Array(typedArrayBuffer(bytes), typedArrayByteOffset(bytes) + from, end - from));
      const parts = { name: head.filename, lastModified: wallClock() };
      entries[entries.length] = [head.name, makeFile({ data: dataOf(part), type: head.type }, parts)];
    }
    at = end + typedArrayLength(delimiter);
  }
}

const lineBreaks = encode("\r\n\r\n");

/** @param {string} why */
const refusal = (why) => new TypeError(`The body is not a multipart form: ${why}`);

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function decode(bytes, start, end) {
  return decodeWithMark(new Uint8Array(typedArrayBuffer(bytes), typedArrayByteOffset(bytes) + start, end > start ? end - start : 0));
}

/**
 * The name, the file's name and the type of a part. Only the three escapes that `escaped` writes are read: no other percent sign is one.
 * @param {string} text
 */
function readHead(text) {
  if (exec(/\0/, text) !== null) throw refusal("a header contains a NUL");
  /** @type {string | undefined} */
  let name;
  /** @type {string | undefined} */
  let filename;
  /** @type {string | undefined} */
  let type;
  const lines = split(text, "\r\n");
  for (let i = 0; i < lines.length; i++) {
    const line = /** @type {string} */ (lines[i]);
    const colon = stringIndexOf(line, ":");
    const key = toLowerCase(withoutSpace(stringSlice(line, 0, colon < 0 ? 0 : colon)));
    if (!isToken(key)) throw refusal("a header has no name");
    const value = withoutSpace(stringSlice(line, colon + 1));
    if (key === "content-type") type = mediaTypeOf(value);
    if (key !== "content-disposition") continue;
    if (exec(/^form-data[ \t]*(?:;|$)/i, value) === null) throw refusal("a part has no Content-Disposition: form-data");
    name = unescaped(exec(/;[ \t]*name="([^"]*)"/i, value)?.[1]);
    filename = unescaped(exec(/;[ \t]*filename="([^"]*)"/i, value)?.[1]);
  }
  if (name === undefined) throw refusal("a part has no name");
  return { name, filename, type: type ?? "text/plain" };
}

/**
 * The type that a header names. Empty if it names none.
 * @param {string} value
 */
function mediaTypeOf(value) {
  const type = extractMediaType(value);
  return type === undefined ? "" : serializeMediaType(type);
}

/**
 * The place of a pattern, whose carriage returns are among its first four bytes: so each byte is compared a few times at most. -1 if it
 * is not there.
 *
 * @param {Uint8Array} bytes
 * @param {Uint8Array} pattern
 * @param {number} from
 */
function find(bytes, pattern, from) {
  const last = typedArrayLength(bytes) - typedArrayLength(pattern);
  for (let at = from; at <= last; at++) if (bytes[at] === 13 && isAt(bytes, pattern, at)) return at;
  return -1;
}

/**
 * @param {Uint8Array} bytes
 * @param {Uint8Array} pattern
 * @param {number} at
 */
function isAt(bytes, pattern, at) {
  const size = typedArrayLength(pattern);
  let same = 0;
  while (same < size && bytes[at + same] === pattern[same]) same += 1;
  return same === size;
}
