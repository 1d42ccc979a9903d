import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime } from "../support/runtime.js";
import { formatStack, parseStack } from "../../web/errors/stack.js";
import { connect } from "../../web/host.js";

// The modules that are used here without a runtime know no sources.
connect(/** @type {*} */ ({ prefixLength: () => 0, textAround: () => "" }));

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
  test(`a stack of the engine is printed as Node prints it: ${name}`, () => {
    assert.equal(formatStack("TypeError: wrong", stack), `TypeError: wrong\n${frames}`);
  });
}

// Written after the engine's sources: forms that the recordings lack.
test("async frames, module code, WebAssembly and unusual paths are parsed", () => {
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

test("a stack without frames is printed as its header", () => {
  assert.equal(formatStack("SyntaxError: Unexpected end", ""), "SyntaxError: Unexpected end");
});

test("text of another form is returned unchanged", () => {
  for (const text of ["Error: x\n    at f (a.js:1:2)", "only text", "mail me@example.org", "f@a.js:1:2\nand more"]) {
    assert.equal(parseStack(text), undefined, text);
    assert.equal(formatStack("Error", text), text);
  }
});

/** A runtime whose host has sources: the text before and at a place. */
function printed(sources, stack) {
  const runtime = new Runtime({
    textAround: (file, line, column) => (sources[file]?.split("\n")[line - 1] ?? "").slice(Math.max(0, column - 2), column),
    prefixLength: (file) => (file === "program.js" ? 15 : 0),
  });
  runtime.context.stack = stack;
  runtime.run(`console.error(Object.defineProperty(new Error("x"), "stack", { value: stack }))`);
  return runtime.lines[0].split("\n").slice(1).map((line) => line.trim());
}

// Recorded from JavaScriptCoreGTK 2.50.6, as above.
test("an async function has one frame, whatever its form; a function that calls itself has one for each call", () => {
  const source = [
    "async function multi(a,", "  b) {", "  const x = 1;", '  print("M\\n" + new Error().stack);', "}",
    "function rec(n) {", "  if (n) return rec(n - 1);", "  throw new Error();", "}",
    'const arrow = async () => { print("AR\\n" + new Error().stack) }; await arrow();', "const short = async q => new Error().stack;",
  ].join("\n");
  assert.deepEqual(printed({ "m.js": source }, "multi@m.js:4:26\nmulti@m.js:1:22\nglobal code@m.js:7:6"), ["at multi (m.js:4:26)", "at m.js:7:6"]);
  assert.deepEqual(printed({ "m.js": source }, "rec@m.js:8:18\nrec@m.js:7:20\nrec@m.js:7:20\nglobal code@m.js:9:4"), [
    "at rec (m.js:8:18)", "at rec (m.js:7:20)", "at rec (m.js:7:20)", "at m.js:9:4",
  ]);
  assert.deepEqual(printed({ "m.js": source }, "@m.js:10:53\narrow@m.js:10:64\n@m.js:10:77"), ["at arrow (m.js:10:53)", "at m.js:10:77"]);
  assert.deepEqual(printed({ "m.js": source }, "@m.js:11:35\nshort@m.js:11:43"), ["at short (m.js:11:35)"]);
  // For a source that is not known all frames are shown.
  assert.equal(printed({}, "multi@m.js:4:26\nmulti@m.js:1:22").length, 2);
});

test("frames of the runtime's own scripts and of the wrapping text are left out, and columns are those of the source", () => {
  const stack = "f@program.js:2:3\ncall@causeway:bridge:1:2408\n@program.js:1:25\n@program.js:1:9\nfire@causeway:globals:1:5";
  assert.deepEqual(printed({}, stack), ["at f (program.js:2:3)", "at program.js:1:10"]);
});

test("the stack of the answering side follows the stack of the call, in the same format", () => {
  assert.deepEqual(printed({}, "f@a.js:1:2\n--- answered by ---\ng@b.js:3:4\nh@causeway:bridge:1:1"), ["at f (a.js:1:2)", "--- answered by ---", "at g (b.js:3:4)"]);
});
