// @ts-check
// The errors of streams, as Node words them.

import { AggregateError, Error, isArray, TypeError } from "../../shared/primordials.js";
import { nodeError } from "../errors.js";
import { push } from "../node-primordials.js";

export const alreadyFinished = (name) => nodeError(Error, "ERR_STREAM_ALREADY_FINISHED", `Cannot call ${name} after a stream was finished`);
export const cannotPipe = () => nodeError(Error, "ERR_STREAM_CANNOT_PIPE", "Cannot pipe, not readable");
export const isDestroyedError = (name) => nodeError(Error, "ERR_STREAM_DESTROYED", `Cannot call ${name} after a stream was destroyed`);
export const nullValues = () => nodeError(TypeError, "ERR_STREAM_NULL_VALUES", "May not write null values to stream");
export const prematureClose = () => nodeError(Error, "ERR_STREAM_PREMATURE_CLOSE", "Premature close");
export const pushAfterEnd = () => nodeError(Error, "ERR_STREAM_PUSH_AFTER_EOF", "stream.push() after EOF");
export const unshiftAfterEnd = () => nodeError(Error, "ERR_STREAM_UNSHIFT_AFTER_END_EVENT", "stream.unshift() after end event");
export const writeAfterEnd = () => nodeError(Error, "ERR_STREAM_WRITE_AFTER_END", "write after end");
export const multipleCallback = () => nodeError(Error, "ERR_MULTIPLE_CALLBACK", "Callback called multiple times");
export const notImplemented = (name) => nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", `The ${name} method is not implemented`);
export const unknownEncoding = (name) => nodeError(TypeError, "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${name}`);
export const missingArguments = (name) => nodeError(TypeError, "ERR_MISSING_ARGS", `The "${name}" argument must be specified`);

export const invalidReturn = (expected, name, value) => {
  const type = value === null || value === undefined ? `${value}` : typeof value === "object" && value.constructor?.name ? `an instance of ${value.constructor.name}` : `type ${typeof value}`;
  return nodeError(TypeError, "ERR_INVALID_RETURN_VALUE", `Expected ${expected} to be returned from the "${name}" function but got ${type}.`);
};

/** One error for two: the later one, if there was none before. */
export function bothErrors(inner, outer) {
  if (!inner || !outer || inner === outer) return inner || outer;
  if (isArray(outer.errors)) {
    push(outer.errors, inner);
    return outer;
  }
  const error = /** @type {any} */ (new AggregateError([outer, inner], outer.message));
  error.code = outer.code;
  return error;
}
