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
  ARRAY, ASCII, BIGINT, BYTES, DATE, END, ERROR, EXTENDED, FALSE, INTEGER, JSON_TEXT, MAP, NAN, NULL, NUMBERS, OBJECT, OUTPUT, REFERENCE, SET,
  TEXT, TRUE, UNDEFINED, WIDE_TEXT,
} from "./tape-format.js";

/**
 * @param {number} mostDepth
 * @param {Function} substring one that no page can change, as are its properties
 * @param {import("./kinds.js").ReceiveFunction} receive makes the functions of native code
 */
export const makeTapeReader = (mostDepth, substring, receive) => {
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
   * @type {((...values: unknown[]) => object)[]}
   */
  let makers = makeList();
  /**
   * By the number of a shape the number of its names.
   *
   * @type {number[]}
   */
  let sizes = makeList();

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

  // One function that makes every value, and a large one, on purpose. The engine's compiler copies functions of up to 170
  // instructions into those that call them, and a function that calls itself again and again: it once took a second for it.
  // What calls this function is compiled in ten milliseconds.
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
      case EXTENDED: {
        // The values are read here and not by the maker, so that makers are small.
        const make = makers[low];
        let object;
        switch (sizes[low]) {
          case 1:
            object = make(read());
            break;
          case 2:
            object = make(read(), read());
            break;
          case 3:
            object = make(read(), read(), read());
            break;
          case 4:
            object = make(read(), read(), read(), read());
            break;
          case 5:
            object = make(read(), read(), read(), read(), read());
            break;
          case 6:
            object = make(read(), read(), read(), read(), read(), read());
            break;
          case 7:
            object = make(read(), read(), read(), read(), read(), read(), read());
            break;
          case 8:
            object = make(read(), read(), read(), read(), read(), read(), read(), read());
            break;
          case 9:
            object = make(read(), read(), read(), read(), read(), read(), read(), read(), read());
            break;
          case 10:
            object = make(read(), read(), read(), read(), read(), read(), read(), read(), read(), read());
            break;
          case 11:
            object = make(read(), read(), read(), read(), read(), read(), read(), read(), read(), read(), read());
            break;
          case 12:
            object = make(read(), read(), read(), read(), read(), read(), read(), read(), read(), read(), read(), read());
            break;
          default:
            object = make();
        }
        return high === OBJECT ? object : extend(object);
      }
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
          case 9:
            return [read(), read(), read(), read(), read(), read(), read(), read(), read()];
          case 10:
            return [read(), read(), read(), read(), read(), read(), read(), read(), read(), read()];
          case 11:
            return [read(), read(), read(), read(), read(), read(), read(), read(), read(), read(), read()];
          case 12:
            return [read(), read(), read(), read(), read(), read(), read(), read(), read(), read(), read(), read()];
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
        return decode(take(low), undefined, mostDepth, receive);
      case REFERENCE:
        return receive(read());
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
   * @param {object} object what it has besides
   */
  const extend = (object) => {
    // Without a prototype no setter runs, and a copy has the prototype that an object has.
    const members = /** @type {Record<string, unknown>} */ ({ __proto__: null, ...object });
    while (words[2 * place + 1] !== END) {
      const name = read();
      members[name] = read();
    }
    place += 1;
    return { ...members };
  };

  /**
   * What makes objects of these names from their values; of more than twelve names, from what it reads itself. A literal
   * defines its properties, whatever their names.
   *
   * @param {string[]} names
   * @returns {(...values: unknown[]) => object}
   */
  const makerOf = (names) => {
    const { length } = names;
    if (length > 12) return makerOfMany(names);
    const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f, 6: g, 7: h, 8: i, 9: j, 10: k, 11: l } = /** @type {Record<number, string>} */ ({ __proto__: null, ...names });
    switch (length) {
      case 0:
        return () => ({});
      case 1:
        return (v0) => ({ [a]: v0 });
      case 2:
        return (v0, v1) => ({ [a]: v0, [b]: v1 });
      case 3:
        return (v0, v1, v2) => ({ [a]: v0, [b]: v1, [c]: v2 });
      case 4:
        return (v0, v1, v2, v3) => ({ [a]: v0, [b]: v1, [c]: v2, [d]: v3 });
      case 5:
        return (v0, v1, v2, v3, v4) => ({ [a]: v0, [b]: v1, [c]: v2, [d]: v3, [e]: v4 });
      case 6:
        return (v0, v1, v2, v3, v4, v5) => ({ [a]: v0, [b]: v1, [c]: v2, [d]: v3, [e]: v4, [f]: v5 });
      case 7:
        return (v0, v1, v2, v3, v4, v5, v6) => ({ [a]: v0, [b]: v1, [c]: v2, [d]: v3, [e]: v4, [f]: v5, [g]: v6 });
      case 8:
        return (v0, v1, v2, v3, v4, v5, v6, v7) => ({ [a]: v0, [b]: v1, [c]: v2, [d]: v3, [e]: v4, [f]: v5, [g]: v6, [h]: v7 });
      case 9:
        return (v0, v1, v2, v3, v4, v5, v6, v7, v8) => ({ [a]: v0, [b]: v1, [c]: v2, [d]: v3, [e]: v4, [f]: v5, [g]: v6, [h]: v7, [i]: v8 });
      case 10:
        return (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9) => ({ [a]: v0, [b]: v1, [c]: v2, [d]: v3, [e]: v4, [f]: v5, [g]: v6, [h]: v7, [i]: v8, [j]: v9 });
      case 11:
        return (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10) => ({ [a]: v0, [b]: v1, [c]: v2, [d]: v3, [e]: v4, [f]: v5, [g]: v6, [h]: v7, [i]: v8, [j]: v9, [k]: v10 });
    }
    return (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11) => ({ [a]: v0, [b]: v1, [c]: v2, [d]: v3, [e]: v4, [f]: v5, [g]: v6, [h]: v7, [i]: v8, [j]: v9, [k]: v10, [l]: v11 });
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
    if (number === 0) {
      makers = makeList();
      sizes = makeList();
    }
    const names = list(arguments.length - 1);
    // As a name of a property the engine knows a text by its address.
    for (let at = 0; at < names.length; at += 1) names[at] = objectKeys({ [arguments[at + 1]]: 0 })[0];
    sizes[number] = names.length;
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
