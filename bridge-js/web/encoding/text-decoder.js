// @ts-check
import { bytesOf } from "../../shared/bytes.js";
import { describeInterface, dictionary } from "../interface.js";
import { Boolean, exec, RangeError, stringSlice, toLowerCase, typedArrayLength, Uint8Array } from "../../shared/primordials.js";
import { host } from "../host.js";
import { notValid } from "./text-output.js";
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

/** A decoder of bytes to text, at once or in pieces. */
export class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  /** @type {UTF8Decoder | UTF16Decoder | Windows1252Decoder} */
  #decoder;
  /** Whether the last call said that more bytes follow. */
  #streaming = false;

  /**
   * @param {unknown} [label]
   * @param {{ fatal?: unknown, ignoreBOM?: unknown }} [options]
   */
  constructor(label = "utf-8", options = undefined) {
    this.#encoding = encodingOf(`${label}`);
    const { fatal, ignoreBOM } = dictionary(options, "TextDecoder");
    this.#fatal = Boolean(fatal);
    this.#ignoreBOM = Boolean(ignoreBOM);
    this.#decoder = this.#makeDecoder();
  }

  get encoding() {
    return this.#encoding;
  }

  get fatal() {
    return this.#fatal;
  }

  get ignoreBOM() {
    return this.#ignoreBOM;
  }

  /**
   * @param {unknown} [input]
   * @param {{ stream?: unknown }} [options] `stream` if more bytes follow
   */
  decode(input = undefined, options = undefined) {
    const isFirst = !this.#streaming;
    this.#streaming = Boolean(dictionary(options, "TextDecoder.decode").stream);
    const bytes = input === undefined ? new Uint8Array(0) : bytesOf(input, "TextDecoder.decode");
    if (isFirst) {
      if (!this.#streaming && this.#encoding === "utf-8" && typedArrayLength(bytes) >= LONG) return decodeLong(bytes, this.#fatal, this.#ignoreBOM);
      this.#decoder = this.#makeDecoder();
    }
    try {
      return this.#decoder.decode(bytes, !this.#streaming);
    } catch (error) {
      this.#streaming = false;
      throw error;
    }
  }

  #makeDecoder() {
    switch (this.#encoding) {
      case "utf-8":
        return new UTF8Decoder(this.#fatal, this.#ignoreBOM);
      case "windows-1252":
        return new Windows1252Decoder();
      default:
        return new UTF16Decoder(this.#fatal, this.#ignoreBOM, this.#encoding === "utf-16be");
    }
  }
}

describeInterface(TextDecoder);

/** The number of bytes from which the native side decodes faster than the engine runs our code. */
const LONG = 128;

/**
 * The text of bytes in UTF-8 that is complete.
 *
 * @param {Uint8Array} bytes
 * @param {boolean} fatal
 * @param {boolean} ignoreBOM
 */
function decodeLong(bytes, fatal, ignoreBOM) {
  const { decodeText } = host;
  if (decodeText === undefined) return new UTF8Decoder(fatal, ignoreBOM).decode(bytes, true);
  const text = decodeText(bytes, fatal);
  if (text === undefined) throw notValid();
  return !ignoreBOM && text[0] === "\ufeff" ? stringSlice(text, 1) : text;
}

/**
 * The text of bytes in UTF-8.
 *
 * @param {Uint8Array} bytes
 * @param {boolean} ignoreBOM whether a byte order mark is kept as a character
 */
export const decodeUTF8 = (bytes, ignoreBOM) =>
  typedArrayLength(bytes) >= LONG ? decodeLong(bytes, false, ignoreBOM) : new UTF8Decoder(false, ignoreBOM).decode(bytes, true);
