// @ts-check
// The end of a stream, of whatever kind.

import { apply, promiseThen, Promise, symbolFor } from "../../shared/primordials.js";
import { noop } from "../../shared/noop.js";
import { abortError, invalidArgType, validateAbortSignal, validateBoolean, validateFunction, validateObject } from "../errors.js";
import { addAbortListener } from "../events-waiting.js";
import { nextTick } from "../next-tick.js";
import { prematureClose } from "./errors.js";
import {
  isClosed, isNode, isReadable, isReadableFinished, isReadableNode, isReadableWeb, isWritable, isWritableFinished, isWritableNode,
  isWritableWeb, readableError, willEmitClose, writableError,
} from "./status.js";
import { endOfWeb } from "./web-end.js";

const symbolDispose = symbolFor("Symbol.dispose");

export function once(callback) {
  let isCalled = false;
  return function (/** @type {any[]} */ ...values) {
    if (isCalled) return;
    isCalled = true;
    apply(callback, this, values);
  };
}

/**
 * Calls back when a stream has ended, failed or was closed. Returns a function that removes the listeners.
 *
 * @param {any} stream
 * @param {any} given options, or the callback
 * @param {any} [givenCallback]
 */
export function finished(stream, given, givenCallback) {
  const options = givenCallback === undefined && typeof given === "function" ? {} : given ?? {};
  const wanted = givenCallback === undefined && typeof given === "function" ? given : givenCallback;
  validateObject(options, "options");
  validateFunction(wanted, "callback");
  validateAbortSignal(options.signal, "options.signal");
  let callback = once(wanted);
  if (isReadableWeb(stream) || isWritableWeb(stream)) return finishedWeb(stream, options, callback);
  if (!isNode(stream)) throw invalidArgType("stream", ["ReadableStream", "WritableStream", "Stream"], stream);

  const reads = options.readable ?? isReadableNode(stream);
  const writes = options.writable ?? isWritableNode(stream);
  let willClose = willEmitClose(stream) && isReadableNode(stream) === reads && isWritableNode(stream) === writes;
  let hasWritten = isWritableFinished(stream, false);
  let hasRead = isReadableFinished(stream, false);
  let hasClosed = isClosed(stream);
  const done = (...values) => apply(callback, stream, values);

  const onFinish = () => {
    hasWritten = true;
    if (stream.destroyed) willClose = false;
    if (willClose && (!stream.readable || reads)) return;
    if (!reads || hasRead) done();
  };
  const onEnd = () => {
    hasRead = true;
    if (stream.destroyed) willClose = false;
    if (willClose && (!stream.writable || writes)) return;
    if (!writes || hasWritten) done();
  };
  const onError = (error) => done(error);
  const onClosed = () => {
    hasClosed = true;
    const error = writableError(stream) || readableError(stream);
    if (error && typeof error !== "boolean") done(error);
    else done();
  };
  const onClose = () => {
    hasClosed = true;
    const error = writableError(stream) || readableError(stream);
    if (error && typeof error !== "boolean") done(error);
    else if (reads && !hasRead && isReadableNode(stream, true) && !isReadableFinished(stream, false)) done(prematureClose());
    else if (writes && !hasWritten && !isWritableFinished(stream, false)) done(prematureClose());
    else done();
  };
  const onLegacyFinish = () => {
    if (!stream.writable) onFinish();
  };
  if (writes && !stream._writableState) {
    stream.on("end", onLegacyFinish);
    stream.on("close", onLegacyFinish);
  }
  if (!willClose && typeof stream.aborted === "boolean") stream.on("aborted", onClose);
  stream.on("end", onEnd);
  stream.on("finish", onFinish);
  if (options.error !== false) stream.on("error", onError);
  stream.on("close", onClose);

  if (hasClosed) {
    nextTick(onClose);
  } else if (stream._writableState?.errorEmitted || stream._readableState?.errorEmitted) {
    if (!willClose) nextTick(onClosed);
  } else if (!reads && (!willClose || isReadable(stream)) && (hasWritten || isWritable(stream) === false) && !stream._writableState?.pendingcb) {
    nextTick(onClosed);
  } else if (!writes && (!willClose || isWritable(stream)) && (hasRead || isReadable(stream) === false)) {
    nextTick(onClosed);
  }

  const cleanUp = () => {
    callback = noop;
    stream.removeListener("aborted", onClose);
    stream.removeListener("end", onLegacyFinish);
    stream.removeListener("close", onLegacyFinish);
    stream.removeListener("finish", onFinish);
    stream.removeListener("end", onEnd);
    stream.removeListener("error", onError);
    stream.removeListener("close", onClose);
  };
  if (options.signal && !hasClosed) {
    const { signal } = options;
    const abort = () => {
      const last = callback;
      cleanUp();
      apply(last, stream, [abortError(undefined, signal.reason)]);
    };
    if (signal.aborted) {
      nextTick(abort);
    } else {
      const listening = addAbortListener(signal, abort);
      const last = callback;
      callback = once((...values) => {
        listening[symbolDispose]();
        apply(last, stream, values);
      });
    }
  }
  return cleanUp;
}

function finishedWeb(stream, options, callback) {
  const { signal } = options;
  let isAborted = false;
  let listening;
  if (signal) {
    const abort = () => {
      isAborted = true;
      apply(callback, stream, [abortError(undefined, signal.reason)]);
    };
    if (signal.aborted) nextTick(abort);
    else listening = addAbortListener(signal, abort);
  }
  const settle = (...values) => {
    listening?.[symbolDispose]();
    if (!isAborted) nextTick(() => apply(callback, stream, values));
  };
  promiseThen(endOfWeb(stream), () => settle(), (error) => settle(error));
  return noop;
}

export function finishedPromise(stream, given) {
  let cleansUp = false;
  const options = given === null || given === undefined ? {} : given;
  if (options.cleanup) {
    validateBoolean(options.cleanup, "cleanup");
    cleansUp = options.cleanup;
  }
  return new Promise((resolve, reject) => {
    const cleanUp = finished(stream, options, (error) => {
      if (cleansUp) cleanUp();
      if (error) reject(error);
      else resolve(undefined);
    });
  });
}
