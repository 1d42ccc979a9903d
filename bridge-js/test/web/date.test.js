import assert from "node:assert/strict";
import { test } from "node:test";

import { Runtime } from "../support/runtime.js";

const moved = () => new Runtime({ movesDate: true });

test("the date follows the clock, from the time origin on", async () => {
  const runtime = moved();
  assert.equal(runtime.run("Date.now()"), 1000);
  await runtime.advance(60_000.7);
  assert.equal(runtime.run("Date.now()"), 61_000);
  assert.equal(runtime.run("new Date().getTime()"), 61_000);
  assert.equal(runtime.run("Date() === new Date(61000).toString()"), true);
});

test("a date that is made from a value does not follow the clock", () => {
  const runtime = moved();
  assert.equal(runtime.run("new Date(5).getTime()"), 5);
  assert.equal(runtime.run("new Date(2020, 0, 2).getDate()"), 2);
  assert.equal(runtime.run("new Date(undefined).getTime()"), NaN);
  assert.equal(runtime.run("Date.UTC(2020, 0) === Date.parse('2020-01-01T00:00:00Z')"), true);
});

test("the class looks like the engine's own and can be extended", () => {
  const runtime = moved();
  const code = `
    class Day extends Date { get isDay() { return true; } }
    const day = new Day();
    [Date.name, Date.length, day.getTime(), day.isDay, day instanceof Date, day.constructor === Day,
      new Date().constructor === Date, typeof Date, Object.keys(globalThis).includes("Date")].join()`;
  assert.equal(runtime.run(code), "Date,7,1000,true,true,true,true,function,false");
});

test("a runtime with a real clock keeps the engine's Date", () => {
  const before = Date.now();
  const runtime = new Runtime();
  assert.ok(runtime.run("Date.now()") >= before);
});

test("a format without a date shows the clock's time", async () => {
  const runtime = moved();
  await runtime.advance(86_400_000 * 366);
  const options = `"en", { year: "numeric", timeZone: "UTC" }`;
  assert.equal(runtime.run(`new Intl.DateTimeFormat(${options}).format()`), "1971");
  assert.equal(runtime.run(`new Intl.DateTimeFormat(${options}).format(undefined)`), "1971");
  assert.equal(runtime.run(`new Intl.DateTimeFormat(${options}).format(0)`), "1970");
  assert.equal(runtime.run(`new Intl.DateTimeFormat(${options}).formatToParts()[0].value`), "1971");
  assert.equal(runtime.run(`new Intl.DateTimeFormat(${options}).formatToParts(0)[0].value`), "1970");
  const shape = `
    const format = new Intl.DateTimeFormat("en");
    const { get, set } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format");
    [format.format === format.format, format.format.name, format.format.length, get.name, set,
      Intl.DateTimeFormat.prototype.formatToParts.name, Intl.DateTimeFormat.prototype.formatToParts.length,
      Object.keys(Intl.DateTimeFormat.prototype).length].join()`;
  assert.equal(runtime.run(shape), "true,,1,get format,,formatToParts,1,0");
  assert.throws(() => runtime.run(`Intl.DateTimeFormat.prototype.formatToParts.call({})`), { name: "TypeError" });
});
