// Runs suites of which one fails.
// status: 1
import { suite } from "uvu";
import * as assert from "uvu/assert";
// Durations are left out.
const log = console.log;
console.log = (...given) => log(...given.map((text) => String(text).replace(/\d+\.\d+ms/, "?ms")));
const write = process.stdout.write;
process.stdout.write = (text) => write.call(process.stdout, text.replace(/\d+\.\d+ms/, "?ms").replace(/^ {4}(at |\S*@).*\n/gm, ""));
const numbers = suite("numbers", { base: 40 });
numbers.before.each((context) => { context.sum = 0; });
numbers("adds", ({ base }) => assert.is(base + 2, 42));
numbers("equals", () => assert.equal({ a: [1, new Set([2])] }, { a: [1, new Set([2])] }));
numbers("throws", () => assert.throws(() => { throw new Error("x1"); }, /x\d/));
numbers.skip("skipped", () => assert.unreachable());
numbers("fails", () => assert.is(1, 2, "on purpose"));
numbers.run();
for (const check of [() => assert.equal({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] }), () => assert.is(1, "1"), () => assert.type(1, "string"), () => assert.instance([], Map), () => assert.match("a", /b/), () => assert.snapshot("a\nb", "a\nc"), () => assert.not.equal(1, 1), () => assert.fixture("x", "y", "message")]) try { check(); } catch (error) { console.log(error.name, error.code, error.operator, error.message, error.details); }
