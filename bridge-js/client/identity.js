// @ts-check
// What this copy of the client is, and where it is.

import { Error } from "../shared/primordials.js";

/** The same as in package.json: a test compares them. */
export const version = "0.1.0";

/** An error whose stack begins in the client's own code. */
export const ownTrace = new Error();
