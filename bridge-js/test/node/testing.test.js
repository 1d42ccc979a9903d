// `node:test` beside Node's own: the same programs have the same events.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { makeProgram } from "../support/test-programs.js";

const support = fileURLToPath(new URL("../support", import.meta.url));

/** The output of a Node process, and its exit status. */
const node = (...parameters) =>
  new Promise((resolve) => {
    // A child of a test would otherwise print events for its parent.
    const { NODE_TEST_CONTEXT, ...env } = process.env;
    execFile(process.execPath, parameters, { env, maxBuffer: 1 << 28 }, (error, output, errors) => resolve({ output, errors, status: error?.code ?? 0 }));
  });

const inFolder = async (run) => {
  const folder = mkdtempSync(join(tmpdir(), "causeway-tests-"));
  try {
    return await run((name, text) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The events of our implementation for the texts of programs, and the exit status of each. */
const runOurs = (texts, settings = {}) =>
  inFolder(async (write) => {
    const files = texts.map((text, index) => write(`${index}.cjs`, text));
    const { output, errors } = await node(join(support, "test-child.js"), JSON.stringify(settings), ...files);
    assert.equal(errors, "");
    return JSON.parse(output);
  });

const runNode = (text) =>
  inFolder(async (write) => {
    const { output, status } = await node("--test-reporter", join(support, "test-reporter.js"), write("program.cjs", text));
    return { events: output.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line)), status };
  });

/** An event without what differs on purpose: times, totals, and the order of what happens at the same time. */
const compared = ({ events, status }) => {
  const kept = events.filter(({ type, message = "" }) => ["test:pass", "test:fail", "test:start", "test:plan", "test:diagnostic"].includes(type)
    && !/^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /.test(message));
  const lines = kept.map(({ type, name, nesting, testNumber, number = testNumber, count, skip, todo, message, kind, failure }) => {
    const [failureType, text] = Array.isArray(failure) ? failure : failure === undefined ? [] : [failure.kind, failure.text];
    // The hooks of a file have its name in Node.
    const shown = failureType === "hookFailed" && (/program\.cjs$/.test(name) || name === "after hook of the file") ? "file" : name;
    return JSON.stringify([type, shown, nesting, number, count, skip, todo, message, kind, failureType, text]);
  });
  return [...lines, status];
};

test("random programs have the events of Node", async () => {
  const seeds = Array.from({ length: 40 }, (_, index) => index + 1);
  const ours = await runOurs(seeds.map(makeProgram));
  const failed = [];
  for (let i = 0; i < seeds.length; i += 4) {
    const group = seeds.slice(i, i + 4);
    const theirs = await Promise.all(group.map((seed) => runNode(makeProgram(seed))));
    group.forEach((seed, at) => {
      const [own, other] = [compared(ours[i + at]), compared(theirs[at])];
      const line = own.findIndex((text, index) => text !== other[index]);
      if (line >= 0 || own.length !== other.length) failed.push(`program ${seed}: ${own[line]}, not ${other[line]}`);
    });
  }
  assert.deepEqual(failed, []);
});

const head = 'const { test, it, describe, before, mock } = require("node:test");\nconst assert = require("node:assert");\n';
const results = ({ events }) => events.filter(({ type }) => type === "test:pass" || type === "test:fail").map(({ type, name, failure }) => [type.slice(5), name, failure?.kind, failure?.text]);

test("a test that waits for nothing fails at once, and the next one runs", async () => {
  const [run] = await runOurs([`${head}test("stuck", () => new Promise(() => {}));\ntest("next", () => {});\n`]);
  assert.deepEqual(results(run).map(([type, name, kind]) => [type, name, kind]), [["fail", "stuck", "promiseNeverSettles"], ["pass", "next", undefined]]);
  assert.match(results(run)[0][3], /nothing is left that could settle it/);
  assert.equal(run.status, 1);
});

test("process.exit(0) within a test is no success", async () => {
  const [run] = await runOurs([`${head}const process = require("node:process");\ntest("first", () => {});\ntest("exits", () => process.exit(0));\ntest("never", () => {});\n`]);
  assert.deepEqual(results(run).map(([type, name]) => [type, name]), [["pass", "first"], ["fail", "exits"], ["fail", "never"]]);
  assert.equal(run.status, 1);
});

test("an error of a timer is charged to the test that set it", async () => {
  const [run] = await runOurs([`${head}const wait = (ms) => new Promise((r) => setTimeout(r, ms));
test("all", { concurrency: true }, async (t) => {
  await Promise.all([t.test("one", async () => { setTimeout(() => { throw new Error("of one"); }, 3); await wait(10); }), t.test("two", () => wait(20))]);
});
`]);
  assert.deepEqual(results(run).map(([type, name, , text]) => [type, name, text]), [
    ["fail", "one", "of one"], ["pass", "two", undefined], ["fail", "all", "1 subtest failed"]]);
});

test("a promise that a test leaves rejected fails it, although its function has returned", async () => {
  const [run] = await runOurs([`${head}test("rejects", () => { Promise.reject(new Error("lost")); });\ntest("next", () => {});\n`]);
  assert.deepEqual(results(run).map(([type, name, kind]) => [type, name, kind]), [["fail", "rejects", "unhandledRejection"], ["pass", "next", undefined]]);
});

test("a pattern of names leaves out other tests", async () => {
  const [run] = await runOurs([`${head}test("one", () => { throw 1; });\ndescribe("two", () => { it("three", () => {}); it("four", () => { throw 1; }); });\n`], { filter: ["three|zzz"] });
  assert.deepEqual(results(run).map(([type, name]) => [type, name]), [["pass", "three"], ["pass", "two"]]);
});

/** Runs the same code in Node and here; it reports by `t.diagnostic`. */
const sameDiagnostics = async (code) => {
  const text = `${head}${code}`;
  const [[own], other] = [await runOurs([text]), await runNode(text)];
  const messages = ({ events }) => events.filter(({ type }) => type === "test:diagnostic").map(({ message }) => message)
    .filter((message) => !/^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /.test(message));
  assert.deepEqual(messages(own), messages(other));
  assert.ok(messages(own).length > 0);
  assert.equal(own.status, other.status);
};

test("mocks of functions and methods behave as in Node", () => sameDiagnostics(`
test("mocks", (t) => {
  const show = (value) => t.diagnostic(JSON.stringify(value) ?? "undefined");
  const attempt = (run) => { try { show(run()); } catch (error) { show([error.name, error.code, error.message]); } };
  const fn = t.mock.fn((a, b) => a + b);
  attempt(() => fn(1, 2));
  fn.mock.mockImplementation((a, b) => a * b);
  fn.mock.mockImplementationOnce(() => "once");
  attempt(() => [fn(3, 4), fn(3, 4), fn.mock.callCount(), fn.mock.calls.map((call) => [call.arguments, call.result])]);
  attempt(() => fn.mock.mockImplementationOnce(() => 1, 0));
  fn.mock.resetCalls();
  attempt(() => fn.mock.callCount());
  class A { x = 1; m() { return this.x; } get g() { return 5; } set s(v) { this.x = v; } static z() { return "z"; } }
  const a = new A();
  t.mock.method(a, "m", function () { return this.x + 10; });
  attempt(() => [a.m(), a.m.mock.calls[0].this === a]);
  t.mock.getter(a, "g", () => 6);
  t.mock.setter(a, "s", function (v) { this.x = v * 2; });
  a.s = 4;
  attempt(() => [a.g, a.x]);
  const limited = t.mock.method(A, "z", () => "mocked", { times: 2 });
  attempt(() => [A.z(), A.z(), A.z()]);
  attempt(() => t.mock.method(a, "nothing"));
  attempt(() => t.mock.method(a, 1));
  attempt(() => t.mock.fn(() => {}, { times: 0 }));
  attempt(() => t.mock.fn("x"));
  attempt(() => t.mock.method(a, "m", { getter: true, setter: true }));
  attempt(() => t.mock.getter(a, "g", () => 1, { getter: false }));
  const C = t.mock.fn(class { constructor(v) { this.v = v; } });
  attempt(() => [new C(3).v, C.mock.calls.length, C.mock.calls[0].target !== undefined]);
  const thrower = t.mock.fn(() => { throw new Error("no"); });
  attempt(() => thrower());
  attempt(() => thrower.mock.calls[0].error.message);
  t.mock.restoreAll();
  attempt(() => [a.m(), a.g, fn(2, 3)]);
});
`));

test("mocked timers behave as in Node", () => sameDiagnostics(`
const timers = require("node:timers");
const promises = require("node:timers/promises");
test("timers", async (t) => {
  const show = (value) => t.diagnostic(JSON.stringify(value) ?? "undefined");
  const attempt = (run) => { try { show(run()); } catch (error) { show([error.name, error.code, error.message]); } };
  attempt(() => t.mock.timers.tick(1));
  attempt(() => t.mock.timers.enable({ apis: ["setTime"] }));
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1000 });
  attempt(() => t.mock.timers.enable());
  const log = [];
  setTimeout((...values) => log.push("a", ...values), 10, 1, 2);
  const id = setTimeout(() => log.push("cleared"), 5);
  clearTimeout(id);
  timers.setTimeout(() => log.push("b"), 20);
  const interval = setInterval(() => log.push("i"), 7);
  const promise = promises.setTimeout(15, "value").then((value) => log.push(value));
  t.mock.timers.tick(6); show(log);
  t.mock.timers.tick(9); show(log);
  await promise; show(log);
  t.mock.timers.runAll(); show(log);
  clearInterval(interval);
  t.mock.timers.tick(100); show(log);
  show([Date.now(), new Date().getTime(), new Date(5).getTime(), typeof Date(), new Date() instanceof Date, Date.UTC(2000), Date.isMock]);
  t.mock.timers.setTime(5000); show(Date.now());
  t.mock.timers.reset();
  show(Date.isMock === undefined);
});
`));

test("restoring a mock leaves no property behind", async () => {
  const [run] = await runOurs([`${head}test("restores", () => {
  class A { m() { return 1; } }
  const a = new A();
  mock.method(a, "m", () => 2);
  assert.equal(a.m(), 2);
  mock.method(a, "m", () => 3);
  mock.restoreAll();
  assert.deepEqual([Object.keys(a), Object.hasOwn(a, "m"), a.m()], [[], false, 1]);
});
`]);
  assert.deepEqual(results(run), [["pass", "restores", undefined, undefined]]);
});

test("what does not exist here is refused with what to do", async () => {
  const [run] = await runOurs([`${head}const attempt = (t, run) => { try { run(); } catch (error) { t.diagnostic(error.message); } };
test("refuses", (t) => {
  attempt(t, () => t.assert.snapshot(1));
  attempt(t, () => mock.module("x"));
  attempt(t, () => require("node:test").run());
  attempt(t, () => test("clock", { clock: "virtual" }, () => {}));
});
`]);
  const messages = run.events.filter(({ type }) => type === "test:diagnostic").map(({ message }) => message);
  assert.equal(messages.length, 4);
  for (const message of messages) assert.match(message, /does not exist here\. |has no run\(\) here\. |pass --clock|run the tests with causeway test/);
});
