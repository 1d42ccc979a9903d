// `process.stdin` over a native side in memory, which gives the pieces that a test says, when it says so.

import assert from "node:assert/strict";
import { test } from "node:test";
import util from "node:util";
import vm from "node:vm";
import { evaluateBuiltIns } from "../../evaluate.mjs";
import { builtInsText, parts, turn } from "../support/runtime.js";

/** A context with standard input; `pieces` are what it has to read, and a number is an error. */
function makeContext(pieces, kind = "pipe") {
  const log = [];
  let open;
  let isHeld = false;
  const native = {
    kind: () => kind,
    read(keepsAlive, settle) {
      assert.equal(open, undefined, "one read at a time");
      open = settle;
      isHeld = keepsAlive;
      log.push("read");
    },
    cancel() {
      open = undefined;
      log.push("cancel");
    },
    hold: (keepsAlive) => void (isHeld = keepsAlive),
    readNow: () => (typeof pieces[0] === "number" ? pieces.shift() : pieces.length === 0 ? undefined : new Uint8Array(Buffer.from(pieces.shift())).buffer),
  };
  const context = vm.createContext({});
  const { load } = evaluateBuiltIns(parts, builtInsText, context, { isProxy: util.types.isProxy, extensions: { __proto__: null, stdin: () => native } });
  /** Gives the next piece to the read that waits; returns whether one waits. */
  const give = async () => {
    await turn();
    if (open === undefined) return false;
    const settle = open;
    open = undefined;
    if (pieces.length === 0) settle(undefined, 0);
    else if (typeof pieces[0] === "number") settle(undefined, pieces.shift());
    else settle(new Uint8Array(Buffer.from(pieces.shift())).buffer, 0);
    await turn();
    return true;
  };
  const drain = async () => {
    while (await give());
  };
  return { stdin: load("process").stdin, load, log, give, drain, get waits() { return open !== undefined && isHeld; }, get isOpen() { return open !== undefined; } };
}

/** A small generator, so that a failure can be repeated. */
const makeRandom = (seed) => () => {
  seed = (seed * 1103515245 + 12345) % 2 ** 31;
  return seed / 2 ** 31;
};

test("nothing is read before the program asks for it", async () => {
  const context = makeContext(["a"]);
  const { stdin, log } = context;
  assert.equal(stdin.fd, 0);
  stdin.on("end", () => {});
  await turn();
  assert.deepEqual(log, []);
  stdin.on("data", () => {});
  await turn();
  assert.deepEqual(log, ["read"]);
  assert.equal(context.waits, true);
});

test("a pause ends the wait, and a piece that comes is the next one", async () => {
  const context = makeContext(["a", "b"]);
  const { stdin, log } = context;
  const chunks = [];
  stdin.on("data", (chunk) => chunks.push(`${chunk}`));
  await context.give();
  stdin.pause();
  await turn();
  assert.equal(context.isOpen, false);
  assert.equal(log.at(-1), "cancel");
  stdin.resume();
  await context.drain();
  assert.deepEqual(chunks, ["a", "b"]);
  assert.equal(stdin.readableEnded, true);
});

test("reading stops when the buffer is full", async () => {
  const context = makeContext(Array.from({ length: 10 }, () => "x".repeat(10_000)));
  const { stdin } = context;
  stdin.on("readable", () => {});
  await context.drain();
  assert.equal(stdin.readableLength, 20_000);
  stdin.read();
  await context.give();
  assert.equal(stdin.readableLength, 10_000);
});

test("a stream without a reference does not keep the program alive", async () => {
  const context = makeContext(["a"]);
  const { stdin } = context;
  assert.equal(stdin.unref(), stdin);
  stdin.resume();
  await turn();
  assert.deepEqual([context.isOpen, context.waits], [true, false]);
  stdin.ref();
  assert.equal(context.waits, true);
  stdin.destroy();
  assert.equal(context.isOpen, false);
});

test("characters and lines that are cut at any place are whole again", async () => {
  const random = makeRandom(5);
  const text = "ä😀\r\n日本\n\n\rz\r\né";
  const bytes = Buffer.from(text);
  for (let i = 0; i < 60; i++) {
    const make = () => {
      const pieces = [];
      for (let at = 0; at < bytes.length;) {
        const end = at + 1 + Math.floor(random() * (i % 3 === 0 ? 1 : 6));
        pieces.push(bytes.subarray(at, end));
        at = end;
      }
      return makeContext(pieces, i % 2 === 0 ? "pipe" : "file");
    };
    const whole = make();
    let all = "";
    whole.stdin.setEncoding("utf8").on("data", (piece) => (all += piece));
    await whole.drain();
    assert.equal(all, text);
    const cut = make();
    const lines = [];
    cut.load("readline").createInterface({ input: cut.stdin, crlfDelay: Infinity }).on("line", (line) => lines.push(line));
    await cut.drain();
    assert.deepEqual(lines, text.split(/\r\n|\n|\r/));
  }
});

test("an error of the system is one of the stream, with Node's code", async () => {
  for (const [number, code, message] of [[21, "EISDIR", "EISDIR: illegal operation on a directory, read"], [9, "EBADF", "EBADF: bad file descriptor, read"], [5, "EIO", "EIO: i/o error, read"], [999, "UNKNOWN", "UNKNOWN: unknown error, read"]]) {
    const context = makeContext([number]);
    const errors = [];
    context.stdin.on("error", (error) => errors.push(error)).resume();
    await context.drain();
    assert.equal(errors.length, 1);
    assert.deepEqual([errors[0].code, errors[0].message, errors[0].errno, errors[0].syscall], [code, message, -number, "read"]);
    assert.equal(context.stdin.destroyed, true);
    assert.throws(() => makeContext([number]).load("fs").readFileSync(0), { code, syscall: "read" });
  }
});

test("files of standard input are read to the end, beside the stream", async () => {
  const fs = makeContext(["ab", "c"]).load("fs");
  assert.equal(fs.readFileSync("/dev/stdin", "utf8"), "abc");
  assert.equal(fs.readFileSync(0).length, 0);
  const context = makeContext(["1", "2", "3", "4"]);
  const chunks = [];
  context.stdin.on("data", (chunk) => chunks.push(`${chunk}`));
  const file = context.load("fs/promises").readFile("/dev/fd/0", "utf8");
  await context.drain();
  // The two readers take turns.
  assert.deepEqual(chunks, ["2", "4"]);
  assert.equal(await file, "13");
  await assert.rejects(context.load("fs/promises").readFile(0), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => context.load("fs").readFileSync(7), { code: "ERR_METHOD_NOT_IMPLEMENTED" });
});

test("without a grant it is at its end", async () => {
  const { load } = evaluateBuiltIns(parts, builtInsText, vm.createContext({}), { isProxy: util.types.isProxy });
  const { stdin } = load("process");
  let hasEnded = false;
  stdin.on("end", () => (hasEnded = true)).resume();
  await turn();
  assert.deepEqual([hasEnded, stdin.fd, stdin.isTTY], [true, 0, undefined]);
  assert.equal(load("fs").readFileSync(0, "utf8"), "");
  assert.equal(await load("fs").promises.readFile("/dev/stdin", "utf8"), "");
});

test("a terminal shows that it is one, and has no raw mode", () => {
  const { stdin } = makeContext([], "terminal");
  assert.deepEqual([stdin.isTTY, stdin.isRaw, stdin.readableHighWaterMark], [true, false, 0]);
  assert.throws(() => stdin.setRawMode(true), { code: "ERR_METHOD_NOT_IMPLEMENTED" });
});

test("a loop over lines pauses an input that has more than it can take", async () => {
  const context = makeContext(Array.from({ length: 40 }, () => "x\n".repeat(1000)));
  const input = context.load("readline").createInterface({ input: context.stdin });
  const lines = input[Symbol.asyncIterator]();
  assert.equal(input[Symbol.asyncIterator](), lines);
  await context.drain();
  assert.deepEqual([context.isOpen, context.stdin.isPaused()], [false, true]);
  assert.equal(context.stdin.readableLength, 16_000 + 2000);
  let count;
  const reading = (async () => {
    let all = 0;
    for await (const line of input) all += line.length;
    count = all;
  })();
  while (count === undefined) await context.give();
  await reading;
  assert.equal(count, 40_000);
});
