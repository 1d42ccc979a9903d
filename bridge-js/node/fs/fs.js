// @ts-check
// The modules `fs` and `fs/promises`, over the files plugin and the files below the root of the program's modules.

import * as buffers from "#deferred/node/buffer.js";
import { apply, promiseThen, symbolAsyncIterator, symbolFor } from "../../shared/primordials.js";
import { validateFunction } from "../errors.js";
import { nameMethods } from "../naming.js";
import { nextTick } from "../next-tick.js";
import { push, slice } from "../node-primordials.js";
import { refuseAll } from "../refusal.js";
import { runLater, runNow } from "./calls.js";
import { noDescriptors, readSync } from "./input.js";
import * as operations from "./operations.js";
import { ReadStream, WriteStream } from "./streams.js";
import { constants, Dirent, Stats } from "./types.js";

const names = ["access", "appendFile", "copyFile", "lstat", "mkdir", "readFile", "readdir", "realpath", "rename", "rm", "rmdir", "stat", "unlink", "writeFile"];

/** @type {any} */
export const fs = { constants, F_OK: constants.F_OK, R_OK: constants.R_OK, W_OK: constants.W_OK, X_OK: constants.X_OK, Dirent, ReadStream, FileReadStream: ReadStream, Stats, WriteStream, FileWriteStream: WriteStream };
/** @type {any} */
export const promises = { constants };

for (let i = 0; i < names.length; i++) {
  const name = names[i];
  promises[name] = async (...values) => runLater(operations[name], values);
  // Promises take no descriptors.
  const operation = name === "readFile" ? operations.readFileOrInput : operations[name];
  fs[`${name}Sync`] = (...values) => runNow(operation, values);
  fs[name] = (...values) => {
    const callback = values[values.length - 1];
    validateFunction(callback, "cb");
    const given = slice(values, 0, -1);
    const call = (error, value) => nextTick(() => (error === null && value === undefined ? callback(null) : apply(callback, undefined, [error, value])));
    promiseThen(runLater(operation, given), (value) => call(null, value), (error) => call(error, undefined));
  };
}

fs.existsSync = (path) => runNow(operations.exists, [path]);
fs.exists = (path, callback) => {
  validateFunction(callback, "cb");
  promiseThen(runLater(operations.exists, [path]), (found) => nextTick(callback, found));
};
fs.exists[symbolFor("nodejs.util.promisify.custom")] = (path) => runLater(operations.exists, [path]);
fs.realpathSync.native = fs.realpathSync;
fs.realpath.native = fs.realpath;

/** Also of the chunks of an iterable. */
promises.writeFile = async (path, data, options) => {
  if (typeof data !== "object" || data === null || typeof data[symbolAsyncIterator] !== "function") return runLater(operations.writeFile, [path, data, options]);
  const { encoding } = operations.optionsOf(options);
  const parts = [];
  for await (const chunk of data) push(parts, operations.bytesFor(chunk, encoding));
  return runLater(operations.writeFile, [path, /** @type {any} */ (buffers.Buffer).concat(parts), options]);
};

fs.createReadStream = (path, options) => new (/** @type {any} */ (ReadStream))(path, options);
fs.createWriteStream = (path, options) => new (/** @type {any} */ (WriteStream))(path, options);
fs.promises = promises;

fs.readSync = readSync;
refuseAll(fs, "fs", [
  "close", "closeSync", "fchmod", "fchmodSync", "fchown", "fchownSync", "fdatasync", "fdatasyncSync", "fstat", "fstatSync", "fsync",
  "fsyncSync", "ftruncate", "ftruncateSync", "futimes", "futimesSync", "open", "openSync", "read", "readv", "readvSync",
  "write", "writeSync", "writev", "writevSync",
], noDescriptors);
refuseAll(promises, "fs.promises", ["open"], noDescriptors);
const noAttributes = "The files plugin knows no owners, permissions, links and other times than that of the last change.";
const attributes = ["chmod", "chown", "lchmod", "lchown", "link", "lutimes", "readlink", "statfs", "symlink", "truncate", "utimes"];
refuseAll(promises, "fs.promises", attributes, noAttributes);
for (let i = 0; i < attributes.length; i++) refuseAll(fs, "fs", [attributes[i], `${attributes[i]}Sync`], noAttributes);
const elsewhere = "Use readdir with recursive: true, mkdir and copyFile.";
refuseAll(fs, "fs", ["Dir", "cp", "cpSync", "mkdtemp", "mkdtempSync", "openAsBlob", "opendir", "opendirSync"], elsewhere);
refuseAll(promises, "fs.promises", ["cp", "mkdtemp", "opendir"], elsewhere);
const noWatching = "Use bridge.stream(\"files.watch\", { path, directory }).";
refuseAll(fs, "fs", ["unwatchFile", "watch", "watchFile"], noWatching);
refuseAll(promises, "fs.promises", ["watch"], noWatching);
nameMethods(fs);
nameMethods(promises);
