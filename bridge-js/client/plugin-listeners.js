// @ts-check
// `addListener` and `removeAllListeners` as in plugins of Capacitor: promises around `on` and its undo function.

import { freeze, OwnMap } from "../shared/primordials.js";
import { last, newPromise } from "./promises.js";

/**
 * @param {(event: string, listener: *, options?: *) => () => void} on for the events of the plugin
 */
export const makeListeners = (on) => {
  /** The undo function of each active listener, by a number. */
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
