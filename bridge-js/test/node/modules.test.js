// Smaller modules of Node beside Node's own.

import assert from "node:assert/strict";
import readline from "node:readline";
import stream from "node:stream";
import { test } from "node:test";
import util from "node:util";
import vm from "node:vm";
import zlib from "node:zlib";
import { evaluateBuiltIns } from "../../evaluate.mjs";
import { builtInsText, parts } from "../support/runtime.js";
import { makeRandom } from "../support/stream-programs.js";

/** A codec of the native side that makes its output at the end, by Node. */
const codecs = {
  open: (format, isCompressing) => ({ format, isCompressing, input: [] }),
  step: (settle, codec, bytes, isLast) => {
    if (bytes !== undefined) codec.input.push(Buffer.from(bytes));
    if (!isLast) {
      setImmediate(() => settle(new ArrayBuffer(0), 1));
      return;
    }
    const method = { gzip: ["gzipSync", "gunzipSync"], deflate: ["deflateSync", "inflateSync"], "deflate-raw": ["deflateRawSync", "inflateRawSync"] }[codec.format][codec.isCompressing ? 0 : 1];
    setImmediate(() => {
      try {
        const made = zlib[method](Buffer.concat(codec.input));
        settle(made.buffer.slice(made.byteOffset, made.byteOffset + made.length), 2);
      } catch {
        settle(undefined, "the compressed data is not valid");
      }
    });
  },
};
const { load } = evaluateBuiltIns(parts, builtInsText, vm.createContext({}), { isProxy: util.types.isProxy, extensions: { compression: () => codecs } });

const outcome = (call) => {
  try {
    return JSON.stringify(call());
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
};

test("util.parseArgs has the results and errors of Node for generated options and arguments", () => {
  const random = makeRandom(5);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const { parseArgs } = load("util");
  const words = ["--foo", "--foo=1", "--bar", "-f", "-fb", "-fx1", "-b", "-x", "--no-x", "--no-foo", "--x", "--", "-", "pos", "--=a", "--foo=", "-1", "--unknown", "--bar=b=c", "", 5];
  const failed = [];
  for (let i = 0; i < 20_000; i++) {
    const options = {};
    for (const name of ["foo", "bar", "no-x", "x", "f", "__proto__"]) {
      if (random() < 0.6) continue;
      const option = { type: random() < 0.95 ? pick(["string", "boolean"]) : pick([undefined, "number"]) };
      if (random() < 0.4) option.short = pick(random() < 0.9 ? ["f", "b", "x"] : ["ab", 1]);
      if (random() < 0.3) option.multiple = random() < 0.95 ? random() < 0.7 : 1;
      if (random() < 0.3) option.default = pick(["d", true, ["e"], [true]]);
      Object.defineProperty(options, name, { value: option, enumerable: true });
    }
    const config = { options, args: Array.from({ length: Math.floor(random() * 6) }, () => pick(random() < 0.98 ? words.slice(0, -1) : words)) };
    for (const name of ["strict", "allowPositionals", "tokens", "allowNegative"]) if (random() < 0.5) config[name] = random() < 0.5;
    const [own, theirs] = [outcome(() => parseArgs(config)), outcome(() => util.parseArgs(config))];
    if (own !== theirs) failed.push(`${JSON.stringify(config)}: ${own}, not ${theirs}`);
  }
  assert.deepEqual(failed.slice(0, 5), []);
});

test("readline emits the lines of Node, however the text is cut", async () => {
  const random = makeRandom(9);
  for (let i = 0; i < 200; i++) {
    const text = Array.from({ length: 20 }, () => ["a", "\u20ac", "\n", "\r\n", "\r", "\u2028", "long line"][Math.floor(random() * 7)]).join("");
    const bytes = Buffer.from(text);
    const pieces = [];
    for (let at = 0; at < bytes.length;) {
      const end = at + 1 + Math.floor(random() * 4);
      pieces.push(bytes.subarray(at, end));
      at = end;
    }
    const linesOf = async (module, { Readable }) => {
      const lines = [];
      const reading = module.createInterface({ input: Readable.from(pieces), crlfDelay: Infinity });
      for await (const line of reading) lines.push(line);
      return lines;
    };
    assert.deepEqual(await linesOf(load("readline"), load("stream")), await linesOf(readline, stream), JSON.stringify(text));
  }
});

test("zlib converts with a callback, a promise and a stream, and reports damaged input with Node's codes", async () => {
  const own = load("zlib");
  const { promisify } = load("util");
  for (const [compress, expand] of [["gzip", "gunzip"], ["deflate", "inflate"], ["deflateRaw", "inflateRaw"], ["gzip", "unzip"], ["deflate", "unzip"]]) {
    const small = await promisify(own[compress])("some text".repeat(100));
    assert.equal(zlib[`${expand}Sync`](small).toString(), "some text".repeat(100));
    assert.equal((await promisify(own[expand])(small)).toString(), "some text".repeat(100));
  }
  const chunks = [];
  const expanding = own.createGunzip();
  expanding.on("data", (chunk) => chunks.push(chunk));
  expanding.end(zlib.gzipSync("by a stream"));
  await new Promise((resolve) => expanding.on("close", resolve));
  assert.equal(Buffer.concat(chunks).toString(), "by a stream");
  await assert.rejects(promisify(own.gunzip)(Buffer.from("not compressed")), { code: "Z_DATA_ERROR", errno: -3 });
  await assert.rejects(promisify(own.gunzip)(zlib.gzipSync("x".repeat(1000)), { maxOutputLength: 10 }), { code: "ERR_BUFFER_TOO_LARGE" });
  assert.throws(() => own.gzipSync("a"), /the function without Sync/);
  assert.throws(() => own.createGzip({ dictionary: Buffer.from("a") }), /dictionary does not work here/);
  assert.equal(own.crc32("hello"), 907060870);
  assert.deepEqual(Object.keys(own).sort(), Object.keys(zlib).sort());
});

test("a store is known in a call, in timers, ticks and bound functions, and refused after an await", async () => {
  const { AsyncLocalStorage, AsyncResource } = load("async_hooks");
  const storage = new AsyncLocalStorage();
  const other = new AsyncLocalStorage();
  assert.equal(storage.getStore(), undefined);
  const seen = [];
  const inTick = new Promise((resolve) => {
    storage.run("a", () => {
      other.run("b", () => seen.push(storage.getStore(), other.getStore()));
      seen.push(other.getStore(), storage.exit(() => storage.getStore()), storage.getStore());
      load("process").nextTick(() => resolve(storage.getStore()));
    });
  });
  assert.deepEqual(seen, ["a", "b", undefined, undefined, "a"]);
  assert.equal(await inTick, "a");
  const bound = storage.run("bound", () => AsyncLocalStorage.bind(() => storage.getStore()));
  const snapshot = storage.run("snapshot", () => AsyncLocalStorage.snapshot());
  const resource = storage.run("resource", () => new AsyncResource("test"));
  assert.equal(bound(), "bound");
  assert.equal(snapshot(() => storage.getStore()), "snapshot");
  assert.equal(resource.runInAsyncScope(() => storage.getStore()), "resource");
  const later = storage.run("lost", async () => {
    const before = storage.getStore();
    await undefined;
    assert.throws(() => storage.getStore(), { code: "ERR_ASYNC_CONTEXT_UNKNOWN" });
    return before;
  });
  assert.equal(await later, "lost");
  assert.throws(() => storage.getStore(), { code: "ERR_ASYNC_CONTEXT_UNKNOWN" });
  assert.equal(storage.run("again", () => storage.getStore()), "again");
  storage.disable();
  assert.equal(storage.getStore(), undefined);
});

test("os and vm have the names of Node, and refuse what they do not know", async () => {
  const names = async (name) => Object.keys((await import(`node:${name}`)).default).sort();
  for (const name of ["os", "vm", "async_hooks", "readline"]) {
    const expected = (await names(name)).filter((key) => key !== "asyncWrapProviders");
    assert.deepEqual(Object.keys(load(name)).sort().filter((key) => expected.includes(key)), expected, name);
  }
  assert.equal(load("os").EOL, "\n");
  assert.throws(() => load("os").cpus(), { code: "ERR_METHOD_NOT_IMPLEMENTED" });
  assert.equal(load("vm").isContext({}), false);
});
