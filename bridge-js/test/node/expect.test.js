// `expect` of causeway:test: what the matchers of Jest, Vitest and Bun accept.

import assert from "node:assert/strict";
import util from "node:util";
import vm from "node:vm";
import { test } from "node:test";
import { evaluateBuiltIns } from "../../evaluate.mjs";
import { builtInsText, parts } from "../support/runtime.js";

const { load, context } = evaluateBuiltIns(parts, builtInsText, vm.createContext({}), { isProxy: util.types.isProxy });
const { expect } = load("causeway:test");
Object.assign(context, { expect, mock: load("test").mock });
const evaluate = (code) => vm.runInContext(code, context);

/** Expressions that pass, and whose opposites fail. */
const passing = `
expect(1).toBe(1)
expect(NaN).toBe(NaN)
expect(0).not.toBe(-0)
expect({ a: undefined, b: 2 }).toEqual({ b: 2 })
expect({ a: undefined }).not.toStrictEqual({})
expect([1, , 3]).toEqual([1, undefined, 3])
expect([1, , 3]).not.toStrictEqual([1, undefined, 3])
expect(new (class A { a = 1 })()).toEqual({ a: 1 })
expect(new (class A { a = 1 })()).not.toStrictEqual({ a: 1 })
expect(new Map([["k", { a: 1 }]])).toEqual(new Map([["k", { a: 1 }]]))
expect(new Set([{ a: 1 }, 2])).toEqual(new Set([2, { a: 1 }]))
expect(new Date(5)).not.toEqual(new Date(6))
expect(/a/g).not.toEqual(/a/i)
expect(new Error("m")).toEqual(new Error("m"))
expect(new Uint8Array([1, 2])).not.toEqual(new Uint8Array([1, 3]))
expect({ a: 1, b: { c: 2, d: 3 } }).toMatchObject({ b: { c: 2 } })
expect([{ a: 1, b: 2 }, { c: 3 }]).toMatchObject([{ a: 1 }, {}])
expect([1, 2, 3]).not.toMatchObject([1, , 3])
expect({ a: [{ b: 1 }] }).toHaveProperty("a[0].b", 1)
expect({ a: [{ b: 1 }] }).toHaveProperty(["a", 0, "b"])
expect({ a: 1 }).not.toHaveProperty("b")
expect("text").toContain("ex")
expect([1, NaN]).toContain(NaN)
expect(new Set([{ a: 1 }])).toContainEqual({ a: 1 })
expect("abc").toMatch(/^a/)
expect("abc").toHaveLength(3)
expect(0.1 + 0.2).toBeCloseTo(0.3, 10)
expect(2n).toBeGreaterThan(1)
expect(null).toBeNull()
expect([]).toBeInstanceOf(Array)
expect({ a: 1, b: "x", c: [3, 1], d: null }).toEqual({ a: expect.any(Number), b: expect.stringMatching(/x/), c: expect.arrayContaining([1]), d: expect.not.stringContaining("a") })
expect(null).not.toEqual(expect.anything())
expect({ a: 1, b: 2 }).toEqual(expect.objectContaining({ a: expect.closeTo(1.001) }))
expect(() => { throw new TypeError("bad type") }).toThrow("bad")
expect(() => { throw new TypeError("bad type") }).toThrow(TypeError)
expect(() => { throw new TypeError("bad type") }).toThrow(/type$/)
expect(() => { throw new TypeError("bad type") }).not.toThrow(RangeError)
expect(() => { throw Object.assign(new Error("x"), { code: "E" }) }).toThrow(expect.objectContaining({ code: "E" }))
expect(() => {}).not.toThrow()
expect(fn).toHaveBeenCalledWith(1, { a: expect.any(Number) })
expect(fn).toHaveBeenCalledTimes(1)
expect(fn).toHaveReturnedWith(2)
expect(3).toBeOdd()
`.trim().split("\n");

test("matchers accept what they should, and nothing else", () => {
  evaluate("globalThis.fn = mock.fn((x) => x + 1); fn(1, { a: 1 }); expect.extend({ toBeOdd(value) { return { pass: value % 2 === 1, message: () => `${value} is even` }; } });");
  for (const line of passing) {
    evaluate(line);
    const opposite = line.includes(".not.to") ? line.replace(".not.to", ".to") : line.replace(/\)\.to(?!.*\)\.to)/, ").not.to");
    assert.throws(() => evaluate(opposite), { name: "AssertionError" }, opposite);
  }
});

test("promises are awaited, and a wrong end is an error", async () => {
  await evaluate('expect(Promise.resolve(1)).resolves.toBe(1)');
  await evaluate('expect(Promise.reject(new Error("no"))).rejects.toThrow("no")');
  await evaluate('expect(async () => { throw new RangeError("r"); }).rejects.toBeInstanceOf(RangeError)');
  await assert.rejects(evaluate('expect(Promise.resolve(1)).rejects.toThrow()'), { message: /The promise was fulfilled: 1/ });
  await assert.rejects(evaluate('expect(Promise.reject(2)).resolves.toBe(1)'), { message: /The promise was rejected: 2/ });
  assert.throws(() => evaluate("expect(1).resolves.toBe(1)"), { message: /must be a promise/ });
});

test("a failure shows both values", () => {
  assert.throws(() => evaluate("expect(1).toBe(2)"), { message: "expect(received).toBe(expected)\n\nExpected: 2\nReceived: 1" });
  assert.throws(() => evaluate("expect({ a: 1 }).toEqual({ a: 2 })"), { message: /^expect\(received\)\.toEqual\(expected\)\n\+ actual - expected\n\n {2}\{\n\+ {3}a: 1\n- {3}a: 2\n {2}\}/ });
  assert.throws(() => evaluate("expect(4).toBeOdd()"), { message: /4 is even/ });
});

test("what does not exist is refused", () => {
  for (const code of ["expect.assertions(1)", "expect.hasAssertions()"]) {
    assert.throws(() => evaluate(code), { code: "ERR_METHOD_NOT_IMPLEMENTED" });
  }
});
