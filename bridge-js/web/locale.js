// @ts-check
// The default locale, where the runtime is configured with one: the engine has that of the process.
//
// Each list of locales gets the default as its last one, which is what ECMA-402 falls back to: where the list is empty, and where
// the engine supports no other locale of it.

import { defineHidden, nullPrototype } from "../shared/define.js";
import { append } from "../shared/lists.js";
import {
  apply, BigInt, construct, Date, Intl, Number, Proxy, String, Temporal,
} from "../shared/primordials.js";

const { Collator } = Intl;
/** @type {(locales: unknown) => string[]} */
const getCanonicalLocales = /** @type {*} */ (Intl).getCanonicalLocales;

/**
 * Makes everything that has a default locale use this one.
 * @param {string} tag in BCP 47's syntax
 */
export function setDefaultLocale(tag) {
  const locale = getCanonicalLocales(tag)[0];
  /** @param {unknown} given */
  const withDefault = (given) => {
    const locales = getCanonicalLocales(given);
    append(locales, locale);
    return locales;
  };

  const constructors = [
    "Collator", "DateTimeFormat", "DisplayNames", "DurationFormat", "ListFormat", "NumberFormat", "PluralRules", "RelativeTimeFormat",
    "Segmenter",
  ];
  for (let i = 0; i < constructors.length; i++) {
    const name = /** @type {"NumberFormat"} */ (constructors[i]);
    const original = Intl[name];
    if (original === undefined) continue; // An older engine lacks some.
    const localized = new Proxy(
      original,
      nullPrototype({
        apply: (/** @type {Function} */ target, /** @type {unknown} */ self, /** @type {unknown[]} */ values) =>
          apply(target, self, [withDefault(values[0]), values[1]]),
        construct: (/** @type {Function} */ target, /** @type {unknown[]} */ values, /** @type {Function} */ type) =>
          construct(target, [withDefault(values[0]), values[1]], type),
      }),
    );
    defineHidden(original.prototype, "constructor", localized);
    defineHidden(Intl, name, localized);
  }

  /**
   * @param {*} owner
   * @param {string} name of a method whose first argument is the locales
   */
  const localize = (owner, name) => {
    const original = owner?.prototype[name];
    if (original === undefined) return;
    const methods = {
      /** @type {(this: unknown, locales?: unknown, options?: unknown) => unknown} */
      [name](locales = undefined, options = undefined) {
        return apply(original, this, [withDefault(locales), options]);
      },
    };
    defineHidden(owner.prototype, name, methods[name]);
  };
  localize(Number, "toLocaleString");
  localize(BigInt, "toLocaleString");
  localize(Date, "toLocaleString");
  localize(Date, "toLocaleDateString");
  localize(Date, "toLocaleTimeString");
  localize(String, "toLocaleLowerCase");
  localize(String, "toLocaleUpperCase");
  localizeComparison(withDefault);
  if (Temporal === undefined) return;
  const kinds = ["Instant", "PlainDate", "PlainDateTime", "PlainMonthDay", "PlainTime", "PlainYearMonth", "ZonedDateTime", "Duration"];
  for (let i = 0; i < kinds.length; i++) localize(Temporal[/** @type {string} */ (kinds[i])], "toLocaleString");
}

/**
 * `localeCompare`: without locales and options it has one collator for all calls, as the engine has, because lists are sorted by it.
 *
 * @param {(given: unknown) => unknown[]} withDefault
 */
function localizeComparison(withDefault) {
  const original = String.prototype.localeCompare;
  /** @type {((one: string, other: string) => number) | undefined} */
  let compare;
  const methods = {
    /** @type {(this: unknown, that: unknown, locales?: unknown, options?: unknown) => number} */
    localeCompare(that, locales = undefined, options = undefined) {
      if (this === undefined || this === null || locales !== undefined || options !== undefined) {
        return /** @type {*} */ (apply(original, this, [that, withDefault(locales), options]));
      }
      if (compare === undefined) compare = new Collator(/** @type {string[]} */ (withDefault(undefined))).compare;
      return compare(`${this}`, `${that}`);
    },
  };
  defineHidden(String.prototype, "localeCompare", methods.localeCompare);
}
