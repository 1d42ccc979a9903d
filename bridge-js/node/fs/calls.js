// @ts-check
// Runs the operations: at once by `bridge.callSync`, or later by `bridge.call`.

import { apply, generatorNext, getOwnPropertyDescriptor, globalObject } from "../../shared/primordials.js";
import { INPUT, inputPiece, inputPieceNow } from "./input.js";

/** The bridge of the program; `undefined` where there is none. */
export const theBridge = () => getOwnPropertyDescriptor(globalObject, "bridge")?.value;

const noBridge = { code: "UNIMPLEMENTED" };

/** @param {(...values: any[]) => Generator} operation */
export function runNow(operation, values) {
  const bridge = theBridge();
  const steps = apply(operation, undefined, values);
  let answer;
  for (;;) {
    const { value, done } = /** @type {any} */ (apply(generatorNext, steps, [answer]));
    if (done) return value;
    try {
      if (value[0] === INPUT) answer = { value: inputPieceNow() };
      else answer = bridge === undefined ? { error: noBridge } : { value: bridge.callSync(`files.${value[0]}Sync`, value[1]) };
    } catch (error) {
      answer = { error };
    }
  }
}

/** @param {(...values: any[]) => Generator} operation */
export async function runLater(operation, values) {
  const bridge = theBridge();
  const steps = apply(operation, undefined, values);
  let answer;
  for (;;) {
    const { value, done } = /** @type {any} */ (apply(generatorNext, steps, [answer]));
    if (done) return value;
    try {
      if (value[0] === INPUT) answer = { value: await inputPiece() };
      else answer = bridge === undefined ? { error: noBridge } : { value: await bridge.call(`files.${value[0]}`, value[1]) };
    } catch (error) {
      answer = { error };
    }
  }
}
