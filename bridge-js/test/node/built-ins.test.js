// The modules of Node that exist here, beside Node's own: the same calls with the same random arguments.

import legacy from "node:assert";
import assert from "node:assert/strict";
import crypto from "node:crypto";
import path from "node:path";
import querystring from "node:querystring";
import { test } from "node:test";
import url from "node:url";
import util from "node:util";
import vm from "node:vm";
import { evaluateBuiltIns } from "../../evaluate.mjs";
import { builtInsText, parts } from "../support/runtime.js";

const { load, context } = evaluateBuiltIns(parts, builtInsText, vm.createContext({}), { isProxy: util.types.isProxy });

/** A small generator, so that a failure can be repeated. */
const makeRandom = (seed) => () => {
  seed = (seed * 1103515245 + 12345) % 2 ** 31;
  return seed / 2 ** 31;
};

/** What a call returns or throws, as text. */
const outcome = (call) => {
  try {
    return JSON.stringify(call());
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
};

test("paths of both kinds have the results of Node", () => {
  const random = makeRandom(7);
  const pieces = ["/", "//", "\\", "..", ".", "a", "b.c", ".d", "", "é", "x y", "..."];
  // A drive elsewhere than at the beginning is treated differently by the releases of Node.
  const make = () => ["", "", "C:", "c:\\"][Math.floor(random() * 4)] + Array.from({ length: Math.floor(random() * 6) }, () => pieces[Math.floor(random() * pieces.length)]).join(random() < 0.5 ? "/" : "");
  const failed = [];
  for (const [name, own, theirs] of [["posix", load("path").posix, path.posix], ["win32", load("path").win32, path.win32]]) {
    for (let i = 0; i < 4000; i++) {
      const a = make();
      const b = make();
      // The paths of devices, too.
      if (name === "win32" && /^[\\/]*[.?][\\/]|^[\\/]+[.?]*$/.test(`${a}/${b}`)) continue;
      for (const method of ["normalize", "dirname", "basename", "extname", "parse", "isAbsolute"]) {
        const [x, y] = [outcome(() => own[method](a)), outcome(() => theirs[method](a))];
        if (x !== y) failed.push(`${name}.${method}(${JSON.stringify(a)}): ${x}, not ${y}`);
      }
      if (/^c:/i.test(b)) continue;
      const [x, y] = [outcome(() => own.join(a, b)), outcome(() => theirs.join(a, b))];
      if (x !== y) failed.push(`${name}.join(${JSON.stringify([a, b])}): ${x}, not ${y}`);
      if (name === "win32") continue;
      const [r, s] = [outcome(() => own.relative(`/${a}`, `/${b}`)), outcome(() => theirs.relative(`/${a}`, `/${b}`))];
      if (r !== s) failed.push(`${name}.relative(${JSON.stringify([a, b])}): ${r}, not ${s}`);
    }
  }
  assert.deepEqual(failed.slice(0, 20), []);
});

test("query strings have the results of Node", () => {
  const random = makeRandom(3);
  const pieces = ["a", "b", "=", "&", "%41", "%zz", "+", "%E4", "é", ";", "%", "a=b", "&&"];
  const own = load("querystring");
  for (let i = 0; i < 3000; i++) {
    const text = Array.from({ length: Math.floor(random() * 8) }, () => pieces[Math.floor(random() * pieces.length)]).join("");
    assert.equal(JSON.stringify(own.parse(text)), JSON.stringify(querystring.parse(text)), text);
    const object = querystring.parse(text);
    assert.equal(own.stringify(object), querystring.stringify(object), text);
  }
});

test("older URLs have the results of Node", () => {
  const random = makeRandom(11);
  const pieces = ["http:", "//", "/", "a.b", "u:p@", ":80", "?q=1", "#h", "..", "mailto:", "x y", "[::1]", "file:", "javascript:", "é", "\\", "%41", ";"];
  const make = () => Array.from({ length: 1 + Math.floor(random() * 6) }, () => pieces[Math.floor(random() * pieces.length)]).join("");
  const own = load("url");
  const { emitWarning } = process;
  process.emitWarning = () => {};
  const failed = [];
  try {
    for (let i = 0; i < 5000; i++) {
      const [a, b] = [make(), make()];
      const [x, y] = [outcome(() => own.parse(a)), outcome(() => url.parse(a))];
      if (x !== y) failed.push(`parse(${JSON.stringify(a)}): ${x}, not ${y}`);
      const [r, s] = [outcome(() => own.resolve(a, b)), outcome(() => url.resolve(a, b))];
      if (r !== s) failed.push(`resolve(${JSON.stringify([a, b])}): ${r}, not ${s}`);
    }
  } finally {
    process.emitWarning = emitWarning;
  }
  assert.deepEqual(failed.slice(0, 20), []);
});

test("buffers have the results of Node", () => {
  const random = makeRandom(5);
  const { Buffer: Own } = load("buffer");
  const encodings = ["utf8", "hex", "base64", "base64url", "latin1", "ascii", "utf16le"];
  const texts = ["", "abc", "é€😀\ud800x", "00ff1", "YWJj", "YW-_", "=a=", "zz"];
  for (const encoding of encodings) {
    for (const text of texts) {
      assert.equal(Own.from(text, encoding).toString("hex"), Buffer.from(text, encoding).toString("hex"), `${encoding} ${text}`);
      assert.equal(Own.byteLength(text, encoding), Buffer.byteLength(text, encoding), `${encoding} ${text}`);
    }
    for (let i = 0; i < 200; i++) {
      const bytes = Array.from({ length: Math.floor(random() * 12) }, () => Math.floor(random() * 256));
      assert.equal(Own.from(bytes).toString(encoding), Buffer.from(bytes).toString(encoding), `${encoding} ${bytes}`);
    }
  }
  const methods = Object.getOwnPropertyNames(Buffer.prototype).filter((name) => /^(read|write)(U?[Ii]nt|Big|Float|Double)/.test(name));
  assert.ok(methods.length > 60);
  for (const name of methods) {
    for (let i = 0; i < 60; i++) {
      const bytes = Array.from({ length: 10 }, () => Math.floor(random() * 256));
      const isBig = name.includes("Big");
      const number = (random() - 0.5) * 2 ** Math.floor(random() * 40);
      const value = isBig ? BigInt(Math.floor(number)) : random() < 0.3 ? number : Math.floor(number);
      const offset = [0, 1, 3, 5, 20, -1, 1.5][Math.floor(random() * 7)];
      const size = [1, 2, 3, 4, 5, 6, 7][Math.floor(random() * 7)];
      const [x, y] = [Own.from(bytes), Buffer.from(bytes)].map((buffer) =>
        outcome(() => [String(name.startsWith("read") ? buffer[name](offset, size) : buffer[name](value, offset, size)), buffer.toString("hex")]));
      assert.equal(x, y, `${name} ${value} ${offset} ${size}`);
    }
  }
});

test("hashes have the results of Node", () => {
  const { createHash, createHmac } = load("crypto", ["createHash", "createHmac", "timingSafeEqual"], "It does not exist here.");
  for (const name of ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]) {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 300]) {
      const data = Buffer.alloc(length, "data");
      assert.equal(createHash(name).update(data).digest("hex"), crypto.createHash(name).update(data).digest("hex"), `${name} ${length}`);
      assert.equal(createHmac(name, data).update("x").digest("hex"), crypto.createHmac(name, data).update("x").digest("hex"), `${name} ${length}`);
    }
  }
});

test("crypto.timingSafeEqual, by which packages compare signatures, has the results of Node", () => {
  const { timingSafeEqual } = load("crypto", ["createHash", "createHmac", "timingSafeEqual"], "It does not exist here.");
  const bytes = Buffer.from("0123456789abcdef");
  const values = [bytes, Buffer.from(bytes), Uint8Array.from(bytes), new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 16)), new DataView(bytes.buffer, bytes.byteOffset, 16),
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 16), Buffer.from("0123456789abcdeF"), Buffer.from("1123456789abcdef"), bytes.subarray(1), Buffer.alloc(0), "0123456789abcdef", null, undefined, 5, [1]];
  const outcome = (equal, a, b) => { try { return String(equal(a, b)); } catch (error) { return `${error.name} ${error.code} ${error.message}`; } };
  for (const a of values) for (const b of values) assert.equal(outcome(timingSafeEqual, a, b), outcome(crypto.timingSafeEqual, a, b));
});

test("values are compared as Node compares them", () => {
  const own = load("util");
  const values = vm.runInContext(`{
    const cycle = { a: 1 }; cycle.self = cycle;
    const other = { a: 1 }; other.self = other;
    const hidden = Object.defineProperty({}, "x", { value: 1 });
    [0, -0, NaN, 1, "1", true, null, undefined, 1n, Symbol.iterator, [], [1], [1, , 2], [1, undefined, 2], {}, { a: 1 }, { a: "1" }, { a: undefined },
      cycle, other, new Date(0), new Date(NaN), /a/g, /a/i, new Map([[1, { b: 2 }]]), new Map([[{ k: 1 }, 2]]), new Map([["1", 2]]), new Map([[1, 2]]), new Set([1, { a: 1 }]),
      new Set([{ a: 1 }, 1]), new Set([[1], [2]]), new Set([[2], [1]]), new Error("m"), new TypeError("m"), Object.assign(new Error("m"), { code: 1 }), new Uint8Array([1]),
      new Uint8Array([2]), new Int8Array([1]), new Float32Array([0]), new Float32Array([-0]), new Number(1), new String("1"), Object(1n), Object.create(null), hidden,
      new ArrayBuffer(2), new DataView(new ArrayBuffer(2)), { [Symbol.for("s")]: 1 }, { [Symbol.for("s")]: 2 }, (function () { return arguments; })(1), () => 1, class A {}]
  }`, context);
  const failed = [];
  for (const [i, a] of values.entries()) {
    for (const [k, b] of values.entries()) {
      const strict = [own.isDeepStrictEqual(a, b), util.isDeepStrictEqual(a, b)];
      if (strict[0] !== strict[1]) failed.push(`strict ${i} ${k}: ${util.inspect(a)} ${util.inspect(b)} ${strict}`);
      const loose = [load("assert"), legacy].map((module) => outcome(() => module.deepEqual(a, b) ?? true).startsWith("true"));
      if (loose[0] !== loose[1]) failed.push(`loose ${i} ${k}: ${util.inspect(a)} ${util.inspect(b)} ${loose}`);
    }
  }
  assert.deepEqual(failed.slice(0, 20), []);
});

test("setters on the prototypes of arrays and objects are not called", () => {
  const attacked = vm.createContext({});
  const { load: loadAttacked } = evaluateBuiltIns(parts, builtInsText, attacked);
  vm.runInContext(`
    for (const prototype of [Object.prototype, Array.prototype]) for (const name of ["0", "1", "value", "get", "set", "listener", "error"]) {
      if (prototype === Object.prototype && (name === "value" || name === "get" || name === "set")) continue;
      Object.defineProperty(prototype, name, { get() { return undefined; }, set() { throw new Error("called"); }, configurable: true });
    }
    Array.prototype[Symbol.iterator] = () => { throw new Error("iterated"); };
    Array.prototype.push = Array.prototype.slice = Array.prototype.splice = String.prototype.slice = () => { throw new Error("replaced"); };
  `, attacked);
  const Emitter = loadAttacked("events");
  const emitter = new Emitter();
  const received = [];
  emitter.on("x", (value) => { received[received.length] = value; });
  emitter.once("x", (value) => { received[received.length] = value; });
  emitter.emit("x", 1);
  emitter.emit("x", 2);
  assert.deepEqual(received, [1, 1, 2]);
  const ownPath = loadAttacked("path");
  assert.equal(ownPath.join("a", "..", "b") + ownPath.relative("/a/b", "/a/c/d"), "b../c/d");
  const { Buffer: Own } = loadAttacked("buffer");
  assert.equal(Own.concat([Own.from("é"), Own.from("ff", "hex")]).toString("hex"), "c3a9ff");
});
