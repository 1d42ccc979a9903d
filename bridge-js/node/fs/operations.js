// @ts-check
// The operations of `node:fs`. Each is a generator that yields calls of the files plugin, so that there is one text for the
// synchronous form and the asynchronous ones.

import * as buffers from "#deferred/node/buffer.js";
import * as paths from "#deferred/node/path.js";
import { bytesOf } from "../../shared/bytes.js";
import { nullPrototype } from "../../shared/define.js";
import { Error, isView, Uint8Array } from "../../shared/primordials.js";
import { invalidArgType, invalidArgValue, nodeError, validateObject } from "../errors.js";
import { nodeHost } from "../host.js";
import { push } from "../node-primordials.js";
import { codeOf, systemError } from "./errors.js";
import { isDescriptor, isInputPath, noDescriptors, readInput } from "./input.js";
import { locate } from "./paths.js";
import { constants, Dirent, Stats } from "./types.js";

const hint = "Folders of the files plugin appear in the current directory by their names: causeway run --folder NAME=PATH[:rw] gives one, a host registers FilesPlugin";

/** Whether the error says that there is no such folder, or no plugin, and not that there is no such file. */
const isOutside = (error) => error.data?.directory === undefined;

const fail = (error, syscall, location, target = /** @type {any} */ (undefined)) =>
  systemError(codeOf(error), syscall, location, isOutside(error) ? { cause: error, hint, target } : { cause: error, target });

/** The options of a call, of which an encoding may stand alone. */
export function optionsOf(given) {
  if (given === undefined || given === null) return nullPrototype({});
  if (typeof given === "string") return nullPrototype({ encoding: given });
  validateObject(given, "options");
  return given;
}

function requireEncoding(encoding) {
  if (encoding === undefined || encoding === null || encoding === "buffer") return;
  if (!(/** @type {any} */ (buffers.Buffer).isEncoding(encoding))) throw invalidArgValue("encoding", encoding, "is invalid encoding");
}

const unsupported = (text) => nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", text);

/** Asks the plugin; where it has no such folder, the files of the program answer. */
function* ask(method, location, params, own, syscall) {
  let error;
  if (location.directory !== undefined) {
    const answer = yield [method, { path: location.path, directory: location.directory, ...params }];
    if (answer.error === undefined) return answer.value;
    error = answer.error;
    if (!isOutside(error)) throw fail(error, syscall, location);
  }
  const found = own?.();
  if (found !== undefined) return found;
  if (error === undefined || error.code !== "PERMISSION_DENIED" || error.data?.permission !== `files.read.${location.directory}`) throw systemError("ENOENT", syscall, location, { hint, cause: error });
  throw fail(error, syscall, location);
}

const wrap = (bytes) => /** @type {any} */ (buffers.Buffer).from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export function* readFile(path, given) {
  const options = optionsOf(given);
  requireEncoding(options.encoding);
  if (options.flag !== undefined && options.flag !== "r") throw unsupported(`fs.readFile: the flag "${options.flag}" is not supported; files are read with "r".`);
  const location = locate(path);
  if (isInputPath(location.full)) return decoded(yield* readInput(), options);
  const { data } = yield* ask("readFile", location, {}, () => {
    const kind = nodeHost.files.fileKind(location.full);
    if (kind === undefined) return undefined;
    if (kind !== "file") throw systemError("EISDIR", "read", location);
    try {
      return { data: new Uint8Array(nodeHost.files.fileBytes(location.full)) };
    } catch (error) {
      throw systemError(codeOf(error), "open", location, { cause: error });
    }
  }, "open");
  return decoded(wrap(data), options);
}

const decoded = (buffer, { encoding }) => (encoding && encoding !== "buffer" ? buffer.toString(encoding) : buffer);

/** The same for a path or a descriptor, of which there is one: standard input. */
export function* readFileOrInput(file, given) {
  if (!isDescriptor(file)) return yield* readFile(file, given);
  const options = optionsOf(given);
  requireEncoding(options.encoding);
  if (file !== 0) throw unsupported(`fs.readFile of a descriptor: ${noDescriptors}`);
  return decoded(yield* readInput(), options);
}

function* info(location, followsLinks, syscall) {
  return yield* ask("stat", location, { followsLinks }, () => {
    const kind = nodeHost.files.fileKind(location.full);
    if (kind === undefined) return undefined;
    const size = kind === "file" ? nodeHost.files.fileBytes(location.full).byteLength : 0;
    // The loader does not tell when a file changed.
    return { type: kind, size, mtime: NaN };
  }, syscall);
}

function* statOf(path, given, followsLinks, syscall) {
  const options = optionsOf(given);
  if (options.bigint) throw unsupported(`fs.${syscall}: the option bigint is not supported.`);
  const location = locate(path);
  try {
    const { type, size, mtime } = yield* info(location, followsLinks, syscall);
    return new Stats(type, size, mtime);
  } catch (/** @type {any} */ error) {
    if (options.throwIfNoEntry === false && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
    throw error;
  }
}

export const stat = (path, options) => statOf(path, options, true, "stat");
export const lstat = (path, options) => statOf(path, options, false, "lstat");

export function* exists(path) {
  try {
    yield* info(locate(path), true, "access");
    return true;
  } catch {
    return false;
  }
}

export function* access(path, mode) {
  const location = locate(path);
  yield* info(location, true, "access");
  // What the program may write is known when it writes; its own modules are never written.
  if ((mode ?? 0) & constants.W_OK && location.directory === undefined) throw systemError("EACCES", "access", location, { hint });
}

export function* realpath(path) {
  const location = locate(path);
  yield* info(location, true, "realpath");
  return location.full;
}

export function* readdir(path, given) {
  const options = optionsOf(given);
  if (options.encoding === "buffer") throw unsupported("fs.readdir: the encoding \"buffer\" is not supported.");
  const location = locate(path);
  const entries = [];
  const open = [["", location]];
  for (let at = 0; at < open.length; at++) {
    const { 0: prefix, 1: folder } = /** @type {[string, any]} */ (open[at]);
    const { files } = yield* ask("readdir", folder, {}, () => ownEntries(folder), "scandir");
    for (let i = 0; i < files.length; i++) {
      const { name, type } = files[i];
      const shown = prefix === "" ? name : `${prefix}/${name}`;
      push(entries, options.withFileTypes ? new Dirent(name, type, prefix === "" ? location.shown : paths.posix.join(location.shown, prefix)) : shown);
      if (options.recursive && type === "directory") push(open, [shown, locate(paths.posix.join(folder.full, name))]);
    }
  }
  return entries;
}

/** The entries of a folder of the program's modules. */
function ownEntries(folder) {
  const kind = nodeHost.files.fileKind(folder.full);
  if (kind === undefined) return undefined;
  if (kind !== "directory") throw systemError("ENOTDIR", "scandir", folder);
  const names = nodeHost.files.fileNames(folder.full);
  const files = [];
  for (let i = 0; i < names.length; i++) push(files, { name: names[i], type: nodeHost.files.fileKind(paths.posix.join(folder.full, names[i])) ?? "other" });
  return { files };
}

/** Calls a method that changes something; only the folders of the plugin can be changed. */
function* change(method, location, params, syscall) {
  if (location.directory !== undefined) {
    const answer = yield [method, { path: location.path, directory: location.directory, ...params }];
    if (answer.error === undefined) return answer.value;
    if (!isOutside(answer.error)) throw fail(answer.error, syscall, location);
  }
  if (syscall === "mkdir" && nodeHost.files.fileKind(location.full) !== undefined) throw systemError("EEXIST", syscall, location);
  const isOwn = nodeHost.files.fileKind(location.full) !== undefined || nodeHost.files.fileKind(paths.posix.dirname(location.full)) !== undefined;
  throw systemError(isOwn ? "EACCES" : "ENOENT", syscall, location, { hint });
}

/** The bytes that are to be written. */
export function bytesFor(data, encoding) {
  if (typeof data === "string") return /** @type {any} */ (buffers.Buffer).from(data, encoding ?? "utf8");
  if (isView(data)) return bytesOf(data, "data");
  throw invalidArgType("data", ["string", "Buffer", "TypedArray", "DataView"], data);
}

function* put(path, data, options, isAppended) {
  const location = locate(path);
  requireEncoding(options.encoding);
  const bytes = bytesFor(data, options.encoding);
  // A copy without the class: the bridge takes plain bytes.
  yield* change(isAppended ? "appendFile" : "writeFile", location, { data: new Uint8Array(bytes) }, "open");
}

export function* writeFile(path, data, given) {
  const options = optionsOf(given);
  const flag = options.flag ?? "w";
  if (flag !== "w" && flag !== "a") throw unsupported(`fs.writeFile: the flag "${flag}" is not supported; "w" replaces a file and "a" appends to it.`);
  yield* put(path, data, options, flag === "a");
}

export function* appendFile(path, data, given) {
  yield* put(path, data, optionsOf(given), true);
}

export function* mkdir(path, given) {
  const recursive = typeof given === "object" && given !== null && given.recursive === true;
  const location = locate(path);
  let made;
  if (recursive) {
    // The first folder that does not exist yet.
    for (let at = location.full; at !== made && !(yield* exists(at)); at = paths.posix.dirname(at)) made = at;
    if (made === undefined) {
      const { type } = yield* info(location, true, "mkdir");
      if (type !== "directory") throw systemError("EEXIST", "mkdir", location);
      return undefined;
    }
  }
  yield* change("mkdir", location, { recursive }, "mkdir");
  return made;
}

export function* unlink(path) {
  yield* change("deleteFile", locate(path), {}, "unlink");
}

export function* rmdir(path, given) {
  yield* change("rmdir", locate(path), { recursive: optionsOf(given).recursive === true }, "rmdir");
}

export function* rm(path, given) {
  const options = optionsOf(given);
  const location = locate(path);
  let type;
  try {
    type = (yield* info(location, false, "rm")).type;
  } catch (/** @type {any} */ error) {
    if (options.force && error.code === "ENOENT") return;
    throw error;
  }
  if (type !== "directory") {
    yield* change("deleteFile", location, {}, "rm");
  } else if (options.recursive) {
    yield* change("rmdir", location, { recursive: true }, "rm");
  } else {
    throw nodeError(Error, "ERR_FS_EISDIR", `Path is a directory: rm returned EISDIR (is a directory) ${location.shown}`);
  }
}

export function* rename(from, to) {
  const source = locate(from, "oldPath");
  const target = locate(to, "newPath");
  if (source.directory === undefined || target.directory === undefined) throw systemError("EACCES", "rename", source, { target, hint });
  const answer = yield ["rename", { from: source.path, to: target.path, directory: source.directory, toDirectory: target.directory }];
  if (answer.error !== undefined) throw fail(answer.error, "rename", source, target);
}

export function* copyFile(from, to, mode) {
  const target = locate(to, "dest");
  if ((mode ?? 0) & constants.COPYFILE_EXCL && (yield* exists(to))) throw systemError("EEXIST", "copyfile", locate(from, "src"), { target });
  const bytes = yield* readFile(from, undefined);
  yield* put(to, bytes, nullPrototype({}), false);
}
