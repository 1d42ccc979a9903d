// @ts-check
import { isPlainPromise, react } from "../shared/promises.js";

/**
 * Adds reactions to a promise of the engine, such as that of an async function.
 *
 * @param {unknown} value
 * @param {(value: unknown) => unknown} fulfilled
 * @param {(error: unknown) => unknown} rejected
 * @returns {boolean} false for any other value
 */
export function follow(value, fulfilled, rejected) {
  try {
    if (!isPlainPromise(value)) return false;
    react(value, fulfilled, rejected);
    return true;
  } catch {
    return false; // No promise of the engine, or a frozen one.
  }
}
