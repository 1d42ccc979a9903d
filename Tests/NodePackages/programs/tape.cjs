const test = require("tape");
test("adds", (t) => { t.plan(2); t.equal(1 + 1, 2, "sum"); t.deepEqual({ a: [1] }, { a: [1] }); });
test("throws", (t) => { t.throws(() => { throw new Error("x"); }, /x/); t.end(); });
test("later", async (t) => { await null; t.ok(true); });
