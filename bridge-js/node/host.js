// @ts-check
// What the modules of a context provide to the built-in modules; set before one of them is evaluated.

import { Error } from "../shared/primordials.js";

/**
 * @typedef {object} ProcessDescription
 * @property {string} cwd
 * @property {string} version
 * @property {string} arch
 * @property {string | null} main the path of the main module
 * @property {{ [name: string]: string }} env
 */

/**
 * @typedef {object} NodeHost
 * @property {() => ProcessDescription} describe
 * @property {(status: number) => void} exit ends the program: nothing of it runs when the current script has returned
 * @property {(listener: (name: string, value: unknown) => number) => void} onEvent has the listener called for each event of
 *   `process`; it returns the exit status for `exit`, and 1 for an error that was handled
 * @property {(path: string) => Function | undefined} makeRequire the `require` of a path or URL; `undefined` where nothing is loaded from
 * @property {import("./built-ins.js").FileHost} files below the root of the modules
 */

/** @type {NodeHost} */
export const nodeHost = {
  describe: () => ({ cwd: "/", version: "1", arch: "x64", main: null, env: {} }),
  makeRequire: () => undefined,
  exit: () => {},
  onEvent: () => {},
  files: {
    fileKind: () => undefined,
    fileBytes: () => {
      throw new Error("there are no files");
    },
    fileNames: () => [],
  },
};
