// @ts-check
// How a writable stream finishes: `_final`, then `prefinish` and `finish`.

import { Symbol } from "../../shared/primordials.js";
import { nextTick } from "../next-tick.js";
import { splice } from "../node-primordials.js";
import { errorOrDestroy } from "./destroy.js";
import { multipleCallback } from "./errors.js";

/** The callbacks that were given to `end()`. */
export const kOnFinished = Symbol("kOnFinished");

/** Calls the callbacks of `end()`, once. */
export function callFinished(state, error) {
  const all = splice(state[kOnFinished], 0, state[kOnFinished].length);
  for (let i = 0; i < all.length; i++) all[i](error);
}

const needsFinish = (state) =>
  state.ending && !state.destroyed && state.constructed && state.length === 0 && !state.errored && state.buffered.length === 0 &&
  !state.finished && !state.writing && !state.errorEmitted && !state.closeEmitted;

function callFinal(stream, state) {
  const onFinal = (error) => {
    if (state.prefinished) {
      errorOrDestroy(stream, error ?? multipleCallback());
      return;
    }
    state.pendingcb -= 1;
    if (error) {
      callFinished(state, error);
      errorOrDestroy(stream, error, state.sync);
    } else if (needsFinish(state)) {
      state.prefinished = true;
      stream.emit("prefinish");
      state.pendingcb += 1;
      nextTick(finish, stream, state);
    }
  };
  state.sync = true;
  state.pendingcb += 1;
  try {
    stream._final(onFinal);
  } catch (error) {
    onFinal(error);
  }
  state.sync = false;
}

/**
 * Finishes a stream that has ended and has nothing left to write.
 *
 * @param {any} stream
 * @param {any} state
 * @param {boolean} [isSync] whether `end()` is still running
 */
export function finishMaybe(stream, state, isSync = false) {
  if (!needsFinish(state)) return;
  if (!state.prefinished && !state.finalCalled) {
    if (typeof stream._final === "function" && !state.destroyed) {
      state.finalCalled = true;
      callFinal(stream, state);
    } else {
      state.finalCalled = true;
      state.prefinished = true;
      stream.emit("prefinish");
    }
  }
  if (state.pendingcb !== 0) return;
  if (isSync) {
    state.pendingcb += 1;
    nextTick(() => {
      if (needsFinish(state)) finish(stream, state);
      else state.pendingcb -= 1;
    });
  } else if (needsFinish(state)) {
    state.pendingcb += 1;
    finish(stream, state);
  }
}

function finish(stream, state) {
  state.pendingcb -= 1;
  state.finished = true;
  callFinished(state, null);
  stream.emit("finish");
  if (!state.autoDestroy) return;
  const reading = stream._readableState;
  if (!reading || (reading.autoDestroy && (reading.endEmitted || reading.readable === false))) stream.destroy();
}
