// @ts-check
import { apply, fromCharCode, push, TypeError } from "./primordials.js";

/** Text that a decoder writes one code point at a time. Drops a byte order mark at its beginning. */
export class TextOutput {
  #text = "";
  /** @type {number[]} */
  #units = [];
  #fatal;
  #mayBeMark;

  /**
   * @param {boolean} fatal
   * @param {boolean} ignoreBOM whether a byte order mark is a character like any other
   */
  constructor(fatal, ignoreBOM) {
    this.#fatal = fatal;
    this.#mayBeMark = !ignoreBOM;
  }

  /** @param {number} code */
  add(code) {
    const isMark = this.#mayBeMark && code === 0xfeff;
    this.#mayBeMark = false;
    if (isMark) return;
    if (code > 0xffff) {
      push(this.#units, 0xd7c0 + (code >> 10));
      push(this.#units, 0xdc00 + (code & 0x3ff));
    } else {
      push(this.#units, code);
    }
    if (this.#units.length >= 4096) this.#flush();
  }

  /** Stands for bytes that mean nothing. */
  addError() {
    if (this.#fatal) throw new TypeError("TextDecoder.decode: the data is not valid in this encoding");
    this.add(0xfffd);
  }

  /** The text since the last time. */
  take() {
    this.#flush();
    const text = this.#text;
    this.#text = "";
    return text;
  }

  #flush() {
    this.#text += apply(fromCharCode, undefined, this.#units);
    this.#units = [];
  }
}
