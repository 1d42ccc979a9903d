import assert from "node:assert/strict";
import { test } from "node:test";
import { TimerHeap } from "../../web/timers/timer-heap.js";
import { Runtime } from "../support/runtime.js";

test("timers run by time, then by creation", async () => {
  const runtime = new Runtime();
  runtime.run(`
    globalThis.log = [];
    for (const [name, delay] of [["c", 20], ["a", 10], ["d", 20], ["b", 10], ["now", 0]]) setTimeout((n) => log.push(n), delay, name);
  `);
  await runtime.advance(15);
  assert.deepEqual([...runtime.run("log")], ["now", "a", "b"]);
  await runtime.advance(15);
  assert.deepEqual([...runtime.run("log")], ["now", "a", "b", "c", "d"]);
});

test("a callback gets its arguments and the global object as this", async () => {
  const runtime = new Runtime();
  runtime.run(`setTimeout(function (...rest) { globalThis.got = [this === globalThis, ...rest]; }, 1, "x", 2);`);
  await runtime.advance(1);
  assert.deepEqual([...runtime.run("got")], [true, "x", 2]);
});

test("one timer runs for each call of fire, so that its microtasks run before the next timer", async () => {
  const runtime = new Runtime();
  runtime.run(`
    globalThis.log = [];
    setTimeout(() => { log.push("first"); queueMicrotask(() => log.push("microtask")); }, 1);
    setTimeout(() => log.push("second"), 1);
  `);
  runtime.now = 1;
  assert.equal(runtime.fire(), true);
  assert.deepEqual([...runtime.run("log")].slice(0, 1), ["first"]);
  await new Promise(setImmediate);
  assert.equal(runtime.fire(), false);
  assert.deepEqual([...runtime.run("log")], ["first", "microtask", "second"]);
});

test("the host's alarm is set only when the earliest time changes", () => {
  const runtime = new Runtime();
  runtime.run("globalThis.ids = [50, 60, 70, 50].map((delay) => setTimeout(() => {}, delay));");
  assert.deepEqual(runtime.crossings, [["alarm", 50], ["active", 1]]);
  runtime.run("setTimeout(() => {}, 40);");
  assert.deepEqual(runtime.crossings.slice(2), [["alarm", 40]]);
  runtime.run("clearTimeout(ids[2]); clearTimeout(ids[0]);");
  assert.equal(runtime.crossings.length, 3);
});

test("clearing the last timer disarms the alarm and lets the process end", () => {
  const runtime = new Runtime();
  runtime.run("clearTimeout(setTimeout(() => {}, 5));");
  assert.deepEqual(runtime.crossings, [["alarm", 5], ["active", 1], ["alarm", -1], ["active", 0]]);
  assert.equal(runtime.api.activeTimers(), 0);
});

test("a cleared timer never runs, even when another timer that is due at the same time clears it", async () => {
  const runtime = new Runtime();
  runtime.run(`
    globalThis.ran = [];
    setTimeout(() => { ran.push("a"); clearTimeout(second); }, 5);
    const second = setTimeout(() => ran.push("b"), 5);
  `);
  await runtime.advance(10);
  assert.deepEqual([...runtime.run("ran")], ["a"]);
});

test("an interval repeats until it is cleared from within", async () => {
  const runtime = new Runtime();
  runtime.run("globalThis.n = 0; const id = setInterval(() => { if (++n === 3) clearInterval(id); }, 10);");
  await runtime.advance(100);
  assert.equal(runtime.run("n"), 3);
  assert.equal(runtime.active, 0);
});

test("an interval skips runs that were missed", () => {
  const runtime = new Runtime();
  runtime.run("globalThis.n = 0; setInterval(() => { n += 1; }, 10);");
  runtime.now = 1000;
  assert.equal(runtime.fire(), false);
  assert.equal(runtime.run("n"), 1);
  assert.equal(runtime.alarm, 1010);
});

test("an interval of 0 is not due for ever at one instant", async () => {
  const runtime = new Runtime();
  runtime.run("globalThis.n = 0; setInterval(() => { n += 1; }, 0);");
  await runtime.advance(5);
  assert.equal(runtime.run("n"), 5);
});

test("a delay that is no number, negative or too large is 0", () => {
  const runtime = new Runtime();
  for (const delay of ["NaN", "-1", "-Infinity", "Infinity", "undefined", "'x'", "2 ** 31", "{}"]) {
    runtime.run(`globalThis.ran = false; setTimeout(() => { ran = true; }, ${delay});`);
    runtime.fire();
    assert.equal(runtime.run("ran"), true, delay);
  }
});

test("clearing accepts any value", () => {
  const runtime = new Runtime();
  runtime.run(`for (const id of [undefined, null, {}, [], Symbol(), 1n, -1, NaN, "x", 999, { valueOf() { throw 1; } }]) clearTimeout(id);`);
});

test("a timer's id is a positive integer and is accepted as text", () => {
  const runtime = new Runtime();
  assert.ok(runtime.run("Number.isInteger(globalThis.id = setTimeout(() => {}, 1)) && id > 0"));
  runtime.run("clearTimeout(String(id));");
  assert.equal(runtime.api.activeTimers(), 0);
});

test("strings of code are refused", () => {
  const runtime = new Runtime();
  assert.throws(() => runtime.run("setTimeout('globalThis.x = 1', 1)"), { name: "TypeError" });
  assert.throws(() => runtime.run("queueMicrotask('x')"), { name: "TypeError" });
});

test("an error of a callback is reported, and later timers run", async () => {
  const runtime = new Runtime();
  runtime.run("setInterval(() => { throw new Error('tick'); }, 10); queueMicrotask(() => { throw 'micro'; });");
  await runtime.advance(25);
  const kinds = runtime.reported.map(([error, kind]) => `${kind}: ${error.message ?? error}`);
  assert.deepEqual(kinds.sort(), ["uncaught: micro", "uncaught: tick", "uncaught: tick"]);
});

test("a spurious call of fire arms the alarm again", () => {
  const runtime = new Runtime();
  runtime.run("setTimeout(() => {}, 10);");
  runtime.alarm = -1;
  assert.equal(runtime.fire(), false);
  assert.equal(runtime.alarm, 10);
});

test("the heap returns thousands of timers in order, whichever are removed", () => {
  let seed = 7;
  const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const heap = new TimerHeap();
  const items = Array.from({ length: 5000 }, (_, sequence) => ({ due: random(500), sequence, index: -1 }));
  items.forEach((item) => heap.add(item));
  const removed = new Set(items.filter(() => random(3) === 0));
  removed.forEach((item) => heap.remove(item));
  const expected = items.filter((item) => !removed.has(item)).sort((a, b) => a.due - b.due || a.sequence - b.sequence);
  const served = [];
  for (let item = heap.first; item; item = heap.first) {
    heap.remove(item);
    served.push(item);
  }
  assert.deepEqual(served, expected);
});

test("timers of many delays run by time, then by creation, whichever are cleared", async () => {
  let seed = 11;
  const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const runtime = new Runtime();
  runtime.run("globalThis.log = [];");
  const set = runtime.run("(name, delay) => setTimeout(() => log.push(name), delay)");
  const clear = runtime.run("clearTimeout");
  /** @type {{ name: number, due: number, id: number }[]} */
  const expected = [];
  for (let name = 0; name < 3000; name++) {
    if (random(4) === 0) runtime.now += random(3) / 2;
    // Delays that share a place among the chains, and others.
    const delay = [200, 264, 328, 200 + random(200)][random(4)];
    expected.push({ name, due: runtime.now + delay, id: set(name, delay) });
    if (random(3) === 0) clear(expected.splice(random(expected.length), 1)[0].id);
  }
  expected.sort((a, b) => a.due - b.due || a.name - b.name);
  await runtime.advance(5000);
  assert.deepEqual([...runtime.run("log")], expected.map(({ name }) => name));
  assert.equal(runtime.active, 0);
});

test("a timer that a callback or its microtask sets sets the alarm", async () => {
  const runtime = new Runtime();
  runtime.run("setTimeout(() => { setTimeout(() => {}, 7); Promise.resolve().then(() => setTimeout(() => {}, 3)); }, 1); setTimeout(() => {}, 50);");
  runtime.now = 1;
  assert.equal(runtime.fire(), false);
  assert.equal(runtime.alarm, 8);
  await new Promise(setImmediate);
  assert.equal(runtime.alarm, 4);
});

test("after an error that escapes, the next call of fire tells when the next timer is due", () => {
  let fails = true;
  const runtime = new Runtime({
    report: () => {
      if (fails) throw new Error("no report");
    },
  });
  runtime.run("setTimeout(() => { throw 1; }, 1); setTimeout(() => {}, 5);");
  runtime.now = 1;
  assert.throws(() => runtime.fire());
  fails = false;
  assert.equal(runtime.api.fire(-1), 5);
  runtime.run("setTimeout(() => {}, 2);");
  assert.equal(runtime.alarm, 3);
});

test("a program that waits for WebAssembly is kept alive", async () => {
  const runtime = new Runtime();
  runtime.run(`globalThis.good = WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    globalThis.bad = WebAssembly.compile(new Uint8Array([1])).catch((error) => error.name);`);
  assert.equal(runtime.api.activeTimers(), 2);
  assert.equal(await runtime.run("bad"), "CompileError");
  await runtime.run("good");
  assert.equal(runtime.api.activeTimers(), 0);
});
