// @ts-check
import * as report from "#deferred/web/events/report.js";
import { carry } from "../../shared/async-context.js";
import { defineHidden } from "../../shared/define.js";
import { Promise, promiseThen, TypeError } from "../../shared/primordials.js";

/** @type {Promise<void>} */
const settled = new Promise((resolve) => resolve());
// Without a constructor, `then` makes a plain promise and runs no code of a page.
defineHidden(settled, "constructor", undefined);

/** @param {unknown} callback */
export function queueMicrotask(callback) {
  if (typeof callback !== "function") {
    throw new TypeError(`queueMicrotask: the callback must be a function, not ${typeof callback}`);
  }
  const carried = carry(callback);
  const run = () => {
    try {
      carried();
    } catch (error) {
      report.reportUncaught(error);
    }
  };
  promiseThen(settled, run);
}
