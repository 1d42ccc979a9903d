// @ts-check
import { makeList } from "../../shared/lists.js";
import { apply, fromCharCode, stringSlice, TypeError } from "../../shared/primordials.js";

/** The number of UTF-16 units that are converted to a string at once: a call has a limit of arguments. */
const chunkLength = 4096;

/** The output of a decoder, which writes one code point at a time. Drops a byte order mark at the beginning. */
export class TextOutput {
  #text = "";
  /** @type {number[]} */
  #units = makeList();
  #count = 0;
  #fatal;
  #mayBeMark;

  /**
   * @param {boolean} fatal
   * @param {boolean} ignoreBOM whether a byte order mark is kept as a character
   */
  constructor(fatal, ignoreBOM) {
    this.#fatal = fatal;
    this.#mayBeMark = !ignoreBOM;
  }

  /** Whether bytes that cannot be decoded are an error. */
  get isFatal() {
    return this.#fatal;
  }

  /** @param {number} code */
  add(code) {
    const isMark = this.#mayBeMark && code === 0xfeff;
    this.#mayBeMark = false;
    if (isMark) return;
    if (code > 0xffff) {
      this.#units[this.#count++] = 0xd7c0 + (code >> 10);
      this.#units[this.#count++] = 0xdc00 + (code & 0x3ff);
    } else {
      this.#units[this.#count++] = code;
    }
    // A code point may need two places.
    if (this.#count >= chunkLength - 1) this.#flush();
  }

  /** @param {string} text not empty */
  addText(text) {
    this.#flush();
    this.#text += this.#mayBeMark && text[0] === "\ufeff" ? stringSlice(text, 1) : text;
    this.#mayBeMark = false;
  }

  /** The character for bytes that cannot be decoded. */
  addError() {
    if (this.#fatal) throw new TypeError("TextDecoder.decode: the data is not valid in this encoding");
    this.add(0xfffd);
  }

  /** The text since the previous call. */
  take() {
    this.#flush();
    const text = this.#text;
    this.#text = "";
    return text;
  }

  #flush() {
    if (this.#count === 0) return;
    // A list of its own for each piece: it has exactly the elements that the call gets.
    this.#text += apply(fromCharCode, undefined, this.#units);
    this.#units = makeList();
    this.#count = 0;
  }
}
