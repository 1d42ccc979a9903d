// The embedded client in the form of native code: in parts, evaluated when they are needed.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { expressionOf, makeBuiltIns } from "../../built-ins.mjs";
import { split } from "../../chunks.mjs";

const folder = fileURLToPath(new URL("../..", import.meta.url));

/** The parts of the script, of which the first is evaluated at once. */
export const { parts, builtIns } = split(join(folder, "client/embedded.js"), folder, "connect");
const shared = new vm.Script(expressionOf(makeBuiltIns(builtIns)), { filename: "causeway:bridge" });
const scripts = parts.map((part) => new vm.Script(part, { filename: "causeway:bridge" }));

/**
 * The client's `connect` in a fresh context, and the numbers of the parts that were evaluated.
 *
 * @param {vm.Context} context
 */
export const load = (context) => {
  const evaluated = [];
  const evaluate = (number) => {
    evaluated.push(number);
    return scripts[number].runInContext(context);
  };
  return { connect: evaluate(0)(evaluate, shared.runInContext(context)), evaluated };
};
