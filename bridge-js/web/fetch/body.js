// @ts-check
import * as addresses from "#deferred/web/url/url.js";
import * as forms from "#deferred/web/fetch/multipart.js";
import * as form from "#deferred/web/files/form-data.js";
import * as streams from "#deferred/web/streams/body-stream.js";
import { bytesOf, isArrayBuffer } from "../../shared/bytes.js";
import { isObject } from "../../shared/is-object.js";
import {
  isView, parse, promiseReject, promiseResolve, toWellFormed, typedArrayBuffer, typedArrayByteLength, typedArraySet, TypeError, Uint8Array,
} from "../../shared/primordials.js";
import { react } from "../../shared/promises.js";
import { decodeUTF8, decodeWithMark } from "../encoding/text-decoder.js";
import { encode } from "../encoding/text-encoder.js";
import { BlobData, dataOf } from "../files/blob-data.js";
import { contentsOf, makeBlob } from "../files/blob.js";
import { parameterOf, extractMediaType, serializeMediaType } from "./media-type.js";

/** @typedef {import("../streams/readable.js").Readable} Readable */
/** @typedef {import("./headers.js").HeaderList} HeaderList */

/** The body of a request or a response: bytes that are there, or a stream. */
export class Body {
  /** @type {BlobData | undefined} */
  #data;
  /** @type {Readable | undefined} */
  #stream;
  #isTaken = false;

  /**
   * @param {BlobData | undefined} data
   * @param {Readable | undefined} stream
   */
  constructor(data, stream) {
    this.#data = data;
    this.#stream = stream;
  }

  get isStream() {
    return this.#data === undefined;
  }

  get isUsed() {
    return this.#isTaken || this.#stream?.isDisturbed === true;
  }

  get isUnusable() {
    return this.isUsed || this.#stream?.isLocked === true;
  }

  /** The stream, made when it is first needed. */
  get stream() {
    if (this.#stream === undefined) {
      this.#stream = /** @type {BlobData} */ (this.#data).toStream();
      if (this.#isTaken) streams.lock(this.#stream);
    }
    return this.#stream;
  }

  /**
   * All bytes, once.
   * @returns {Promise<Uint8Array>}
   */
  take() {
    if (this.isUnusable) return promiseReject(new TypeError("The body was read already, or its stream is locked"));
    if (this.#stream !== undefined) return streams.readAll(this.#stream);
    this.#isTaken = true;
    return promiseResolve(/** @type {BlobData} */ (this.#data).toBytes());
  }

  /** A second body with the same bytes. */
  clone() {
    if (this.#stream === undefined) return new Body(this.#data, undefined);
    const branches = streams.teeForClone(this.#stream);
    this.#stream = branches[0];
    this.#data = undefined;
    return new Body(undefined, branches[1]);
  }

  /** A body that takes over the bytes of this one. */
  move() {
    if (this.#stream === undefined) {
      this.#isTaken = true;
      return new Body(this.#data, undefined);
    }
    return new Body(undefined, streams.passThrough(this.#stream));
  }
}

/**
 * The body for a value of a page, and its type.
 *
 * @param {unknown} value neither null nor undefined
 * @returns {{ body: Body, type: string | null }}
 */
export function extractBody(value) {
  if (!isObject(value)) return textBody(`${value}`, "text/plain;charset=UTF-8");
  const contents = contentsOf(value);
  if (contents !== undefined) return { body: new Body(contents.data, undefined), type: contents.type === "" ? null : contents.type };
  if (isView(value) || isArrayBuffer(value)) {
    const bytes = bytesOf(value, "body");
    const copy = new Uint8Array(typedArrayByteLength(bytes));
    typedArraySet(copy, bytes);
    return { body: new Body(dataOf(copy), undefined), type: null };
  }
  const stream = streams.readableOf(value);
  if (stream !== undefined) {
    if (stream.isDisturbed || stream.isLocked) throw new TypeError("The stream of a body must be neither read nor locked");
    return { body: new Body(undefined, stream), type: null };
  }
  const entries = form.entriesOf(value);
  if (entries !== undefined) {
    const { data, type } = forms.writeForm(entries);
    return { body: new Body(data, undefined), type };
  }
  const query = addresses.queryOf(value);
  if (query !== undefined) return textBody(query, "application/x-www-form-urlencoded;charset=UTF-8");
  return textBody(`${value}`, "text/plain;charset=UTF-8");
}

/**
 * @param {string} text
 * @param {string} type
 */
export function textBody(text, type) {
  return { body: new Body(dataOf(encode(toWellFormed(text))), undefined), type };
}

/**
 * A message with a body: what the methods of requests and responses read.
 *
 * @typedef {object} Message
 * @property {Body | null} body
 * @property {HeaderList} headers
 */

/**
 * Takes all bytes of a message and converts them.
 *
 * @param {() => Message} messageOf throws for a receiver of another class
 * @param {(bytes: Uint8Array, message: Message) => unknown} convert
 * @returns {Promise<*>}
 */
export function consume(messageOf, convert) {
  try {
    const message = messageOf();
    const taken = message.body === null ? promiseResolve(new Uint8Array(0)) : message.body.take();
    return /** @type {Promise<*>} */ (react(taken, (bytes) => convert(/** @type {Uint8Array} */ (bytes), message), rethrow));
  } catch (error) {
    return promiseReject(error);
  }
}

/** @param {unknown} error */
function rethrow(error) {
  throw error;
}

/** The conversions of a body by the names of their methods. */
export const conversions = {
  arrayBuffer: (/** @type {Uint8Array} */ bytes) => typedArrayBuffer(bytes),
  blob: (/** @type {Uint8Array} */ bytes, /** @type {Message} */ { headers }) => {
    const type = typeOf(headers);
    return makeBlob({ data: dataOf(bytes), type: type === undefined ? "" : serializeMediaType(type) });
  },
  bytes: (/** @type {Uint8Array} */ bytes) => bytes,
  formData: (/** @type {Uint8Array} */ bytes, /** @type {Message} */ { headers }) => {
    const type = typeOf(headers);
    if (type?.essence === "multipart/form-data") {
      const boundary = parameterOf(type, "boundary");
      if (boundary === undefined) throw new TypeError("The type of the body names no boundary");
      return forms.readForm(bytes, boundary);
    }
    if (type?.essence === "application/x-www-form-urlencoded") {
      const data = new form.FormData();
      const entries = /** @type {[string, string][]} */ (form.entriesOf(data));
      const pairs = addresses.parseQuery(decodeWithMark(bytes));
      for (let i = 0; i < pairs.length; i++) entries[i] = /** @type {[string, string]} */ (pairs[i]);
      return data;
    }
    throw new TypeError("The type of the body is none of a form");
  },
  json: (/** @type {Uint8Array} */ bytes) => parse(decodeUTF8(bytes)),
  text: (/** @type {Uint8Array} */ bytes) => decodeUTF8(bytes),
};

/** @param {HeaderList} headers */
function typeOf(headers) {
  const value = headers.get("content-type");
  return value === null ? undefined : extractMediaType(value);
}
