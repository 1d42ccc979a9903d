import DebugSupport
import Foundation
import JavaScriptInspector
import Testing

/// Tests of the exceptions at which a debugged program pauses.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DebugExceptionTests {
  static let program = """
    const fail = () => {
      throw new Error("bad");
    };
    try { fail(); } catch {}
    try { await (async () => { await null; fail(); })(); } catch {}
    try { setTimeout("no function"); } catch {}
    const tried = async () => { try { await null; await fail(); } catch {} };
    await tried();
    const target = new EventTarget();
    target.addEventListener("event", () => { throw new Error("listener"); });
    target.dispatchEvent(new Event("event"));
    queueMicrotask(() => {
      throw new Error("microtask");
    });
    (async () => {
      await null;
      throw new Error("promise");
    })();
    setTimeout(() => {
      new URL("no address");
    }, 1);
    await null;
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error("program");
    """

  private func pauses(_ filters: JSON) throws -> [String] {
    let code =
      "addEventListener('error', (event) => event.preventDefault());\n"
      + "addEventListener('unhandledrejection', (event) => event.preventDefault());\n"
    let scratch = try Scratch(["main.mjs": code + DebugExceptionTests.program])
    let client = try DebugClient()
    try client.request("initialize")
    try client.request("launch", ["program": .string(scratch.directory.appendingPathComponent("main.mjs").path)])
    try client.event("initialized")
    try client.request("setExceptionBreakpoints", ["filters": filters])
    try client.request("configurationDone")
    let pauses = try client.pauses()
    try client.end()
    return pauses
  }

  @Test func `an exception that only the runtime catches pauses the program`() throws {
    #expect(
      try pauses(["uncaught"])
        == ["exception 12", "exception 15", "exception 19", "exception 22", "exception 26"])
  }

  @Test func `all exceptions pause the program, but those within this package`() throws {
    let all = try pauses(["all", "uncaught"])
    #expect(all.first == "exception 4")
    #expect(all.contains("exception 8"))
    #expect(all.contains("exception 22"))
    #expect(try pauses([]) == [])
  }

  @Test func `a pause says what was thrown`() throws {
    let scratch = try Scratch(["main.mjs": "setTimeout(() => {\n  throw new TypeError('bad');\n}, 1);\n"])
    let client = try DebugClient()
    try client.request("initialize")
    try client.request("launch", ["program": .string(scratch.directory.appendingPathComponent("main.mjs").path)])
    try client.event("initialized")
    try client.request("setExceptionBreakpoints", ["filters": ["uncaught"]])
    try client.request("configurationDone")
    #expect(try client.event("stopped")["text"]?.string == "TypeError: bad")
    #expect(try client.request("exceptionInfo")["breakMode"] == "unhandled")
    try client.next()
    #expect(try client.event("exited")["exitCode"] == 1)
    try client.end()
  }

  @Test func `a step passes over an exception that the program catches`() throws {
    let scratch = try Scratch([
      "main.mjs": "function f() {\n  try { throw 1; } catch {}\n}\nf();\nconsole.log(2);\n"
    ])
    let client = try DebugClient()
    try client.request("initialize")
    try client.request(
      "launch",
      ["program": .string(scratch.directory.appendingPathComponent("main.mjs").path), "stopOnEntry": true])
    try client.event("initialized")
    try client.request("setExceptionBreakpoints", ["filters": ["uncaught"]])
    try client.request("configurationDone")
    try client.event("stopped")
    try client.request("next")
    try client.event("stopped")
    #expect(try client.stack().first?.hasSuffix(":5") == true)
    try client.next()
    try client.event("terminated")
    try client.end()
  }
}
