// @ts-check
// What the engine reads from the system's clock, where the runtime's clock is a virtual one: `Date`, the defaults of
// `Intl.DateTimeFormat`, and `Temporal.Now`.

import { defineHidden, nullPrototype } from "../../shared/define.js";
import { host } from "../host.js";
import {
  apply, construct, Date, dateToString, defineProperty, floor, getOwnPropertyDescriptor, globalObject, Intl, Proxy, Temporal, uncurry, WeakMap, weakMapGet, weakMapSet,
} from "../../shared/primordials.js";

/** Whole milliseconds since 1970, as in `Date`. */
const now = () => floor(host.timeOrigin + host.now());

/** Makes everything that reads the system's clock follow the runtime's. */
export function moveDate() {
  moveDateClass();
  moveFormats();
  if (Temporal !== undefined) moveTemporal();
}

/**
 * Replaces the engine's `Date` by one that reads the runtime's clock in `new Date()`, `Date()` and `Date.now()`. Otherwise
 * it is the engine's class, so that dates made before and classes that extend it have the same prototype.
 */
function moveDateClass() {
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

/** `format` and `formatToParts` of `Intl.DateTimeFormat` show the current time without an argument. */
function moveFormats() {
  const { prototype } = Intl.DateTimeFormat;
  const engineGetter = /** @type {Function} */ (getOwnPropertyDescriptor(prototype, "format")?.get);
  const engineParts = /** @type {Function} */ (prototype.formatToParts);
  /** The function of each format: a format returns the same one each time. @type {WeakMap<object, Function>} */
  const functions = new WeakMap();
  const methods = {
    /** @this {object} */
    get format() {
      const format = /** @type {(date: unknown) => string} */ (apply(engineGetter, this, []));
      let moved = weakMapGet(functions, format);
      if (moved === undefined) {
        // Without a name, as the engine's.
        moved = [(/** @type {unknown} */ date) => format(date === undefined ? now() : date)][0];
        weakMapSet(functions, format, moved);
      }
      return moved;
    },
    /** @this {object} */
    formatToParts(/** @type {unknown} */ date) {
      return apply(engineParts, this, [date === undefined ? now() : date]);
    },
  };
  const { get } = /** @type {PropertyDescriptor} */ (getOwnPropertyDescriptor(methods, "format"));
  defineProperty(prototype, "format", nullPrototype({ get, set: undefined, enumerable: false, configurable: true }));
  defineHidden(prototype, "formatToParts", methods.formatToParts);
}

/** The functions of `Temporal.Now`; `timeZoneId` does not read a clock. */
function moveTemporal() {
  const { Instant, Now, ZonedDateTime } = Temporal;
  const { fromEpochMilliseconds } = Instant;
  const { timeZoneId } = Now;
  const toZoned = uncurry(Instant.prototype.toZonedDateTimeISO);
  const toDateTime = uncurry(ZonedDateTime.prototype.toPlainDateTime);
  const toDate = uncurry(ZonedDateTime.prototype.toPlainDate);
  const toTime = uncurry(ZonedDateTime.prototype.toPlainTime);
  const instant = () => apply(fromEpochMilliseconds, Instant, [now()]);
  const zoned = (/** @type {unknown} */ zone) => toZoned(instant(), zone === undefined ? apply(timeZoneId, Now, []) : zone);
  const methods = {
    instant: () => instant(),
    zonedDateTimeISO: (/** @type {unknown} */ zone = undefined) => zoned(zone),
    plainDateTimeISO: (/** @type {unknown} */ zone = undefined) => toDateTime(zoned(zone)),
    plainDateISO: (/** @type {unknown} */ zone = undefined) => toDate(zoned(zone)),
    plainTimeISO: (/** @type {unknown} */ zone = undefined) => toTime(zoned(zone)),
  };
  defineHidden(Now, "instant", methods.instant);
  defineHidden(Now, "zonedDateTimeISO", methods.zonedDateTimeISO);
  defineHidden(Now, "plainDateTimeISO", methods.plainDateTimeISO);
  defineHidden(Now, "plainDateISO", methods.plainDateISO);
  defineHidden(Now, "plainTimeISO", methods.plainTimeISO);
}
