// @ts-check
// The names of objects' members in their order, in a tree: each shape has one name more than the one before it.

import { OwnMap } from "../shared/primordials.js";

/**
 * @typedef {object} Shape
 * @property {number} id
 * @property {string | undefined} key the name that was added last
 * @property {Shape | undefined} next the shape with it
 * @property {Map<string, Shape> | undefined} more all of them by the name
 */

/** @type {(id: number) => Shape} */
const makeShape = (id) => /** @type {Shape} */ ({ __proto__: null, id, key: undefined, next: undefined, more: undefined });

/** @param {import("./embedded.js").Native} native */
export const makeShapes = (native) => {
  const root = makeShape(0);

  /**
   * The shape with one more name; `undefined` when native code has none for it.
   *
   * @param {Shape} from
   * @param {string} key
   * @returns {Shape | undefined}
   */
  const step = (from, key) => {
    let next = from.more === undefined ? undefined : from.more.get(key);
    if (next === undefined) {
      const id = native.shape(from.id, key);
      if (id === undefined) return undefined;
      next = makeShape(id);
      (from.more ??= new OwnMap()).set(key, next);
    }
    from.key = key;
    from.next = next;
    return next;
  };

  return { root, step };
};
