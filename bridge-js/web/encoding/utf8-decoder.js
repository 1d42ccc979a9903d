// @ts-check
import { typedArrayLength } from "../../shared/primordials.js";
import { completeLength, decodeNatively } from "./native-text.js";
import { TextOutput } from "./text-output.js";

/** The UTF-8 decoder of the Encoding Standard; the names of its fields are the standard's. */
export class UTF8Decoder {
  #output;
  #codePoint = 0;
  #needed = 0;
  #seen = 0;
  #lower = 0x80;
  #upper = 0xbf;

  /**
   * @param {boolean} fatal
   * @param {boolean} ignoreBOM
   */
  constructor(fatal, ignoreBOM) {
    this.#output = new TextOutput(fatal, ignoreBOM);
  }

  /**
   * @param {Uint8Array} bytes
   * @param {boolean} last whether no more bytes follow
   */
  decode(bytes, last) {
    const length = typedArrayLength(bytes);
    let at = 0;
    // The rest of a character that the bytes before began.
    while (at < length && this.#needed !== 0) at = this.#take(bytes, at);
    const end = last ? length : completeLength(bytes, at, length);
    const text = decodeNatively(bytes, at, end, this.#output.isFatal);
    if (text !== undefined) {
      this.#output.addText(text);
      at = end;
    }
    while (at < length) at = this.#take(bytes, at);
    if (last && this.#needed !== 0) {
      this.#reset();
      this.#output.addError();
    }
    return this.#output.take();
  }

  /**
   * Decodes a byte.
   *
   * @param {Uint8Array} bytes
   * @param {number} at
   * @returns {number} the index of the next byte: the same one, if this byte ended an invalid sequence and may begin another
   */
  #take(bytes, at) {
    const byte = /** @type {number} */ (bytes[at]);
    if (this.#needed === 0) this.#begin(byte);
    else if (byte >= this.#lower && byte <= this.#upper) this.#continue(byte);
    else {
      this.#reset();
      this.#output.addError();
      return at;
    }
    return at + 1;
  }

  /** @param {number} byte */
  #begin(byte) {
    if (byte < 0x80) {
      this.#output.add(byte);
    } else if (byte >= 0xc2 && byte <= 0xdf) {
      this.#expect(1, byte & 0x1f);
    } else if (byte >= 0xe0 && byte <= 0xef) {
      if (byte === 0xe0) this.#lower = 0xa0;
      if (byte === 0xed) this.#upper = 0x9f;
      this.#expect(2, byte & 0xf);
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      if (byte === 0xf0) this.#lower = 0x90;
      if (byte === 0xf4) this.#upper = 0x8f;
      this.#expect(3, byte & 0x7);
    } else {
      this.#output.addError();
    }
  }

  /**
   * @param {number} count
   * @param {number} bits
   */
  #expect(count, bits) {
    this.#needed = count;
    this.#codePoint = bits;
  }

  /** @param {number} byte */
  #continue(byte) {
    this.#lower = 0x80;
    this.#upper = 0xbf;
    this.#codePoint = (this.#codePoint << 6) | (byte & 0x3f);
    this.#seen += 1;
    if (this.#seen < this.#needed) return;
    const code = this.#codePoint;
    this.#reset();
    this.#output.add(code);
  }

  #reset() {
    this.#codePoint = 0;
    this.#needed = 0;
    this.#seen = 0;
    this.#lower = 0x80;
    this.#upper = 0xbf;
  }
}
