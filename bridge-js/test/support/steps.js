// Counts the steps of our scripts: how often each of their blocks runs, and the characters, bytes and elements that the built-ins of
// the language go through for them. No clock is read, so a busy machine changes nothing. To be imported before the modules that
// compile these scripts: the engine counts the blocks of scripts that it compiles later.

import { Session } from "node:inspector";
import { match } from "./matching.js";

const session = new Session();
session.connect();

/** The result of a command, which the session returns before `post` does. */
function post(command, parameters) {
  let result;
  session.post(command, parameters, (error, value) => {
    if (error) throw new Error(`${command}: ${error.message}`);
    result = value;
  });
  return result;
}

post("Profiler.enable");
post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** The blocks of our scripts that ran since the previous call. */
function takeBlocks() {
  let blocks = 0;
  for (const { url, functions } of post("Profiler.takePreciseCoverage").result) {
    if (!url.startsWith("causeway:")) continue;
    for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
  }
  return blocks;
}

/** The length of what built-ins went through. */
let handled = 0;
/** The lengths of the texts that built-ins received. */
let lengths = new Set();

const sizeOf = (value) => value?.length ?? value?.byteLength ?? value?.size ?? 0;
const ofResult = (parameters, result) => sizeOf(result);
const ofFirst = ([first]) => sizeOf(first);
const ofSecond = (parameters) => sizeOf(parameters[1]);
const search = ([text, part, from = 0], at) => (at < 0 ? text.length : at + part.length) - from;
const searchBackwards = ([text], at) => text.length - at;

/** The engine sorts the marks of a letter by insertion; here, those of Latin letters. */
const sorting = ([text]) => text.match(/[\u0300-\u036f]+/g)?.reduce((sum, marks) => sum + marks.length ** 2, text.length) ?? text.length;

/** Runs an expression twice: the steps are those of a matcher that counts them, which has to find the same match. */
function counting(exec) {
  return (expression, text) => {
    const own = match(expression, text, expression.global || expression.sticky ? expression.lastIndex : 0);
    const found = exec(expression, text);
    const [start, end] = found === null ? [-1, -1] : [found.index, found.index + found[0].length];
    if (own.start !== start || own.end !== end) throw new Error(`${expression} matches ${start} to ${end}, and not ${own.start} to ${own.end}`);
    handled += own.steps;
    return found;
  };
}

/** What a call of a built-in goes through, where that is more than a constant length. */
const costs = {
  apply: ([, , list]) => sizeOf(list),
  arrayFrom: ofResult, arrayToSpliced: ofFirst, assign: ([, ...sources]) => sources.reduce((sum, source) => sum + Object.keys(source).length, 0),
  bufferResize: ofFirst, bytesFromBase64: ofFirst, bytesToBase64: ofFirst, encodeURIComponent: ofFirst, endsWith: ofSecond, exec: () => 0,
  functionToString: ofResult, indexOf: ofFirst, join: ofResult, mapClear: ofFirst, mapForEach: ofFirst, normalize: sorting, objectKeys: ofResult,
  ownKeys: ofResult, padEnd: ofResult, padStart: ofResult, parse: ofFirst, parseFloat: ofFirst, parseInt: ofFirst, repeat: ofResult,
  setClear: ofFirst, setForEach: ofFirst, setFromBase64: ofSecond, sort: ofFirst, startsWith: ofSecond, stringIncludes: ofFirst,
  stringIndexOf: search, stringLastIndexOf: searchBackwards, stringSlice: ofResult, stringify: ofResult, toLowerCase: ofFirst, toUpperCase: ofFirst,
  toWellFormed: ofFirst, typedArraySet: ofSecond,
};

/**
 * The built-ins of a context with counters around them.
 *
 * A text that is a part of another or the sum of two is copied when its characters are first needed. So a text counts with its whole
 * length when a built-in receives the first text of this length: a text that grows or shrinks step by step costs its length each time.
 */
export function counted(builtIns) {
  // Node 20 cannot move a buffer by itself.
  const result = { ...builtIns, bufferTransfer: builtIns.bufferTransfer ?? ((buffer) => structuredClone(buffer, { transfer: [buffer] })) };
  for (const [name, original] of Object.entries(builtIns)) {
    const cost = Object.hasOwn(costs, name) ? costs[name] : undefined;
    const takesText = cost !== undefined || /^(?:char|codePoint|map[GSD]|set[AHD])/.test(name);
    if (typeof original !== "function" || !takesText) continue;
    const run = name === "exec" ? counting(original) : original;
    result[name] = (...parameters) => {
      for (const given of parameters) {
        if (typeof given !== "string" || lengths.has(given.length)) continue;
        lengths.add(given.length);
        handled += given.length;
      }
      const value = run(...parameters);
      if (cost !== undefined) handled += cost(parameters, value);
      return value;
    };
  }
  return result;
}

/** The steps that a function takes, and what it begins. */
export async function stepsOf(run) {
  takeBlocks();
  handled = 0;
  lengths = new Set();
  await run();
  return takeBlocks() + handled;
}
