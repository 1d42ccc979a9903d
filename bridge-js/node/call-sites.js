// @ts-check
// `Error.prepareStackTrace`, by which packages read the stack as objects: `Error.captureStackTrace` calls it, as far as there is one.

import { defineHidden, nullPrototype } from "../shared/define.js";
import { apply, Error, stringSlice, startsWith } from "../shared/primordials.js";
import { formatFrames, parseStack } from "../web/errors/stack.js";
import { decodeURIComponent } from "./node-primordials.js";

/** A frame of the stack, as far as the engine's text has it. */
class CallSite {
  #frame;

  constructor(frame) {
    this.#frame = frame;
  }

  getFileName() {
    const { file } = this.#frame;
    if (file === "") return undefined;
    return startsWith(file, "file://") ? decodeURIComponent(stringSlice(file, 7)) : file;
  }

  getScriptNameOrSourceURL() {
    return this.getFileName();
  }

  getLineNumber() {
    return this.#frame.line === 0 ? null : this.#frame.line;
  }

  getColumnNumber() {
    return this.#frame.column === 0 ? null : this.#frame.column;
  }

  getFunctionName() {
    return this.#frame.name === "" ? null : this.#frame.name;
  }

  getMethodName() {
    return null;
  }

  getTypeName() {
    return null;
  }

  getThis() {
    return undefined;
  }

  getFunction() {
    return undefined;
  }

  getEvalOrigin() {
    return undefined;
  }

  getPromiseIndex() {
    return null;
  }

  isNative() {
    return false;
  }

  isEval() {
    return this.#frame.name === "eval";
  }

  isConstructor() {
    return false;
  }

  isToplevel() {
    return this.#frame.name === "";
  }

  isAsync() {
    return this.#frame.async;
  }

  isPromiseAll() {
    return false;
  }

  toString() {
    return stringSlice(formatFrames([this.#frame]), 7);
  }
}

/** The objects for a stack, without the frames down to a function. */
function sitesOf(stack, below) {
  const frames = parseStack(stack) ?? [];
  const sites = [];
  let skipped = -1;
  const name = typeof below === "function" ? below.name : "";
  for (let i = 0; name !== "" && i < frames.length && skipped < 0; i++) if (frames[i].name === name) skipped = i;
  for (let i = skipped + 1; i < frames.length; i++) sites[sites.length] = new CallSite(frames[i]);
  return sites;
}

/** Has `Error.captureStackTrace` call `Error.prepareStackTrace`, where a package defines that. */
export function installCallSites() {
  const errors = /** @type {any} */ (Error);
  const native = errors.captureStackTrace;
  if (typeof native !== "function") return;
  const captureStackTrace = nullPrototype({
    captureStackTrace(target, below) {
      const prepare = errors.prepareStackTrace;
      if (typeof prepare !== "function") return apply(native, Error, arguments.length > 1 ? [target, below] : [target]);
      const stack = apply(prepare, Error, [target, sitesOf(new Error().stack ?? "", below)]);
      defineHidden(target, "stack", stack);
      return undefined;
    },
  }).captureStackTrace;
  defineHidden(Error, "captureStackTrace", captureStackTrace);
}
