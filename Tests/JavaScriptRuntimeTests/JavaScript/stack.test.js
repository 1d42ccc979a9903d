import assert from "node:assert/strict";
import { test } from "node:test";
import { formatStack, parseStack } from "../../../Sources/JavaScriptRuntime/JavaScript/stack.js";

// Recorded from JavaScriptCoreGTK 2.50.6: `error.stack` of errors thrown in a bare context.
const recorded = {
  "functions, methods, nameless functions and native code": [
    "foo@app.js:2:36\ns@app.js:3:26\nm@app.js:3:40\n@app.js:4:28\nmap@[native code]\nglobal code@app.js:4:14",
    "    at foo (app.js:2:36)\n    at s (app.js:3:26)\n    at m (app.js:3:40)\n    at app.js:4:28\n    at app.js:4:14",
  ],
  "code given to eval": [
    "foo@app.js:2:36\neval code@\neval@[native code]\nglobal code@app.js:5:11",
    "    at foo (app.js:2:36)\n    at eval (<anonymous>)\n    at app.js:5:11",
  ],
  "code given to new Function": [
    "foo@app.js:2:36\nanonymous@\nglobal code@app.js:6:28",
    "    at foo (app.js:2:36)\n    at anonymous (<anonymous>)\n    at app.js:6:28",
  ],
  "a syntax error in code given to eval": ["eval@[native code]\nglobal code@app.js:11:11", "    at app.js:11:11"],
  "what is left after an await": ["inner@app.js:7:49", "    at inner (app.js:7:49)"],
  "a class field": ["foo@app.js:2:36\nC@\nglobal code@app.js:22:7", "    at foo (app.js:2:36)\n    at C (<anonymous>)\n    at app.js:22:7"],
};

for (const [name, [stack, frames]] of Object.entries(recorded)) {
  test(`a stack of the engine becomes one of Node: ${name}`, () => {
    assert.equal(formatStack("TypeError: wrong", stack), `TypeError: wrong\n${frames}`);
  });
}

// Written after the engine's sources: forms that the recordings above lack.
test("async frames, module code, WebAssembly and odd paths are understood", () => {
  const stack = [
    "async load@/srv/node_modules/@scope/pkg/a b.js:10:3", "module code@file:///srv/main.mjs:1:1", "async@x.js:1:2",
    "<?>.wasm-function[3]@[wasm code]", "run@https://example.org:8080/app.js:7:9", "late@x.js:4",
  ].join("\n");
  assert.equal(formatStack("Error", stack), [
    "Error",
    "    at async load (/srv/node_modules/@scope/pkg/a b.js:10:3)",
    "    at file:///srv/main.mjs:1:1",
    "    at async (x.js:1:2)",
    "    at <?>.wasm-function[3] (<anonymous>)",
    "    at run (https://example.org:8080/app.js:7:9)",
    "    at late (x.js:4:1)",
  ].join("\n"));
});

test("a stack without frames leaves the header alone", () => {
  assert.equal(formatStack("SyntaxError: Unexpected end", ""), "SyntaxError: Unexpected end");
});

test("text that is no stack of the engine stays as it is", () => {
  for (const text of ["Error: x\n    at f (a.js:1:2)", "only text", "mail me@example.org", "f@a.js:1:2\nand more"]) {
    assert.equal(parseStack(text), undefined, text);
    assert.equal(formatStack("Error", text), text);
  }
});
