// @ts-check
import { bytesOf } from "./bytes.js";
import { describeInterface } from "./interface.js";
import { Boolean, exec, RangeError, String, toLowerCase, trim, Uint8Array } from "./primordials.js";
import { UTF16Decoder } from "./utf16-decoder.js";
import { UTF8Decoder } from "./utf8-decoder.js";

/** The labels of the Encoding Standard for the two encodings that are here. */
const utf8 = /^(?:unicode-1-1-utf-8|unicode11utf8|unicode20utf8|utf-8|utf8|x-unicode20utf8)$/;
const utf16 = /^(?:csunicode|iso-10646-ucs-2|ucs-2|unicode|unicodefeff|utf-16|utf-16le)$/;

/** Bytes as text, at once or in pieces. */
export class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  /** @type {UTF8Decoder | UTF16Decoder} */
  #decoder;
  /** Whether the last piece said that more would follow. */
  #streaming = false;

  /**
   * @param {unknown} [label]
   * @param {{ fatal?: unknown, ignoreBOM?: unknown }} [options]
   */
  constructor(label = "utf-8", options) {
    const name = toLowerCase(trim(String(label)));
    if (exec(utf8, name) !== null) this.#encoding = "utf-8";
    else if (exec(utf16, name) !== null) this.#encoding = "utf-16le";
    else throw new RangeError(`TextDecoder: the encoding "${name}" is not supported`);
    this.#fatal = Boolean(options?.fatal);
    this.#ignoreBOM = Boolean(options?.ignoreBOM);
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
   * @param {{ stream?: unknown }} [options] `stream` if more will follow
   */
  decode(input, options) {
    if (!this.#streaming) this.#decoder = this.#makeDecoder();
    this.#streaming = Boolean(options?.stream);
    const bytes = input === undefined ? new Uint8Array(0) : bytesOf(input, "TextDecoder.decode");
    try {
      return this.#decoder.decode(bytes, !this.#streaming);
    } catch (error) {
      this.#streaming = false;
      throw error;
    }
  }

  #makeDecoder() {
    const Decoder = this.#encoding === "utf-8" ? UTF8Decoder : UTF16Decoder;
    return new Decoder(this.#fatal, this.#ignoreBOM);
  }
}

describeInterface(TextDecoder);
