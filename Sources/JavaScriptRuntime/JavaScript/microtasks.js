// @ts-check
import { defineHidden } from "./define.js";
import { apply, Promise, TypeError } from "./primordials.js";
import { reportUncaught } from "./report.js";

const { then } = Promise.prototype;
const settled = Promise.resolve();
// Without a constructor, `then` makes a plain promise and asks user-visible code for nothing.
defineHidden(settled, "constructor", undefined);

/** @param {unknown} callback */
export function queueMicrotask(callback) {
  if (typeof callback !== "function") {
    throw new TypeError(`queueMicrotask: the callback must be a function, not ${typeof callback}`);
  }
  const run = () => {
    try {
      callback();
    } catch (error) {
      reportUncaught(error);
    }
  };
  apply(then, settled, [run]);
}
