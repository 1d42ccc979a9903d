// @ts-check

/** The line between the stack of a call and the stack of the side that answered it. */
export const stackDivider = "\n--- answered by ---\n";

/**
 * The stack of an error. Empty where it has none, or where reading it throws, as a page's `Error.prepareStackTrace` may.
 *
 * @param {unknown} error
 * @returns {string}
 */
export const stackOf = (error) => {
  try {
    const { stack } = /** @type {Error} */ (error);
    return typeof stack === "string" ? stack : "";
  } catch {
    return "";
  }
};
