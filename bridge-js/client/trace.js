// @ts-check
// The place of a call, for an error that may come much later.

import { Error } from "../shared/primordials.js";

/** The most pending calls that hold a stack. With more, every call would pay for what only a failing call needs. */
export const TRACED = 64;

/** Captures the place of a call. The engine makes the text of the stack only when it is read. */
export const capture = () => new Error();
