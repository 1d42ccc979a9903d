// @ts-check
// How a writable stream is destroyed, and the properties that show its state.

import { apply, symbolFor } from "../../shared/primordials.js";
import { nextTick } from "../next-tick.js";
import { defineProperties } from "../node-primordials.js";
import { destroy, undestroy } from "./destroy.js";
import { kOnFinished } from "./finishing.js";
import { failBuffered, methods } from "./writable.js";

methods.destroy = /** @this {any} */ function (error, callback) {
  const state = this._writableState;
  if (!state.destroyed && (state.bufferedIndex < state.buffered.length || state[kOnFinished].length > 0)) nextTick(failBuffered, state);
  apply(destroy, this, [error, callback]);
  return this;
};
methods._undestroy = undestroy;
methods._destroy = function (error, callback) {
  callback(error);
};
methods[symbolFor("nodejs.rejection")] = function (error) {
  this.destroy(error);
};

const property = (get, set = /** @type {any} */ (undefined)) => ({ __proto__: null, get, set, enumerable: false, configurable: true });
const ofState = (read, otherwise = /** @type {any} */ (undefined)) => property(/** @this {any} */ function () {
  return this._writableState ? read(this._writableState) : otherwise;
});

/** The accessors that a duplex stream has as well. */
export const accessors = {
  writable: property(/** @this {any} */ function () {
    const state = this._writableState;
    return !!state && state.writable !== false && !state.destroyed && !state.errored && !state.ending && !state.ended;
  }, /** @this {any} */ function (value) {
    if (this._writableState) this._writableState.writable = !!value;
  }),
  writableFinished: ofState((state) => state.finished, false),
  writableObjectMode: ofState((state) => state.objectMode, false),
  writableBuffer: ofState((state) => state.getBuffer()),
  writableEnded: ofState((state) => state.ending, false),
  writableNeedDrain: ofState((state) => !state.destroyed && !state.ending && state.needDrain, false),
  writableHighWaterMark: ofState((state) => state.highWaterMark),
  writableCorked: ofState((state) => state.corked, 0),
  writableLength: ofState((state) => state.length),
};

defineProperties(methods, accessors);
defineProperties(methods, {
  writableAborted: ofState((state) => !!(state.writable !== false && (state.destroyed || state.errored) && !state.finished)),
  closed: ofState((state) => state.closed, false),
  destroyed: property(/** @this {any} */ function () {
    return this._writableState ? this._writableState.destroyed : false;
  }, /** @this {any} */ function (value) {
    if (this._writableState) this._writableState.destroyed = value;
  }),
  errored: ofState((state) => state.errored, null),
});
