// @ts-check
// The decoders of the encodings that older texts have, by the algorithms of the Encoding Standard.

import { makeList } from "../../shared/lists.js";
import { typedArrayLength } from "../../shared/primordials.js";
import { GB18030 } from "./gb18030.js";
import { ISO2022JP } from "./iso-2022-jp.js";
import { Big5, EUCJP, EUCKR, ShiftJIS, SingleByte, UserDefined } from "./multi-byte.js";
import { tableOf } from "./tables.js";
import { TextOutput } from "./text-output.js";

/** Marks the end of the bytes. */
const END = -1;

/**
 * The state of a decoder between two bytes.
 *
 * @typedef {object} Machine
 * @property {(byte: number, io: LegacyDecoder) => void} take a byte, or the end
 */

/**
 * @param {string} encoding
 * @returns {Machine}
 */
function machineOf(encoding) {
  switch (encoding) {
    case "gbk":
    case "gb18030":
      return new GB18030();
    case "big5":
      return new Big5();
    case "euc-jp":
      return new EUCJP();
    case "iso-2022-jp":
      return new ISO2022JP();
    case "shift_jis":
      return new ShiftJIS();
    case "euc-kr":
      return new EUCKR();
    case "x-user-defined":
      return new UserDefined();
    default:
      return new SingleByte(tableOf(encoding === "iso-8859-8-i" ? "iso-8859-8" : encoding));
  }
}

/** A decoder, with its output and the bytes that are read again. */
export class LegacyDecoder {
  #output;
  #machine;
  /** @type {number[]} */
  #again = makeList();

  /**
   * @param {string} encoding
   * @param {boolean} fatal
   */
  constructor(encoding, fatal) {
    // The byte order mark is one of Unicode's encodings.
    this.#output = new TextOutput(fatal, true);
    this.#machine = machineOf(encoding);
  }

  /**
   * @param {Uint8Array} bytes
   * @param {boolean} last whether no more bytes follow
   */
  decode(bytes, last) {
    const length = typedArrayLength(bytes);
    for (let i = 0; i < length; i++) this.#take(/** @type {number} */ (bytes[i]));
    if (last) this.#take(END);
    return this.#output.take();
  }

  /** @param {number} byte */
  #take(byte) {
    const again = this.#again;
    this.#machine.take(byte, this);
    while (again.length > 0) {
      const next = /** @type {number} */ (again[again.length - 1]);
      again.length -= 1;
      this.#machine.take(next, this);
    }
  }

  /** @param {number} code */
  add(code) {
    this.#output.add(code);
  }

  /** Bytes that do not encode a character. */
  fail() {
    this.#output.addError();
  }

  /**
   * Has a byte read before all others.
   * @param {number} byte
   */
  again(byte) {
    this.#again[this.#again.length] = byte;
  }
}
