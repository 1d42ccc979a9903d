// @ts-check
import { bytesOf, isArrayBuffer, isDetached } from "../../shared/bytes.js";
import { describeInterface, dictionary } from "../interface.js";
import { Boolean, dataViewBuffer, exec, isView, RangeError, stringSlice, toLowerCase, typedArrayBuffer, typedArrayLength, typedArrayName, Uint8Array } from "../../shared/primordials.js";
import { host } from "../host.js";
import { UTF16Decoder } from "./utf16-decoder.js";
import { UTF8Decoder } from "./utf8-decoder.js";
import { Windows1252Decoder } from "./windows1252-decoder.js";

/**
 * The labels of the Encoding Standard for the supported encodings.
 * @type {[encoding: string, labels: RegExp][]}
 */
const encodings = [
  ["utf-8", /^(?:unicode-1-1-utf-8|unicode11utf8|unicode20utf8|utf-8|utf8|x-unicode20utf8)$/],
  ["utf-16le", /^(?:csunicode|iso-10646-ucs-2|ucs-2|unicode|unicodefeff|utf-16|utf-16le)$/],
  ["utf-16be", /^(?:unicodefffe|utf-16be)$/],
  [
    "windows-1252",
    /^(?:ansi_x3\.4-1968|ascii|cp1252|cp819|csisolatin1|ibm819|iso-8859-1|iso-ir-100|iso8859-1|iso88591|iso_8859-1|iso_8859-1:1987|l1|latin1|us-ascii|windows-1252|x-cp1252)$/,
  ],
];
const withoutSpace = /^[\t\n\f\r ]*([^\t\n\f\r ]*)[\t\n\f\r ]*$/;

/** @param {string} label */
function encodingOf(label) {
  const name = toLowerCase(exec(withoutSpace, label)?.[1] ?? label);
  for (let i = 0; i < encodings.length; i++) {
    const known = /** @type {[string, RegExp]} */ (encodings[i]);
    if (exec(known[1], name) !== null) return known[0];
  }
  throw new RangeError(`TextDecoder: the encoding "${name}" is not supported`);
}

/** The decoding of one text, at once or in pieces. */
class TextDecoding {
  encoding;
  fatal;
  ignoreBOM;
  /** @type {UTF8Decoder | UTF16Decoder | Windows1252Decoder} */
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
    this.#decoder = this.#makeDecoder();
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
      if (!streaming && this.encoding === "utf-8" && typedArrayLength(bytes) >= LONG) return decodeLong(bytes, this.fatal, this.ignoreBOM);
      this.#decoder = this.#makeDecoder();
    }
    try {
      return this.#decoder.decode(bytes, !streaming);
    } catch (error) {
      this.#streaming = false;
      throw error;
    }
  }

  #makeDecoder() {
    switch (this.encoding) {
      case "utf-8":
        return new UTF8Decoder(this.fatal, this.ignoreBOM);
      case "windows-1252":
        return new Windows1252Decoder();
      default:
        return new UTF16Decoder(this.fatal, this.ignoreBOM, this.encoding === "utf-16be");
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
  const encoding = encodingOf(`${label}`);
  const { fatal, ignoreBOM } = dictionary(options, method);
  return new TextDecoding(encoding, Boolean(fatal), Boolean(ignoreBOM));
}

/** The number of bytes from which the native side decodes faster than the engine runs our code. */
const LONG = 128;

/**
 * The text of bytes in UTF-8 that is complete.
 *
 * @param {Uint8Array} bytes
 * @param {boolean} fatal
 * @param {boolean} ignoreBOM whether a byte order mark is kept as a character
 */
function decodeLong(bytes, fatal, ignoreBOM) {
  const { decodeText } = host;
  const text = typedArrayLength(bytes) >= LONG ? decodeText?.(bytes, fatal) : undefined;
  // The decoder in JavaScript also reports what is wrong with bytes that the native side refuses.
  if (text === undefined) return new UTF8Decoder(fatal, ignoreBOM).decode(bytes, true);
  return !ignoreBOM && text[0] === "\ufeff" ? stringSlice(text, 1) : text;
}

/**
 * The text of bytes in UTF-8, without a byte order mark at the beginning.
 * @param {Uint8Array} bytes
 */
export const decodeUTF8 = (bytes) => decodeLong(bytes, false, false);

/**
 * The text of bytes in UTF-8, with the byte order mark.
 * @param {Uint8Array} bytes
 */
export const decodeWithMark = (bytes) => decodeLong(bytes, false, true);

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
export const bytesIn = (source, method) =>
  isGone(bufferOf(source)) ? new Uint8Array(0) : bytesOf(source, method);

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
    const streaming = Boolean(dictionary(options, "TextDecoder.decode").stream);
    return decoding.decode(input === undefined ? undefined : bytesIn(input, "TextDecoder.decode"), streaming);
  }
}

describeInterface(TextDecoder);
