// @ts-check
// Writes values as slots, for native code in the same thread.
//
// The same values cross as in JSON, and each property is read once, in one walk. Other values are written as JSON, which also
// produces the errors for values that cannot cross at all.

import { bytesOf } from "../shared/bytes.js";
import { list } from "../shared/lists.js";
import {
  ArrayBuffer, dateGetTime, Float64Array, getPrototypeOf, hasOwn, Int32Array, isArray, mapForEach, mapSize, objectPrototype,
  OwnMap, setForEach, setSize, Uint8Array,
} from "../shared/primordials.js";
import { unbox } from "../shared/unbox.js";
import { kindOf, nameOfBytes, nameOfEmpty } from "./brands.js";
import { lengthOf } from "./bytes.js";
import { MOST_DIGITS, TAG_SLOTS } from "./kinds.js";
import {
  ARRAY, ASCII, BIGINT, BYTES, DATE, END, ERROR, EXTENDED, FALSE, INPUT, MAP, MOST_LETTERS, NAN, NULL, OBJECT, SET, TEXT, TRUE,
  UNDEFINED,
} from "./tape-format.js";
import { hasPlantedMembers } from "./planted.js";
import { makeShapes } from "./tape-shapes.js";
import { contentOf } from "./thrown.js";

/** @typedef {import("./tape-shapes.js").Shape} Shape */
/** @typedef {(value: unknown, depth: number) => boolean} Write writes a value; false for one that it cannot write */

/** Slots that are kept free: no value takes more before the next check. */
const ROOM = 64;

/**
 * @param {import("./embedded.js").Native} native
 * @param {import("./encoder.js").Limits} limits
 * @param {Function} charCodeAt one that no page can change, as are its properties
 */
export const makeTapeWriter = (native, limits, charCodeAt) => {
  const memory = new ArrayBuffer(INPUT);
  const numbers = new Float64Array(memory);
  const words = new Int32Array(memory);
  const bytes = new Uint8Array(memory);
  const last = numbers.length - ROOM;
  const { depth: mostDepth, nodes: mostNodes, messageBytes } = limits;

  /** The next slot. The first one has the number of the others, and of those that native code took before. */
  let place = 1;
  /** The slots that native code took before. */
  let taken = 0;
  let text = "";
  let nodes = 0;
  /** Units of all strings. */
  let size = 0;
  let isPolluted = false;
  /** While a value is walked. A getter in it may call the bridge. */
  let isBusy = false;
  /** @type {import("./remotes.js").Remotes | undefined} */
  let remotes;
  /** @type {Map<number, unknown> | undefined} */
  let found;
  let attached = 0;

  const { root, step } = makeShapes(native);

  /** Hands over what is written, so that there is room again. */
  const spill = () => {
    native.spill(place - 1, taken);
    taken += place - 1;
    place = 1;
  };

  /**
   * @param {number} high
   * @param {number} low
   */
  const tag = (high, low) => {
    words[2 * place] = low;
    words[2 * place + 1] = high;
    place += 1;
  };

  /** @param {string} value */
  const writeText = (value) => {
    const { length } = value;
    if (length <= MOST_LETTERS) {
      const start = 8 * place + 8;
      let bits = 0;
      for (let at = 0; at < length; at += 1) {
        const unit = charCodeAt.call(value, at);
        bits |= unit;
        bytes[start + at] = unit;
      }
      if (bits < 128) {
        words[2 * place] = length;
        words[2 * place + 1] = ASCII;
        place += 1 + ((length + 7) >> 3);
        size += length;
        return;
      }
    }
    text += value;
    size += length;
    words[2 * place] = length;
    words[2 * place + 1] = TEXT;
    place += 1;
  };

  /** @type {Write} */
  const write = (value, depth) => {
    switch (typeof value) {
      case "number":
        if (value !== value) tag(NAN, 0);
        else numbers[place++] = value;
        return true;
      case "string":
        writeText(value);
        return true;
      case "boolean":
        tag(value ? TRUE : FALSE, 0);
        return true;
      case "undefined":
        tag(UNDEFINED, 0);
        return true;
      case "bigint": {
        const digits = `${value}`;
        if (digits.length > MOST_DIGITS) return false;
        tag(BIGINT, 0);
        writeText(digits);
        return true;
      }
      case "object":
        if (value === null) {
          tag(NULL, 0);
          return true;
        }
        return depth > 0 && writeContainer(value, depth);
      default:
        return false;
    }
  };

  /**
   * @param {object} value
   * @param {number} depth
   */
  const writeContainer = (value, depth) => {
    if (remotes !== undefined && remotes.has(value)) return false;
    if (isArray(value)) return writeArray(value, depth);
    const prototype = getPrototypeOf(value);
    if (prototype === objectPrototype || prototype === null) return writeObject(value, value, depth);
    const kind = kindOf(value, prototype);
    // An instance of an application's class crosses as its own properties.
    return kind === undefined ? writeObject(value, { ...value }, depth) : writeSpecial(kind, value, depth);
  };

  /**
   * @param {unknown[]} array
   * @param {number} depth
   */
  const writeArray = (array, depth) => {
    const { length } = array;
    // Only a proxy of an array can have an invalid length.
    if (typeof length !== "number" || !(length >= 0 && length <= mostNodes - nodes) || length % 1 !== 0) return false;
    nodes += length;
    if (place > last) spill();
    tag(ARRAY, length);
    for (let at = 0; at < length; at += 1) {
      if (place > last) spill();
      const element = array[at];
      if (typeof element === "number" && element === element) {
        numbers[place] = element;
        place += 1;
      } else if (typeof element === "string") {
        writeText(element);
      } else if (!write(element, depth - 1)) {
        return false;
      }
    }
    return true;
  };

  /**
   * @param {object} owner
   * @param {object} object the owner itself, or an object that has the members that cross
   * @param {number} depth
   */
  const writeObject = (owner, object, depth) => {
    const members = /** @type {Record<string, unknown>} */ (object);
    if (place > last) spill();
    const head = taken + place;
    place += 1;
    let shape = root;
    for (const key in members) {
      if (isPolluted && !hasOwn(members, key)) continue;
      const next = shape.key === key ? shape.next : step(shape, key);
      if (next === undefined) return writeRest(members, key, head, shape, depth);
      shape = next;
      if (place > last) spill();
      const member = members[key];
      nodes += 1;
      if (typeof member === "number" && member === member) {
        numbers[place] = member;
        place += 1;
      } else if (typeof member === "string") {
        writeText(member);
      } else if (!write(member, depth - 1)) {
        return false;
      }
    }
    if (shape === root && nameOfEmpty(owner) !== undefined) return false;
    finish(head, OBJECT, shape);
    return nodes <= mostNodes;
  };

  /**
   * Writes the members from `first` on with their names, as no shape has them.
   *
   * @param {Record<string, unknown>} members
   * @param {string} first
   * @param {number} head
   * @param {Shape} shape
   * @param {number} depth
   */
  const writeRest = (members, first, head, shape, depth) => {
    let begins = false;
    for (const key in members) {
      if (isPolluted && !hasOwn(members, key)) continue;
      begins ||= key === first;
      if (!begins) continue;
      if (place > last) spill();
      writeText(key);
      nodes += 1;
      if (nodes > mostNodes || !write(members[key], depth - 1)) return false;
    }
    if (place > last) spill();
    tag(END, 0);
    finish(head, EXTENDED, shape);
    return true;
  };

  /**
   * Writes the head of an object, whose shape is known at its end.
   *
   * @param {number} head
   * @param {number} high
   * @param {Shape} shape
   */
  const finish = (head, high, shape) => {
    const here = head - taken;
    if (here < 1) {
      native.patch(head - 1, high, shape.id);
    } else {
      words[2 * here] = shape.id;
      words[2 * here + 1] = high;
    }
  };

  /**
   * @param {string} kind
   * @param {object} value
   * @param {number} depth
   */
  const writeSpecial = (kind, value, depth) => {
    switch (kind) {
      case "Date":
      case "Map":
      case "Set":
      case "Boolean":
      case "Number":
      case "String":
      case "BigInt":
      case "Symbol":
        return writeBranded(kind, value, depth);
      case "Error":
        tag(ERROR, 0);
        return writeObject(value, contentOf(value), depth);
      case "SharedArrayBuffer":
      case "RegExp":
      case "Promise":
      case "WeakMap":
      case "WeakSet":
      case "WeakRef":
      case "FinalizationRegistry":
        return false;
    }
    const name = nameOfBytes(value);
    return name === undefined ? writeObject(value, { ...value }, depth) : writeBytes(value, name);
  };

  /**
   * An object with the prototype of a built-in class: its internal slots decide.
   *
   * @param {string} kind
   * @param {object} value
   * @param {number} depth
   */
  const writeBranded = (kind, value, depth) => {
    let inside;
    try {
      if (kind === "Date") inside = dateGetTime(value);
      else if (kind === "Map") inside = list(mapSize(value));
      else if (kind === "Set") inside = list(setSize(value));
      else inside = unbox(kind, value);
    } catch {
      return writeObject(value, { ...value }, depth);
    }
    let count = 0;
    switch (kind) {
      case "Date":
        tag(DATE, 0);
        return write(inside === inside ? inside : null, depth);
      case "Map": {
        const entries = /** @type {unknown[]} */ (inside);
        mapForEach(/** @type {Map<unknown, unknown>} */ (value), (content, key) => void (entries[count++] = [key, content]));
        tag(MAP, 0);
        return writeArray(entries, depth);
      }
      case "Set": {
        const elements = /** @type {unknown[]} */ (inside);
        setForEach(/** @type {Set<unknown>} */ (value), (element) => void (elements[count++] = element));
        tag(SET, 0);
        return writeArray(elements, depth);
      }
      default:
        return write(inside, depth);
    }
  };

  /**
   * @param {object} value
   * @param {string} name
   */
  const writeBytes = (value, name) => {
    attached += lengthOf(bytesOf(value, "bytes"));
    found ??= new OwnMap();
    const index = found.size;
    found.set(index, value);
    tag(BYTES, 0);
    tag(ARRAY, 2);
    numbers[place] = index;
    place += 1;
    writeText(name);
    return attached <= messageBytes;
  };

  const collect = () => {
    if (found === undefined) return undefined;
    const attachments = list(found.size);
    found.forEach((value, index) => {
      bytesOf(value, "bytes"); // Throws for bytes that a later getter detached.
      attachments[index] = value;
    });
    return attachments;
  };

  /** @param {unknown} value */
  const walk = (value) => {
    isBusy = true;
    try {
      isPolluted = hasPlantedMembers();
      return write(value, mostDepth) && size + 2 * nodes <= messageBytes;
    } catch {
      return false; // A getter threw, or the stack ended.
    } finally {
      isBusy = false;
    }
  };

  /**
   * Writes a value, and stores the rest of the message in the fields of the encoder; false for a value that it cannot write.
   *
   * @param {import("./encoder.js").Encoder} encoder
   * @param {unknown} value
   */
  const encode = (encoder, value) => {
    if (isBusy) return false;
    place = nodes = 1;
    taken = attached = size = 0;
    text = "";
    ({ remotes } = encoder);
    found = undefined;
    let attachments;
    try {
      if (!walk(value)) return false;
      attachments = collect();
    } catch {
      return false;
    } finally {
      found = undefined;
    }
    words[0] = place - 1;
    words[1] = taken;
    encoder.tag = TAG_SLOTS;
    encoder.body = text === "" ? undefined : text;
    encoder.attachments = attachments;
    text = "";
    return true;
  };

  return { encode, memory: bytes };
};
