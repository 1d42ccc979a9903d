// @ts-check
// How much a stream buffers, and the list of the chunks that wait to be read.

import * as buffers from "#deferred/node/buffer.js";
import { floor, objectCreate, stringSlice, symbolIterator, typedArraySet } from "../../shared/primordials.js";
import { invalidArgValue, validateInteger } from "../errors.js";
import { Number } from "../node-primordials.js";

const defaults = { bytes: 16 * 1024, objects: 16 };
const isInteger = Number.isInteger;

export function getDefaultHighWaterMark(isObjectMode) {
  return isObjectMode ? defaults.objects : defaults.bytes;
}

export function setDefaultHighWaterMark(isObjectMode, value) {
  validateInteger(value, "value", 0);
  if (isObjectMode) defaults.objects = value;
  else defaults.bytes = value;
}

/**
 * @param {{ objectMode: boolean }} state
 * @param {any} options
 * @param {string} name the option of this side of a duplex stream
 * @param {boolean} isDuplex
 */
export function highWaterMarkOf(state, options, name, isDuplex) {
  const mark = options?.highWaterMark ?? (isDuplex ? options?.[name] : null);
  if (mark === null || mark === undefined) return getDefaultHighWaterMark(state.objectMode);
  if (!isInteger(mark) || mark < 0) throw invalidArgValue(isDuplex ? `options.${name}` : "options.highWaterMark", mark);
  return floor(mark);
}

/** A linked list, so that taking from the front is cheap. */
export class ChunkList {
  /** @type {any} */
  head = null;
  /** @type {any} */
  tail = null;
  length = 0;

  push(data) {
    const entry = { data, next: null };
    if (this.length > 0) this.tail.next = entry;
    else this.head = entry;
    this.tail = entry;
    this.length += 1;
  }

  unshift(data) {
    const entry = { data, next: this.head };
    if (this.length === 0) this.tail = entry;
    this.head = entry;
    this.length += 1;
  }

  shift() {
    if (this.length === 0) return undefined;
    const { data } = this.head;
    this.head = this.head.next;
    if (this.length === 1) this.tail = null;
    this.length -= 1;
    return data;
  }

  clear() {
    this.head = null;
    this.tail = null;
    this.length = 0;
  }

  first() {
    return this.head.data;
  }

  /** All texts as one. */
  join(separator) {
    if (this.length === 0) return "";
    let text = `${this.head.data}`;
    for (let entry = this.head.next; entry !== null; entry = entry.next) text += separator + entry.data;
    return text;
  }

  /** All bytes as one buffer. */
  concat(size) {
    const all = /** @type {any} */ (buffers.Buffer).allocUnsafe(size >>> 0);
    let at = 0;
    for (let entry = this.head; entry !== null; entry = entry.next) {
      typedArraySet(all, entry.data, at);
      at += entry.data.length;
    }
    return all;
  }

  /** Takes so many bytes or characters from the front. */
  consume(count, isText) {
    const first = this.head.data;
    if (count < first.length) {
      const taken = isText ? stringSlice(first, 0, count) : first.slice(0, count);
      this.head.data = isText ? stringSlice(first, count) : first.slice(count);
      return taken;
    }
    if (count === first.length) return this.shift();
    const taken = new ChunkList();
    let missing = count;
    while (missing > 0) {
      const { data } = this.head;
      if (data.length > missing) {
        taken.push(this.consume(missing, isText));
        missing = 0;
      } else {
        missing -= data.length;
        taken.push(this.shift());
      }
    }
    return isText ? taken.join("") : taken.concat(count);
  }

  [symbolIterator]() {
    let entry = this.head;
    const iterator = objectCreate(null);
    iterator.next = () => {
      if (entry === null) return { value: undefined, done: true };
      const { data } = entry;
      entry = entry.next;
      return { value: data, done: false };
    };
    iterator[symbolIterator] = () => iterator;
    return iterator;
  }
}
