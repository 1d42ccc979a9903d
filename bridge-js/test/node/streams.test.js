// Streams beside Node's own: generated programs have the same events in the same order.

import assert from "node:assert/strict";
import stream from "node:stream";
import consumers from "node:stream/consumers";
import web from "node:stream/web";
import { test } from "node:test";
import util from "node:util";
import vm from "node:vm";
import { evaluateBuiltIns } from "../../evaluate.mjs";
import { builtInsText, parts } from "../support/runtime.js";
import { streamOutcome } from "../support/stream-outcomes.js";
import { makeRandom, runStreamProgram } from "../support/stream-programs.js";

const context = vm.createContext({});
const { load } = evaluateBuiltIns(parts, builtInsText, context, { isProxy: util.types.isProxy });
const count = Number(process.env.STREAM_PROGRAMS ?? 1500);
const first = Number(process.env.STREAM_SEED ?? 1);

/** The first line that differs, with those before it. */
const difference = (own, theirs) => {
  for (let i = 0; i < Math.max(own.length, theirs.length); i++) {
    if (own[i] !== theirs[i]) return [...theirs.slice(Math.max(0, i - 12), i), `Node: ${theirs[i]}`, `here: ${own[i]}`].join("\n");
  }
  return undefined;
};

test("generated programs of streams have the events of Node, in their order", async () => {
  const failed = [];
  const { Buffer: OwnBuffer } = load("buffer");
  for (let seed = first; seed < first + count && failed.length < 3; seed++) {
    const theirs = await runStreamProgram(stream, Buffer, seed, { AbortController });
    const own = await runStreamProgram(load("stream"), OwnBuffer, seed, { AbortController });
    const found = difference(own, theirs);
    if (found !== undefined) failed.push(`program ${seed}:\n${found}`);
  }
  if (failed.length > 0) assert.fail(failed.join("\n\n"));
});

test("iteration, pipelines, operators, adapters and consumers of streams have the results of Node", async () => {
  const failed = [];
  const { Buffer: OwnBuffer } = load("buffer");
  for (let seed = first; seed < first + count && failed.length < 5; seed++) {
    const theirs = await streamOutcome(stream, consumers, Buffer, makeRandom(seed), web);
    const own = await streamOutcome(load("stream"), load("stream/consumers"), OwnBuffer, makeRandom(seed), load("stream/web"));
    if (own !== theirs) failed.push(`program ${seed}:\nNode: ${theirs}\nhere: ${own}`);
  }
  if (failed.length > 0) assert.fail(failed.join("\n\n"));
});
