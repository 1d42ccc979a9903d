// @ts-check
// The module `vm`: there is one context for a program, and no other can be made.

import { isObject } from "../shared/is-object.js";
import { invalidArgType } from "./errors.js";
import { nameMethods } from "./naming.js";
import { refuseAll } from "./refusal.js";

/** @type {any} */
export const vm = {
  /** No object is one of another context. */
  isContext: (value) => {
    if (!isObject(value)) throw invalidArgType("object", "Object", value);
    return false;
  },
  constants: {},
};
refuseAll(vm, "vm", [
  "Script", "compileFunction", "createContext", "createScript", "measureMemory", "runInContext", "runInNewContext", "runInThisContext",
], "A program has one context: use a Worker, new Function() for code of the same context, or a runtime that the host makes.");
nameMethods(vm);
