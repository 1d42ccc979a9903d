// Texts and Base64 with the functions of the native side, beside Node's own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime } from "../support/runtime.js";

let seed = 3;
const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;

/** Calls of the native functions. */
const calls = [];

/** A runtime whose native functions are Node's. */
const makeRuntime = () => {
  /** @type {Uint8Array} */
  let shared;
  return new Runtime({
    shareBytes: (bytes) => {
      shared = bytes;
    },
    decodeText: (count, fatal) => {
      calls.push(count);
      try {
        return new TextDecoder("utf-8", { fatal, ignoreBOM: true }).decode(shared.subarray(0, count));
      } catch {
        return undefined;
      }
    },
    decodeBytes: (count) => Buffer.from(shared.subarray(0, count)).toString("latin1"),
    writeBytes: (text, maximum) => {
      if (text.length > shared.length) return false;
      for (let i = 0; i < text.length; i++) shared[i] = text.charCodeAt(i);
      return ![...text].some((character) => character.codePointAt(0) > maximum);
    },
    encodeText: (text) => new TextEncoder().encode(text).buffer,
  });
};

/** Bytes of texts in several alphabets, some of them damaged. */
const makeBytes = () => {
  const text = Array.from({ length: random(60) }, () => ["a", "plain text ", "\u00e9", "\u65e5", "\u{1f600}", "\ufeff", "\0"][random(7)]).join("");
  const bytes = [...Buffer.from(text)];
  for (let i = random(3); i > 0; i--) bytes.splice(random(bytes.length + 1), random(2), random(256));
  return Uint8Array.from(bytes);
};

test("texts are decoded as by Node, at once and in pieces, with and without errors", () => {
  const runtime = makeRuntime();
  const decode = runtime.run(`(pieces, options) => {
    const decoder = new TextDecoder("utf-8", options);
    let text = "";
    try {
      for (let i = 0; i < pieces.length; i++) text += decoder.decode(Uint8Array.from(pieces[i]), { stream: i < pieces.length - 1 });
    } catch (error) {
      return error.name;
    }
    return text;
  }`);
  for (let round = 0; round < 4000; round++) {
    const bytes = makeBytes();
    const options = { fatal: random(3) === 0, ignoreBOM: random(2) === 0 };
    const pieces = [];
    for (let at = 0; at < bytes.length || pieces.length === 0;) {
      const end = at + 1 + random(random(2) === 0 ? 4 : 80);
      pieces.push(bytes.subarray(at, end));
      at = end;
    }
    const decoder = new TextDecoder("utf-8", options);
    let expected = "";
    try {
      pieces.forEach((piece, i) => {
        expected += decoder.decode(piece, { stream: i < pieces.length - 1 });
      });
    } catch (error) {
      expected = error.name;
    }
    assert.equal(decode(pieces, options), expected, `${JSON.stringify(options)} ${pieces.map((piece) => `[${piece}]`)}`);
    let whole = "";
    try {
      whole = new TextDecoder("utf-8", options).decode(bytes);
    } catch (error) {
      whole = error.name;
    }
    assert.equal(decode([bytes], options), whole, `${JSON.stringify(options)} [${bytes}]`);
  }
  assert.ok(calls.length > 1000, `${calls.length} calls`);
});

test("a long text is decoded by pieces that end with whole characters", () => {
  const runtime = makeRuntime();
  const text = "a\u00e9\u65e5\u{1f600}".repeat(60_000);
  calls.length = 0;
  assert.equal(runtime.run("(bytes) => new TextDecoder().decode(bytes)")(new Uint8Array(Buffer.from(text))), text);
  assert.ok(calls.length > 3, `${calls}`);
  assert.ok(calls.every((length) => length <= 32_768), `${calls}`);
  // Nothing but bytes that continue a character.
  assert.equal(runtime.run("(bytes) => new TextDecoder().decode(bytes)")(new Uint8Array(300_000).fill(0x80)), "\ufffd".repeat(300_000));
});

test("Base64 of every length, with white space and without padding, as by Node", () => {
  const runtime = makeRuntime();
  const [encode, decode] = runtime.run("[btoa, atob]");
  for (const length of [...Array(70).keys(), 1000, 3071, 3072, 3073, 4095, 4096, 4097, 9000, 32_766, 32_768, 100_000]) {
    const text = Array.from({ length }, () => String.fromCharCode(random(256))).join("");
    const encoded = btoa(text);
    assert.equal(encode(text), encoded);
    assert.equal(decode(encoded), text);
    assert.equal(decode(encoded.replace(/=+$/, "")), text);
    assert.equal(decode(encoded.replace(/.{5}/g, "$& \n")), text);
    if (length > 0) assert.throws(() => encode(`${text}\u0100`), { name: "InvalidCharacterError" });
    if (length > 0) assert.throws(() => decode(`${encoded}*`), { name: "InvalidCharacterError" });
  }
});

test("texts are encoded as by Node", () => {
  const encode = makeRuntime().run("(text) => new TextEncoder().encode(text)");
  for (const text of ["", "short", "x".repeat(16), "x".repeat(17), "x".repeat(70_000), "plain text and \u00e9", "a \ud800 lone surrogate", "\u{1f600}".repeat(9)]) {
    assert.deepEqual([...encode(text)], [...new TextEncoder().encode(text)]);
  }
});
