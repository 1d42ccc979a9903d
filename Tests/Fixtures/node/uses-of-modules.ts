// Uses each module of Node that exists here, in the ways in which programs do. It is checked by the compiler, and it runs.

import assert, { AssertionError } from "assert";
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { Buffer, type BufferEncoding } from "buffer";
import console from "node:console";
import EventEmitter, { once, on } from "events";
import fs, { createReadStream, readFileSync, statSync } from "node:fs";
import fsPromises, { readFile, readdir } from "fs/promises";
import { createRequire, isBuiltin, builtinModules } from "node:module";
import os, { EOL } from "os";
import path, { join, type ParsedPath } from "node:path";
import { posix } from "path/win32";
import { PerformanceObserver, performance } from "perf_hooks";
import process, { argv, stdout } from "node:process";
import punycode from "punycode";
import querystring from "querystring";
import { createInterface } from "node:readline";
import * as lines from "readline/promises";
import Stream, { Readable, Transform, Writable, pipeline as pipe, promises } from "stream";
import { json, text } from "node:stream/consumers";
import { pipeline } from "stream/promises";
import { ReadableStream as WebStream } from "node:stream/web";
import { StringDecoder } from "string_decoder";
import { clearTimeout, setTimeout as startTimer } from "timers";
import { scheduler, setInterval, setTimeout } from "node:timers/promises";
import url, { fileURLToPath, pathToFileURL, URL as WebURL } from "url";
import util, { inspect, parseArgs, promisify, types } from "node:util";
import { isMap } from "util/types";
import vm from "vm";
import zlib, { createGzip, gunzip } from "node:zlib";

// Buffers are bytes, and have texts.
const encoding: BufferEncoding = "hex";
const bytes: Uint8Array = Buffer.from("6869", encoding);
const hi: string = Buffer.concat([bytes, Buffer.alloc(1)]).subarray(0, 2).toString("utf8");
const part: Buffer = Buffer.from([1, 2, 3]).slice(1);
assert(hi === "hi" && part.readUInt8(0) === 2 && part.equals(Buffer.of(2, 3)));
assert.strictEqual(Buffer.byteLength("ä"), 2);
assert.throws(() => assert.fail("no"), AssertionError);
assert.equal(new StringDecoder("utf8").write(Buffer.from("a")), "a");

// Emitters, also as a base class.
class Counter extends EventEmitter {
  count = 0;
  add(): this {
    this.count += 1;
    this.emit("added", this.count);
    return this;
  }
}
const counter = new Counter();
const first: Promise<any[]> = once(counter, "added");
counter.on("added", (count: number) => assert(count > 0)).add();
assert.deepEqual(await first, [1]);
void (async () => { for await (const [count] of on(counter, "added")) console.log(count as number); });

// Files: texts with an encoding, else buffers.
const folder: string = path.dirname(fileURLToPath(import.meta.url));
const parsed: ParsedPath = path.parse(join(folder, "a.txt"));
assert(parsed.base === "a.txt" && posix.sep === "/" && fs.existsSync(folder) && !fs.existsSync(join(folder, "nothing")));
assert(statSync(folder).isDirectory() && statSync(join(folder, "nothing"), { throwIfNoEntry: false })?.size === undefined);
const names: string[] = await readdir(folder);
const kinds: boolean[] = (await fsPromises.readdir(folder, { withFileTypes: true })).map((entry) => entry.isFile());
const size: number = (await readFile(fileURLToPath(import.meta.url))).length + readFileSync(pathToFileURL(join(folder, "package.json")), "utf8").split(EOL).length;
assert(size > 0 && names.length === kinds.length);
fs.readFile(join(folder, "nothing"), (error, data) => assert(error?.code === "ENOENT" && data === undefined));

// Streams.
const upper = new Transform({ transform(chunk, _encoding, callback) { callback(null, String(chunk).toUpperCase()); } });
const chunks: string[] = [];
await pipeline(Readable.from(["a", "b"]), upper, new Writable({ write(chunk, _encoding, done) { chunks.push(String(chunk)); done(); } }));
assert.deepStrictEqual(chunks, ["A", "B"]);
assert.equal(await text(Readable.from(["x"]).map((chunk: string) => chunk + "y")), "xy");
assert.equal((await json(Readable.from(['{"a": 1}']))).a, 1);
assert(new Stream.PassThrough() instanceof Stream && promises.finished !== undefined && new WebStream() instanceof ReadableStream);
pipe(Readable.from(["a"]), async function* (source) { for await (const chunk of source) yield chunk; }, new Stream.PassThrough().resume(), (error) => assert(!error));
for await (const line of createInterface({ input: Readable.from(["1\n2"]) })) assert(line.length === 1);
const answer: string = await lines.createInterface(Readable.from(["yes\n"])).question("sure? ");
assert.equal(answer, "yes");
createReadStream(join(folder, "package.json"), { encoding: "utf8", start: 1 }).on("data", (chunk) => assert(chunk.length > 0)).pipe(createGzip()).resume();
const unzip: (input: string | Uint8Array) => Promise<Uint8Array> = promisify(gunzip) as never;
assert(typeof unzip === "function" && zlib.constants.Z_OK === 0 && zlib.crc32("a") > 0);

// Time.
const waited: string = await setTimeout(1, "done");
for await (const _ of setInterval(1)) break;
await scheduler.wait(1);
const timer = startTimer((name: string) => assert.fail(name), 1000, "late").unref();
clearTimeout(timer);
assert(waited === "done" && performance.now() > 0 && new PerformanceObserver(() => {}) !== undefined);

// Arguments.
const { values, positionals } = parseArgs({
  args: ["--name", "Ada", "-v", "--tag=a", "file"],
  options: { name: { type: "string" }, verbose: { type: "boolean", short: "v", default: false }, tag: { type: "string", multiple: true } },
  allowPositionals: true,
});
const name: string | undefined = values.name;
const isVerbose: boolean = values.verbose;
const tags: string[] = values.tag ?? [];
assert.deepEqual([name, isVerbose, tags, positionals], ["Ada", true, ["a"], ["file"]]);

// The rest.
const storage = new AsyncLocalStorage<{ id: number }>();
const id: number = storage.run({ id: 1 }, (more: number) => storage.getStore()!.id + more, 1);
assert(id === 2 && new AsyncResource("A").runInAsyncScope(() => 1) === 1);
const plus = promisify((a: number, callback: (error: Error | null, value: number) => void) => callback(null, a + 1));
assert.equal((await plus(1)).toFixed(1), "2.0");
class Point { [inspect.custom](): string { return "Point"; } }
assert(inspect(new Point(), { depth: 1 }) === "Point" && util.format("%d", 1) === "1" && util.isDeepStrictEqual([1], [1]));
const value: unknown = new Map([[1, 2]]);
if (types.isMap(value) && isMap(value)) assert(value.size === 1);
assert(process.argv === argv && process.platform === os.platform() && process.hrtime.bigint() > 0n && process.version.startsWith("v"));
assert(stdout.write("") && process.env.HOME !== "" && process.cwd() !== "");
process.on("exit", (code) => assert(code === 0)).nextTick((text: string) => assert(text === "a"), "a");
assert(isBuiltin("fs") && builtinModules.includes("path") && createRequire(import.meta.url)("node:path") === path);
assert(punycode.toASCII("ä.de") !== "" && querystring.parse("a=1").a === "1" && querystring.stringify({ a: [1, 2] }) === "a=1&a=2");
assert(new WebURL("http://a/b") instanceof URL && url.parse("http://a/b?c=1", true).query.c === "1" && url.format({ host: "a" }) === "a");
assert(vm.isContext({}) === false);
console.log("done");
