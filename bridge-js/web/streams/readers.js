// @ts-check
import { isDetached } from "../../shared/bytes.js";
import { describeInterface, dictionary, requireArguments } from "../interface.js";
import { promiseReject, RangeError, TypeError } from "../../shared/primordials.js";
import { regionOf, requireBytes } from "./buffers.js";
import { wholeNumber } from "./byte-controller.js";
import { ByteSource } from "./byte-source.js";
import { promising } from "./promises.js";
import { promiseRead, Reader } from "./readable.js";
import { readableOf } from "./readable-stream.js";

/** @typedef {import("./readable-stream.js").ReadableStream} ReadableStream */

/**
 * @param {unknown} stream
 * @param {string} method
 */
function requireReadable(stream, method) {
  const readable = readableOf(stream);
  if (readable === undefined) throw new TypeError(`${method}: the argument must be a ReadableStream`);
  return readable;
}

/** Reads chunks of a stream, which is locked until the reader is released. */
export class ReadableStreamDefaultReader {
  #reader;

  /** @param {ReadableStream} stream */
  constructor(stream) {
    requireArguments("ReadableStreamDefaultReader", arguments.length, 1);
    this.#reader = new Reader(requireReadable(stream, "ReadableStreamDefaultReader"), false);
  }

  get closed() {
    return promising(() => this.#reader.closed.promise);
  }

  /** @param {unknown} [reason] */
  cancel(reason = undefined) {
    return promising(() => this.#reader.requireStream().cancel(reason));
  }

  read() {
    return promising(() => {
      const reader = this.#reader;
      reader.requireStream();
      return promiseRead((request) => reader.read(request));
    });
  }

  releaseLock() {
    this.#reader.release();
  }
}

/** A reader that reads bytes into buffers of its own. */
export class ReadableStreamBYOBReader {
  #reader;

  /** @param {ReadableStream} stream */
  constructor(stream) {
    requireArguments("ReadableStreamBYOBReader", arguments.length, 1);
    const readable = requireReadable(stream, "ReadableStreamBYOBReader");
    if (readable.isLocked) throw new TypeError("The stream is locked to a reader");
    if (!(readable.source instanceof ByteSource)) throw new TypeError("ReadableStreamBYOBReader: the stream is not a byte stream");
    this.#reader = new Reader(readable, true);
  }

  get closed() {
    return promising(() => this.#reader.closed.promise);
  }

  /** @param {unknown} [reason] */
  cancel(reason = undefined) {
    return promising(() => this.#reader.requireStream().cancel(reason));
  }

  /**
   * @param {ArrayBufferView} view
   * @param {{ min?: unknown }} [options] `min`: the elements to wait for, one by default
   */
  read(view, options = undefined) {
    return promising(() => {
      const method = "ReadableStreamBYOBReader.read";
      const reader = this.#reader;
      requireArguments(method, arguments.length, 1);
      const region = regionOf(view, method);
      const { min = 1 } = dictionary(options, method);
      const minimum = wholeNumber(min, method);
      requireBytes(region, method);
      if (minimum === 0) return promiseReject(new TypeError(`${method}: min must be at least 1`));
      if (minimum > region.length) return promiseReject(new RangeError(`${method}: min exceeds the number of elements in the view`));
      reader.requireStream();
      return promiseRead((request) => readInto(reader, region, minimum, request));
    });
  }

  releaseLock() {
    this.#reader.release();
  }
}

describeInterface(ReadableStreamDefaultReader);
describeInterface(ReadableStreamBYOBReader);

/**
 * @param {Reader} reader
 * @param {import("./buffers.js").Region} region
 * @param {number} minimum
 * @param {import("./readable.js").ReadRequest} request
 */
export function readInto(reader, region, minimum, request) {
  const stream = reader.requireStream();
  stream.isDisturbed = true;
  if (stream.state === "errored") request.error(stream.storedError);
  else if (isDetached(region.buffer)) request.error(new TypeError("The buffer is detached"));
  else /** @type {ByteSource} */ (stream.source).pullInto(region, minimum, request);
}
