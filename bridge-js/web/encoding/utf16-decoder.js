// @ts-check
import { typedArrayLength } from "../../shared/primordials.js";
import { TextOutput } from "./text-output.js";

/** The decoder for UTF-16 of both byte orders. */
export class UTF16Decoder {
  #output;
  #bigEnd;
  /** The first byte of a unit; -1 if there is none. */
  #byte = -1;
  /** A high surrogate without its low surrogate yet; -1 if there is none. */
  #high = -1;

  /**
   * @param {boolean} fatal
   * @param {boolean} ignoreBOM
   * @param {boolean} bigEnd whether the order is big-endian
   */
  constructor(fatal, ignoreBOM, bigEnd) {
    this.#bigEnd = bigEnd;
    this.#output = new TextOutput(fatal, ignoreBOM);
  }

  /**
   * @param {Uint8Array} bytes
   * @param {boolean} last whether no more bytes follow
   */
  decode(bytes, last) {
    const length = typedArrayLength(bytes);
    for (let i = 0; i < length; i++) {
      const byte = /** @type {number} */ (bytes[i]);
      if (this.#byte < 0) {
        this.#byte = byte;
      } else {
        const unit = this.#bigEnd ? (this.#byte << 8) | byte : this.#byte | (byte << 8);
        this.#byte = -1;
        this.#add(unit);
      }
    }
    if (last && (this.#byte >= 0 || this.#high >= 0)) {
      this.#byte = -1;
      this.#high = -1;
      this.#output.addError();
    }
    return this.#output.take();
  }

  /** @param {number} unit */
  #add(unit) {
    const high = this.#high;
    this.#high = -1;
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (high >= 0 && isLow) {
      this.#output.add((high - 0xd800) * 0x400 + unit - 0xdc00 + 0x10000);
      return;
    }
    if (high >= 0) this.#output.addError();
    if (unit >= 0xd800 && unit <= 0xdbff) this.#high = unit;
    else if (isLow) this.#output.addError();
    else this.#output.add(unit);
  }
}
