// @ts-check
// A `Date` that follows the runtime's clock, where that is a virtual one.

import { defineHidden, nullPrototype } from "../../shared/define.js";
import { host } from "../host.js";
import { construct, Date, dateToString, floor, globalObject, Proxy } from "../../shared/primordials.js";

/** Whole milliseconds since 1970, as in `Date`. */
const now = () => floor(host.timeOrigin + host.now());

/**
 * Replaces the engine's `Date` by one that reads the runtime's clock in `new Date()`, `Date()` and `Date.now()`. Otherwise
 * it is the engine's class, so that dates made before and classes that extend it have the same prototype.
 */
export function moveDate() {
  const moved = new Proxy(
    Date,
    nullPrototype({
      apply: () => dateToString(new Date(now())),
      construct: (/** @type {Function} */ target, /** @type {unknown[]} */ values, /** @type {Function} */ type) =>
        construct(target, values.length === 0 ? [now()] : values, type),
    }),
  );
  const methods = { now: () => now() };
  defineHidden(Date, "now", methods.now);
  defineHidden(Date.prototype, "constructor", moved);
  defineHidden(globalObject, "Date", moved);
}
