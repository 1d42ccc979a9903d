// Runs suites of which some fail: the status is the number of failures.
// status: 4
const Mocha = require("mocha");
const assert = require("assert");
// Durations and stacks are left out.
class Reporter { constructor(runner) { for (const name of ["start", "suite", "pass", "pending", "retry", "fail", "end"]) runner.on(name, (test, error) => console.log(name, test?.fullTitle?.(), error?.name, error?.message?.replace(/ \(.*/, ""))); } }
const mocha = new Mocha({ reporter: Reporter, ui: "bdd", timeout: 500, retries: 0 });
mocha.suite.emit("pre-require", globalThis, "suites", mocha);
describe("arrays", () => {
  const order = [];
  before(() => order.push("before")); beforeEach(async () => { order.push("each"); }); afterEach((done) => setTimeout(done, 1)); after(() => console.log(JSON.stringify(order)));
  it("adds", () => assert.strictEqual(1 + 1, 2));
  it("differs", () => assert.deepStrictEqual({ a: [1, 2] }, { a: [1, 3] }));
  it("rejects", async () => { throw new TypeError("rejected"); });
  it("calls back twice", (done) => { done(); done(); });
  it.skip("is skipped", () => {}); it("is pending");
  describe("nested", function () { this.retries(2); let count = 0; it("succeeds at last", () => { if (++count < 3) throw new Error(`attempt ${count}`); }); it("is slow", function (done) { this.timeout(20); setTimeout(done, 200); }); context("deeper", () => { specify("title with \u00fc", () => {}); }); });
});
const runner = mocha.run((failures) => { console.log("failures", failures); process.exitCode = failures; });
runner.on("end", () => console.log(runner.stats.passes, runner.stats.pending, runner.stats.failures, runner.stats.tests));
