// Tests in TAP, of which some fail: the status is 1.
// status: 1
const test = require("tape");
// Stacks are left out.
test.createStream().on("data", (text) => process.stdout.write(text.replace(/^ {4}(at: .*|stack: \|-\n( {6}.*\n)*)/gm, "").replace(/\n+/g, "\n")));
test("values", (t) => { t.equal(1, 1, "same"); t.deepEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, "deep"); t.throws(() => { throw new TypeError("thrown"); }, TypeError); t.notOk(0); t.match("text", /ex/); t.end(); });
test("plan", (t) => { t.plan(2); setTimeout(() => t.pass("later"), 2); t.test("nested", (st) => { st.comment("a comment"); st.fail("failed on purpose"); st.end(); }); });
test("skipped", { skip: true }, (t) => t.end());
test("todo", { todo: true }, (t) => { t.fail("not yet"); t.end(); });
test("rejects", async (t) => { t.teardown(() => console.log("# torn down")); await null; throw new Error("rejected"); });
test.onFinish(() => console.log("# finished")); test.onFailure(() => console.log("# failed"));
