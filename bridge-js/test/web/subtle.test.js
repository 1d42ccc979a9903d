// `crypto.subtle` with a native side that records its calls: Swift's tests have the real one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime } from "../support/runtime.js";

const description = (name, more) => ({ type: "secret", extractable: true, usages: ["encrypt", "sign", "deriveBits"], algorithm: { name, ...more } });

/** A runtime whose native side passes each operation to `answer`. */
function runtimeWith(answer) {
  const calls = [];
  const run = (settle, ...values) => {
    calls.push(values);
    return answer(settle, ...values);
  };
  return { runtime: new Runtime({ extensions: { __proto__: null, crypto: () => ({ run }) } }), calls };
}

async function failureOf(runtime, code) {
  return runtime.run(code).then(() => "no error", (error) => error.name);
}

test("names are found in any case, and bytes are copied at the call", async () => {
  const { runtime, calls } = runtimeWith((settle) => void settle(true));
  await runtime.run(`const bytes = new Uint8Array([1, 2, 3]); const done = crypto.subtle.digest("sha-256", bytes.subarray(1)); bytes.fill(0); done`);
  const [[operation, name, hash, , , , data]] = calls;
  assert.deepEqual([operation, name, hash, [...data]], ["digest", undefined, "SHA-256", [2, 3]]);
});

test("a long message is copied in pieces", async () => {
  const log = [];
  const native = {
    run: (settle, ...values) => { log.push([values[6] === "pieces", values[3]]); setImmediate(() => settle(true)); },
    open: () => "pieces",
    add: (piece) => log.push([piece.length, piece[0], piece.buffer.byteLength]),
    close: () => log.push("end"),
  };
  const runtime = new Runtime({ extensions: { __proto__: null, crypto: () => native } });
  const length = 5 * 2 ** 20;
  await runtime.run(`const bytes = new Uint8Array(${length + 9}); bytes.fill(7, 8); crypto.subtle.digest("SHA-1", new DataView(bytes.buffer, 8))`);
  assert.deepEqual(log, [[true, length + 1], ...Array(5).fill([2 ** 20, 7, 2 ** 20]), [1, 7, 1], "end"]);
});

test("letters outside of ASCII are no spelling of a name", async () => {
  const { runtime, calls } = runtimeWith(() => {});
  // The capital of U+017F is S.
  assert.equal(await failureOf(runtime, `crypto.subtle.digest("\\u017fHA-1", new ArrayBuffer(1))`), "NotSupportedError");
  for (const name of ["__proto__", "constructor", "toString", ""]) {
    assert.equal(await failureOf(runtime, `crypto.subtle.digest(${JSON.stringify(name)}, new ArrayBuffer(1))`), "NotSupportedError");
  }
  assert.deepEqual(calls, []);
});

test("an error and a limit of the native side reject the promise with a DOMException", async () => {
  let { runtime } = runtimeWith((settle) => void settle(undefined, "OperationError", "no"));
  assert.equal(await failureOf(runtime, `crypto.subtle.digest("SHA-1", new ArrayBuffer(1))`), "OperationError");
  ({ runtime } = runtimeWith(() => "operations (5)"));
  assert.equal(await failureOf(runtime, `crypto.subtle.digest("SHA-1", new ArrayBuffer(1))`), "QuotaExceededError");
});

test("a key is what the native side says, and a copy of it is no key", async () => {
  const { runtime, calls } = runtimeWith((settle, operation) => {
    if (operation === "importKey") settle({}, description("HMAC", { hash: { name: "SHA-384" }, length: 8 }));
    else settle(true);
  });
  await runtime.run(`crypto.subtle.importKey("raw", new Uint8Array(1), { name: "HMAC", hash: "SHA-384" }, 1, ["sign", "verify"]).then((key) => { globalThis.key = key; })`);
  assert.equal(runtime.run("key instanceof CryptoKey && key.type"), "secret");
  assert.equal(calls[0].at(-1), "sign,verify");
  await runtime.run(`key.algorithm.name = "AES-CBC"; key.usages.length = 0; crypto.subtle.sign("HMAC", key, new Uint8Array(1))`);
  assert.equal(calls[1][2], "SHA-384");
  for (const other of ["{ ...key }", "Object.create(key)", "new Proxy(key, {})", "structuredClone({})", "null"]) {
    assert.equal(await failureOf(runtime, `crypto.subtle.sign("HMAC", ${other}, new Uint8Array(1))`), "TypeError", other);
  }
  assert.equal(await failureOf(runtime, `crypto.subtle.encrypt({ name: "AES-CBC", iv: new Uint8Array(16) }, key, new Uint8Array(1))`), "InvalidAccessError");
  assert.equal(await failureOf(runtime, `crypto.subtle.verify("HMAC", key, new Uint8Array(1), new Uint8Array(1))`), "InvalidAccessError");
});

test("structuredClone makes another handle of a key, whatever a page did to the first", async () => {
  const handle = {};
  const { runtime, calls } = runtimeWith((settle, operation) => {
    if (operation === "importKey") settle(handle, description("RSA-PSS", { hash: { name: "SHA-384" }, publicExponent: [1, 0, 1] }));
    else settle(true);
  });
  await runtime.run(`crypto.subtle.importKey("spki", new Uint8Array(1), { name: "RSA-PSS", hash: "SHA-384" }, true, ["verify"]).then((key) => { globalThis.key = key; })`);
  runtime.run(`
    Object.defineProperty(Object.prototype, "hash", { set() { throw new Error("planted"); }, configurable: true });
    key.algorithm.name = "HMAC"; key.algorithm.hash.name = "SHA-1"; key.algorithm.publicExponent[0] = 9; key.usages.length = 0;
    var copy = structuredClone({ keys: [key, key] }).keys;
  `);
  assert.deepEqual(JSON.parse(runtime.run(`JSON.stringify([copy[0] === copy[1], copy[0] !== key, copy[0] instanceof CryptoKey, copy[0].type, copy[0].usages, copy[0].algorithm.name, copy[0].algorithm.hash, [...copy[0].algorithm.publicExponent]])`)),
    [true, true, true, "secret", ["encrypt", "sign", "deriveBits"], "RSA-PSS", { name: "SHA-384" }, [1, 0, 1]]);
  await runtime.run(`crypto.subtle.sign({ name: "RSA-PSS", saltLength: 1 }, structuredClone(copy[0]), new Uint8Array(1))`);
  assert.deepEqual([calls[1][2], calls[1][4] === handle], ["SHA-384", true]);
  assert.throws(() => runtime.run("structuredClone(Object.create(key))"), { name: "DataCloneError" });
});

test("the operations have the lengths of the standard, and reject for other receivers", async () => {
  const { runtime } = runtimeWith(() => {});
  const lengths = { encrypt: 3, decrypt: 3, sign: 3, verify: 4, digest: 2, generateKey: 3, deriveKey: 5, deriveBits: 2, importKey: 5, exportKey: 2, wrapKey: 4, unwrapKey: 7 };
  for (const [name, length] of Object.entries(lengths)) {
    assert.equal(runtime.run(`SubtleCrypto.prototype.${name}.length`), length, name);
    assert.equal(await failureOf(runtime, `SubtleCrypto.prototype.${name}.call({})`), "TypeError", name);
    assert.equal(await failureOf(runtime, `crypto.subtle.${name}()`), "TypeError", name);
  }
  assert.throws(() => runtime.run("Reflect.get(Crypto.prototype, 'subtle', {})"), { name: "TypeError" });
  assert.equal(runtime.run("crypto.subtle === crypto.subtle"), true);
});

test("without the extension there is no subtle, and with it nothing is evaluated before its use", () => {
  const runtime = new Runtime();
  assert.deepEqual(JSON.parse(runtime.run(`JSON.stringify(["subtle" in crypto, typeof CryptoKey, typeof SubtleCrypto])`)), [false, "undefined", "undefined"]);
  // A context that has it and does not use it evaluates no more.
  assert.equal(runtimeWith(() => {}).runtime.evaluated.length, new Runtime().evaluated.length);
});
