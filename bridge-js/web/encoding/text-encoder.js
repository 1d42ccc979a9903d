// @ts-check
import { host } from "../host.js";
import { describeInterface, requireArguments } from "../interface.js";
import { typedArrayLength, typedArrayName, TypeError, Uint8Array } from "../../shared/primordials.js";
import { quickCharCodeAt } from "../../shared/text.js";

/** An encoder of text to UTF-8. */
export class TextEncoder {
  #encoding = "utf-8";

  get encoding() {
    return this.#encoding;
  }

  /** @param {unknown} [input] */
  encode(input = "") {
    void this.#encoding; // Throws for an object of another class.
    return encode(`${input}`);
  }

  /**
   * Writes as many whole characters as fit.
   *
   * @param {unknown} source
   * @param {Uint8Array} destination
   * @returns {{ read: number, written: number }} UTF-16 units read and bytes written
   */
  encodeInto(source, destination) {
    void this.#encoding;
    requireArguments("TextEncoder.encodeInto", arguments.length, 2);
    const text = `${source}`;
    if (typedArrayName(destination) !== "Uint8Array") {
      throw new TypeError("TextEncoder.encodeInto: the destination must be a Uint8Array");
    }
    return write(text, destination);
  }
}

describeInterface(TextEncoder);

/** The number of characters from which the native side encodes faster than the engine runs our code. */
const LONG = 64;

/** @typedef {(text: string, index: number) => number} CharCodeAt */

/**
 * The bytes of a text in UTF-8.
 * @param {string} text
 */
export function encode(text) {
  const { encodeText } = host;
  const buffer = text.length >= LONG ? encodeText?.(text) : undefined;
  if (buffer !== undefined) return new Uint8Array(buffer);
  const bytes = new Uint8Array(lengthInUTF8(text));
  write(text, bytes);
  return bytes;
}

/** @param {string} text */
function lengthInUTF8(text) {
  const charCodeAt = quickCharCodeAt();
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = charCodeAt(text, i);
    if (code < 0x80) length += 1;
    else if (code < 0x800) length += 2;
    else if (isPair(text, i, code, charCodeAt)) {
      length += 4;
      i += 1;
    } else length += 3;
  }
  return length;
}

/**
 * @param {string} text
 * @param {Uint8Array} bytes
 */
function write(text, bytes) {
  const charCodeAt = quickCharCodeAt();
  const room = typedArrayLength(bytes);
  let written = 0;
  let read = 0;
  while (read < text.length) {
    const unit = charCodeAt(text, read);
    const pair = isPair(text, read, unit, charCodeAt);
    const size = unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3;
    if (written + size > room) break;
    if (pair) putFour(bytes, written, (unit - 0xd800) * 0x400 + charCodeAt(text, read + 1) - 0xdc00 + 0x10000);
    else put(bytes, written, size, unit >= 0xd800 && unit <= 0xdfff ? 0xfffd : unit);
    written += size;
    read += pair ? 2 : 1;
  }
  return { read, written };
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} size
 * @param {number} code
 */
function put(bytes, at, size, code) {
  if (size === 1) {
    bytes[at] = code;
  } else if (size === 2) {
    bytes[at] = 0xc0 | (code >> 6);
    bytes[at + 1] = 0x80 | (code & 63);
  } else {
    bytes[at] = 0xe0 | (code >> 12);
    bytes[at + 1] = 0x80 | ((code >> 6) & 63);
    bytes[at + 2] = 0x80 | (code & 63);
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} code
 */
function putFour(bytes, at, code) {
  bytes[at] = 0xf0 | (code >> 18);
  bytes[at + 1] = 0x80 | ((code >> 12) & 63);
  bytes[at + 2] = 0x80 | ((code >> 6) & 63);
  bytes[at + 3] = 0x80 | (code & 63);
}

/**
 * Whether the unit is the first of a surrogate pair.
 * @param {string} text
 * @param {number} index
 * @param {number} unit
 * @param {CharCodeAt} charCodeAt
 */
function isPair(text, index, unit, charCodeAt) {
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = charCodeAt(text, index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
