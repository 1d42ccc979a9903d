// @ts-check
// A proxy that makes what it is asked for, and is still safe to await, print, spread, compare and inspect.

import { MapOf, ObjectPrototype, ProxyBase, freeze, getOwnPropertyNames, mapGet, mapHas, mapSet, mapSize, toPrimitive, toStringTag } from "./primordials.js";

/** Names made once are kept, up to this many: names come from the page. */
const MOST_KEPT = 1024;

/** Names that others ask every object for. None of them is made; some answer as an empty object would. */
const reserved = new Map();
for (const name of [...getOwnPropertyNames(ObjectPrototype), "then", "catch", "finally", "toJSON", "inspect", "nodeType"]) {
  reserved.set(name, undefined);
}
const no = () => false;
for (const name of ["hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable"]) reserved.set(name, no);

const nothing = /** @type {object} */ (freeze({ __proto__: null }));
const refuse = () => false;

/**
 * @param {string} name what it prints as
 * @param {string} tag
 * @param {(key: string) => unknown} make
 * @returns {Record<string, *>}
 */
export const safeProxy = (name, tag, make) => {
  const kept = new MapOf();
  const print = () => name;
  /** @type {(target: object, key: string | symbol) => unknown} */
  const get = (_, key) => {
    if (key === toPrimitive) return print;
    if (key === toStringTag) return tag;
    if (typeof key === "symbol") return undefined;
    if (key === "toString" || key === "toLocaleString" || key === "valueOf") return print;
    if (mapHas(reserved, key)) return mapGet(reserved, key);
    const known = mapGet(kept, key);
    if (known !== undefined) return known;
    const made = make(key);
    if (mapSize(kept) < MOST_KEPT) mapSet(kept, key, made);
    return made;
  };
  return new ProxyBase(
    nothing,
    /** @type {ProxyHandler<object>} */ ({
      __proto__: null,
      get,
      has: (_, key) => typeof key === "string" && !mapHas(reserved, key),
      set: refuse,
      defineProperty: refuse,
      deleteProperty: refuse,
      setPrototypeOf: refuse,
    }),
  );
};
