// @ts-check
import * as addresses from "#deferred/web/url/url.js";
import * as forms from "#deferred/web/fetch/multipart.js";
import * as form from "#deferred/web/files/form-data.js";
import * as streams from "#deferred/web/fetch/body-stream.js";
import { bytesOf, isArrayBuffer } from "../../shared/bytes.js";
import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import {
  isView, promiseResolve, toWellFormed, typedArrayByteLength, typedArraySet, TypeError, Uint8Array,
} from "../../shared/primordials.js";
import { encode } from "../encoding/text-encoder.js";
import { BlobData, dataOf } from "../files/blob-data.js";
import { contentsOf } from "../files/blob.js";

/** @typedef {import("../streams/readable.js").Readable} Readable */
/** @typedef {import("./receiver.js").Receiver} Receiver */

/**
 * All bytes of a body. In an object without a prototype, because a promise that is resolved with an array of bytes looks up `then`,
 * which a page can define on `Object.prototype`.
 *
 * @typedef {object} Taken
 * @property {Uint8Array} bytes
 */

/** The body of a request or a response: bytes that are there, a stream, or bytes that are still to be received. */
export class Body {
  /** @type {BlobData | undefined} */
  #data;
  /** @type {Readable | undefined} */
  #stream;
  /** @type {Receiver | undefined} */
  #receiver;
  /** Whether all bytes were taken without ever making a stream. */
  #isTaken = false;

  /**
   * Of these three, one is given.
   *
   * @param {BlobData | undefined} data
   * @param {Readable | undefined} stream
   * @param {Receiver} [receiver]
   */
  constructor(data, stream, receiver = undefined) {
    this.#data = data;
    this.#stream = stream;
    this.#receiver = receiver;
  }

  /** The bytes; `undefined` for a stream, and for bytes that are still to be received. */
  get data() {
    return this.#data;
  }

  get isUsed() {
    return this.#isTaken || this.#stream?.isDisturbed === true;
  }

  get isUnusable() {
    return this.isUsed || this.#stream?.isLocked === true;
  }

  /** The stream, made when it is first needed. */
  get stream() {
    if (this.#stream !== undefined) return this.#stream;
    if (this.#isTaken) {
      this.#stream = new BlobData().toStream();
      streams.lock(this.#stream);
    } else {
      this.#stream = this.#receiver?.toStream() ?? /** @type {BlobData} */ (this.#data).toStream();
      this.#receiver = undefined;
    }
    return this.#stream;
  }

  /**
   * All bytes, once. Throws for a body that was read, is locked or has failed.
   * @returns {Promise<Taken>}
   */
  take() {
    if (this.isUnusable) throw new TypeError("The body has already been read, or its stream is locked");
    if (this.#stream !== undefined) return streams.readAll(this.#stream);
    const receiver = this.#receiver;
    if (receiver?.failure !== undefined) throw receiver.failure.error;
    this.#isTaken = true;
    this.#receiver = undefined;
    return receiver === undefined ? promiseResolve(nullPrototype({ bytes: /** @type {BlobData} */ (this.#data).toBytes() })) : receiver.readAll();
  }

  /** A second body with the same bytes. */
  clone() {
    if (this.#stream === undefined && this.#data !== undefined) return new Body(this.#data, undefined);
    const branches = streams.teeForClone(this.stream);
    this.#stream = branches[0];
    this.#data = undefined;
    return new Body(undefined, branches[1]);
  }

  /** A body that takes over the bytes of this one. */
  move() {
    if (this.#stream !== undefined) return new Body(undefined, streams.passThrough(this.#stream));
    this.#isTaken = true;
    const body = new Body(this.#data, undefined, this.#receiver);
    this.#receiver = undefined;
    return body;
  }
}

/**
 * All bytes of a body that may be null, once.
 *
 * @param {Body | null} body
 * @returns {Promise<Taken>}
 */
export const takeAll = (body) => (body === null ? promiseResolve(nullPrototype({ bytes: new Uint8Array(0) })) : body.take());

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
    if (stream.isDisturbed || stream.isLocked) throw new TypeError("The stream for a body has already been read, or is locked");
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
