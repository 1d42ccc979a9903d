// @ts-check
import { nullPrototype } from "../../shared/define.js";
import { construct, dateToString, defineProperty, functionToString, getOwnPropertyDescriptor, ownKeys } from "../../shared/primordials.js";

/**
 * A `Date` whose current time a test decides.
 *
 * @param {any} Original
 * @param {() => number} now
 * @returns {any}
 */
export function makeDate(Original, now) {
  /** @type {any} */
  const MockDate = function Date(...values) {
    if (!new.target) return dateToString(new Original(now()));
    return construct(Original, values.length === 0 ? [now()] : values, new.target === MockDate ? Original : new.target);
  };
  const names = ownKeys(Original);
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {PropertyKey} */ (names[i]);
    const descriptor = getOwnPropertyDescriptor(Original, name);
    if (name !== "prototype" && descriptor !== undefined) defineProperty(MockDate, name, descriptor);
  }
  const own = { now: () => now(), toString: () => functionToString(Original) };
  define(MockDate, "now", own.now);
  define(MockDate, "toString", own.toString);
  defineProperty(MockDate, "isMock", nullPrototype({ value: true, enumerable: true }));
  MockDate.prototype = Original.prototype;
  return MockDate;
}

const define = (object, name, value) => defineProperty(object, name, nullPrototype({ value, writable: true, enumerable: true, configurable: true }));
