// @ts-check
import * as transfers from "#deferred/web/streams/transfer.js";
import { isObject } from "../../shared/is-object.js";
import { defineInspection, describeInterface, internal, requireArguments, transferers } from "../interface.js";
import { mapSet, promiseReject, RangeError, TypeError } from "../../shared/primordials.js";
import { algorithm, bareAlgorithm, callback, callbackObject, plainAlgorithm, startAlgorithm } from "./callbacks.js";
import { promising } from "./promises.js";
import { Sink } from "./sink.js";
import { markOf, readStrategy, sizeOf } from "./strategies.js";
import { Writable, Writer } from "./writable.js";

export { WritableStreamDefaultController } from "./sink.js";

/**
 * The state of a stream. `undefined` for any other value.
 * @type {(value: unknown) => Writable | undefined}
 */
export let writableOf;

/** A destination of chunks. */
export class WritableStream {
  /** @type {Writable} */
  #writable;

  /**
   * @param {unknown} [underlyingSink]
   * @param {unknown} [strategy]
   */
  constructor(underlyingSink = undefined, strategy = undefined) {
    if (underlyingSink === internal) {
      this.#writable = /** @type {Writable} */ (strategy);
      this.#writable.object = this;
      return;
    }
    const writable = new Writable();
    this.#writable = writable;
    writable.object = this;
    setUp(writable, underlyingSink, strategy);
  }

  get locked() {
    return this.#writable.isLocked;
  }

  /** @param {unknown} [reason] */
  abort(reason = undefined) {
    return promising(() => {
      const writable = this.#writable;
      if (writable.isLocked) return promiseReject(new TypeError("WritableStream.abort: the stream is locked to a writer"));
      return writable.abort(reason);
    });
  }

  close() {
    return promising(() => {
      const writable = this.#writable;
      if (writable.isLocked) return promiseReject(new TypeError("WritableStream.close: the stream is locked to a writer"));
      if (writable.isClosing) return promiseReject(new TypeError("WritableStream.close: the stream is already closing"));
      return writable.close();
    });
  }

  getWriter() {
    void this.#writable; // Throws for an object of another class.
    return new WritableStreamDefaultWriter(this);
  }

  static {
    writableOf = (value) => (isObject(value) && #writable in value ? value.#writable : undefined);
  }
}

/** Writes chunks to a stream, which is locked until the writer is released. */
export class WritableStreamDefaultWriter {
  #writer;

  /** @param {WritableStream} stream */
  constructor(stream) {
    requireArguments("WritableStreamDefaultWriter", arguments.length, 1);
    const writable = writableOf(stream);
    if (writable === undefined) throw new TypeError("WritableStreamDefaultWriter: the argument must be a WritableStream");
    this.#writer = new Writer(writable);
  }

  get closed() {
    return promising(() => this.#writer.closed.promise);
  }

  get desiredSize() {
    return this.#writer.desiredSize;
  }

  get ready() {
    return promising(() => this.#writer.ready.promise);
  }

  /** @param {unknown} [reason] */
  abort(reason = undefined) {
    return promising(() => this.#writer.requireStream().abort(reason));
  }

  close() {
    return promising(() => {
      const stream = this.#writer.requireStream();
      if (stream.isClosing) return promiseReject(new TypeError("The stream is already closing"));
      return stream.close();
    });
  }

  releaseLock() {
    this.#writer.release();
  }

  /** @param {unknown} [chunk] */
  write(chunk = undefined) {
    return promising(() => this.#writer.write(chunk));
  }
}

describeInterface(WritableStream);
defineInspection(WritableStream, ({ locked }) => ({ locked }));
mapSet(transferers, WritableStream.prototype, (value) => {
  const writable = writableOf(value);
  return writable && { isReady: () => !writable.isLocked, move: () => writableObjectOf(transfers.moveWritable(writable)) };
});
describeInterface(WritableStreamDefaultWriter);

/**
 * The stream that the page sees.
 *
 * @param {Writable} writable
 * @returns {WritableStream}
 */
export function writableObjectOf(writable) {
  return /** @type {WritableStream} */ (writable.object ?? new WritableStream(internal, writable));
}

/**
 * Reads the arguments of the constructor and starts the sink.
 *
 * @param {Writable} writable
 * @param {unknown} underlyingSink
 * @param {unknown} given
 */
function setUp(writable, underlyingSink, given) {
  const method = "WritableStream";
  const sink = callbackObject(underlyingSink, method);
  const strategy = readStrategy(given, method);
  const abort = callback(sink, "abort", method);
  const close = callback(sink, "close", method);
  const start = callback(sink, "start", method);
  const type = sink?.type;
  const write = callback(sink, "write", method);
  if (type !== undefined) throw new RangeError(`${method}: the type must be undefined`);
  const controller = () => writable.sink.object;
  const algorithms = {
    start: startAlgorithm(start, sink, controller),
    write: algorithm(write, sink, controller),
    close: bareAlgorithm(close, sink),
    abort: plainAlgorithm(abort, sink),
  };
  const measure = sizeOf(strategy);
  new Sink(writable, algorithms, markOf(strategy, 1), measure).start();
}

/**
 * A stream of ours.
 *
 * @param {import("./sink.js").SinkAlgorithms} algorithms
 * @param {number} [mark]
 * @param {(chunk: unknown) => number} [size]
 */
export function createWritable(algorithms, mark = 1, size = () => 1) {
  const writable = new Writable();
  new Sink(writable, algorithms, mark, size).start();
  return writable;
}
