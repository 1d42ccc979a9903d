// @ts-check
import { codeAt, NONE, tableOf } from "./tables.js";
import { isWithin, KATAKANA } from "./multi-byte.js";

/** @typedef {import("./legacy-decoder.js").LegacyDecoder} LegacyDecoder */
/** @typedef {"ascii" | "roman" | "katakana" | "lead" | "trail" | "escape start" | "escape"} State */

const ESCAPE = 0x1b;

/** The decoder of ISO-2022-JP, which changes between sets of characters by escapes. */
export class ISO2022JP {
  #table = tableOf("jis0208");
  /** @type {State} */
  #state = "ascii";
  /**
   * The state of the chosen set.
   * @type {State}
   */
  #set = "ascii";
  #lead = 0;
  /** Whether a set was chosen and nothing of it was read yet. */
  #isChosen = false;

  /**
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  take(byte, io) {
    switch (this.#state) {
      case "escape start":
        return this.#takeEscapeStart(byte, io);
      case "escape":
        return this.#takeEscape(byte, io);
      case "trail":
        return this.#takeTrail(byte, io);
    }
    if (byte === ESCAPE) this.#state = "escape start";
    else if (byte >= 0) this.#takeOfSet(byte, io);
  }

  /**
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  #takeOfSet(byte, io) {
    this.#isChosen = false;
    switch (this.#state) {
      case "katakana":
        return isWithin(byte, 0x21, 0x5f) ? io.add(KATAKANA - 0x21 + byte) : io.fail();
      case "lead":
        if (!isWithin(byte, 0x21, 0x7e)) return io.fail();
        this.#lead = byte;
        this.#state = "trail";
        return;
      default:
        if (byte > 0x7f || byte === 0x0e || byte === 0x0f) return io.fail();
        if (this.#state === "roman" && byte === 0x5c) io.add(0xa5);
        else if (this.#state === "roman" && byte === 0x7e) io.add(0x203e);
        else io.add(byte);
    }
  }

  /**
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  #takeTrail(byte, io) {
    this.#state = byte === ESCAPE ? "escape start" : "lead";
    const code = isWithin(byte, 0x21, 0x7e) ? codeAt(this.#table, (this.#lead - 0x21) * 94 + byte - 0x21) : NONE;
    if (code === NONE) io.fail();
    else io.add(code);
  }

  /**
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  #takeEscapeStart(byte, io) {
    if (byte === 0x24 || byte === 0x28) {
      this.#lead = byte;
      this.#state = "escape";
      return;
    }
    if (byte >= 0) io.again(byte);
    this.#isChosen = false;
    this.#state = this.#set;
    io.fail();
  }

  /**
   * @param {number} byte
   * @param {LegacyDecoder} io
   */
  #takeEscape(byte, io) {
    const lead = this.#lead;
    this.#lead = 0;
    const set = setOf(lead, byte);
    const wasChosen = this.#isChosen;
    this.#isChosen = set !== undefined;
    if (set !== undefined) {
      this.#state = this.#set = set;
      // A set that nothing was read of.
      if (wasChosen) io.fail();
      return;
    }
    if (byte >= 0) io.again(byte);
    io.again(lead);
    this.#state = this.#set;
    io.fail();
  }
}

/**
 * @param {number} lead
 * @param {number} byte
 * @returns {State | undefined}
 */
function setOf(lead, byte) {
  if (lead === 0x24) return byte === 0x40 || byte === 0x42 ? "lead" : undefined;
  return byte === 0x42 ? "ascii" : byte === 0x4a ? "roman" : byte === 0x49 ? "katakana" : undefined;
}
