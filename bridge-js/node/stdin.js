// @ts-check
// The stream `process.stdin`. It reads on demand, and while it waits for input it keeps the program alive, unless it is paused,
// destroyed or without a reference.

import * as buffers from "#deferred/node/buffer.js";
import * as streaming from "#deferred/node/streams/stream.js";
import { cancelInput, holdInput, inputError, inputKind, requestInput } from "./fs/input-requests.js";
import { nextTick } from "./next-tick.js";
import { refuse } from "./refusal.js";

/** The buffers of Node's streams: of files, of sockets (the default), of terminals. */
const marks = { __proto__: null, file: 65_536, pipe: undefined, terminal: 0, other: undefined };

/** Makes the stream; called once in a context. */
export function makeInput() {
  const kind = inputKind();
  const isFile = kind === "file";
  const stream = /** @type {any} */ (new (/** @type {any} */ (streaming.stream.Readable))({ highWaterMark: marks[kind], autoDestroy: !isFile }));
  stream.fd = 0;
  /** The read that the stream waits for. @type {import("./fs/input-requests.js").Request | undefined} */
  let request;
  /** Whether pieces are read one after the other, as from a socket, until the buffer is full or the stream is paused. */
  let isReading = false;
  let keepsAlive = true;

  const read = () => {
    if (request === undefined) request = requestInput(keepsAlive, take);
  };
  const stop = () => {
    isReading = false;
    if (request === undefined) return;
    cancelInput(request);
    request = undefined;
  };
  const take = (/** @type {ArrayBuffer | undefined} */ bytes, /** @type {number} */ error) => {
    request = undefined;
    if (error !== 0) {
      stop();
      stream.destroy(inputError(error));
    } else if (bytes === undefined) {
      isReading = false;
      stream.push(null);
      if (!isFile) stream.read(0);
    } else {
      try {
        if (!stream.push(/** @type {any} */ (buffers.Buffer).from(bytes))) isReading = false;
      } finally {
        // Also after a listener that throws.
        if (isReading && !stream.destroyed) read();
      }
    }
  };

  stream._read = () => {
    isReading = !isFile;
    read();
  };
  stream._destroy = (/** @type {any} */ error, /** @type {Function} */ callback) => {
    stop();
    callback(error);
  };
  // A file has an end, so that a read which has begun does not hold the program for long.
  if (!isFile) stream.on("pause", () => nextTick(() => {
    if (!isReading || stream.readableFlowing) return;
    stream._readableState.reading = false;
    stop();
  }));
  const keep = (/** @type {boolean} */ isKept) => () => {
    keepsAlive = isKept;
    if (request !== undefined) holdInput(request, isKept);
    return stream;
  };
  stream.ref = keep(true);
  stream.unref = keep(false);
  if (kind === "terminal") {
    stream.isTTY = true;
    stream.isRaw = false;
    stream.setRawMode = refuse("process.stdin.setRawMode", "Lines are read when they are complete: there is no raw mode here.");
  }
  if (kind === "other") stream.push(null);
  return stream;
}
