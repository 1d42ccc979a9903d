// @ts-check
// The snapshots of a file of tests. The command reads and writes the files: a program can only name them.

import { Error, OwnMap } from "../../shared/primordials.js";
import { nullPrototype } from "../../shared/define.js";
import { nodeError } from "../errors.js";
import { JSON, push } from "../node-primordials.js";
import { nodeHost } from "../host.js";
import { failure, kinds } from "./failure.js";
import { report } from "./report.js";
import { settings } from "./settings.js";
import { isOf, SnapshotFile } from "./snapshot-file.js";

/** @typedef {import("./test.js").Test} Test */
/** @typedef {"node" | "jest"} Kind */

const state = nullPrototype({
  /** @type {{ [kind: string]: SnapshotFile | undefined }} */
  files: nullPrototype({}),
  /** Texts for calls in the source, by their places. @type {Map<string, { line: number, column: number, text: string, isReplaced: boolean }>} */
  inline: new OwnMap(),
  written: 0,
  updated: 0,
  removed: 0,
  /** @type {string[]} */
  obsolete: [],
});

/** What the run does with snapshots: `new` writes those that do not exist, `all` also replaces others, `none` writes nothing. */
function mode() {
  const { snapshots } = settings();
  if (snapshots !== undefined) return snapshots;
  throw nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", "Snapshots need a command that reads and writes their files: run the tests with causeway test.");
}

/** @returns {SnapshotFile} */
function fileOf(/** @type {Kind} */ kind) {
  const known = state.files[kind];
  if (known !== undefined) return known;
  mode();
  const text = nodeHost.readSnapshots(kind, "");
  try {
    const file = new SnapshotFile(kind, text);
    state.files[kind] = file;
    return file;
  } catch (error) {
    throw new Error(`The snapshot file of ${kind === "node" ? "t.assert.snapshot()" : "expect()"} is not valid, ${/** @type {any} */ (error).message}. Repair it, or delete it and run causeway test --update.`);
  }
}

/** The error for a snapshot that does not exist and is not written. */
const missing = (/** @type {string} */ what) =>
  new Error(`${what} does not exist, and CI=true is set, with which no snapshot is written. Run causeway test --update without it, and commit the file.`);

/**
 * Compares a text with the next snapshot of a test, and writes it if the run does so.
 *
 * @param {Kind} kind
 * @param {string} name of the test, with a hint
 * @param {string} text
 * @returns {{ id: string, expected: string } | undefined} the snapshot that differs
 */
export function compareSnapshot(kind, name, text) {
  const file = fileOf(kind);
  const id = file.next(name);
  const expected = file.get(id);
  if (expected === text) return undefined;
  if (expected === undefined) {
    if (mode() === "none") throw missing(`The snapshot ${JSON.stringify(id)}`);
    state.written += 1;
  } else {
    if (mode() !== "all") return { id, expected };
    state.updated += 1;
  }
  file.set(id, text);
  return undefined;
}

/**
 * Compares a text with a file beside that of the tests.
 *
 * @returns {string | undefined} the text of the file, if it differs
 */
export function compareFile(/** @type {string} */ path, /** @type {string} */ text) {
  const change = mode();
  const expected = nodeHost.readSnapshots("file", path);
  if (expected === text) return undefined;
  if (expected === null) {
    if (change === "none") throw missing(`The snapshot file ${JSON.stringify(path)}`);
    state.written += 1;
  } else {
    if (change !== "all") return expected;
    state.updated += 1;
  }
  nodeHost.writeSnapshots("file", path, text);
  return undefined;
}

/**
 * Compares a text with the argument of a call, and notes it for the source if the run writes it.
 *
 * @param {string} text
 * @param {string | undefined} expected
 * @param {{ line: number, column: number } | undefined} location of the call
 * @returns {boolean} whether the text is the right one
 */
export function compareInline(text, expected, location) {
  if (expected === text) return true;
  const change = mode();
  if (expected === undefined) {
    if (change === "none") throw missing("The inline snapshot");
    state.written += 1;
  } else {
    if (change !== "all") return false;
    state.updated += 1;
  }
  if (location === undefined) throw new Error("The place of the call is not known: call the matcher in the file of the tests.");
  const { line, column } = location;
  const place = `${line}:${column}`;
  const other = state.inline.get(place);
  if (other !== undefined && other.text !== text) throw new Error("The same call has more than one inline snapshot: use toMatchSnapshot() in a loop.");
  state.inline.set(place, { line, column, text, isReplaced: expected !== undefined });
  return true;
}

/**
 * Writes the snapshots of the file and reports their numbers.
 *
 * @param {Test} root
 * @param {boolean} isComplete whether every test has run to its end
 * @returns {boolean} whether that succeeded
 */
export function finishSnapshots(root, isComplete) {
  if (settings().snapshots === undefined) return true;
  let isRight = true;
  const attempt = (/** @type {() => void} */ run) => {
    try {
      run();
    } catch (error) {
      isRight = false;
      report("fail", { __proto__: null, nesting: 0, name: "snapshots of the file", testNumber: 0, duration: 0, isLate: true }, undefined, failure(error, kinds.code));
    }
  };
  attempt(() => finishFile("node", root, " > ", isComplete));
  attempt(() => finishFile("jest", root, " ", isComplete));
  attempt(writeInline);
  const { written, updated, removed, obsolete } = state;
  if (written + updated + removed + obsolete.length > 0) {
    report("snapshots", { __proto__: null, snapshots: { written, updated, removed, obsolete } });
  }
  return isRight;
}

function finishFile(/** @type {Kind} */ kind, /** @type {Test} */ root, /** @type {string} */ separator, /** @type {boolean} */ isComplete) {
  if (state.files[kind] === undefined && nodeHost.readSnapshots(kind, "") === null) return;
  const file = fileOf(kind);
  const ids = isComplete ? file.unused() : [];
  for (let i = 0; i < ids.length; i++) {
    const id = /** @type {string} */ (ids[i]);
    if (mayBeUsed(root, id, separator)) continue;
    if (settings().snapshots === "all") {
      file.remove(id);
      state.removed += 1;
    } else {
      push(state.obsolete, id);
    }
  }
  if (file.isChanged) nodeHost.writeSnapshots(kind, "", file.text());
}

/** Whether a snapshot may belong to a test that has not run, or not to its end. */
function mayBeUsed(/** @type {Test} */ test, /** @type {string} */ id, /** @type {string} */ separator) {
  if (test.parent !== null && (!test.passed || test.skipped || test.isTodo) && isOf(id, test.fullName(separator))) return true;
  for (let i = 0; i < test.subtests.length; i++) if (mayBeUsed(/** @type {Test} */ (test.subtests[i]), id, separator)) return true;
  return false;
}

function writeInline() {
  /** @type {object[]} */
  const list = [];
  state.inline.forEach((snapshot) => {
    push(list, snapshot);
  });
  if (list.length > 0) nodeHost.writeSnapshots("inline", "", JSON.stringify(list));
}
