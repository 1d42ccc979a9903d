import DebugSupport
import Foundation
import Glibc
import JavaScriptInspector
import TestSupport
import Testing

/// Tests of what a paused program still does, and of places where it is paused.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DebugPauseTests {
  /// A program that listens, and a client that is attached to it.
  private struct Program {
    let process: Process
    let client: DebugClient
    let output: Pipe
    private let scratch: Scratch

    init(_ text: String, mock: String? = nil) throws {
      scratch = try Scratch(["main.mjs": text, "mock.json": mock ?? "{}"])
      let main = scratch.directory.appendingPathComponent("main.mjs")
      let options = mock == nil ? [] : ["--mock", scratch.directory.appendingPathComponent("mock.json").path]
      let program = try CommandLine.start(
        ["run", "--inspect-wait"] + options + [main.path])
      (process, output) = (program.process, program.output)
      client = try DebugClient(address: DebugClient.address(in: program.errors.read(until: "\n")))
      try client.attach(main)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a paused program ends at Ctrl-C and SIGTERM`(signal: Int32) throws {
    let program = try Program("debugger;\nsetInterval(() => {}, 1000);\n")
    try program.client.event("stopped")
    kill(program.process.processIdentifier, signal)
    program.process.waitUntilExit()
    #expect(program.process.terminationReason == .exit)
    #expect(program.process.terminationStatus == 128 + signal)
  }

  @Test func `deadlines of calls from JavaScript stand still while a program is paused`() throws {
    let program = try Program(
      """
      const now = () => performance.now();
      const began = now();
      const call = bridge.call("slow.answer", null, { timeout: 400 }).catch((error) => {
        console.log(error.code, now() - began >= 390, now() - began < 1400);
      });
      debugger;
      await call;
      console.log("end");
      """, mock: "{\"slow.answer\":{\"never\":true}}")
    try program.client.event("stopped")
    // Real time: the pause in another process is longer than the deadline of its call.
    Thread.sleep(forTimeInterval: 1.5)
    try program.client.next()
    try program.client.event("terminated")
    program.process.waitUntilExit()
    #expect(program.output.read(until: "end").contains("DEADLINE_EXCEEDED true true"))
    #expect(program.process.terminationStatus == 0)
  }

  @Test(arguments: [
    "bridge.call('wifi.none', { get field() { debugger; return 1; } }).catch(() => {})",
    "try { bridge.callSync('wifi.none', { get field() { debugger; return 1; } }) } catch {}",
    "structuredClone({ get field() { debugger; return 1; } })",
    "bridge.handle('f', () => { debugger; })", "JSON.stringify({ toJSON() { debugger; } })",
  ]) func `a program pauses within a getter that a call reads, and goes on`(code: String) throws {
    let program = try Program("\(code);\nglobalThis.value = 1;\ndebugger;\nconsole.log('end');\n")
    var count = 0
    while true {
      try program.client.event("stopped")
      count += 1
      #expect(try program.client.evaluate("1 + 1") == "2")
      let isLast = try program.client.evaluate("globalThis.value") == "1"
      try program.client.next()
      if isLast { break }
    }
    try program.client.event("terminated")
    program.process.waitUntilExit()
    #expect(count == (code.contains("handle") ? 1 : 2))
    #expect(program.process.terminationStatus == 0)
    #expect(program.output.read(until: "end").contains("end"))
  }

  @Test func `a promise job of a program that is being closed does not pause it`() throws {
    let program = try Program(
      """
      bridge.call("slow.answer", null).catch(() => { debugger; });
      console.log("ready");
      setInterval(() => {}, 1000);
      """, mock: "{\"slow.answer\":{\"never\":true}}")
    _ = program.output.read(until: "ready")
    try program.client.request("threads")
    kill(program.process.processIdentifier, SIGINT)
    program.process.waitUntilExit()
    #expect(program.process.terminationStatus == 130)
  }

  @Test func `an expression that is too long is refused, and the program goes on`() throws {
    let program = try Program("debugger;\nconsole.log('end');\n")
    try program.client.event("stopped")
    let long = String(repeating: "1 + ", count: 300_000) + "1"
    #expect(
      try program.client.refusal("evaluate", ["expression": .string(long), "frameId": 1])?.contains("1 MiB") == true)
    let deep = String(repeating: "(", count: 100_000) + "1" + String(repeating: ")", count: 100_000)
    #expect(try program.client.refusal("evaluate", ["expression": .string(deep), "frameId": 1]) != nil)
    #expect(try program.client.evaluate("1 + 1") == "2")
    try program.client.next()
    try program.client.event("terminated")
    program.process.waitUntilExit()
    #expect(program.process.terminationStatus == 0)
  }

  @Test func `conditions, log points and hit counts know the names that a module imports`() throws {
    let scratch = try Scratch([
      "main.ts": """
      import { limit as most, double } from "./lib.ts";
      for (let index: number = 0; index < most; index++) {
        const value: number = double(index);
        const most = value;
        globalThis.last = most;
      }
      """,
      "lib.ts": "export const limit = 4;\nexport function double(value: number): number {\n  return 2 * value;\n}\n",
    ])
    let main = scratch.directory.appendingPathComponent("main.ts")
    let client = try DebugClient()
    try client.request("initialize")
    try client.request("launch", ["program": .string(main.path)])
    try client.event("initialized")
    try client.setBreakpoints(
      main,
      [
        ["line": 3, "condition": "double(index) === 4"],
        ["line": 5, "logMessage": "{index} of {most} is {double(index)}"],
      ])
    try client.request("configurationDone")
    try client.event("stopped")
    #expect(try client.evaluate("index") == "2")
    // A variable of the loop's body hides the import.
    try client.setBreakpoints(
      main,
      [["line": 5, "condition": "most === 6", "hitCondition": "1"], ["line": 3, "condition": "double(index) > 99"]])
    try client.next()
    try client.event("stopped")
    #expect(try client.evaluate("index") == "3")
    try client.next()
    try client.event("terminated")
    #expect(client.printed.contains("0 of 0 is 0\n1 of 2 is 2\n"))
    try client.end()
  }

  @Test func `a program that is launched without debugging pauses nowhere`() throws {
    let scratch = try Scratch(["main.mjs": "let a = 1;\nconsole.log(a);\ndebugger;\ntry { throw 1 } catch {}\n"])
    let main = scratch.directory.appendingPathComponent("main.mjs")
    let client = try DebugClient()
    try client.request("initialize")
    try client.request("launch", ["program": .string(main.path), "noDebug": true])
    try client.event("initialized")
    let answer = try client.request(
      "setBreakpoints", ["source": ["path": .string(main.path)], "breakpoints": [["line": 2]]])
    #expect(answer["breakpoints"]?.array?.first?["verified"] == false)
    try client.request("setExceptionBreakpoints", ["filters": ["all"]])
    try client.request("configurationDone")
    try client.event("terminated")
  }
}
