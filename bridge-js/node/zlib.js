// @ts-check
// The module `zlib`, over the codecs of `CompressionStream`: gzip, deflate and raw deflate, as streams, callbacks and promises.

import * as buffers from "#deferred/node/buffer.js";
import * as compressing from "#deferred/web/compression/compression.js";
import * as streaming from "#deferred/node/streams/stream.js";
import { bytesOf, isArrayBuffer } from "../shared/bytes.js";
import { defineHidden, nullPrototype } from "../shared/define.js";
import { noop } from "../shared/noop.js";
import { apply, Error, freeze, isView, objectCreate, promiseThen, RangeError, setPrototypeOf, stringIncludes, Symbol, Uint8Array } from "../shared/primordials.js";
import { host } from "../web/host.js";
import { invalidArgType, nodeError, validateFunction, validateNumber } from "./errors.js";
import { nameMethods } from "./naming.js";
import { assign, push } from "./node-primordials.js";
import { refuseAll } from "./refusal.js";
import { constants } from "./zlib-constants.js";

const { Buffer } = /** @type {any} */ (buffers);
const { Transform } = streaming.stream;
const kState = Symbol("kState");

const codes = nullPrototype({});
const codeNames = ["Z_OK", "Z_STREAM_END", "Z_NEED_DICT", "Z_ERRNO", "Z_STREAM_ERROR", "Z_DATA_ERROR", "Z_MEM_ERROR", "Z_BUF_ERROR", "Z_VERSION_ERROR"];
for (let i = 0; i < codeNames.length; i++) {
  codes[codeNames[i]] = constants[codeNames[i]];
  codes[constants[codeNames[i]]] = codeNames[i];
}

/** The error of Node for one of the native side. */
function zlibError(error) {
  const text = `${error?.message}`;
  const isShort = stringIncludes(text, "ends too early");
  if (!isShort && !stringIncludes(text, "not valid") && !stringIncludes(text, "after the end") && !stringIncludes(text, "dictionary")) return error;
  const failed = nodeError(Error, isShort ? "Z_BUF_ERROR" : "Z_DATA_ERROR", isShort ? "unexpected end of file" : text);
  failed.errno = isShort ? constants.Z_BUF_ERROR : constants.Z_DATA_ERROR;
  return failed;
}

/** The kinds of streams: the format of the codec, and whether it compresses. `undefined`: the format is that of the input. */
const kinds = {
  __proto__: null,
  Gzip: ["gzip", true],
  Gunzip: ["gzip", false],
  Deflate: ["deflate", true],
  Inflate: ["deflate", false],
  DeflateRaw: ["deflate-raw", true],
  InflateRaw: ["deflate-raw", false],
  Unzip: [undefined, false],
};

function requireCodecs(name) {
  if (host.extensions?.compression !== undefined) return;
  throw nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", `zlib.${name} needs the native side of CompressionStream, which this runtime does not have. ` +
    "`make command` builds the command with it; in a host it is the extension .compression.");
}

function checkOptions(options) {
  if (options === undefined || options === null) return;
  if (options.dictionary !== undefined) {
    throw nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", "zlib: the option dictionary does not work here. The npm package pako has dictionaries.");
  }
  const ranges = [["chunkSize", 64, Infinity], ["windowBits", 0, 15], ["level", -1, 9], ["memLevel", 1, 9], ["strategy", 0, 4], ["maxOutputLength", 1, Infinity]];
  for (let i = 0; i < ranges.length; i++) {
    const { 0: name, 1: low, 2: high } = /** @type {any} */ (ranges[i]);
    if (options[name] !== undefined) validateNumber(options[name], `options.${name}`, low, high);
  }
}

/** Starts the codec and has its output pushed, a piece at a time, when the stream is read. */
function open(stream, format, isCompressing) {
  const Class = isCompressing ? compressing.CompressionStream : compressing.DecompressionStream;
  const codec = /** @type {any} */ (new (/** @type {any} */ (Class))(format));
  const reader = codec.readable.getReader();
  const state = { writer: codec.writable.getWriter(), reader, wake: /** @type {any} */ (undefined), isOver: false, whenOver: /** @type {any} */ (undefined) };
  stream[kState] = state;
  const over = (error) => {
    state.isOver = true;
    if (error !== undefined) stream.destroy(zlibError(error));
    state.whenOver?.(error);
  };
  const next = () => {
    promiseThen(reader.read(), (/** @type {any} */ { value, done }) => {
      if (done) {
        over(undefined);
        return;
      }
      stream.bytesProduced += value.length;
      if (stream.push(Buffer.from(value.buffer, value.byteOffset, value.length))) next();
      else state.wake = next;
    }, over);
  };
  next();
  return state;
}

/** @this {any} */
function transform(chunk, _encoding, callback) {
  this.bytesWritten += chunk.length;
  if (this[kState] === undefined) {
    const isGzip = chunk[0] === 0x1f;
    open(this, this._format ?? (isGzip ? "gzip" : "deflate"), this._isCompressing);
  }
  promiseThen(this[kState].writer.write(chunk), () => callback(), (error) => callback(zlibError(error)));
}

/** @this {any} */
function flush(callback) {
  const state = this[kState] ?? open(this, this._format ?? "deflate", this._isCompressing);
  if (state.isOver) {
    callback();
    return;
  }
  state.whenOver = (error) => callback(error && zlibError(error));
  promiseThen(state.writer.close(), () => {}, () => {});
}

/** @this {any} */
function read(/** @type {any[]} */ ...values) {
  apply(Transform.prototype._read, this, values);
  const wake = this[kState]?.wake;
  if (wake === undefined) return;
  this[kState].wake = undefined;
  wake();
}

/** @this {any} */
function destroy(error, callback) {
  const state = this[kState];
  if (state !== undefined && !state.isOver) promiseThen(state.reader.cancel(error), noop, noop);
  callback(error);
}

/** The function and class that makes the streams of a kind. */
function makeClass(name) {
  const { 0: format, 1: isCompressing } = kinds[name];
  /** @type {any} */
  const Class = function (/** @type {any} */ options) {
    const self = this instanceof Class ? this : objectCreate(Class.prototype);
    requireCodecs(name);
    checkOptions(options);
    apply(Transform, self, [options]);
    self.bytesWritten = 0;
    self.bytesProduced = 0;
    return self;
  };
  setPrototypeOf(Class.prototype, Transform.prototype);
  setPrototypeOf(Class, Transform);
  defineHidden(Class, "name", name);
  assign(Class.prototype, { _format: format, _isCompressing: isCompressing, _transform: transform, _flush: flush, _read: read, _destroy: destroy });
  Class.prototype.close = /** @this {any} */ function (/** @type {any} */ callback) {
    if (typeof callback === "function") this.once("close", callback);
    this.destroy();
  };
  refuseAll(Class.prototype, name, ["flush", "params", "reset"], "The codec gives its output when it has enough: end the stream, and begin another one.");
  return Class;
}

/** Compresses or decompresses all of a buffer at once. */
function convert(Class) {
  return (input, given, givenCallback) => {
    const callback = typeof given === "function" ? given : givenCallback;
    const options = typeof given === "function" ? undefined : given;
    validateFunction(callback, "callback");
    if (typeof input !== "string" && !isView(input) && !isArrayBuffer(input)) {
      throw invalidArgType("buffer", ["string", "Buffer", "TypedArray", "DataView", "ArrayBuffer"], input);
    }
    const stream = new Class(options);
    const limit = options?.maxOutputLength ?? 2 ** 32;
    const chunks = [];
    let size = 0;
    stream.on("data", (chunk) => {
      size += chunk.length;
      push(chunks, chunk);
      if (size > limit) stream.destroy(nodeError(RangeError, "ERR_BUFFER_TOO_LARGE", `Cannot create a Buffer larger than ${limit} bytes`));
    });
    stream.on("error", (error) => callback(error));
    stream.on("end", () => callback(null, Buffer.concat(chunks, size)));
    stream.end(isArrayBuffer(input) ? new Uint8Array(input) : input);
  };
}

/** The remainders of all bytes for `crc32`. */
const remainders = [];
for (let byte = 0; byte < 256; byte++) {
  let value = byte;
  for (let i = 0; i < 8; i++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  push(remainders, value >>> 0);
}

function crc32(data, before = 0) {
  if (typeof data !== "string" && !isView(data)) throw invalidArgType("data", ["string", "Buffer", "TypedArray", "DataView"], data);
  validateNumber(before, "value", 0, 2 ** 32 - 1);
  const bytes = typeof data === "string" ? Buffer.from(data) : bytesOf(data, "crc32");
  let value = ~before;
  for (let i = 0; i < bytes.length; i++) value = (value >>> 8) ^ remainders[(value ^ bytes[i]) & 255];
  return ~value >>> 0;
}

/** @type {any} */
export const zlib = { codes: freeze(codes), constants: freeze(nullPrototype(constants)), crc32 };
const methodNames = nullPrototype({
  gzip: "Gzip", gunzip: "Gunzip", deflate: "Deflate", inflate: "Inflate", deflateRaw: "DeflateRaw", inflateRaw: "InflateRaw", unzip: "Unzip",
});
for (const name in methodNames) {
  const kind = methodNames[name];
  const Class = makeClass(kind);
  zlib[kind] = Class;
  zlib[`create${kind}`] = (options) => new Class(options);
  zlib[name] = convert(Class);
}
refuseAll(zlib, "zlib", ["deflateRawSync", "deflateSync", "gunzipSync", "gzipSync", "inflateRawSync", "inflateSync", "unzipSync"],
  "A codec here does not block the program: use the function without Sync, with a callback or util.promisify, or the npm package pako.");
refuseAll(zlib, "zlib", [
  "BrotliCompress", "BrotliDecompress", "brotliCompress", "brotliCompressSync", "brotliDecompress", "brotliDecompressSync",
  "createBrotliCompress", "createBrotliDecompress",
], "There is no Brotli here: use gzip or deflate.");
nameMethods(zlib);
