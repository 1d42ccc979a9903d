import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime } from "../support/runtime.js";

/** Runs code, fires the timers that are due, and returns the array `out`. */
async function outOf(code) {
  const runtime = new Runtime();
  runtime.run(`var out = []; ${code}`);
  await runtime.advance(1);
  return { out: JSON.parse(runtime.run("JSON.stringify(out)")), runtime };
}

test("marks and measures are kept by their start, and cleared by their name", async () => {
  const { out } = await outOf(`
    performance.mark("late", { startTime: 20 });
    performance.mark("early", { startTime: 5, detail: { a: 1 } });
    const span = performance.measure("span", "early", "late");
    out.push(span.startTime, span.duration, performance.getEntries().map(({ name }) => name).join());
    performance.mark("early", { startTime: 7 });
    out.push(performance.measure("again", { start: "early", end: 9 }).duration, performance.getEntriesByName("early", "mark").length);
    performance.clearMarks("early");
    out.push(performance.getEntriesByType("mark").length, performance.getEntriesByType("measure").length, performance.getEntriesByType("other").length);
    performance.clearMarks(); performance.clearMeasures();
    out.push(performance.getEntries().length);
  `);
  assert.deepEqual(out, [5, 15, "early,span,late", 2, 2, 1, 2, 0, 0]);
});

test("a program that marks and never clears keeps the first 10,000 marks, and an observer gets the number of the others", async () => {
  const { out } = await outOf(`
    for (let i = 0; i < 10_050; i++) performance.mark("m" + i);
    out.push(performance.getEntries().length);
    new PerformanceObserver((list, observer, options) => out.push(list.getEntries().length, options)).observe({ type: "mark", buffered: true });
  `);
  assert.deepEqual(out, [10_000, 10_000, { droppedEntriesCount: 50 }]);
});

test("an observer that throws takes no entries from the next one, and its error is reported", async () => {
  const { out, runtime } = await outOf(`
    new PerformanceObserver(() => { throw "bad"; }).observe({ entryTypes: ["mark"] });
    new PerformanceObserver((list) => out.push(list.getEntries()[0].name)).observe({ entryTypes: ["mark", "unknown"] });
    performance.mark("seen");
    performance.measure("not observed");
  `);
  assert.deepEqual(out, ["seen"]);
  assert.deepEqual(runtime.reported.map((report) => report[0]), ["bad"]);
});

for (const [code, name] of [
  ["performance.mark()", "TypeError"],
  ["performance.mark('x', { startTime: -1 })", "TypeError"],
  ["performance.mark('x', { startTime: NaN })", "TypeError"],
  ["performance.mark('x', { detail: Symbol() })", "DataCloneError"],
  ["performance.mark(Symbol())", "TypeError"],
  ["performance.measure('x', 'missing')", "SyntaxError"],
  ["performance.measure('x', { end: 'missing' })", "SyntaxError"],
  ["performance.measure('x', { duration: 1 })", "TypeError"],
  ["performance.measure('x', { start: 1, end: 2, duration: 1 })", "TypeError"],
  ["performance.measure('x', { start: 1 }, 'end')", "TypeError"],
  ["performance.measure('x', { start: -1 })", "TypeError"],
  ["performance.measure('x', { start: 1, duration: Infinity })", "TypeError"],
  ["performance.mark.call({}, 'x')", "TypeError"],
  ["new PerformanceEntry()", "TypeError"],
  ["new PerformanceMeasure()", "TypeError"],
  ["new PerformanceObserverEntryList()", "TypeError"],
  ["new PerformanceObserver({})", "TypeError"],
  ["new PerformanceObserver(() => {}).observe()", "TypeError"],
  ["new PerformanceObserver(() => {}).observe({ entryTypes: 'mark' })", "TypeError"],
  ["new PerformanceObserver(() => {}).observe({ entryTypes: ['mark'], buffered: true })", "TypeError"],
]) {
  test(`${code} is refused with a ${name}`, () => {
    const found = new Runtime().run(`(() => { try { ${code}; } catch (error) { return error.name; } })()`);
    assert.equal(found, name);
  });
}
