// @ts-check
// A proxy that makes what it is asked for, and is still safe to await, print, spread, compare and inspect.

import { OwnMap, ProxyBase, namesOfObjects, toPrimitive, toStringTag } from "./primordials.js";

/** Names made once are kept, up to this many: names come from the page. */
const MOST_KEPT = 1024;

/** Names that others ask every object for. None of them is made; some answer as an empty object would. */
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
 * @property {() => string[]} names what it lists as its own
 * @property {(key: string) => { value?: unknown } | undefined} [constant]
 */

/**
 * @param {string} name what it prints as
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
    if (key === toPrimitive) return print;
    if (key === toStringTag) return tag;
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
  // Nobody sees the target; it is not frozen, since a proxy may list nothing that a frozen target has not.
  return new ProxyBase(
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
