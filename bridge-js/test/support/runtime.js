// The bundled globals in a fresh context, with a host whose clock a test moves.

import { webcrypto } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { expressionOf, makeBuiltIns } from "../../built-ins.mjs";
import { split } from "../../chunks.mjs";

const folder = fileURLToPath(new URL("../..", import.meta.url));
/** The parts of the script, as the native side has them. */
export const { parts, builtIns } = split(join(folder, "runtime.js"), folder, "install");
export const builtInsText = expressionOf(makeBuiltIns(builtIns));
const shared = new vm.Script(builtInsText, { filename: "causeway:globals" });
const scripts = parts.map((part) => new vm.Script(part, { filename: "causeway:globals" }));

/** A runtime as the native side makes it. */
export class Runtime {
  now = 0;
  alarm = -1;
  active = 0;
  /** Every call of a host function, in order. */
  crossings = [];
  printed = [];
  /** The parts of the script that were evaluated, in order. */
  evaluated = [];
  reported = [];

  /** `watch` may replace the built-ins that the script uses. */
  constructor({ page = false, colors = false, movesDate = false, prepare = "", watch = (builtIns) => builtIns, ...host } = {}) {
    this.context = vm.createContext(Object.create(null));
    this.run(prepare);
    const evaluate = (number) => {
      this.evaluated.push(number);
      return scripts[number].runInContext(this.context);
    };
    const install = evaluate(0)(evaluate, watch(shared.runInContext(this.context)));
    this.api = install({
      now: () => this.now,
      timeOrigin: 1000,
      movesDate,
      setAlarm: (due) => {
        this.crossings.push(["alarm", due]);
        this.alarm = due;
      },
      setActive: (count) => {
        this.crossings.push(["active", count]);
        this.active = count;
      },
      random: (count) => String.fromCharCode(...webcrypto.getRandomValues(new Uint8Array(count))),
      print: (level, text) => this.printed.push([level, text]),
      report: (error, kind) => this.reported.push([error, kind]),
      page,
      colors,
      isProxy: () => false, proxyTarget: () => undefined,
      prefixLength: () => 0,
      textAround: () => "",
      ...host,
    });
  }

  /** Evaluates code in the context. */
  run(code, filename = "user.js") {
    return vm.runInContext(code, this.context, { filename });
  }

  /** Moves the clock, stopping at each alarm, as the native loop does. */
  async advance(milliseconds) {
    const target = this.now + milliseconds;
    for (;;) {
      while (this.alarm !== -1 && this.alarm <= this.now) {
        this.alarm = -1;
        while (this.fire()) await turn();
        await turn();
      }
      if (this.alarm === -1 || this.alarm > target) break;
      this.now = this.alarm;
    }
    this.now = target;
  }

  /** Runs a due timer, as the native loop does. Returns whether another one is due. */
  fire() {
    const due = this.api.fire(this.now);
    this.alarm = due;
    return due !== -1 && due <= this.now;
  }

  /** The printed texts, without their levels. */
  get lines() {
    return this.printed.map(([, text]) => text);
  }
}

/** Runs the microtasks. */
export function turn() {
  return new Promise((resolve) => setImmediate(resolve));
}
