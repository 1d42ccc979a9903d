// @ts-check
// Pipes from a readable to a writable stream.

import * as processes from "#deferred/node/process.js";
import { indexOf, Set, setAdd, setDelete, setSize } from "../../shared/primordials.js";
import { nextTick } from "../next-tick.js";
import { push, splice } from "../node-primordials.js";
import { errorOrDestroy } from "./destroy.js";
import { flowing as methods } from "./flow.js";
import { prependListener } from "./legacy.js";

methods.pipe = function pipe(target, options) {
  const source = this;
  const state = this._readableState;
  if (state.pipes.length === 1 && !state.multiAwaitDrain) {
    const before = state.awaitDrainWriters;
    state.multiAwaitDrain = true;
    state.awaitDrainWriters = new Set();
    if (before) setAdd(state.awaitDrainWriters, before);
  }
  push(state.pipes, target);
  const { stdout, stderr } = processes.process;
  const endsTarget = (!options || options.end !== false) && target !== stdout && target !== stderr;

  const stop = () => {
    source.unpipe(target);
  };
  const onEnd = () => {
    target.end();
  };
  const whenEnded = endsTarget ? onEnd : stop;
  if (state.endEmitted) nextTick(whenEnded);
  else source.once("end", whenEnded);

  let onDrain;
  let isCleanedUp = false;
  const onUnpipe = (readable, details) => {
    if (readable !== source || details?.hasUnpiped !== false) return;
    details.hasUnpiped = true;
    cleanUp();
  };
  target.on("unpipe", onUnpipe);

  const cleanUp = () => {
    target.removeListener("close", onClose);
    target.removeListener("finish", onFinish);
    if (onDrain) target.removeListener("drain", onDrain);
    target.removeListener("error", onError);
    target.removeListener("unpipe", onUnpipe);
    source.removeListener("end", onEnd);
    source.removeListener("end", stop);
    source.removeListener("data", onData);
    isCleanedUp = true;
    if (onDrain && state.awaitDrainWriters && (!target._writableState || target._writableState.needDrain)) onDrain();
  };
  const pause = () => {
    if (!isCleanedUp) {
      if (state.pipes.length === 1 && state.pipes[0] === target) {
        state.awaitDrainWriters = target;
        state.multiAwaitDrain = false;
      } else if (state.pipes.length > 1 && indexOf(state.pipes, target) >= 0) {
        setAdd(state.awaitDrainWriters, target);
      }
      source.pause();
    }
    if (!onDrain) {
      onDrain = () => resumeAfter(source, target);
      target.on("drain", onDrain);
    }
  };
  const onData = (chunk) => {
    if (target.write(chunk) === false) pause();
  };
  source.on("data", onData);
  const onError = (error) => {
    stop();
    target.removeListener("error", onError);
    if (target.listenerCount("error") !== 0) return;
    const ofTarget = target._writableState || target._readableState;
    if (ofTarget && !ofTarget.errorEmitted) errorOrDestroy(target, error);
    else target.emit("error", error);
  };
  prependListener(target, "error", onError);
  const onClose = () => {
    target.removeListener("finish", onFinish);
    stop();
  };
  target.once("close", onClose);
  const onFinish = () => {
    target.removeListener("close", onClose);
    stop();
  };
  target.once("finish", onFinish);
  target.emit("pipe", source);
  if (target.writableNeedDrain === true) pause();
  else if (!state.flowing) source.resume();
  return target;
};

/** Lets a source flow again if no other target has to drain. */
function resumeAfter(source, target) {
  const state = source._readableState;
  if (state.awaitDrainWriters === target) state.awaitDrainWriters = null;
  else if (state.multiAwaitDrain) setDelete(state.awaitDrainWriters, target);
  const isWaiting = state.awaitDrainWriters && (!state.multiAwaitDrain || setSize(state.awaitDrainWriters) > 0);
  if (!isWaiting && state.dataListening) source.resume();
}

methods.unpipe = function unpipe(target) {
  const state = this._readableState;
  if (state.pipes.length === 0) return this;
  if (!target) {
    const all = state.pipes;
    state.pipes = [];
    this.pause();
    for (let i = 0; i < all.length; i++) all[i].emit("unpipe", this, { hasUnpiped: false });
    return this;
  }
  const at = indexOf(state.pipes, target);
  if (at < 0) return this;
  splice(state.pipes, at, 1);
  if (state.pipes.length === 0) this.pause();
  target.emit("unpipe", this, { hasUnpiped: false });
  return this;
};

/** The methods of readable streams, with those of this module. */
export const piping = methods;
