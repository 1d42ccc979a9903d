// @ts-check
import { describeInterface, internal, requireArguments, requireInternal } from "../interface.js";
import { isDetached } from "../../shared/bytes.js";
import { bufferByteLength, TypeError } from "../../shared/primordials.js";
import { regionOf, requireBytes } from "./buffers.js";

/** @typedef {import("./byte-source.js").ByteSource} ByteSource */

/** The object with which a source fills its stream of bytes. */
export class ReadableByteStreamController {
  /** @type {ByteSource} */
  #source;

  /**
   * @param {unknown} [caller]
   * @param {ByteSource} [source]
   */
  constructor(caller = undefined, source = undefined) {
    requireInternal(caller);
    this.#source = /** @type {ByteSource} */ (source);
  }

  get byobRequest() {
    return this.#source.byobRequest;
  }

  get desiredSize() {
    return this.#source.desiredSize;
  }

  close() {
    if (!this.#source.canEnqueue) throw new TypeError("ReadableByteStreamController.close: the stream is not open");
    this.#source.close();
  }

  /** @param {ArrayBufferView} chunk */
  enqueue(chunk) {
    const method = "ReadableByteStreamController.enqueue";
    const source = this.#source;
    requireArguments(method, arguments.length, 1);
    const region = regionOf(chunk, method);
    requireBytes(region, method);
    if (!source.canEnqueue) throw new TypeError(`${method}: the stream is not open`);
    source.enqueue(region);
  }

  /** @param {unknown} [error] */
  error(error = undefined) {
    this.#source.error(error);
  }
}

/** @type {(request: ReadableStreamBYOBRequest) => void} */
export let invalidate;

/** A read with a buffer that a source may fill itself. */
export class ReadableStreamBYOBRequest {
  /** @type {ByteSource | undefined} */
  #source;
  /** @type {Uint8Array | null} */
  #view;

  /**
   * @param {unknown} [caller]
   * @param {ByteSource} [source]
   * @param {Uint8Array} [view]
   */
  constructor(caller = undefined, source = undefined, view = undefined) {
    requireInternal(caller);
    this.#source = source;
    this.#view = view ?? null;
  }

  get view() {
    return this.#view;
  }

  /** @param {number} bytesWritten */
  respond(bytesWritten) {
    const method = "ReadableStreamBYOBRequest.respond";
    const view = this.#view;
    requireArguments(method, arguments.length, 1);
    const count = wholeNumber(bytesWritten, method);
    const source = this.#requireSource(method);
    if (isDetached(regionOf(view, method).buffer)) throw new TypeError(`${method}: the buffer is detached`);
    source.respond(count);
  }

  /** @param {ArrayBufferView} view */
  respondWithNewView(view) {
    const method = "ReadableStreamBYOBRequest.respondWithNewView";
    void this.#view; // Throws for an object of another class.
    requireArguments(method, arguments.length, 1);
    const region = regionOf(view, method);
    const source = this.#requireSource(method);
    if (isDetached(region.buffer)) throw new TypeError(`${method}: the buffer is detached`);
    source.respondWithNewView(region, bufferByteLength(region.buffer));
  }

  /** @param {string} method */
  #requireSource(method) {
    if (this.#source === undefined) throw new TypeError(`${method}: the read has already ended`);
    return this.#source;
  }

  static {
    invalidate = (request) => {
      request.#source = undefined;
      request.#view = null;
    };
  }
}

describeInterface(ReadableByteStreamController);
describeInterface(ReadableStreamBYOBRequest);

/**
 * A count of bytes, as an unsigned long long whose range is enforced.
 *
 * @param {unknown} value
 * @param {string} method
 */
export function wholeNumber(value, method) {
  const number = +(/** @type {number} */ (value));
  const whole = number - (number % 1);
  if (!(whole >= 0 && whole <= 9007199254740991)) throw new TypeError(`${method}: ${number} is not a number of bytes`);
  return whole + 0;
}

/**
 * @param {ByteSource} source
 * @param {Uint8Array} view
 */
export const makeRequest = (source, view) => new ReadableStreamBYOBRequest(internal, source, view);
/** @param {ByteSource} source */
export const makeController = (source) => new ReadableByteStreamController(internal, source);
