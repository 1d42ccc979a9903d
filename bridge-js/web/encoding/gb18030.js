// @ts-check
import { codeAt, NONE, tableOf } from "./tables.js";
import { isASCII, isWithin } from "./multi-byte.js";

/** @typedef {import("./legacy-decoder.js").LegacyDecoder} LegacyDecoder */

/** The decoder of GB 18030, which also reads GBK. */
export class GB18030 {
  #table = tableOf("gb18030");
  /**
   * The code points of four bytes, below U+10000; read when the first one comes.
   * @type {Uint32Array | undefined}
   */
  #ranges;
  // 0 for none.
  #first = 0;
  #second = 0;
  #third = 0;

  /**
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  take(byte, io) {
    if (this.#third !== 0) this.#takeFourth(byte, io);
    else if (this.#second !== 0) this.#takeThird(byte, io);
    else if (this.#first !== 0) this.#takeSecond(byte, io);
    else if (isASCII(byte)) io.add(byte);
    else if (byte === 0x80) io.add(0x20ac);
    else if (isWithin(byte, 0x81, 0xfe)) this.#first = byte;
    else if (byte >= 0) io.fail();
  }

  /**
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  #takeSecond(byte, io) {
    if (isWithin(byte, 0x30, 0x39)) {
      this.#second = byte;
      return;
    }
    const lead = this.#first;
    this.#first = 0;
    if (isWithin(byte, 0x40, 0x7e) || isWithin(byte, 0x80, 0xfe)) {
      const code = codeAt(this.#table, (lead - 0x81) * 190 + byte - (byte < 0x7f ? 0x40 : 0x41));
      if (code !== NONE) return io.add(code);
    }
    if (isASCII(byte)) io.again(byte);
    io.fail();
  }

  /**
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  #takeThird(byte, io) {
    if (isWithin(byte, 0x81, 0xfe)) {
      this.#third = byte;
      return;
    }
    if (byte >= 0) {
      io.again(byte);
      io.again(this.#second);
    }
    this.#first = this.#second = 0;
    io.fail();
  }

  /**
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  #takeFourth(byte, io) {
    const first = this.#first;
    const second = this.#second;
    const third = this.#third;
    this.#first = this.#second = this.#third = 0;
    if (!isWithin(byte, 0x30, 0x39)) {
      if (byte >= 0) {
        io.again(byte);
        io.again(third);
        io.again(second);
      }
      return io.fail();
    }
    const code = this.#codeOfFour((first - 0x81) * 12600 + (second - 0x30) * 1260 + (third - 0x81) * 10 + byte - 0x30);
    if (code === NONE) io.fail();
    else io.add(code);
  }

  /** @param {number} pointer */
  #codeOfFour(pointer) {
    if (isWithin(pointer, 189000, 1237575)) return 0x10000 + pointer - 189000;
    this.#ranges ??= tableOf("gb18030-ranges");
    return codeAt(this.#ranges, pointer);
  }
}
