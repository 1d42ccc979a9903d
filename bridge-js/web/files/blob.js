// @ts-check
// Both classes are in one part: a file is a blob.

import * as streams from "#deferred/web/streams/readable-stream.js";
import { bytesOf, isArrayBuffer } from "../../shared/bytes.js";
import { isObject } from "../../shared/is-object.js";
import { decodeUTF8 } from "../encoding/text-decoder.js";
import { encode } from "../encoding/text-encoder.js";
import { host } from "../host.js";
import { cloners, defineInspection, describeInterface, dictionary, internal, requireArguments } from "../interface.js";
import { makeList } from "../../shared/lists.js";
import {
  construct, dateNow, exec, floor, isNaN, isView, mapSet, promiseReject, promiseResolve, setPrototypeOf, toLowerCase,
  toWellFormed, typedArrayBuffer, typedArrayByteLength, typedArraySet, TypeError, Uint8Array, WeakMap, weakMapGet, weakMapSet,
} from "../../shared/primordials.js";
import { replaceAll } from "../../shared/text.js";
import { visitElements } from "../sequence.js";
import { BlobData } from "./blob-data.js";

/** @typedef {{ data: BlobData, type: string }} Contents */
/** @typedef {{ name: string, lastModified: number }} FileParts */

/**
 * The contents of a blob. `undefined` for any other value.
 * @type {(value: unknown) => Contents | undefined}
 */
export let contentsOf;

/**
 * Runs steps whose error is the rejection of the promise.
 * @param {() => unknown} steps
 */
const promised = (steps) => {
  try {
    return promiseResolve(steps());
  } catch (error) {
    return promiseReject(error);
  }
};

/** Bytes that do not change, with a media type. */
export class Blob {
  /** @type {Contents} */
  #contents;

  /**
   * @param {unknown} [blobParts]
   * @param {unknown} [options]
   */
  constructor(blobParts = undefined, options = undefined) {
    this.#contents = blobParts === internal ? /** @type {Contents} */ (options) : contentsFrom(blobParts, options, "Blob");
  }

  get size() {
    return this.#contents.data.size;
  }

  get type() {
    return this.#contents.type;
  }

  arrayBuffer() {
    return promised(() => typedArrayBuffer(this.#contents.data.toBytes()));
  }

  bytes() {
    return promised(() => this.#contents.data.toBytes());
  }

  /**
   * @param {number} [start]
   * @param {number} [end]
   * @param {unknown} [contentType]
   */
  slice(start = undefined, end = undefined, contentType = undefined) {
    const { data } = this.#contents;
    const from = position(start, data.size, 0);
    const to = position(end, data.size, data.size);
    const type = contentType === undefined ? "" : mediaType(`${contentType}`);
    return new Blob(internal, { data: data.slice(from, to), type });
  }

  stream() {
    return streams.objectOf(this.#contents.data.toStream());
  }

  text() {
    return promised(() => decodeUTF8(this.#contents.data.toBytes()));
  }

  static {
    contentsOf = (value) => (isObject(value) && #contents in value ? value.#contents : undefined);
  }
}

/** @type {WeakMap<object, FileParts>} */
const files = new WeakMap();

/**
 * The name and the time of a file. `undefined` for any other value.
 * @param {unknown} value
 */
export const fileOf = (value) => (isObject(value) ? weakMapGet(files, value) : undefined);

/** @param {unknown} file */
function partsOf(file) {
  const parts = fileOf(file);
  if (parts === undefined) throw new TypeError("The receiver is not a File");
  return parts;
}

/** A blob with a name. */
export class File {
  // `extends` is not used: a page may give the class another parent, whose constructor `super` would call.

  /**
   * @param {unknown} fileBits
   * @param {unknown} fileName
   * @param {unknown} [options]
   */
  constructor(fileBits, fileName, options = undefined) {
    let contents;
    let parts;
    if (fileBits === internal) {
      ({ contents, parts } = /** @type {{ contents: Contents, parts: FileParts }} */ (fileName));
    } else {
      requireArguments("File", arguments.length, 2);
      const pieces = piecesOf(fileBits, "File");
      const name = toWellFormed(`${fileName}`);
      const bag = bagOf(options, "File");
      contents = { data: joined(pieces, bag.endings), type: bag.type };
      const { lastModified } = dictionary(/** @type {{ lastModified?: unknown } | undefined} */ (options), "File");
      parts = { name, lastModified: lastModified === undefined ? wallClock() : toInteger(lastModified) };
    }
    const file = construct(Blob, [internal, contents], new.target);
    weakMapSet(files, file, parts);
    return file;
  }

  get name() {
    return partsOf(this).name;
  }

  get lastModified() {
    return partsOf(this).lastModified;
  }
}

setPrototypeOf(File, Blob);
setPrototypeOf(File.prototype, Blob.prototype);
describeInterface(Blob);
describeInterface(File);
defineInspection(Blob, ({ size, type }) => ({ size, type }));
defineInspection(File, (file) => {
  const { data, type } = /** @type {Contents} */ (contentsOf(file));
  return { size: data.size, type, name: file.name, lastModified: file.lastModified };
});

mapSet(cloners, Blob.prototype, (value) => {
  const contents = contentsOf(value);
  if (contents === undefined) return undefined;
  const parts = fileOf(value);
  return parts === undefined ? new Blob(internal, contents) : makeFile(contents, parts);
});

/** Milliseconds since the Unix epoch, as `Date.now()` returns them. */
export const wallClock = () => (host.movesDate ? floor(host.timeOrigin + host.now()) : dateNow());

/** @param {Contents} contents */
export const makeBlob = (contents) => new Blob(internal, contents);

/**
 * @param {Contents} contents
 * @param {FileParts} parts
 */
export const makeFile = (contents, parts) => new File(internal, { contents, parts });

/**
 * @param {unknown} blobParts
 * @param {unknown} options
 * @param {string} method
 * @returns {Contents}
 */
function contentsFrom(blobParts, options, method) {
  const pieces = blobParts === undefined ? makeList() : piecesOf(blobParts, method);
  const { endings, type } = bagOf(options, method);
  return { data: joined(pieces, endings), type };
}

/**
 * The elements of the argument: texts, buffers, views and the contents of blobs.
 *
 * @param {unknown} parts
 * @param {string} method
 * @returns {unknown[]}
 */
function piecesOf(parts, method) {
  /** @type {unknown[]} */
  const pieces = makeList();
  visitElements(parts, method, (element) => {
    const isBytes = isView(element) || isArrayBuffer(element);
    pieces[pieces.length] = contentsOf(element) ?? (isBytes ? element : toWellFormed(`${element}`));
  });
  return pieces;
}

/**
 * @param {unknown} options
 * @param {string} method
 */
function bagOf(options, method) {
  const bag = dictionary(/** @type {{ endings?: unknown, type?: unknown } | undefined} */ (options), method);
  const { endings = "transparent" } = bag;
  const ending = `${endings}`;
  if (ending !== "transparent" && ending !== "native") throw new TypeError(`${method}: endings must be "transparent" or "native", not "${ending}"`);
  const { type = "" } = bag;
  return { endings: ending, type: mediaType(`${type}`) };
}

/**
 * @param {unknown[]} pieces
 * @param {string} endings
 */
function joined(pieces, endings) {
  const data = new BlobData();
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i];
    if (typeof piece === "string") data.add(encode(endings === "native" ? replaceAll(replaceAll(piece, "\r\n", "\n"), "\r", "\n") : piece));
    else if (isView(piece) || isArrayBuffer(piece)) data.add(copied(bytesOf(piece, "Blob")));
    else data.addAll(/** @type {Contents} */ (piece).data);
  }
  return data;
}

/** @param {Uint8Array} bytes */
function copied(bytes) {
  const copy = new Uint8Array(typedArrayByteLength(bytes));
  typedArraySet(copy, bytes);
  return copy;
}

/** @param {string} type */
function mediaType(type) {
  return exec(/[^ -~]/, type) === null ? toLowerCase(type) : "";
}

/**
 * A position within the blob, counted from its end if it is negative.
 *
 * @param {unknown} given a long long, which is clamped
 * @param {number} size
 * @param {number} standard
 */
function position(given, size, standard) {
  if (given === undefined) return standard;
  const number = +(/** @type {number} */ (given));
  if (isNaN(number)) return 0;
  const whole = rounded(number);
  if (whole < 0) return size + whole > 0 ? size + whole : 0;
  return whole < size ? whole : size;
}

/**
 * The nearest whole number; of two, the even one.
 * @param {number} number
 */
function rounded(number) {
  if (!(number > -9007199254740992 && number < 9007199254740992)) return number;
  const low = floor(number);
  const rest = number - low;
  return rest < 0.5 || (rest === 0.5 && low % 2 === 0) ? low : low + 1;
}

/**
 * A long long, by its low 64 bits.
 * @param {unknown} value
 */
function toInteger(value) {
  const number = +(/** @type {number} */ (value));
  if (!(number > -Infinity && number < Infinity)) return 0;
  const whole = number < 0 ? -floor(-number) : floor(number);
  const low = whole % 18446744073709551616;
  if (low >= 9223372036854775808) return low - 18446744073709551616;
  return low < -9223372036854775808 ? low + 18446744073709551616 : low + 0;
}
