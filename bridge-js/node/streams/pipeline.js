// @ts-check
// Pipelines of streams, iterables and functions, of which all end when one of them does.

import * as abort from "#deferred/web/abort/abort.js";
import { apply, isArray, pop, Promise, symbolFor } from "../../shared/primordials.js";
import { abortError, invalidArgType, validateAbortSignal, validateFunction } from "../errors.js";
import { addAbortListener } from "../events-waiting.js";
import { nextTick } from "../next-tick.js";
import { push, slice, splice } from "../node-primordials.js";
import { destroyStream } from "./destroy.js";
import { PassThrough } from "./duplex.js";
import { duplexFrom } from "./duplex-from.js";
import { bothErrors, invalidReturn, isDestroyedError, missingArguments, prematureClose } from "./errors.js";
import { finished, once } from "./finished.js";
import { iteratorOf } from "./iterate.js";
import { isIterable, isNode, isReadable, isReadableFinished, isReadableNode, isReadableWeb, isTransformWeb, isWeb } from "./status.js";

const symbolDispose = symbolFor("Symbol.dispose");

/** A function that destroys a stream which has not ended, and one that forgets the stream. */
function watch(stream, reads, writes) {
  let isDone = false;
  stream.on("close", () => {
    isDone = true;
  });
  const cleanUp = finished(stream, { readable: reads, writable: writes }, (error) => {
    isDone = !error;
  });
  const end = (error) => {
    if (isDone) return;
    isDone = true;
    destroyStream(stream, error || isDestroyedError("pipe"));
  };
  return { end, cleanUp };
}

function toIterable(value) {
  if (isIterable(value)) return value;
  if (isReadableNode(value)) return chunksOf(value);
  throw invalidArgType("val", ["Readable", "Iterable", "AsyncIterable"], value);
}

async function* chunksOf(stream) {
  yield* iteratorOf(stream);
}

async function pumpToNode(iterable, writable, finish, ends) {
  let error;
  let wake = null;
  const resume = (failure) => {
    if (failure) error = failure;
    if (wake === null) return;
    const callback = /** @type {any} */ (wake);
    wake = null;
    callback();
  };
  const wait = () => new Promise((resolve, reject) => {
    if (error) {
      reject(error);
    } else {
      wake = /** @type {any} */ (() => (error ? reject(error) : resolve(undefined)));
    }
  });
  writable.on("drain", resume);
  const cleanUp = finished(writable, { readable: false }, resume);
  try {
    if (writable.writableNeedDrain) await wait();
    for await (const chunk of iterable) if (!writable.write(chunk)) await wait();
    if (ends) {
      writable.end();
      await wait();
    }
    finish();
  } catch (failure) {
    finish(error !== failure ? bothErrors(error, failure) : failure);
  } finally {
    cleanUp();
    writable.removeListener("drain", resume);
  }
}

async function pumpToWeb(readable, target, finish, ends) {
  const writer = (isTransformWeb(target) ? target.writable : target).getWriter();
  try {
    for await (const chunk of readable) {
      await writer.ready;
      writer.write(chunk).catch(() => {});
    }
    await writer.ready;
    if (ends) await writer.close();
    finish();
  } catch (error) {
    try {
      await writer.abort(error);
      finish(error);
    } catch (failure) {
      finish(failure);
    }
  }
}

/** Pipes a stream into another; calls `finish` for the end of each. */
function pipe(source, target, finish, ends) {
  let hasEnded = false;
  target.on("close", () => {
    if (!hasEnded) finish(prematureClose());
  });
  source.pipe(target, { end: false });
  if (ends) {
    const end = () => {
      hasEnded = true;
      target.end();
    };
    if (isReadableFinished(source)) nextTick(end);
    else source.once("end", end);
  } else {
    finish();
  }
  finished(source, { readable: true, writable: false }, (error) => {
    const state = source._readableState;
    if (error && error.code === "ERR_STREAM_PREMATURE_CLOSE" && state && state.ended && !state.errored && !state.errorEmitted) {
      // It has ended, and its last chunks are still to be read.
      source.once("end", finish).once("error", finish);
    } else {
      finish(error);
    }
  });
  return finished(target, { readable: false, writable: true }, finish);
}

export function pipeline(...streams) {
  validateFunction(streams[streams.length - 1], "streams[stream.length - 1]");
  const callback = pop(streams);
  return connect(streams, once(callback));
}

/**
 * @param {any[]} given
 * @param {(error: any, value: any) => void} callback
 * @param {any} [options]
 */
export function connect(given, callback, options) {
  const streams = given.length === 1 && isArray(given[0]) ? given[0] : given;
  if (streams.length < 2) throw missingArguments("streams");
  const controller = new (/** @type {any} */ (abort).AbortController)();
  const { signal } = controller;
  const outer = options?.signal;
  validateAbortSignal(outer, "options.signal");
  let error;
  let value;
  const ends = [];
  const lastCleanUps = [];
  let openCount = 0;

  const finishWith = (failure, isLast) => {
    if (failure && (!error || error.code === "ERR_STREAM_PREMATURE_CLOSE")) error = failure;
    if (!error && !isLast) return;
    while (ends.length > 0) splice(ends, 0, 1)[0](error);
    listening?.[symbolDispose]();
    controller.abort();
    if (!isLast) return;
    if (!error) for (let i = 0; i < lastCleanUps.length; i++) lastCleanUps[i]();
    nextTick(callback, error, value);
  };
  const finish = (failure) => {
    openCount -= 1;
    finishWith(failure, openCount === 0);
  };
  const onAbort = () => finishWith(abortError(undefined, outer?.reason), false);
  const listening = outer ? addAbortListener(outer, onAbort) : undefined;

  const watched = (stream, reads, writes, isLast) => {
    const { end, cleanUp } = watch(stream, reads, writes);
    push(ends, end);
    if (isLast) push(lastCleanUps, cleanUp);
  };

  /** Has the result of the last function written to a stream. */
  const collect = (result, endsTarget) => {
    const target = new (/** @type {any} */ (PassThrough))({ objectMode: true });
    const then = result?.then;
    if (typeof then === "function") {
      openCount += 1;
      apply(then, result, [(settled) => {
        value = settled;
        if (settled !== null && settled !== undefined) target.write(settled);
        if (endsTarget) target.end();
        nextTick(finish);
      }, (failure) => {
        target.destroy(failure);
        nextTick(finish, failure);
      }]);
    } else if (isIterable(result, true)) {
      openCount += 1;
      pumpToNode(result, target, finish, endsTarget);
    } else if (isReadableWeb(result) || isTransformWeb(result)) {
      openCount += 1;
      pumpToNode(result.readable || result, target, finish, endsTarget);
    } else {
      throw invalidReturn("AsyncIterable or Promise", "destination", result);
    }
    watched(target, false, true, true);
    return target;
  };

  /** @type {any} */
  let last;
  for (let i = 0; i < streams.length; i++) {
    const stream = streams[i];
    const reads = i < streams.length - 1;
    const endsTarget = reads || options?.end !== false;
    if (isNode(stream)) {
      const isOpenAtEnd = !reads && isReadable(stream);
      if (endsTarget) watched(stream, reads, i > 0, isOpenAtEnd);
      const onError = (failure) => {
        if (failure && failure.name !== "AbortError" && failure.code !== "ERR_STREAM_PREMATURE_CLOSE") finish(failure);
      };
      stream.on("error", onError);
      if (isOpenAtEnd) push(lastCleanUps, () => stream.removeListener("error", onError));
    }
    if (i === 0) {
      if (typeof stream === "function") {
        last = stream({ signal });
        if (!isIterable(last)) throw invalidReturn("Iterable, AsyncIterable or Stream", "source", last);
      } else {
        last = isIterable(stream) || isReadableNode(stream) || isTransformWeb(stream) ? stream : duplexFrom(stream);
      }
    } else if (typeof stream === "function") {
      last = stream(toIterable(isTransformWeb(last) ? last.readable : last), { signal });
      if (!reads) last = collect(last, endsTarget);
      else if (!isIterable(last, true)) throw invalidReturn("AsyncIterable", `transform[${i - 1}]`, last);
    } else if (isNode(stream)) {
      if (isReadableNode(last)) {
        openCount += 2;
        const cleanUp = pipe(last, stream, finish, endsTarget);
        if (!reads && isReadable(stream)) push(lastCleanUps, cleanUp);
      } else if (isTransformWeb(last) || isReadableWeb(last) || isIterable(last)) {
        openCount += 1;
        pumpToNode(isTransformWeb(last) ? last.readable : last, stream, finish, endsTarget);
      } else {
        throw invalidArgType("val", ["Readable", "Iterable", "AsyncIterable", "ReadableStream", "TransformStream"], last);
      }
      last = stream;
    } else if (isWeb(stream)) {
      if (!isReadableNode(last) && !isTransformWeb(last) && !isReadableWeb(last) && !isIterable(last)) {
        throw invalidArgType("val", ["Readable", "Iterable", "AsyncIterable", "ReadableStream", "TransformStream"], last);
      }
      openCount += 1;
      const source = isReadableNode(last) ? toIterable(last) : isTransformWeb(last) ? last.readable : last;
      pumpToWeb(source, stream, finish, endsTarget);
      last = stream;
    } else {
      last = duplexFrom(stream);
    }
  }
  if (signal.aborted || outer?.aborted) nextTick(onAbort);
  return last;
}

export function pipelinePromise(...streams) {
  const all = slice(streams);
  const options = all[all.length - 1];
  const hasOptions = options !== null && typeof options === "object" && !isNode(options) && !isIterable(options) && !isWeb(options);
  if (hasOptions) pop(all);
  return new Promise((resolve, reject) => {
    connect(all, (error, value) => (error ? reject(error) : resolve(value)), hasOptions ? options : undefined);
  });
}
