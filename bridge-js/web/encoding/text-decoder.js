// @ts-check
import * as labels from "#deferred/web/encoding/labels.js";
import * as legacy from "#deferred/web/encoding/legacy-decoder.js";
import { bytesOf, isArrayBuffer, isDetached } from "../../shared/bytes.js";
import { defineInspection, describeInterface, dictionary } from "../interface.js";
import {
  Boolean, dataViewBuffer, exec, fromCharCode, isView, RangeError, stringSlice, toLowerCase, typedArrayBuffer, typedArrayLength,
  typedArrayName, Uint8Array,
} from "../../shared/primordials.js";
import { decodeNatively, SHORT } from "./native-text.js";
import { UTF16Decoder } from "./utf16-decoder.js";
import { UTF8Decoder } from "./utf8-decoder.js";
import { Windows1252Decoder } from "./windows1252-decoder.js";

const withoutSpace = /^[\t\n\f\r ]*([^\t\n\f\r ]+)[\t\n\f\r ]*$/;

/** @param {string} label */
function requireEncoding(label) {
  if (label === "utf-8") return label;
  const name = toLowerCase(exec(withoutSpace, label)?.[1] ?? label);
  const encoding = name === "utf-8" ? name : labels.encodingOf(name);
  if (encoding === undefined) throw new RangeError(`TextDecoder: "${name}" is not the label of an encoding`);
  return encoding;
}

/** @typedef {{ decode: (bytes: Uint8Array, last: boolean) => string }} Decoder */

/** The decoding of one text, at once or in pieces. */
class TextDecoding {
  encoding;
  fatal;
  ignoreBOM;
  /**
   * That of UTF-8 is made when it is first needed: most texts are decoded at once by the native side.
   * @type {Decoder | undefined}
   */
  #decoder;
  /** Whether the last call said that more bytes follow. */
  #streaming = false;

  /**
   * @param {string} encoding
   * @param {boolean} fatal
   * @param {boolean} ignoreBOM
   */
  constructor(encoding, fatal, ignoreBOM) {
    this.encoding = encoding;
    this.fatal = fatal;
    this.ignoreBOM = ignoreBOM;
    // Throws where the tables of the encoding are not available.
    if (encoding !== "utf-8") this.#decoder = this.#makeDecoder();
  }

  /**
   * @param {Uint8Array | undefined} input
   * @param {boolean} streaming whether more bytes follow
   */
  decode(input, streaming) {
    const isFirst = !this.#streaming;
    const bytes = input ?? new Uint8Array(0);
    this.#streaming = streaming;
    if (isFirst) {
      if (!streaming && this.encoding === "utf-8") return decodeAtOnce(bytes, this.fatal, this.ignoreBOM);
      this.#decoder = undefined;
    }
    this.#decoder ??= this.#makeDecoder();
    try {
      return this.#decoder.decode(bytes, !streaming);
    } catch (error) {
      this.#streaming = false;
      throw error;
    }
  }

  /** @returns {Decoder} */
  #makeDecoder() {
    switch (this.encoding) {
      case "utf-8":
        return new UTF8Decoder(this.fatal, this.ignoreBOM);
      case "windows-1252":
        return new Windows1252Decoder();
      case "utf-16le":
      case "utf-16be":
        return new UTF16Decoder(this.fatal, this.ignoreBOM, this.encoding === "utf-16be");
      default:
        return new legacy.LegacyDecoder(this.encoding, this.fatal);
    }
  }
}

/**
 * The decoding that the arguments of a constructor describe.
 *
 * @param {unknown} label
 * @param {{ fatal?: unknown, ignoreBOM?: unknown } | undefined} options
 * @param {string} method
 */
export function makeTextDecoding(label, options, method) {
  const encoding = requireEncoding(`${label}`);
  const { fatal, ignoreBOM } = dictionary(options, method);
  return new TextDecoding(encoding, Boolean(fatal), Boolean(ignoreBOM));
}

/**
 * The text of bytes in UTF-8 that is complete.
 *
 * @param {Uint8Array} bytes
 * @param {boolean} fatal
 * @param {boolean} ignoreBOM whether a byte order mark is kept as a character
 */
function decodeAtOnce(bytes, fatal, ignoreBOM) {
  const length = typedArrayLength(bytes);
  const short = length <= SHORT ? decodeASCII(bytes, length) : undefined;
  if (short !== undefined) return short;
  const text = decodeNatively(bytes, 0, length, fatal);
  // The decoder in JavaScript also reports the error of bytes that the native side refuses.
  if (text === undefined) return new UTF8Decoder(fatal, ignoreBOM).decode(bytes, true);
  return !ignoreBOM && text[0] === "\ufeff" ? stringSlice(text, 1) : text;
}

/**
 * The text of few bytes. `undefined` if one is not ASCII.
 *
 * @param {Uint8Array} bytes
 * @param {number} length
 */
function decodeASCII(bytes, length) {
  let text = "";
  for (let i = 0; i < length; i++) {
    const byte = /** @type {number} */ (bytes[i]);
    if (byte >= 0x80) return undefined;
    text += fromCharCode(byte);
  }
  return text;
}

/**
 * The text of bytes in UTF-8, without a byte order mark at the beginning.
 * @param {Uint8Array} bytes
 */
export const decodeUTF8 = (bytes) => decodeAtOnce(bytes, false, false);

/**
 * The text of bytes in UTF-8, with the byte order mark.
 * @param {Uint8Array} bytes
 */
export const decodeWithMark = (bytes) => decodeAtOnce(bytes, false, true);

/**
 * Whether a value is a buffer or a view on one.
 * @param {unknown} value
 */
export const isBuffer = (value) => isView(value) || isArrayBuffer(value);

/**
 * The buffer of a view; any other value itself.
 * @param {unknown} source
 */
function bufferOf(source) {
  if (!isView(source)) return source;
  return typedArrayName(source) === undefined ? dataViewBuffer(source) : typedArrayBuffer(/** @type {Uint8Array} */ (source));
}

/** @param {unknown} buffer */
const isGone = (buffer) => isArrayBuffer(buffer) && isDetached(buffer);

/**
 * The bytes of such a value: none for a buffer that was transferred.
 *
 * @param {unknown} source
 * @param {string} method
 */
export const bytesIn = (source, method) => {
  // No view on such a view is needed: it has no bytes after a transfer.
  if (isView(source) && typedArrayName(source) === "Uint8Array") return /** @type {Uint8Array} */ (source);
  return isGone(bufferOf(source)) ? new Uint8Array(0) : bytesOf(source, method);
};

/** A decoder of bytes to text, at once or in pieces. */
export class TextDecoder {
  #decoding;

  /**
   * @param {unknown} [label]
   * @param {{ fatal?: unknown, ignoreBOM?: unknown }} [options]
   */
  constructor(label = "utf-8", options = undefined) {
    this.#decoding = makeTextDecoding(label, options, "TextDecoder");
  }

  get encoding() {
    return this.#decoding.encoding;
  }

  get fatal() {
    return this.#decoding.fatal;
  }

  get ignoreBOM() {
    return this.#decoding.ignoreBOM;
  }

  /**
   * @param {unknown} [input]
   * @param {{ stream?: unknown }} [options] `stream` if more bytes follow
   */
  decode(input = undefined, options = undefined) {
    const decoding = this.#decoding;
    const streaming = options !== undefined && Boolean(dictionary(options, "TextDecoder.decode").stream);
    return decoding.decode(input === undefined ? undefined : bytesIn(input, "TextDecoder.decode"), streaming);
  }
}

describeInterface(TextDecoder);
defineInspection(TextDecoder, ({ encoding, fatal, ignoreBOM }) => ({ encoding, fatal, ignoreBOM }));
