// @ts-check
// A `Date` that follows the runtime's clock, for a clock that a test moves.

import { defineHidden, nullPrototype } from "../../shared/define.js";
import { host } from "../host.js";
import { construct, Date, dateToString, floor, globalObject, Proxy } from "../../shared/primordials.js";

/** Milliseconds since 1970, whole, as `Date` has them. */
const now = () => floor(host.timeOrigin + host.now());

/**
 * Puts a `Date` in place of the engine's that reads the runtime's clock: `new Date()`, `Date()` and `Date.now()`. It is
 * the engine's in all else, so dates made before and classes that extend it are of one kind.
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
