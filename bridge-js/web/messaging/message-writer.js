// @ts-check
// The text of a message to another context. It is JSON: strings, finite numbers, booleans and `null` stand for themselves, and a
// JSON object for an object with these properties. Every other value is an array whose last element names its kind:
//
// "a" an array, "A" an array with holes or further properties, "m" a map, "s" a set, "d" a date, "x" a regular expression,
// "o" an object of a primitive class, "e" an error, "E" a DOMException, "b" a buffer, "v" a view, "p" a port,
// "B" a blob, "F" a file, "t" a stream, "S" around a message with streams and before their number, "r" a value that occurred before, "u" undefined, "n" a number that JSON does not have, "i" a BigInt.

import * as blobs from "#deferred/web/files/blob.js";
import * as farStreams from "#deferred/web/messaging/far-streams.js";
import { bufferByteLength, bufferMaxByteLength, bufferResizable, bigIntValueOf, booleanValueOf, dateGetTime, getOwnPropertyDescriptor, hasOwn, is, isFinite, Map, mapForEach, mapGet, mapSet, numberValueOf, objectKeys, regExpSource, setForEach, stringify, stringValueOf, TypeError, typedArrayBuffer, typedArrayName } from "../../shared/primordials.js";
import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { makeList } from "../../shared/lists.js";
import { isDOMException, partsOf } from "../errors/dom-exception.js";
import { kindOf } from "../inspect/kind.js";
import { flagsOf } from "../inspect/regexp.js";
import { isPort } from "./port-states.js";
import { placeOf } from "../clone/clone-buffers.js";
import { isPlainObject, isPlatformObject } from "../clone/clone-kinds.js";

/** Writes a copy that the structured clone algorithm has made: nothing else refers to it, and it has no getters. */
export class MessageWriter {
  /** @type {Map<object, number>} */
  #seen = new Map();
  #count = 0;
  /** @type {ArrayBuffer[]} */
  buffers = makeList();
  /** The number of bytes in the buffers. */
  byteLength = 0;
  /**
   * What serves the streams of the message, each by a native end of its own, which follow those of the ports.
   * @type {import("./far-streams.js").Connect[]}
   */
  streams = makeList();
  /** The index of each port. @type {Map<object, number>} */
  #ports = new Map();

  /** @param {object[]} ports that the message moves */
  constructor(ports) {
    for (let i = 0; i < ports.length; i++) mapSet(this.#ports, /** @type {object} */ (ports[i]), i);
  }

  /** @param {unknown} value */
  write(value) {
    const tree = this.#encode(value);
    return stringify(this.streams.length === 0 ? tree : tagged("S", tree, this.streams.length));
  }

  /**
   * @param {unknown} value
   * @returns {unknown}
   */
  #encode(value) {
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number":
        return isFinite(value) && !is(value, -0) ? value : tagged("n", is(value, -0) ? "-0" : `${value}`);
      case "undefined":
        return tagged("u");
      case "bigint":
        return tagged("i", `${value}`);
    }
    if (!isObject(value)) return null;
    const known = mapGet(this.#seen, value);
    if (known !== undefined) return tagged("r", known);
    mapSet(this.#seen, value, this.#count++);
    return this.#encodeObject(value);
  }

  /** @param {object} value */
  #encodeObject(value) {
    if (isPort(value)) return this.#encodePort(value);
    const kind = kindOf(value);
    switch (kind) {
      case "Object":
        return isPlainObject(value) || !isPlatformObject(value) ? this.#encodeProperties(value) : this.#encodeInterface(value);
      case "Array":
        return this.#encodeArray(/** @type {unknown[]} */ (value));
      case "Map": {
        const list = makeList();
        mapForEach(/** @type {Map<unknown, unknown>} */ (value), (element, key) => {
          list[list.length] = this.#encode(key);
          list[list.length] = this.#encode(element);
        });
        return end(list, "m");
      }
      case "Set": {
        const list = makeList();
        setForEach(/** @type {Set<unknown>} */ (value), (element) => {
          list[list.length] = this.#encode(element);
        });
        return end(list, "s");
      }
      case "Date":
        return tagged("d", this.#encode(dateGetTime(value)));
      case "RegExp":
        return tagged("x", regExpSource(value), flagsOf(/** @type {RegExp} */ (value)));
      case "Number":
        return tagged("o", this.#encode(numberValueOf(value)));
      case "String":
        return tagged("o", stringValueOf(value));
      case "Boolean":
        return tagged("o", booleanValueOf(value));
      case "BigInt":
        return tagged("o", this.#encode(bigIntValueOf(value)));
      case "Error":
        return this.#encodeError(/** @type {Error} */ (value));
      case "ArrayBuffer":
        return this.#encodeBuffer(/** @type {ArrayBuffer} */ (value));
      case "TypedArray":
      case "DataView": {
        const place = placeOf(value);
        if (place === undefined) break;
        return tagged("v", typedArrayName(value) ?? "DataView", this.#encode(place.buffer), place.offset, place.length ?? null);
      }
    }
    throw new TypeError("an object of this class cannot be sent to another context");
  }

  /** @param {object} port */
  #encodePort(port) {
    const index = mapGet(this.#ports, port);
    if (index === undefined) throw new TypeError("a port must be transferred");
    return tagged("p", index);
  }

  /** @param {object} value a blob, or a stream that was moved */
  #encodeInterface(value) {
    const contents = blobs.contentsOf(value);
    if (contents !== undefined) {
      const file = blobs.fileOf(value);
      const buffer = this.#encode(typedArrayBuffer(contents.data.toBytes()));
      return file === undefined ? tagged("B", contents.type, buffer) : tagged("F", contents.type, buffer, file.name, file.lastModified);
    }
    const stream = farStreams.partsOf(value);
    if (stream === undefined) throw new TypeError("an object of this class cannot be sent to another context");
    const first = this.streams.length;
    for (let i = 0; i < stream.connect.length; i++) this.streams[first + i] = /** @type {import("./far-streams.js").Connect} */ (stream.connect[i]);
    return tagged("t", stream.kind, first, stream.connect.length);
  }

  /** @param {object} value */
  #encodeProperties(value) {
    const fields = nullPrototype(/** @type {{ [key: string]: unknown }} */ ({}));
    const keys = objectKeys(value);
    for (let i = 0; i < keys.length; i++) {
      const key = /** @type {string} */ (keys[i]);
      fields[key] = this.#encode(/** @type {{ [key: string]: unknown }} */ (value)[key]);
    }
    return fields;
  }

  /** @param {unknown[]} array */
  #encodeArray(array) {
    const list = makeList();
    const keys = objectKeys(array);
    const { length } = array;
    if (keys.length === length && (length === 0 || keys[length - 1] === `${length - 1}`)) {
      for (let i = 0; i < length; i++) list[i] = this.#encode(array[i]);
      return end(list, "a");
    }
    list[0] = length;
    for (let i = 0; i < keys.length; i++) {
      const key = /** @type {string} */ (keys[i]);
      list[list.length] = key;
      list[list.length] = this.#encode(/** @type {{ [key: string]: unknown }} */ (/** @type {unknown} */ (array))[key]);
    }
    return end(list, "A");
  }

  /** @param {Error} error */
  #encodeError(error) {
    const own = (/** @type {string} */ name) => {
      const descriptor = getOwnPropertyDescriptor(error, name);
      return descriptor !== undefined && hasOwn(descriptor, "value") ? this.#encode(descriptor.value) : null;
    };
    if (isDOMException(error)) {
      const { name, message } = partsOf(error);
      return tagged("E", name, message, own("stack"));
    }
    const cause = getOwnPropertyDescriptor(error, "cause");
    const head = tagged("e", error.name, own("message"), own("stack"), own("line"), own("column"), own("sourceURL"));
    if (cause === undefined) return head;
    head.length -= 1;
    head[head.length] = this.#encode(cause.value);
    return end(head, "e");
  }

  /** @param {ArrayBuffer} buffer */
  #encodeBuffer(buffer) {
    this.byteLength += bufferByteLength(buffer);
    const index = this.buffers.length;
    this.buffers[index] = buffer;
    return bufferResizable?.(buffer) ? tagged("b", index, bufferMaxByteLength?.(buffer)) : tagged("b", index);
  }
}

/**
 * @param {string} tag
 * @param {...unknown} parts
 * @returns {unknown[]}
 */
function tagged(tag, ...parts) {
  const list = makeList();
  for (let i = 0; i < parts.length; i++) list[i] = parts[i];
  return end(list, tag);
}

/**
 * @param {unknown[]} list
 * @param {string} tag
 */
function end(list, tag) {
  list[list.length] = tag;
  return list;
}
