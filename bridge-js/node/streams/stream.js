// @ts-check
// The modules `stream` and `stream/promises`.

import { defineProperty, globalObject, isView, symbolFor } from "../../shared/primordials.js";
import { defineHidden, nullPrototype } from "../../shared/define.js";
import { assign } from "../node-primordials.js";
import { nameMethods } from "../naming.js";
import { types } from "../types.js";
import { addAbortSignal } from "./abort-signal.js";
import { getDefaultHighWaterMark, setDefaultHighWaterMark } from "./buffering.js";
import { compose } from "./compose.js";
import { destroyStream } from "./destroy.js";
import { Duplex, duplexPair, PassThrough, Transform } from "./duplex.js";
import { duplexFrom } from "./duplex-from.js";
import { finished, finishedPromise } from "./finished.js";
import { readableFrom, wrapStream } from "./iterate.js";
import { Stream } from "./legacy.js";
import { defineOperators } from "./operators.js";
import { piping as methods } from "./pipe.js";
import { pipeline, pipelinePromise } from "./pipeline.js";
import { Readable, toBuffer } from "./readable.js";
import { isDestroyed, isDisturbed, isErrored, isReadable, isWritable } from "./status.js";
import { duplexFromWeb, duplexToWeb, readableFromWeb, readableToWeb, writableFromWeb, writableToWeb } from "./web.js";
import { methods as writing, Writable } from "./writable.js";

const named = (/** @type {any} */ target, /** @type {string} */ name, /** @type {any} */ value) => {
  defineProperty(value, "name", nullPrototype({ value: name, configurable: true }));
  defineHidden(target, name, value);
};
defineOperators(methods, named);

assign(/** @type {any} */ (Readable), {
  from: (iterable, options) => readableFrom(iterable, options),
  wrap: wrapStream,
  fromWeb: readableFromWeb,
  toWeb: readableToWeb,
});
assign(/** @type {any} */ (Writable), { fromWeb: writableFromWeb, toWeb: writableToWeb });
assign(/** @type {any} */ (Duplex), { from: (body) => duplexFrom(body, "body"), fromWeb: duplexFromWeb, toWeb: duplexToWeb });
nameMethods(methods);
nameMethods(writing);
nameMethods(Duplex.prototype);
nameMethods(Transform.prototype);
nameMethods(PassThrough.prototype);

/** A function that `util.promisify` turns into another one. */
function withPromise(callback, promise) {
  defineProperty(callback, symbolFor("nodejs.util.promisify.custom"), nullPrototype({ get: () => promise, enumerable: true }));
  return callback;
}

export const promises = { finished: finishedPromise, pipeline: pipelinePromise };
defineProperty(finishedPromise, "name", nullPrototype({ value: "finished", configurable: true }));
defineProperty(pipelinePromise, "name", nullPrototype({ value: "pipeline", configurable: true }));

/** @type {any} */
export const stream = Stream;
assign(stream, {
  isDestroyed,
  isDisturbed,
  isErrored,
  isReadable,
  isWritable,
  Readable,
  Writable,
  Duplex,
  Transform,
  PassThrough,
  duplexPair,
  pipeline: withPromise(pipeline, pipelinePromise),
  addAbortSignal,
  finished: withPromise(finished, finishedPromise),
  destroy: destroyStream,
  compose,
  setDefaultHighWaterMark,
  getDefaultHighWaterMark,
  promises,
  Stream,
  _isArrayBufferView: (value) => isView(value),
  _isUint8Array: types.isUint8Array,
  _uint8ArrayToBuffer: toBuffer,
});
nameMethods(stream);

const webNames = [
  "ReadableStream", "ReadableStreamDefaultReader", "ReadableStreamBYOBReader", "ReadableStreamBYOBRequest", "ReadableByteStreamController",
  "ReadableStreamDefaultController", "TransformStream", "TransformStreamDefaultController", "WritableStream", "WritableStreamDefaultWriter",
  "WritableStreamDefaultController", "ByteLengthQueuingStrategy", "CountQueuingStrategy", "TextEncoderStream", "TextDecoderStream",
  "CompressionStream", "DecompressionStream",
];

/** The module `stream/web`: the globals of these names. */
export function webStreams() {
  const module = {};
  const globals = /** @type {any} */ (globalObject);
  for (let i = 0; i < webNames.length; i++) if (webNames[i] in globals) module[webNames[i]] = globals[webNames[i]];
  return module;
}
