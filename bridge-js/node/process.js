// @ts-check
// The global `process` and the module of that name: what packages ask for that needs no access to the outside.

import * as decoding from "#deferred/node/string-decoder.js";
import * as printing from "#deferred/web/console/console.js";
import { defineDeferred, defineHidden, nullPrototype } from "../shared/define.js";
import { host } from "../web/host.js";
import {
  apply, BigInt, defineProperty, Error, floor, freeze, getOwnPropertyDescriptor, globalObject, isArray, objectCreate, stringLastIndexOf, stringSlice,
} from "../shared/primordials.js";
import { invalidArgType, nodeError, outOfRange, validateFunction } from "./errors.js";
import { EventEmitter } from "./events.js";
import { nodeHost } from "./host.js";
import { nameMethods } from "./naming.js";
import { addTick } from "./next-tick.js";
import { push } from "./node-primordials.js";

const description = nodeHost.describe();

/** Text of `write` that has no end of a line yet, by level. */
const rests = { __proto__: null, log: "", error: "" };

const printLine = host.print;

/** Takes it, for a level of the console. */
function takeRest(level) {
  const stream = level === "warn" || level === "error" ? "error" : "log";
  const rest = rests[stream];
  rests[stream] = "";
  return rest;
}

// It stands before what the console prints next.
host.print = (level, text) => printLine(level, takeRest(level) + text);

/** Prints it at the end of the program. */
function flushRests() {
  for (const level in rests) {
    const text = takeRest(level);
    if (text !== "") printLine(/** @type {any} */ (level), text);
  }
}

/** A stream that writes text as it comes, or, where the host takes messages only, whole lines. */
function makeOutput(fd, level) {
  const output = new EventEmitter();
  const print = (text) => {
    if (host.write !== undefined) return host.write(level, text);
    rests[level] += text;
    const end = stringLastIndexOf(rests[level], "\n");
    if (end < 0) return;
    printLine(level, stringSlice(rests[level], 0, end));
    rests[level] = stringSlice(rests[level], end + 1);
  };
  /** @type {{ write: (bytes: unknown) => string } | undefined} */
  let decoder;
  // The bytes of a character may come in two pieces.
  const decode = (bytes) => (decoder ??= new decoding.stringDecoder.StringDecoder("utf8")).write(bytes);
  const write = (text, encoding, callback) => {
    const done = typeof encoding === "function" ? encoding : callback;
    if (typeof text !== "string" && !(text !== null && typeof text === "object" && typeof text.byteLength === "number")) {
      throw invalidArgType("chunk", ["string", "Buffer", "Uint8Array"], text);
    }
    print(typeof text === "string" ? text : decode(text));
    if (typeof done === "function") nextTick(done);
    return true;
  };
  const end = (text) => {
    if (text !== undefined) write(text);
    if (rests[level] !== "") print("\n");
    addTick(() => /** @type {any} */ (output).emit("finish"), []);
    return output;
  };
  return define(output, { fd, isTTY: host.colors === true, writable: true, columns: 80, write, end });
}

/** Own properties, one after the other. */
function define(target, properties) {
  for (const name in properties) target[name] = properties[name];
  return target;
}

/**
 * @param {Function} callback
 * @param {unknown[]} values
 */
function nextTick(callback, ...values) {
  validateFunction(callback, "callback");
  addTick(callback, values);
}

/** Nanoseconds of the runtime's monotonic clock. */
const nanoseconds = () => BigInt(floor(host.now() * 1e6));

function hrtime(before) {
  const now = host.now();
  let seconds = floor(now / 1e3);
  let rest = floor((now % 1e3) * 1e6);
  if (before !== undefined) {
    if (!isArray(before)) throw invalidArgType("time", "Array", before);
    seconds -= before[0];
    rest -= before[1];
    if (rest < 0) {
      seconds -= 1;
      rest += 1e9;
    }
  }
  return [seconds, rest];
}
hrtime.bigint = nanoseconds;

function emitWarning(warning, type, code) {
  let options = type;
  if (typeof type === "string" || type === undefined) options = { type, code };
  const name = options?.type ?? "Warning";
  if (options?.type === "DeprecationWarning" && process.noDeprecation) return;
  let error = warning;
  if (typeof warning === "string") {
    error = new Error(warning);
    defineHidden(error, "name", name);
    if (options?.code !== undefined) error.code = options.code;
    if (options?.detail !== undefined) error.detail = options.detail;
  } else if (!(warning instanceof Error)) {
    throw invalidArgType("warning", ["string", "Error"], warning);
  }
  nextTick(() => {
    process.emit("warning", error);
    printing.console.warn(`(causeway) ${error.code === undefined ? "" : `[${error.code}] `}${error.name}: ${error.message}`);
  });
}

/** What the program has set, as it was set; `undefined` until then. */
let exitCode;
/** Whether the listeners of `exit` were told. */
let isEnding = false;

/** Checks an exit code as Node does: a whole number, also as text, or nothing. */
function requireExitCode(value) {
  if (value === undefined || value === null) return;
  const number = typeof value === "string" && value !== "" ? +value : value;
  if (typeof number !== "number" || number !== number) throw invalidArgType("code", ["integer", "string"], value);
  if (floor(number) !== number) throw outOfRange("code", "an integer", value);
}

const toStatus = (value) => (value === undefined || value === null ? 0 : +value);

/** Tells the listeners, once; returns the status. */
function tellExit(hasFailed) {
  if (isEnding) {
    flushRests();
    return toStatus(exitCode);
  }
  isEnding = true;
  if (hasFailed && toStatus(exitCode) === 0) exitCode = 1;
  process.emit("exit", toStatus(exitCode));
  flushRests();
  return toStatus(exitCode);
}

/** The same for a program that ends by itself: the next one in this context begins without its exit code and listeners. */
function endProgram(hasFailed) {
  try {
    return tellExit(hasFailed);
  } finally {
    exitCode = undefined;
    isEnding = false;
    process.removeAllListeners("beforeExit");
    process.removeAllListeners("exit");
  }
}

/** Ends the program; only the rest of this script may still run, and nobody sees what it does. */
function end(status) {
  nodeHost.exit(status);
  throw new Error("process.exit() has ended the program");
}

function exit(code) {
  requireExitCode(code);
  if (code !== undefined && code !== null) exitCode = code;
  if (nodeHost.harness !== undefined) exitCode = nodeHost.harness.exit(toStatus(exitCode));
  end(tellExit(false));
}

/** The exit status of the program so far, after tests that may have failed. */
export function statusAfter(/** @type {boolean} */ hasFailed) {
  if (hasFailed && toStatus(exitCode) === 0) exitCode = 1;
  return toStatus(exitCode);
}

nodeHost.onEvent((name, value) => {
  if (name === "exit") return endProgram(value);
  if (name === "beforeExit") {
    if (nodeHost.harness?.resume()) return 1;
    process.emit(name, toStatus(exitCode));
    return 0;
  }
  const isCharged = nodeHost.harness?.charge(name, value) === true;
  if (name === "unhandledRejection" && process.listenerCount(name) > 0) {
    process.emit(name, value, undefined);
    return 1;
  }
  if (isCharged && name === "unhandledRejection") return 1;
  if (process.listenerCount("uncaughtException") === 0) return isCharged ? 1 : 0;
  process.emit("uncaughtException", value, name);
  return 1;
});

const given = getOwnPropertyDescriptor(globalObject, "scriptArgs")?.value;
const argv = ["causeway"];
if (description.main !== null) push(argv, description.main);
if (isArray(given)) for (let i = 0; i < given.length; i++) push(argv, given[i]);

const prototype = objectCreate(EventEmitter.prototype);
const constructor = function () {};
constructor.prototype = prototype;
defineProperty(constructor, "name", nullPrototype({ value: "process", configurable: true }));
defineHidden(prototype, "constructor", constructor);


/** @type {any} */
export const process = objectCreate(prototype);
apply(EventEmitter, process, []);

const refuse = (name, instead) => () => {
  throw nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", `process.${name}() does not exist here. ${instead}`);
};

define(process, {
  title: "causeway",
  // The Node whose modules these imitate: packages for the condition `node` ask for it.
  version: "v20.19.0",
  versions: freeze(nullPrototype({ node: "20.19.0", causeway: description.version })),
  arch: description.arch,
  platform: "linux",
  release: freeze(nullPrototype({ name: "causeway" })),
  argv,
  argv0: "causeway",
  execArgv: [],
  execPath: "causeway",
  env: description.env,
  features: freeze(nullPrototype({})),
  config: freeze(nullPrototype({})),
  stdout: makeOutput(1, "log"),
  stderr: makeOutput(2, "error"),
  cwd: () => description.cwd,
  chdir: refuse("chdir", "The current directory is always the root of the program's modules."),
  exit,
  reallyExit: (status) => end(toStatus(status)),
  kill: refuse("kill", "The host can offer a handler that ends a process."),
  uptime: () => host.now() / 1e3,
  hrtime,
  nextTick,
  emitWarning,
  openStdin: () => process.stdin.resume(),
});
nameMethods(process);
// A program that never reads it is not kept alive by it.
defineDeferred(process, "stdin", () => nodeHost.makeInput(), true);
defineProperty(process, "exitCode", nullPrototype({
  get: () => exitCode,
  set: (value) => {
    requireExitCode(value);
    exitCode = value;
  },
  enumerable: true,
  configurable: false,
}));
