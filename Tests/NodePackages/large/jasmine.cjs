// Runs suites of which some fail: the status is 3.
// status: 3
const jasmine = require("jasmine-core").boot ? require("jasmine-core") : undefined;
const core = jasmine.boot(jasmine);
const environment = core.getEnv({ suppressLoadErrors: true });
const { describe, it, expect, beforeEach, spyOn, xit, fail, beforeAll } = require("jasmine-core").interface ? require("jasmine-core").interface(core, environment) : environment;
environment.configure({ random: false });
environment.addReporter({ specDone: (result) => console.log(result.status, result.fullName, result.failedExpectations.map((failure) => failure.message), result.pendingReason), suiteDone: (result) => console.log("suite", result.fullName, result.status), jasmineDone: (result) => { console.log(result.overallStatus, result.incompleteReason); process.exitCode = result.overallStatus === "passed" ? 0 : 3; } });
describe("values", () => {
  let list; beforeEach(() => { list = [1, 2, { a: "x" }]; });
  it("matches", () => { expect(list).toContain(2); expect(list[2]).toEqual({ a: core.any(String) }); expect(() => { throw new RangeError("far"); }).toThrowError(RangeError, /fa/); expect(0.1 + 0.2).toBeCloseTo(0.3); });
  it("fails with messages", () => { expect(list).toEqual([1, 3, { a: "y", b: undefined }]); expect(null).withContext("context").toBeTruthy(); expect("text").toMatch(/z/); expect(new Map([[1, 2]])).toEqual(new Map([[1, 3]])); });
  it("spies", () => { const target = { f: (a, b) => a + b }; spyOn(target, "f").and.callThrough(); target.f(1, 2); expect(target.f).toHaveBeenCalledOnceWith(1, 2); expect(target.f).toHaveBeenCalledWith(3); });
  it("waits", async () => { await expectAsync(Promise.reject(new Error("no"))).toBeRejectedWithError("no"); await expectAsync(Promise.resolve(1)).toBeResolvedTo(2); });
  it("throws", () => { throw new TypeError("thrown"); }); xit("is excluded", () => {}); it("is pending"); it("has no expectations", () => {}); it("uses the clock", () => { core.clock().install(); const log = []; setTimeout(() => log.push(1), 1000); core.clock().tick(1001); core.clock().uninstall(); expect(log).toEqual([1]); });
});
const expectAsync = environment.expectAsync.bind(environment);
environment.execute();
