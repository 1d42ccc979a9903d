import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime } from "../support/runtime.js";

const wasm = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])";
const typed = "{ headers: { 'content-type': ' application/WASM\\t' } }";

/** Settles the promise of an expression: its value, or the name of its error. */
const settled = (code) => new Runtime().run(`Promise.resolve(${code}).catch((error) => error.name)`);

test("a response and a promise of one are compiled and instantiated", async () => {
  assert.equal(`${await settled(`WebAssembly.compileStreaming(new Response(${wasm}, ${typed}))`)}`, "[object WebAssembly.Module]");
  const made = await settled(`WebAssembly.instantiateStreaming(Promise.resolve(new Response(${wasm}, ${typed})), {})`);
  assert.deepEqual(Object.keys(made).sort(), ["instance", "module"]);
});

for (const [source, name] of [
  ["", "TypeError"],
  ["{}", "TypeError"],
  [wasm, "TypeError"],
  [`new Response(${wasm})`, "TypeError"],
  [`new Response(${wasm}, { headers: { "content-type": "application/wasm;charset=utf-8" } })`, "TypeError"],
  [`new Response(${wasm}, { status: 404, headers: { "content-type": "application/wasm" } })`, "TypeError"],
  [`(() => { const used = new Response(${wasm}, ${typed}); used.text(); return used; })()`, "TypeError"],
  [`new Response(new ReadableStream({ pull() { throw new RangeError("broken"); } }), ${typed})`, "RangeError"],
  [`new Response("no code", ${typed})`, "CompileError"],
  [`new Response(null, ${typed})`, "CompileError"],
  ["Promise.reject(new RangeError())", "RangeError"],
]) {
  test(`WebAssembly.compileStreaming(${source}) is rejected with a ${name}`, async () => {
    assert.equal(await settled(`WebAssembly.compileStreaming(${source})`), name);
    assert.equal(await settled(`WebAssembly.instantiateStreaming(${source})`), name);
  });
}
