// @ts-check
// Encodings with one byte for a character, and with a lead byte and a trail byte.

import { codeAt, NONE, tableOf } from "./tables.js";

/** @typedef {import("./legacy-decoder.js").LegacyDecoder} LegacyDecoder */

/** @param {number} byte */
export const isASCII = (byte) => byte >= 0 && byte <= 0x7f;

/**
 * @param {number} byte
 * @param {number} first
 * @param {number} last
 */
export const isWithin = (byte, first, last) => byte >= first && byte <= last;

/** The first of the halfwidth katakana, which older Japanese encodings have in one byte from 0xa1 on. */
export const KATAKANA = 0xff61;

export class SingleByte {
  #table;

  /** @param {Uint32Array} table of the bytes from 0x80 on */
  constructor(table) {
    this.#table = table;
  }

  /**
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  take(byte, io) {
    if (byte < 0x80) {
      if (byte >= 0) io.add(byte);
      return;
    }
    const code = codeAt(this.#table, byte - 0x80);
    if (code === NONE) io.fail();
    else io.add(code);
  }
}

export class UserDefined {
  /**
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  take(byte, io) {
    if (byte >= 0) io.add(byte < 0x80 ? byte : 0xf700 + byte);
  }
}

/** What encodings with a lead byte have in common: a trail byte that fits no character is read again if it is ASCII. */
class TwoBytes {
  /** 0 for none. */
  #lead = 0;

  /**
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  take(byte, io) {
    const lead = this.#lead;
    if (lead === 0) {
      if (this.isLead(byte)) this.#lead = byte;
      else if (byte >= 0) this.takeSingle(byte, io);
      return;
    }
    this.#lead = 0;
    if (byte >= 0 && this.takePair(lead, byte, io)) return;
    if (isASCII(byte)) io.again(byte);
    io.fail();
  }

  /**
   * Keeps a byte as the lead of a character of three bytes.
   * @param {number} byte
   */
  lead(byte) {
    this.#lead = byte;
  }

  /** @param {number} byte */
  isLead(byte) {
    return isWithin(byte, 0x81, 0xfe);
  }

  /**
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  takeSingle(byte, io) {
    if (isASCII(byte)) io.add(byte);
    else io.fail();
  }

  /**
   * Whether the two are a character, or its beginning.
   *
   * @param {number} _lead
   * @param {number} _byte
   * @param {LegacyDecoder} _io
   */
  takePair(_lead, _byte, _io) {
    return false;
  }
}

/**
 * @param {Uint32Array} table
 * @param {number} pointer
 * @param {LegacyDecoder} io
 */
function addAt(table, pointer, io) {
  const code = codeAt(table, pointer);
  if (code === NONE) return false;
  io.add(code);
  return true;
}

export class EUCKR extends TwoBytes {
  #table = tableOf("euc-kr");

  /**
   * @override
   * @param {number} lead
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  takePair(lead, byte, io) {
    return isWithin(byte, 0x41, 0xfe) && addAt(this.#table, (lead - 0x81) * 190 + byte - 0x41, io);
  }
}

export class Big5 extends TwoBytes {
  #table = tableOf("big5");

  /**
   * @override
   * @param {number} lead
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  takePair(lead, byte, io) {
    if (!isWithin(byte, 0x40, 0x7e) && !isWithin(byte, 0xa1, 0xfe)) return false;
    const pointer = (lead - 0x81) * 157 + byte - (byte < 0x7f ? 0x40 : 0x62);
    // Four characters have a combining mark: a macron or a caron.
    if (pointer === 1133 || pointer === 1135 || pointer === 1164 || pointer === 1166) {
      io.add(pointer < 1150 ? 0xca : 0xea);
      io.add(pointer === 1133 || pointer === 1164 ? 0x304 : 0x30c);
      return true;
    }
    return addAt(this.#table, pointer, io);
  }
}

export class EUCJP extends TwoBytes {
  #table = tableOf("jis0208");
  /**
   * Read when the first character of it comes.
   * @type {Uint32Array | undefined}
   */
  #supplement;
  #isSupplement = false;

  /**
   * @override
   * @param {number} byte
   */
  isLead(byte) {
    return byte === 0x8e || byte === 0x8f || isWithin(byte, 0xa1, 0xfe);
  }

  /**
   * @override
   * @param {number} lead
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  takePair(lead, byte, io) {
    const isSupplement = this.#isSupplement;
    this.#isSupplement = false;
    if (lead === 0x8e && isWithin(byte, 0xa1, 0xdf)) {
      io.add(KATAKANA - 0xa1 + byte);
      return true;
    }
    if (!isWithin(byte, 0xa1, 0xfe)) return false;
    if (lead === 0x8f) {
      this.#isSupplement = true;
      this.lead(byte);
      return true;
    }
    const table = isSupplement ? (this.#supplement ??= tableOf("jis0212")) : this.#table;
    return isWithin(lead, 0xa1, 0xfe) && addAt(table, (lead - 0xa1) * 94 + byte - 0xa1, io);
  }
}

export class ShiftJIS extends TwoBytes {
  #table = tableOf("jis0208");

  /**
   * @override
   * @param {number} byte
   */
  isLead(byte) {
    return isWithin(byte, 0x81, 0x9f) || isWithin(byte, 0xe0, 0xfc);
  }

  /**
   * @override
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  takeSingle(byte, io) {
    if (byte <= 0x80) io.add(byte);
    else if (isWithin(byte, 0xa1, 0xdf)) io.add(KATAKANA - 0xa1 + byte);
    else io.fail();
  }

  /**
   * @override
   * @param {number} lead
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  takePair(lead, byte, io) {
    if (!isWithin(byte, 0x40, 0x7e) && !isWithin(byte, 0x80, 0xfc)) return false;
    const pointer = (lead - (lead < 0xa0 ? 0x81 : 0xc1)) * 188 + byte - (byte < 0x7f ? 0x40 : 0x41);
    if (isWithin(pointer, 8836, 10715)) {
      // Characters of users: a private area of Unicode.
      io.add(0xe000 - 8836 + pointer);
      return true;
    }
    return addAt(this.#table, pointer, io);
  }
}
