// @ts-check
// Streams whose source or sink is in another context. A chunk crosses when its reader asks for it, one at a time.
//
// The side with the chunks sends ["chunk", value], ["close"] and ["error", reason], and receives ["pull"] and ["cancel", reason].

import { DOMException } from "../errors/dom-exception.js";
import { pipe, plainPipe } from "../streams/pipe.js";
import { Deferred, promising, resolved, setHandled, upon } from "../streams/promises.js";
import { Reader } from "../streams/readable.js";
import { createReadable, objectOf, readableOf } from "../streams/readable-stream.js";
import { makePair, transformOf } from "../streams/transform-stream.js";
import { createWritable, writableObjectOf, writableOf } from "../streams/writable-stream.js";
import { openStreams } from "./open-streams.js";

/** @typedef {import("../streams/readable.js").Readable} Readable */
/** @typedef {import("../streams/writable.js").Writable} Writable */
/** @typedef {import("./far-end.js").FarSide} FarSide */
/** @typedef {(number: number, side: FarSide) => void} Connect begins to serve a stream by the native end of a channel */

/** @param {object} object */
export const isStream = (object) => readableOf(object) !== undefined || writableOf(object) !== undefined || transformOf(object) !== undefined;

/**
 * How the other context makes the stream, and the native ends that it needs, in this order. `undefined` for any other object.
 *
 * @param {object} object a stream that is not locked
 * @returns {{ kind: "readable" | "writable" | "transform", connect: Connect[] } | undefined}
 */
export function partsOf(object) {
  const readable = readableOf(object);
  if (readable !== undefined) return { kind: "readable", connect: [(number, side) => serveReadable(number, side, readable)] };
  const writable = writableOf(object);
  if (writable !== undefined) return { kind: "writable", connect: [(number, side) => serveWritable(number, side, writable)] };
  const transform = transformOf(object);
  if (transform === undefined) return undefined;
  const sides = { readable: transform.readable, writable: transform.writable };
  return { kind: "transform", connect: [(number, side) => serveReadable(number, side, sides.readable), (number, side) => serveWritable(number, side, sides.writable)] };
}

/**
 * The stream of such parts.
 *
 * @param {string} kind
 * @param {number[]} ends
 * @param {FarSide} side
 * @returns {object}
 */
export function makeStream(kind, ends, side) {
  const first = /** @type {number} */ (ends[0]);
  if (kind === "readable") return objectOf(makeReadable(first, side));
  if (kind === "writable") return writableObjectOf(makeWritable(first, side));
  return makePair(makeReadable(first, side), makeWritable(/** @type {number} */ (ends[1]), side));
}

/** The end of a channel that a stream has. A worker lives on while it has one. */
class StreamEnd {
  #end;
  #isOpen = true;

  /**
   * @param {number} number
   * @param {FarSide} side
   * @param {(kind: string, value: unknown) => void} receive
   * @param {(error: unknown) => void} lose called once if the other side goes away, or sends what cannot be read
   */
  constructor(number, side, receive, lose) {
    this.#end = side.makeEnd(number, {
      deliver: (message) => {
        if (!this.#isOpen) return;
        if (message !== undefined) {
          // Not by an iterator, which a script may have replaced.
          const { 0: kind, 1: value } = /** @type {[string, unknown]} */ (message.data);
          return receive(kind, value);
        }
        this.close();
        lose(new DOMException("a chunk of the stream could not be read in this context", "DataCloneError"));
      },
      lose: () => {
        if (!this.#isOpen) return;
        this.#isOpen = false;
        openStreams.change(-1);
        lose(new DOMException("the context at the other end of the stream has ended", "InvalidStateError"));
      },
    });
    openStreams.change(1);
    this.#end.start();
  }

  /**
   * Throws for a value that cannot be cloned.
   *
   * @param {string} kind
   * @param {unknown} [value]
   */
  send(kind, value = undefined) {
    if (this.#isOpen) this.#end.post([kind, value], undefined, undefined);
  }

  /**
   * Sends a last message. The reason of an error or a cancellation that cannot be cloned is the error of its cloning.
   *
   * @param {string} kind
   * @param {unknown} [reason]
   */
  finish(kind, reason = undefined) {
    try {
      this.send(kind, reason);
    } catch (error) {
      this.send(kind, error);
    }
    this.close();
  }

  close() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    openStreams.change(-1);
    this.#end.close();
  }
}

/**
 * @param {number} number
 * @param {FarSide} side
 * @param {Readable} readable
 */
function serveReadable(number, side, readable) {
  const reader = new Reader(readable, false);
  const cancel = (/** @type {unknown} */ reason) => setHandled(readable.cancel(reason));
  const end = new StreamEnd(
    number,
    side,
    (kind, value) => {
      if (kind !== "pull") {
        end.close();
        cancel(value);
        return;
      }
      reader.read({
        chunk: (chunk) => {
          try {
            end.send("chunk", chunk);
          } catch (error) {
            end.finish("error", error);
            cancel(error);
          }
        },
        close: () => end.finish("close"),
        error: (error) => end.finish("error", error),
      });
    },
    cancel,
  );
}

/**
 * @param {number} number
 * @param {FarSide} side
 * @param {Writable} writable
 */
const serveWritable = (number, side, writable) => setHandled(pipe(makeReadable(number, side), writable, plainPipe));

/**
 * @param {number} number
 * @param {FarSide} side
 */
function makeReadable(number, side) {
  const source = () => /** @type {import("../streams/default-controller.js").DefaultSource} */ (readable.source);
  const end = new StreamEnd(
    number,
    side,
    (kind, value) => {
      if (kind === "chunk") return source().enqueue(value);
      end.close();
      if (kind === "close") source().close();
      else source().error(value);
    },
    (error) => source().error(error),
  );
  /** @type {Readable} */
  const readable = createReadable(
    {
      start: () => undefined,
      pull: () => promising(() => {
        end.send("pull");
        return resolved();
      }),
      cancel: (reason) => promising(() => {
        end.finish("cancel", reason);
        return resolved();
      }),
    },
    0,
  );
  return readable;
}

/**
 * @param {number} number
 * @param {FarSide} side
 */
function makeWritable(number, side) {
  let pulled = new Deferred();
  const fail = (/** @type {unknown} */ error) => {
    writable.sink.errorIfNeeded(error);
    pulled.resolve();
  };
  const end = new StreamEnd(
    number,
    side,
    (kind, value) => {
      if (kind === "pull") return pulled.resolve();
      end.close();
      fail(value);
    },
    fail,
  );
  /** @type {Writable} */
  const writable = createWritable({
    start: () => undefined,
    write: (chunk) => after(pulled.promise, () => {
      pulled = new Deferred();
      try {
        end.send("chunk", chunk);
      } catch (error) {
        end.finish("error", error);
        throw error;
      }
    }),
    close: () => promising(() => {
      end.finish("close");
      return resolved();
    }),
    abort: (reason) => promising(() => {
      end.finish("error", reason);
      return resolved();
    }),
  });
  return writable;
}

/**
 * @param {Promise<unknown>} promise which is never rejected
 * @param {() => void} steps
 */
function after(promise, steps) {
  const result = new Deferred();
  upon(
    promise,
    () => {
      try {
        steps();
        result.resolve();
      } catch (error) {
        result.reject(error);
      }
    },
    (error) => result.reject(error),
  );
  return result.promise;
}
