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
 * @property {() => TestSettings | null} testSettings what the receiver of test events asks for; `null` if there is none
 * @property {(event: string, error: unknown) => void} sendTestEvent passes an event as JSON, and the error of a failed test
 * @property {() => string} openResources the open resources for leak checks, as JSON; empty if there is none
 * @property {(kind: string, path: string) => string | null} readSnapshots the text of a snapshot file: `node` or `jest` for those of
 *   the file of tests, `file` for one at a path beside it; `null` if it does not exist
 * @property {(kind: string, path: string, text: string | null) => void} writeSnapshots writes it, or removes it for `null`; for `inline`
 *   the text is JSON: the places of calls in the source, and their snapshots
 * @property {() => boolean} isImporting whether the modules of the program are being loaded or evaluated
 * @property {Harness | undefined} harness the tests of the program; `undefined` before it uses `node:test`
 * @property {(path: string) => Function | undefined} makeRequire the `require` of a path or URL; `undefined` where nothing is loaded from
 * @property {readonly string[]} builtInNames the modules that exist here
 * @property {(specifier: string) => boolean} isBuiltIn
 * @property {() => { nextTick: (callback: Function, ...values: any[]) => void, emitWarning: (warning: any) => void }} process makes the
 *   object `process` when it is first used: it is an emitter itself, so the module `events` does not import it
 * @property {() => unknown} makeInput makes the stream `process.stdin`, whose class needs `process` itself
 * @property {import("./built-ins.js").FileHost} files below the root of the modules
 */

/** @typedef {{ filter: string[], only: boolean, leaks: boolean, snapshots: "new" | "all" | "none" | null }} TestSettings */

/**
 * What the tests of a program do about its end.
 *
 * @typedef {object} Harness
 * @property {() => boolean} resume called when nothing is left to do; returns whether tests go on
 * @property {(status: number) => number} exit called by `process.exit`; returns the exit status
 * @property {(event: string, error: unknown) => boolean} charge takes an error that nobody caught, unless it returns false
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
  testSettings: () => null,
  sendTestEvent: () => {},
  openResources: () => "",
  readSnapshots: () => null,
  writeSnapshots: () => {},
  isImporting: () => false,
  harness: undefined,
  builtInNames: [],
  isBuiltIn: () => false,
  process: () => {
    throw new Error("there is no process");
  },
  makeInput: () => {
    throw new Error("there is no input");
  },
};
