// @ts-check
// Streams that read and write files.

import * as buffers from "#deferred/node/buffer.js";
import * as streaming from "#deferred/node/streams/stream.js";
import { apply, min, objectCreate, setPrototypeOf, symbolAsyncIterator, Uint8Array } from "../../shared/primordials.js";
import { defineHidden } from "../../shared/define.js";
import { assign } from "../node-primordials.js";
import { validateNumber } from "../errors.js";
import { runLater, theBridge } from "./calls.js";
import { codeOf, systemError } from "./errors.js";
import { inputChunks, isInputPath } from "./input.js";
import { appendFile, optionsOf, readFile, writeFile } from "./operations.js";
import { locate } from "./paths.js";

const { Readable, Writable } = streaming.stream;
const toBuffer = (bytes) => /** @type {any} */ (buffers.Buffer).from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Calls a generator's method, as one of an iterator. */
const step = (iterator) => iterator.next();

/** The chunks of a file in the range. */
async function* chunksOf(location, start, length, size) {
  const bridge = theBridge();
  if (bridge !== undefined && location.directory !== undefined) {
    let hasBegun = false;
    const params = { path: location.path, directory: location.directory, offset: start, chunkSize: size };
    const chunks = bridge.stream("files.readFileInChunks", length === undefined ? params : { ...params, length })[symbolAsyncIterator]();
    try {
      for (;;) {
        const { value, done } = await step(chunks);
        if (done) return;
        hasBegun = true;
        yield toBuffer(value);
      }
    } catch (/** @type {any} */ error) {
      if (hasBegun || error?.data?.directory !== undefined) throw systemError(codeOf(error), "open", location, { cause: error });
    } finally {
      await chunks.return?.();
    }
  }
  const all = /** @type {any} */ (await runLater(readFile, [location.full]));
  const end = length === undefined ? all.length : min(all.length, start + length);
  for (let at = start; at < end; at += size) yield all.subarray(at, min(end, at + size));
}

/** @this {any} */
export function ReadStream(path, given) {
  const options = optionsOf(given);
  const self = this instanceof ReadStream ? this : objectCreate(ReadStream.prototype);
  const { start = 0, end = Infinity, highWaterMark = 64 * 1024 } = options;
  validateNumber(start, "start", 0);
  validateNumber(end, "end", 0);
  const location = options.fd === 0 ? undefined : locate(path);
  apply(Readable, self, [{ highWaterMark, encoding: options.encoding, autoDestroy: options.autoDestroy, emitClose: options.emitClose, signal: options.signal }]);
  self.path = path;
  self.bytesRead = 0;
  self.pending = true;
  const isInput = location === undefined || isInputPath(location.full);
  const chunks = isInput ? inputChunks() : chunksOf(location, start, end === Infinity ? undefined : end - start + 1, highWaterMark > 0 ? min(highWaterMark, 2 ** 24) : 65536);
  let isReading = false;
  self._read = async () => {
    if (isReading) return;
    isReading = true;
    try {
      const { value, done } = /** @type {any} */ (await step(chunks));
      if (self.pending) {
        self.pending = false;
        self.emit("open");
        self.emit("ready");
      }
      isReading = false;
      if (!done) self.bytesRead += value.length;
      self.push(done ? null : value);
    } catch (error) {
      self.destroy(error);
    }
  };
  self._destroy = (error, callback) => {
    chunks.return(undefined);
    callback(error);
  };
  return self;
}
setPrototypeOf(ReadStream.prototype, Readable.prototype);
setPrototypeOf(ReadStream, Readable);

/** @this {any} */
export function WriteStream(path, given) {
  const options = optionsOf(given);
  const self = this instanceof WriteStream ? this : objectCreate(WriteStream.prototype);
  const flags = options.flags ?? "w";
  locate(path);
  apply(Writable, self, [{ decodeStrings: true, defaultEncoding: options.encoding, highWaterMark: options.highWaterMark, emitClose: options.emitClose, signal: options.signal }]);
  self.path = path;
  self.bytesWritten = 0;
  self.pending = true;
  // The first piece replaces the file unless the flag is "a"; the others are appended.
  let isFirst = flags !== "a";
  const write = async (bytes, callback) => {
    try {
      await runLater(isFirst ? writeFile : appendFile, isFirst ? [path, bytes, { flag: flags }] : [path, bytes]);
      isFirst = false;
      if (self.pending) {
        self.pending = false;
        self.emit("open");
        self.emit("ready");
      }
      self.bytesWritten += bytes.length;
    } catch (error) {
      callback(error);
      return;
    }
    callback();
  };
  self._write = (chunk, _encoding, callback) => {
    write(chunk, callback);
  };
  self._final = (callback) => {
    if (isFirst) write(new Uint8Array(0), callback);
    else callback();
  };
  return self;
}
setPrototypeOf(WriteStream.prototype, Writable.prototype);
setPrototypeOf(WriteStream, Writable);
assign(ReadStream.prototype, {
  /** @this {any} */
  close(callback) {
    if (typeof callback === "function") this.once("close", callback);
    this.destroy();
  },
});
assign(WriteStream.prototype, {
  /** @this {any} */
  close(callback) {
    if (typeof callback === "function") this.once("close", callback);
    this.end();
  },
});
defineHidden(ReadStream.prototype, "constructor", ReadStream);
