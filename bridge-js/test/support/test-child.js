// Runs programs with node:test by the runtime's own implementation: `node test-child.js FILE...` prints their events as JSON.
// A process of its own, because a rejected promise in a context is an event of the process.

import { readFileSync } from "node:fs";
import util from "node:util";
import vm from "node:vm";
import { evaluateBuiltIns } from "../../evaluate.mjs";
import { builtInsText, parts } from "./runtime.js";

let receive = () => 0;
process.on("unhandledRejection", (error) => receive("unhandledRejection", error));

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Runs a program to its end, as the native side does. */
const run = async (file, given) => {
  const events = [];
  let listener = () => 0;
  let alarm = -1;
  let active = 0;
  let exit;
  const host = {
    isProxy: util.types.isProxy,
    setAlarm: (due) => {
      alarm = due;
    },
    setActive: (count) => {
      active = count;
    },
    report: (error, kind) => {
      if (listener(kind === "uncaught" ? "uncaughtException" : "unhandledRejection", error) !== 1) events.push({ type: "uncaught", name: `${error}` });
    },
  };
  const native = {
    onEvent: (given) => {
      listener = given;
    },
    testSettings: () => ({ filter: [], only: false, leaks: false, ...given }),
    sendTestEvent: (json) => events.push(JSON.parse(json)),
    exit: (status) => {
      exit ??= status;
    },
  };
  const { load, fireAt, context } = evaluateBuiltIns(parts, builtInsText, vm.createContext({ console }), host, native);
  receive = (name, error) => exit === undefined && listener(name, error);
  try {
    vm.runInContext(`(function (require) {${readFileSync(file, "utf8")}\n})`, context, { filename: file })((name) => load(name.replace("node:", "")));
  } catch (error) {
    if (exit === undefined) throw error;
  }
  while (exit === undefined) {
    await turn();
    if (alarm >= 0 && alarm <= performance.now()) {
      alarm = fireAt(performance.now());
      continue;
    }
    if (active === 0 && exit === undefined && listener("beforeExit", false) !== 1 && active === 0) break;
  }
  return { events, status: exit ?? listener("exit", false) };
};

const results = [];
const [settings, ...files] = process.argv.slice(2);
for (const file of files) results.push(await run(file, JSON.parse(settings)));
process.stdout.write(JSON.stringify(results), () => process.exit(0));
