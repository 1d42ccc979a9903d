for (const loaded of [require("assert"), require("assert/")]) {
  const assert = loaded;
  const failures = [() => assert(false, "m"), () => assert.strictEqual(1, 2, "s"), () => assert.deepStrictEqual({ a: 1 }, { a: "1" }, "d"), () => assert.throws(() => {}, "t"), () => assert.deepEqual({ a: 1 }, { a: "1" }), () => assert.throws(() => { throw new TypeError("x"); }, TypeError), () => assert.notDeepStrictEqual([1], [1], "n")];
  for (const failure of failures) try { failure(); console.log("passed"); } catch (error) { console.log(error.name, error.code, error.message, error.operator); }
}
