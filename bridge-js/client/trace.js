// @ts-check
// Where a call was made, for an error that may come much later.

import { ErrorBase } from "./primordials.js";

/** How many pending calls may hold a stack. More would cost each call what only a failing one needs. */
export const TRACED = 64;

/** Remembers the place of a call. Its text is made only if somebody asks. */
export const capture = () => new ErrorBase();
