// @ts-check
// How a stream is opened, fails and is destroyed, for readable and writable ones alike.

import { Symbol } from "../../shared/primordials.js";
import { abortError } from "../errors.js";
import { nextTick } from "../next-tick.js";
import { bothErrors, multipleCallback } from "./errors.js";
import { isDestroyed, isFinished, kIsDestroyed } from "./status.js";

const kConstruct = Symbol("kConstruct");
const kDestroy = Symbol("kDestroy");

/** Keeps the first error of both sides. */
function keepError(stream, error) {
  if (!error) return;
  const { _readableState: reading, _writableState: writing } = stream;
  if (writing && !writing.errored) writing.errored = error;
  if (reading && !reading.errored) reading.errored = error;
}

/** Sets a flag of both sides. */
function mark(stream, flag, value = true) {
  if (stream._writableState) stream._writableState[flag] = value;
  if (stream._readableState) stream._readableState[flag] = value;
}

/** @this {any} */
export function destroy(error, callback) {
  const { _readableState: reading, _writableState: writing } = this;
  if (writing?.destroyed || reading?.destroyed) {
    if (typeof callback === "function") callback();
    return this;
  }
  keepError(this, error);
  mark(this, "destroyed");
  if ((writing || reading).constructed) close(this, error, callback);
  else this.once(kDestroy, (failure) => close(this, bothErrors(failure, error), callback));
  return this;
}

function close(stream, error, callback) {
  let isCalled = false;
  const onDestroyed = (failure) => {
    if (isCalled) return;
    isCalled = true;
    keepError(stream, failure);
    mark(stream, "closed");
    if (typeof callback === "function") callback(failure);
    if (failure) nextTick(emitErrorAndClose, stream, failure);
    else nextTick(emitClose, stream);
  };
  try {
    stream._destroy(error || null, onDestroyed);
  } catch (failure) {
    onDestroyed(failure);
  }
}

function emitErrorAndClose(stream, error) {
  emitError(stream, error);
  emitClose(stream);
}

function emitClose(stream) {
  const { _readableState: reading, _writableState: writing } = stream;
  mark(stream, "closeEmitted");
  if (writing?.emitClose || reading?.emitClose) stream.emit("close");
}

function emitError(stream, error) {
  const { _readableState: reading, _writableState: writing } = stream;
  if (writing?.errorEmitted || reading?.errorEmitted) return;
  mark(stream, "errorEmitted");
  stream.emit("error", error);
}

/** Makes a destroyed stream as it was before it was opened. @this {any} */
export function undestroy() {
  const { _readableState: reading, _writableState: writing } = this;
  const open = { constructed: true, closed: false, closeEmitted: false, destroyed: false, errored: null, errorEmitted: false };
  for (const name in open) mark(this, name, open[name]);
  if (reading) {
    reading.reading = false;
    reading.ended = reading.endEmitted = reading.readable === false;
  }
  if (writing) {
    writing.finalCalled = writing.prefinished = false;
    writing.ended = writing.ending = writing.finished = writing.writable === false;
  }
}

/** Destroys a stream for an error; one that does not destroy itself only emits it. */
export function errorOrDestroy(stream, error, isSync = false) {
  const { _readableState: reading, _writableState: writing } = stream;
  if (writing?.destroyed || reading?.destroyed) return;
  if (reading?.autoDestroy || writing?.autoDestroy) {
    stream.destroy(error);
  } else if (error) {
    keepError(stream, error);
    if (isSync) nextTick(emitError, stream, error);
    else emitError(stream, error);
  }
}

/** Opens a stream that has `_construct`; until it is open, nothing is read or written. */
export function construct(stream, callback) {
  if (typeof stream._construct !== "function") return;
  mark(stream, "constructed", false);
  stream.once(kConstruct, callback);
  if (stream.listenerCount(kConstruct) === 1) nextTick(open, stream);
}

function open(stream) {
  let isCalled = false;
  const onOpen = (error) => {
    if (isCalled) {
      errorOrDestroy(stream, error ?? multipleCallback());
      return;
    }
    isCalled = true;
    mark(stream, "constructed");
    if ((stream._writableState || stream._readableState).destroyed) stream.emit(kDestroy, error);
    else if (error) errorOrDestroy(stream, error, true);
    else stream.emit(kConstruct);
  };
  try {
    stream._construct((error) => nextTick(onOpen, error));
  } catch (error) {
    nextTick(onOpen, error);
  }
}

/** Destroys any stream that is not destroyed yet, with an error if it is not finished. */
export function destroyStream(stream, given) {
  if (!stream || isDestroyed(stream)) return;
  const error = !given && !isFinished(stream) ? abortError() : given;
  if (typeof stream.destroy === "function") stream.destroy(error);
  else if (typeof stream.close === "function") stream.close();
  else nextTick(emitEndOf, stream, error);
  if (!stream.destroyed) stream[kIsDestroyed] = true;
}

/** Of a stream of another library that cannot be destroyed. */
function emitEndOf(stream, error) {
  if (error) stream.emit("error", error);
  stream.emit("close");
}
