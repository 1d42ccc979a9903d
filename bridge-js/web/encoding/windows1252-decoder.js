// @ts-check
import { charCodeAt, typedArrayLength } from "../../shared/primordials.js";
import { TextOutput } from "./text-output.js";

/** The characters of the bytes from 0x80 to 0x9f. Every other byte is the code point of its value. */
const upper =
  "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f" +
  "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";

/** The decoder of windows-1252, which the Encoding Standard also uses for Latin-1 and ASCII. Every byte is a character. */
export class Windows1252Decoder {
  #output = new TextOutput(false, true);

  /** @param {Uint8Array} bytes */
  decode(bytes) {
    const length = typedArrayLength(bytes);
    for (let i = 0; i < length; i++) {
      const byte = /** @type {number} */ (bytes[i]);
      this.#output.add(byte < 0x80 || byte > 0x9f ? byte : charCodeAt(upper, byte - 0x80));
    }
    return this.#output.take();
  }
}
