// @ts-check
// A proxy that makes its properties on demand, and that is safe to await, print, spread, compare and inspect.

import { namesOfObjects, OwnMap, Proxy, symbolToPrimitive, symbolToStringTag } from "../shared/primordials.js";

/** The most members that are kept: a page chooses the names. */
const MOST_KEPT = 1024;

/** Names that other code reads from any object. They are not made on demand; some have the value that an empty object has. */
const reserved = new OwnMap();
/**
 * @param {readonly string[]} names
 * @param {unknown} answer
 */
const reserve = (names, answer) => {
  for (let at = 0; at < names.length; at += 1) reserved.set(names[at], answer);
};
reserve(namesOfObjects, undefined);
reserve(["then", "catch", "finally", "toJSON", "inspect", "nodeType"], undefined);
reserve(["hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable"], () => false);

const refuse = () => false;

/**
 * @typedef {object} Known
 * @property {() => string[]} names its own property names
 * @property {(key: string) => { value?: unknown } | undefined} [constant]
 */

/**
 * @param {string} name its text
 * @param {string} tag
 * @param {(key: string) => unknown} make
 * @param {Known} [known]
 * @returns {Record<string, *>}
 */
export const safeProxy = (name, tag, make, known) => {
  const kept = new OwnMap();
  const print = () => name;
  /** @type {(target: object, key: string | symbol) => unknown} */
  const get = (_, key) => {
    if (key === symbolToPrimitive) return print;
    if (key === symbolToStringTag) return tag;
    if (typeof key === "symbol") return undefined;
    if (key === "toString" || key === "toLocaleString" || key === "valueOf") return print;
    if (reserved.has(key)) return reserved.get(key);
    const constant = known?.constant?.(key);
    if (constant !== undefined) return constant.value;
    const before = kept.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    if (kept.size < MOST_KEPT) kept.set(key, made);
    return made;
  };
  // Nobody receives the target. It is not frozen, because a proxy may list no property that a frozen target lacks.
  return new Proxy(
    /** @type {Record<string, *>} */ ({ __proto__: null }),
    /** @type {ProxyHandler<object>} */ ({
      __proto__: null,
      get,
      ownKeys: () => known?.names() ?? [],
      getOwnPropertyDescriptor: (target, key) => {
        if (typeof key !== "string" || known === undefined || reserved.has(key)) return undefined;
        const names = known.names();
        for (let at = 0; at < names.length; at += 1) {
          if (names[at] !== key) continue;
          return /** @type {PropertyDescriptor} */ ({ __proto__: null, value: get(target, key), enumerable: true, configurable: true });
        }
        return undefined;
      },
      preventExtensions: refuse,
      has: (_, key) => typeof key === "string" && !reserved.has(key),
      set: refuse,
      defineProperty: refuse,
      deleteProperty: refuse,
      setPrototypeOf: refuse,
    }),
  );
};
