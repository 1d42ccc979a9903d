// @ts-check
// What a stream is and in which state it is, also for streams of other libraries. `null` means that it cannot be told.

import { symbolAsyncIterator, symbolFor, symbolIterator } from "../../shared/primordials.js";

export const kIsDestroyed = symbolFor("nodejs.stream.destroyed");
export const kIsDisturbed = symbolFor("nodejs.stream.disturbed");
export const kIsErrored = symbolFor("nodejs.stream.errored");
export const kIsReadable = symbolFor("nodejs.stream.readable");
export const kIsWritable = symbolFor("nodejs.stream.writable");

const isFunction = (value) => typeof value === "function";

export const isReadableNode = (value, isStrict = false) => !!(
  value && isFunction(value.pipe) && isFunction(value.on) && (!isStrict || (isFunction(value.pause) && isFunction(value.resume))) &&
  (!value._writableState || value._readableState?.readable !== false) && (!value._writableState || value._readableState));

export const isWritableNode = (value) =>
  !!(value && isFunction(value.write) && isFunction(value.on) && (!value._readableState || value._writableState?.writable !== false));

export const isDuplexNode = (value) =>
  !!(value && isFunction(value.pipe) && value._readableState && isFunction(value.on) && isFunction(value.write));

export const isNode = (value) => !!(
  value && (value._readableState || value._writableState || (isFunction(value.write) && isFunction(value.on)) || (isFunction(value.pipe) && isFunction(value.on))));

export const isReadableWeb = (value) =>
  !!(value && !isNode(value) && isFunction(value.pipeThrough) && isFunction(value.getReader) && isFunction(value.cancel));

export const isWritableWeb = (value) => !!(value && !isNode(value) && isFunction(value.getWriter) && isFunction(value.abort));

export const isTransformWeb = (value) =>
  !!(value && !isNode(value) && typeof value.readable === "object" && typeof value.writable === "object");

export const isWeb = (value) => isReadableWeb(value) || isWritableWeb(value) || isTransformWeb(value);

/** @param {boolean} [isAsync] either if absent */
export function isIterable(value, isAsync = undefined) {
  if (value === null || value === undefined) return false;
  if (isAsync === true) return isFunction(value[symbolAsyncIterator]);
  if (isAsync === false) return isFunction(value[symbolIterator]);
  return isFunction(value[symbolAsyncIterator]) || isFunction(value[symbolIterator]);
}

export function isDestroyed(stream) {
  if (!isNode(stream)) return null;
  const state = stream._writableState || stream._readableState;
  return !!(stream.destroyed || stream[kIsDestroyed] || state?.destroyed);
}

export function isWritableEnded(stream) {
  if (!isWritableNode(stream)) return null;
  if (stream.writableEnded === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  return typeof state?.ended === "boolean" ? state.ended : null;
}

/** @param {boolean} [isStrict] false: one that has ended and has nothing left counts, too */
export function isWritableFinished(stream, isStrict = undefined) {
  if (!isWritableNode(stream)) return null;
  if (stream.writableFinished === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  if (typeof state?.finished !== "boolean") return null;
  return !!(state.finished || (isStrict === false && state.ended === true && state.length === 0));
}

/** @param {boolean} [isStrict] false: one that has ended and has nothing left counts, too */
export function isReadableFinished(stream, isStrict = undefined) {
  if (!isReadableNode(stream)) return null;
  const state = stream._readableState;
  if (state?.errored) return false;
  if (typeof state?.endEmitted !== "boolean") return null;
  return !!(state.endEmitted || (isStrict === false && state.ended === true && state.length === 0));
}

export function isReadable(stream) {
  if (stream && stream[kIsReadable] !== undefined && stream[kIsReadable] !== null) return stream[kIsReadable];
  if (typeof stream?.readable !== "boolean") return null;
  if (isDestroyed(stream)) return false;
  return isReadableNode(stream) && stream.readable && !isReadableFinished(stream);
}

export function isWritable(stream) {
  if (stream && stream[kIsWritable] !== undefined && stream[kIsWritable] !== null) return stream[kIsWritable];
  if (typeof stream?.writable !== "boolean") return null;
  if (isDestroyed(stream)) return false;
  return isWritableNode(stream) && stream.writable && !isWritableEnded(stream);
}

export function isFinished(stream) {
  if (!isNode(stream)) return null;
  if (isDestroyed(stream)) return true;
  return !isReadable(stream) && !isWritable(stream);
}

export function writableError(stream) {
  if (!isNode(stream)) return null;
  if (stream.writableErrored) return stream.writableErrored;
  return stream._writableState?.errored ?? null;
}

export function readableError(stream) {
  if (!isNode(stream)) return null;
  if (stream.readableErrored) return stream.readableErrored;
  return stream._readableState?.errored ?? null;
}

export function isClosed(stream) {
  if (!isNode(stream)) return null;
  if (typeof stream.closed === "boolean") return stream.closed;
  const writing = stream._writableState;
  const reading = stream._readableState;
  if (typeof writing?.closed === "boolean" || typeof reading?.closed === "boolean") return writing?.closed || reading?.closed;
  return typeof stream._closed === "boolean" ? stream._closed : null;
}

export function willEmitClose(stream) {
  if (!isNode(stream)) return null;
  const state = stream._writableState || stream._readableState;
  return !!(state && state.autoDestroy && state.emitClose && state.closed === false);
}

export const isDisturbed = (stream) => !!(stream && (stream[kIsDisturbed] ?? (stream.readableDidRead || stream.readableAborted)));

export const isErrored = (stream) => !!(
  stream && (stream[kIsErrored] ?? stream.readableErrored ?? stream.writableErrored ?? stream._readableState?.errorEmitted ??
    stream._writableState?.errorEmitted ?? stream._readableState?.errored ?? stream._writableState?.errored));
