// @ts-check
// Reads the text of a message that another context has written: see message-writer.js.

import * as blobs from "#deferred/web/files/blob.js";
import * as farStreams from "#deferred/web/messaging/far-streams.js";
import * as messagePorts from "#deferred/web/messaging/message-port.js";
import { Array, ArrayBuffer, BigInt, bufferByteLength, construct, DataView, Date, defineProperty, Error, isArray, Map, mapSet, Object, objectKeys, parse, RegExp, Set, setAdd, TypeError, typedArraySet, Uint8Array, Number } from "../../shared/primordials.js";
import { errorClasses, viewClasses } from "../../shared/classes.js";
import { defineHidden, nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { append, makeList } from "../../shared/lists.js";
import { DOMException } from "../errors/dom-exception.js";
import { dataOf } from "../files/blob-data.js";

/** Makes the values of a message in this context. */
export class MessageReader {
  /** @type {unknown[]} */
  #seen = makeList();
  #buffers;
  #ends;
  #side;
  /**
   * The ports that the message moves.
   * @type {object[]}
   */
  ports = [];

  /**
   * @param {ArrayBuffer[]} buffers
   * @param {number[]} ends those of the ports, then those of the streams
   * @param {import("./far-end.js").FarSide} [side] makes the ends, if there are any
   */
  constructor(buffers, ends, side = undefined) {
    this.#buffers = buffers;
    this.#ends = ends;
    this.#side = /** @type {import("./far-end.js").FarSide} */ (side);
  }

  /** @param {string} text */
  read(text) {
    const parsed = parse(text);
    const hasStreams = isArray(parsed) && parsed[parsed.length - 1] === "S";
    const count = this.#ends.length - (hasStreams ? parsed[1] : 0);
    for (let i = 0; i < count; i++) append(this.ports, messagePorts.makePort(/** @type {number} */ (this.#ends[i]), this.#side));
    return this.#decode(hasStreams ? parsed[0] : parsed);
  }

  /**
   * @param {*} value
   * @returns {unknown}
   */
  #decode(value) {
    if (!isObject(value)) return value;
    if (isArray(value)) return this.#decodeTagged(value);
    const object = /** @type {{ [key: string]: unknown }} */ (value);
    this.#seen[this.#seen.length] = object;
    const keys = objectKeys(object);
    for (let i = 0; i < keys.length; i++) {
      const key = /** @type {string} */ (keys[i]);
      const field = object[key];
      if (isObject(field)) object[key] = this.#decode(field);
    }
    return object;
  }

  /** @param {*[]} parts */
  #decodeTagged(parts) {
    const last = parts.length - 1;
    const tag = parts[last];
    const seen = this.#seen;
    switch (tag) {
      case "u":
        return undefined;
      case "n":
        return Number(parts[0]);
      case "i":
        return BigInt(parts[0]);
      case "r":
        return seen[parts[0]];
    }
    const at = seen.length;
    seen[at] = parts;
    switch (tag) {
      case "a":
        parts.length = last;
        for (let i = 0; i < last; i++) if (isObject(parts[i])) parts[i] = this.#decode(parts[i]);
        return parts;
      case "A": {
        const array = (seen[at] = new Array(parts[0]));
        for (let i = 1; i < last; i += 2) {
          const value = this.#decode(parts[i + 1]);
          defineProperty(array, parts[i], nullPrototype({ value, writable: true, enumerable: true, configurable: true }));
        }
        return array;
      }
      case "m": {
        /** @type {Map<unknown, unknown>} */
        const map = new Map();
        seen[at] = map;
        for (let i = 0; i < last; i += 2) {
          const key = this.#decode(parts[i]);
          mapSet(map, key, this.#decode(parts[i + 1]));
        }
        return map;
      }
      case "s": {
        const set = new Set();
        seen[at] = set;
        for (let i = 0; i < last; i++) setAdd(set, this.#decode(parts[i]));
        return set;
      }
      case "d":
        return (seen[at] = new Date(/** @type {number} */ (this.#decode(parts[0]))));
      case "x":
        return (seen[at] = new RegExp(parts[0], parts[1]));
      case "o":
        return (seen[at] = Object(this.#decode(parts[0])));
      case "e":
        return this.#decodeError(parts, at);
      case "E": {
        const exception = new DOMException(parts[1], parts[0]);
        seen[at] = exception;
        if (parts[2] !== null) defineHidden(exception, "stack", parts[2]);
        return exception;
      }
      case "b":
        return (seen[at] = this.#bufferOf(parts[0], last > 1 ? parts[1] : undefined));
      case "v": {
        const buffer = this.#decode(parts[1]);
        const Class = parts[0] === "DataView" ? DataView : /** @type {Function} */ (viewClasses[parts[0]]);
        return (seen[at] = construct(Class, parts[3] === null ? [buffer, parts[2]] : [buffer, parts[2], parts[3]]));
      }
      case "p":
        return (seen[at] = this.ports[parts[0]]);
      case "B":
        return (seen[at] = blobs.makeBlob(this.#contentsOf(parts)));
      case "F":
        return (seen[at] = blobs.makeFile(this.#contentsOf(parts), nullPrototype({ name: parts[2], lastModified: parts[3] })));
      case "t": {
        /** @type {number[]} */
        const ends = makeList();
        const from = this.ports.length + parts[1];
        for (let i = 0; i < parts[2]; i++) ends[i] = /** @type {number} */ (this.#ends[from + i]);
        return (seen[at] = farStreams.makeStream(parts[0], ends, this.#side));
      }
    }
    throw new TypeError("The message is malformed");
  }

  /** @param {*[]} parts */
  #contentsOf(parts) {
    const bytes = new Uint8Array(/** @type {ArrayBuffer} */ (this.#decode(parts[1])));
    return { data: dataOf(bytes), type: parts[0] };
  }

  /**
   * @param {*[]} parts
   * @param {number} at
   */
  #decodeError(parts, at) {
    const Class = (typeof parts[0] === "string" ? errorClasses[parts[0]] : undefined) ?? Error;
    const error = construct(Class, []);
    this.#seen[at] = error;
    if (parts[1] !== null) defineHidden(error, "message", parts[1]);
    const notes = ["stack", "line", "column", "sourceURL"];
    for (let i = 0; i < notes.length; i++) {
      if (parts[i + 2] !== null) defineHidden(error, /** @type {string} */ (notes[i]), parts[i + 2]);
    }
    if (parts.length === 8) defineHidden(error, "cause", this.#decode(parts[6]));
    return error;
  }

  /**
   * @param {number} index
   * @param {number | undefined} maxByteLength for a resizable buffer
   */
  #bufferOf(index, maxByteLength) {
    const buffer = /** @type {ArrayBuffer} */ (this.#buffers[index]);
    if (maxByteLength === undefined) return buffer;
    const bytes = new Uint8Array(buffer);
    const copy = construct(ArrayBuffer, [bufferByteLength(buffer), nullPrototype({ maxByteLength })]);
    typedArraySet(new Uint8Array(copy), bytes);
    return copy;
  }
}
