// @ts-check
// The class that all streams inherit from: an emitter that can be piped.

import * as emitters from "#deferred/node/events.js";
import { apply, isArray, setPrototypeOf } from "../../shared/primordials.js";
import { splice } from "../node-primordials.js";

/** @this {any} */
export function Stream(options) {
  apply(emitters.EventEmitter, this, [options]);
}
setPrototypeOf(Stream.prototype, emitters.EventEmitter.prototype);
setPrototypeOf(Stream, emitters.EventEmitter);

const methods = /** @type {any} */ (Stream.prototype);

/** Adds a listener before the others, also to an emitter without `prependListener`. */
export function prependListener(emitter, type, listener) {
  if (typeof emitter.prependListener === "function") return emitter.prependListener(type, listener);
  const existing = emitter._events?.[type];
  if (!existing) emitter.on(type, listener);
  else if (isArray(existing)) splice(existing, 0, 0, listener);
  else emitter._events[type] = [listener, existing];
  return emitter;
}

methods.pipe = function pipe(target, options) {
  const source = this;
  let hasEnded = false;
  const onData = (chunk) => {
    if (target.writable && target.write(chunk) === false && source.pause) source.pause();
  };
  const onDrain = () => {
    if (source.readable && source.resume) source.resume();
  };
  const onEnd = () => {
    if (hasEnded) return;
    hasEnded = true;
    target.end();
  };
  const onClose = () => {
    if (hasEnded) return;
    hasEnded = true;
    if (typeof target.destroy === "function") target.destroy();
  };
  const onError = function (error) {
    cleanUp();
    if (/** @type {any} */ (emitters.EventEmitter).listenerCount(this, "error") === 0) this.emit("error", error);
  };
  const endings = !target._isStdio && options?.end !== false ? [["end", onEnd], ["close", onClose]] : [];
  const cleanUp = () => {
    source.removeListener("data", onData);
    target.removeListener("drain", onDrain);
    for (let i = 0; i < endings.length; i++) source.removeListener(endings[i][0], endings[i][1]);
    source.removeListener("error", onError);
    target.removeListener("error", onError);
    source.removeListener("end", cleanUp);
    source.removeListener("close", cleanUp);
    target.removeListener("close", cleanUp);
  };
  source.on("data", onData);
  target.on("drain", onDrain);
  for (let i = 0; i < endings.length; i++) source.on(endings[i][0], endings[i][1]);
  prependListener(source, "error", onError);
  prependListener(target, "error", onError);
  source.on("end", cleanUp);
  source.on("close", cleanUp);
  target.on("close", cleanUp);
  target.emit("pipe", source);
  return target;
};

methods.eventNames = function eventNames() {
  const names = apply(/** @type {any} */ (emitters.EventEmitter.prototype).eventNames, this, []);
  const kept = [];
  for (let i = 0; i < names.length; i++) if (this.listenerCount(names[i]) > 0) splice(kept, kept.length, 0, names[i]);
  return kept;
};
