// Evaluates the parts of a runtime's script in a context of its own, as the native side does, to use its modules of Node.

import vm from "node:vm";

/**
 * @param {string[]} parts
 * @param {string} shared the script of the built-ins that the parts use
 * @param {vm.Context} [context]
 * @param {{ [name: string]: unknown }} [given] functions of the host
 * @param {{ [name: string]: any }} [ofModules] functions of the modules, and the current directory
 * @returns {{ load: (name: string, names?: string[], refusal?: string | null) => any, defineGlobals: () => void, context: vm.Context, fire: () => boolean }}
 */
export const evaluateBuiltIns = (parts, shared, context = vm.createContext({}), given = {}, ofModules = {}) => {
  const evaluate = (/** @type {number} */ number) => vm.runInContext(parts[number] ?? "", context, { filename: "causeway:globals" });
  const install = evaluate(0)(evaluate, vm.runInContext(shared, context));
  const nothing = () => {};
  const host = {
    now: () => performance.now(), timeOrigin: 0, setAlarm: nothing, setActive: nothing, random: (/** @type {number} */ count) => "\0".repeat(count),
    print: nothing, report: nothing, page: false, colors: false, isProxy: () => false, proxyTarget: () => undefined, prefixLength: () => 0, textAround: () => "", ...given,
  };
  const runtime = install(host);
  let last = -1;
  const functions = runtime.modules({
    meta: () => ["file:///main.js", "/main.js", "/", true],
    namespace: (/** @type {number} */ id) => [["default", id, "default"]],
    process: () => ({ cwd: ofModules.cwd ?? "/", version: "1", arch: "x64", main: null, env: {} }),
    referrer: () => -1,
    exit: nothing,
    onEvent: nothing,
    fileKind: nothing,
    testSettings: () => null,
    sendTestEvent: nothing,
    openResources: () => "",
    readSnapshots: () => null,
    writeSnapshots: nothing,
    ...ofModules,
  });
  return {
    load: (name, names = [], refusal = null) => {
      functions.builtIn(++last, name, names, refusal);
      return functions.namespace(last).default;
    },
    defineGlobals: () => functions.defineGlobals(),
    context,
    fire: () => runtime.fire(),
    fireAt: (/** @type {number} */ now) => runtime.fire(now),
  };
};
