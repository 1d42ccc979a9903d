// @ts-check
// Makes the values that native code of the same thread wrote as slots.
//
// It runs no code of a page: native code may write the next value only when this one is made.

import { list, makeList } from "../shared/lists.js";
import {
  ArrayBuffer, BigInt, Date, Float64Array, fromCharCode, Int32Array, Map, mapSet, objectKeys, Set, setAdd, Uint8Array,
} from "../shared/primordials.js";
import { viewOf } from "./bytes.js";
import { decode } from "./decoder.js";
import { errorFrom } from "./reviver.js";
import {
  ARRAY, ASCII, BIGINT, BYTES, DATE, END, ERROR, EXTENDED, FALSE, INTEGER, JSON_TEXT, MAP, NAN, NULL, NUMBERS, OBJECT, OUTPUT, SET, TEXT,
  TRUE, UNDEFINED, WIDE_TEXT,
} from "./tape-format.js";

/**
 * @param {number} mostDepth
 * @param {Function} substring one that no page can change, as are its properties
 */
export const makeTapeReader = (mostDepth, substring) => {
  const memory = new ArrayBuffer(OUTPUT);
  const numbers = new Float64Array(memory);
  const words = new Int32Array(memory);
  const bytes = new Uint8Array(memory);
  /** The next slot. */
  let place = 0;
  /** The text that has the next string, and how much of it was taken. */
  let text = "";
  let taken = 0;
  /**
   * The texts, where there are several: a part of a text that is kept keeps all of it.
   *
   * @type {string[] | undefined}
   */
  let texts;
  let nextText = 0;
  /** @type {unknown[] | undefined} */
  let attachments;
  /**
   * By the number of a shape what makes its objects.
   *
   * @type {(() => object)[]}
   */
  let makers = makeList();

  /** @param {number} length */
  const take = (length) => {
    if (length > text.length - taken && texts !== undefined) {
      text = texts[nextText++];
      taken = 0;
    }
    const start = taken;
    taken += length;
    return length === text.length ? text : substring.call(text, start, taken);
  };

  // One function that makes every value on purpose: the engine's compiler copies small functions that call themselves into
  // themselves, again and again.
  /** @returns {*} */
  const read = () => {
    const high = words[2 * place + 1];
    if (high <= NUMBERS) return numbers[place++];
    const low = words[2 * place];
    place += 1;
    switch (high) {
      case INTEGER:
        return low;
      case TEXT:
        return take(low);
      case WIDE_TEXT:
        place += 1;
        return take(low);
      case ASCII:
        return readLetters(low);
      case OBJECT:
        return makers[low]();
      case ARRAY: {
        // A literal is several times as fast as a list that is filled.
        switch (low) {
          case 0:
            return [];
          case 1:
            return [read()];
          case 2:
            return [read(), read()];
          case 3:
            return [read(), read(), read()];
          case 4:
            return [read(), read(), read(), read()];
          case 5:
            return [read(), read(), read(), read(), read()];
          case 6:
            return [read(), read(), read(), read(), read(), read()];
          case 7:
            return [read(), read(), read(), read(), read(), read(), read()];
          case 8:
            return [read(), read(), read(), read(), read(), read(), read(), read()];
        }
        const elements = list(low);
        for (let at = 0; at < low; at += 1) elements[at] = read();
        return elements;
      }
      case TRUE:
        return true;
      case FALSE:
        return false;
      case NULL:
        return null;
      case UNDEFINED:
        return undefined;
      case NAN:
        return NaN;
      case EXTENDED:
        return readExtended(low);
      case DATE: {
        const time = read();
        return new Date(time === null ? NaN : time);
      }
      case BIGINT:
        return BigInt(read());
      case MAP: {
        const entries = read();
        const map = new Map();
        for (let at = 0; at < entries.length; at += 1) mapSet(map, entries[at][0], entries[at][1]);
        return map;
      }
      case SET: {
        const elements = read();
        const set = new Set();
        for (let at = 0; at < elements.length; at += 1) setAdd(set, elements[at]);
        return set;
      }
      case BYTES: {
        const parts = read();
        return viewOf(attachments?.[parts[0]], parts[1]);
      }
      case ERROR:
        return errorFrom(read());
      case JSON_TEXT:
        place += 1;
        return decode(take(low), undefined, mostDepth);
    }
    return undefined;
  };

  /**
   * Letters in the slots themselves: native code writes none, but a value may come back as it went.
   *
   * @param {number} length
   */
  const readLetters = (length) => {
    let letters = "";
    for (let at = 0; at < length; at += 1) letters += fromCharCode(bytes[8 * place + at]);
    place += (length + 7) >> 3;
    return letters;
  };

  /**
   * An object with names beside its values. A later member of a name that occurred changes it.
   *
   * @param {number} number
   */
  const readExtended = (number) => {
    // Without a prototype no setter runs, and a copy has the prototype that an object has.
    const members = /** @type {Record<string, unknown>} */ ({ __proto__: null, ...makers[number]() });
    while (words[2 * place + 1] !== END) {
      const name = read();
      members[name] = read();
    }
    place += 1;
    return { ...members };
  };

  /**
   * What makes objects of these names: a literal defines its properties, whatever their names.
   *
   * @param {string[]} names
   * @returns {() => object}
   */
  const makerOf = (names) => {
    const { length } = names;
    if (length === 0) return () => ({});
    if (length > 8) return makerOfMany(names);
    const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f, 6: g, 7: h } = /** @type {Record<number, string>} */ ({ __proto__: null, ...names });
    switch (length) {
      case 1:
        return () => ({ [a]: read() });
      case 2:
        return () => ({ [a]: read(), [b]: read() });
      case 3:
        return () => ({ [a]: read(), [b]: read(), [c]: read() });
      case 4:
        return () => ({ [a]: read(), [b]: read(), [c]: read(), [d]: read() });
      case 5:
        return () => ({ [a]: read(), [b]: read(), [c]: read(), [d]: read(), [e]: read() });
      case 6:
        return () => ({ [a]: read(), [b]: read(), [c]: read(), [d]: read(), [e]: read(), [f]: read() });
      case 7:
        return () => ({ [a]: read(), [b]: read(), [c]: read(), [d]: read(), [e]: read(), [f]: read(), [g]: read() });
    }
    return () => ({ [a]: read(), [b]: read(), [c]: read(), [d]: read(), [e]: read(), [f]: read(), [g]: read(), [h]: read() });
  };

  /** @param {string[]} names */
  const makerOfMany = (names) => {
    const template = /** @type {Record<string, unknown>} */ ({ __proto__: null });
    for (let at = 0; at < names.length; at += 1) template[names[at]] = undefined;
    return () => {
      const members = /** @type {Record<string, unknown>} */ ({ ...template });
      // Each property exists, so that the store runs no setter, not even that of `__proto__`.
      for (let at = 0; at < names.length; at += 1) members[names[at]] = read();
      return members;
    };
  };

  /**
   * Native code names a shape before it is used: its number, and its names. Number 0 begins anew.
   *
   * @param {number} number
   */
  function define(number) {
    if (number === 0) makers = makeList();
    const names = list(arguments.length - 1);
    // As a name of a property the engine knows a text by its address.
    for (let at = 0; at < names.length; at += 1) names[at] = objectKeys({ [arguments[at + 1]]: 0 })[0];
    makers[number] = makerOf(/** @type {string[]} */ (names));
  }

  /**
   * The value that begins at a slot.
   *
   * @param {number} start
   * @param {string | string[] | undefined} given the texts
   * @param {unknown[] | undefined} beside the bytes
   * @returns {unknown}
   */
  const decodeSlots = (start, given, beside) => {
    place = start;
    taken = 0;
    nextText = 0;
    attachments = beside;
    if (typeof given === "object") {
      texts = given;
      text = "";
    } else {
      text = given ?? "";
    }
    try {
      return read();
    } finally {
      text = "";
      texts = undefined;
      attachments = undefined;
    }
  };

  return { decode: decodeSlots, define, memory: bytes, words };
};
