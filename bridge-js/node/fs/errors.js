// @ts-check
// Errors of the file system, as Node words them, for those of the bridge and of the module loader.

import { defineHidden, nullPrototype } from "../../shared/define.js";
import { Error, objectKeys } from "../../shared/primordials.js";

const known = nullPrototype({
  E2BIG: [7, "argument list too long"],
  EACCES: [13, "permission denied"],
  EAGAIN: [11, "resource temporarily unavailable"],
  EBADF: [9, "bad file descriptor"],
  EBUSY: [16, "resource busy or locked"],
  ECONNRESET: [104, "connection reset by peer"],
  EEXIST: [17, "file already exists"],
  EFBIG: [27, "file too large"],
  EINTR: [4, "interrupted system call"],
  EINVAL: [22, "invalid argument"],
  EIO: [5, "i/o error"],
  EISDIR: [21, "illegal operation on a directory"],
  ELOOP: [40, "too many symbolic links encountered"],
  ENAMETOOLONG: [36, "name too long"],
  ENOENT: [2, "no such file or directory"],
  ENOSPC: [28, "no space left on device"],
  ENOTDIR: [20, "not a directory"],
  ENOTEMPTY: [39, "directory not empty"],
  ENOTCONN: [107, "socket is not connected"],
  ENOTSUP: [95, "operation not supported on socket"],
  EPERM: [1, "operation not permitted"],
  EROFS: [30, "read-only file system"],
  ETIMEDOUT: [110, "connection timed out"],
  EXDEV: [18, "cross-device link not permitted"],
});

/** The codes of the bridge and of the loader. */
const meanings = nullPrototype({
  NOT_FOUND: "ENOENT",
  ALREADY_EXISTS: "EEXIST",
  PERMISSION_DENIED: "EACCES",
  DATA_LOSS: "EIO",
  INVALID_ARGUMENT: "EINVAL",
  FAILED_PRECONDITION: "EISDIR",
  UNIMPLEMENTED: "EACCES",
});

/**
 * @param {string} code
 * @param {string} syscall
 * @param {{ shown: string }} location
 * @param {{ hint?: string, cause?: unknown, target?: { shown: string } | undefined }} [more] a hint says what to do
 */
export function systemError(code, syscall, location, more = {}) {
  const { 0: number, 1: text } = known[code] ?? known.EIO;
  const target = more.target === undefined ? "" : ` -> '${more.target.shown}'`;
  const hint = more.hint === undefined ? "" : `. ${more.hint}`;
  const error = /** @type {any} */ (new Error(`${code}: ${text}, ${syscall} '${location.shown}'${target}${hint}`));
  error.errno = -number;
  error.syscall = syscall;
  error.code = code;
  error.path = location.shown;
  if (more.target !== undefined) error.dest = more.target.shown;
  if (more.cause !== undefined) defineHidden(error, "cause", more.cause);
  return error;
}

/** The name that the kernel has for what happened. */
export function codeOf(error) {
  if (error?.code === "RESOURCE_EXHAUSTED") return error.data?.limit === undefined ? "ENOSPC" : "EFBIG";
  return error?.data?.errno ?? meanings[error?.code] ?? "EIO";
}

/**
 * The error of a call without a path, by the system's number of it.
 *
 * @param {number} number
 * @param {string} syscall
 */
export function systemErrorOf(number, syscall) {
  const names = objectKeys(known);
  for (let i = 0; i < names.length; i++) {
    const code = /** @type {string} */ (names[i]);
    if (known[code][0] === number) return describe(code, number, syscall, known[code][1]);
  }
  return describe("UNKNOWN", number, syscall, "unknown error");
}

function describe(code, number, syscall, text) {
  const error = /** @type {any} */ (new Error(`${code}: ${text}, ${syscall}`));
  error.errno = -number;
  error.code = code;
  error.syscall = syscall;
  return error;
}
