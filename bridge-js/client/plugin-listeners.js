// @ts-check
// `addListener` and `removeAllListeners`, as the plugins of Capacitor have them: promises around `on` and its undo.

import { OwnMap, freeze } from "./primordials.js";
import { last, newPromise } from "./promises.js";

/**
 * @param {(event: string, listener: *, options?: *) => () => void} on for the plugin's own events
 */
export const makeListeners = (on) => {
  /** What takes each listener away that is still there, by a number. */
  const undos = new OwnMap();
  let added = 0;

  /** @param {string} event @param {*} listener */
  const add = (event, listener) => {
    const stop = on(event, listener);
    const number = (added += 1);
    undos.set(number, stop);
    const remove = () => settled(() => {
      undos.delete(number);
      stop();
    });
    return freeze({ __proto__: null, remove });
  };
  const removeAll = () => {
    undos.forEach((/** @type {() => void} */ stop) => stop());
    undos.clear();
  };

  return {
    /** @param {string} event @param {*} listener */
    addListener: (event, listener) => settled(() => add(event, listener)),
    removeAllListeners: () => settled(removeAll),
  };
};

/** @param {() => unknown} make @returns {Promise<unknown>} */
const settled = (make) => {
  const promise = newPromise();
  const { resolve, reject } = last;
  try {
    resolve(make());
  } catch (error) {
    reject(error);
  }
  return promise;
};
