import DebugSupport
import Foundation
import JavaScriptInspector
import Testing

@testable import CausewayCommand

/// Tests of debugging, by a client of the Debug Adapter Protocol.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DebugTests {
  @Test func `a program stops at a breakpoint and shows its frames, variables and values`() throws {
    let scratch = try Scratch([
      "main.ts": """
      import { double } from "./lib.ts";
      const limit: number = 3;
      for (let index = 0; index < limit; index++) {
        const list = [index, { deep: "yes" }];
        console.log(double(index), list.length);
      }
      """,
      "lib.ts": """
      export function double(value: number): number {
        const result: number = value * 2;
        return result;
      }
      """,
    ])
    let (main, lib) = (
      scratch.directory.appendingPathComponent("main.ts"), scratch.directory.appendingPathComponent("lib.ts")
    )
    let client = try DebugClient()
    try client.request("initialize")
    try client.request("launch", ["program": .string(main.path)])
    try client.event("initialized")
    // The files are not loaded yet.
    #expect(try client.setBreakpoints(lib, [["line": 3, "condition": "value == 1"]])[0]["verified"] == false)
    try client.request("configurationDone")
    let changed = try client.event("breakpoint")
    #expect(changed["breakpoint"]?["verified"] == true)
    #expect(changed["breakpoint"]?["line"] == 3)
    #expect(try client.event("stopped")["reason"] == "breakpoint")
    let stack = try client.stack()
    #expect(stack.first == "double:3")
    #expect(stack.dropFirst().first?.hasSuffix(":5") == true, "\(stack)")
    #expect(try client.evaluate("result + value") == "3")
    #expect(try client.evaluate("list[1].deep", frame: 2) == "\"yes\"")
    let scopes = try client.request("scopes", ["frameId": 1])["scopes"]?.array ?? []
    let local = try #require(scopes.first)
    let reference = local["variablesReference"] ?? 0
    let variables = try client.request("variables", ["variablesReference": reference])["variables"]?.array ?? []
    #expect(variables.contains { $0["name"] == "result" && $0["value"] == "2" } || scopes.count > 1)
    #expect(
      try client.request("completions", ["frameId": 1, "text": "res", "column": 4])["targets"]?.array?.first?["label"]
        == "result")
    try client.next()
    try client.event("terminated")
    #expect(client.printed.contains("4 2\n"))
    try client.end()
  }

  @Test func `names that a module imports are evaluated, unless a variable hides them`() throws {
    let scratch = try Scratch([
      "main.ts": """
      import total, { double, count as number, type Unused } from "./lib.ts";
      import * as lib from "./lib.ts";
      function shown(double: string): string {
        return double;
      }
      shown("hidden" + double(number) + total + lib.count);

      """,
      "lib.ts": """
      export interface Unused {}
      export let count = 20;
      export const double = (value: number) => 2 * value;
      export default "all";

      """,
    ])
    let main = scratch.directory.appendingPathComponent("main.ts")
    let client = try DebugClient()
    try client.launch(main, lines: [4])
    try client.event("stopped")
    #expect(try client.evaluate("double") == "\"hidden40all20\"")
    #expect(try client.evaluate("double + number + total") == "\"hidden40all2020all\"")
    #expect(try client.evaluate("double(number) + 2", frame: 2) == "42")
    #expect(try client.evaluate("[total, { number }.number, lib.count].join()", frame: 2) == "\"all,20,20\"")
    #expect(try client.evaluate("let two = number; two + 1", frame: 2) == "21")
    #expect(try client.refusal("evaluate", ["expression": "number = 1", "frameId": 2]) != nil)
    try client.next()
    try client.event("terminated")
    try client.end()
  }

  @Test func `a program pauses at its first statement and is stepped through`() throws {
    let scratch = try Scratch([
      "main.mjs": "let a = 1;\nfunction f() {\n  a += 1;\n}\nf();\na += 10;\nconsole.log(a);\n"
    ])
    let main = scratch.directory.appendingPathComponent("main.mjs")
    let client = try DebugClient()
    try client.launch(main, lines: [], ["stopOnEntry": true])
    #expect(try client.event("stopped")["reason"] == "entry")
    var lines: [String] = []
    for command in ["next", "stepIn", "stepOut", "next"] {
      lines.append(try client.stack().first ?? "")
      try client.request(command, ["threadId": 1])
      try client.event("stopped")
    }
    lines.append(try client.stack().first ?? "")
    #expect(lines.contains { $0.hasPrefix("f:3") }, "\(lines)")
    #expect(try client.evaluate("a = 40") == "40")
    try client.next()
    try client.event("terminated")
    #expect(client.printed.contains("40") || client.printed.contains("50"))
    try client.end()
  }

  @Test func `a step into an imported function enters it at once, and scopes have the program's names only`() throws {
    let scratch = try Scratch([
      "main.mjs":
        "import { twice } from './lib.mjs';\nconst h = 20;\nconst all = [twice(h), twice(h)];\nconsole.log(all[0]);\n",
      "lib.mjs": "export function twice(n) {\n  return n * 2;\n}\n",
    ])
    let main = scratch.directory.appendingPathComponent("main.mjs")
    let client = try DebugClient()
    try client.launch(main, lines: [3])
    try client.event("stopped")
    var names: [String] = []
    let scopes = try client.request("scopes", ["frameId": 1])["scopes"]?.array ?? []
    for scope in scopes where scope["expensive"]?.bool != true {
      let variables = try client.request("variables", ["variablesReference": scope["variablesReference"] ?? 0])
      names += (variables["variables"]?.array ?? []).compactMap { $0["name"]?.string }
    }
    #expect(Set(names) == ["h", "all"], "\(names)")
    // Both calls of the line, one after the other.
    for line in [":3", ":4"] {
      try client.request("stepIn", ["threadId": 1])
      try client.event("stopped")
      #expect(try client.stack().first?.hasPrefix("twice:2") == true)
      try client.request("stepOut", ["threadId": 1])
      try client.event("stopped")
      #expect(try client.stack().first?.contains(line) == true)
    }
    try client.next()
    try client.event("terminated")
    try client.end()
  }

  @Test func `time stands still while a program is paused`() throws {
    let scratch = try Scratch([
      "main.mjs": """
      const began = performance.now();
      setTimeout(() => console.log("late", performance.now() - began < 1900), 100);
      await null;
      debugger;
      console.log("first");
      """
    ])
    let client = try DebugClient()
    try client.launch(
      scratch.directory.appendingPathComponent("main.mjs"), lines: [], ["runtimeArgs": ["--timeout", "1.5"]])
    try client.event("stopped")
    // Real time: the pause in another process is longer than its time limit.
    Thread.sleep(forTimeInterval: 2)
    try client.next()
    #expect(try client.event("exited")["exitCode"] == 0)
    #expect(client.printed.hasSuffix("first\nlate true\n"))
    try client.end()
  }

  @Test func `an endless loop can be paused, looked into and left`() throws {
    let scratch = try Scratch([
      "main.mjs": "let count = 0;\nlet goes = true;\nwhile (goes) {\n  count++;\n}\nconsole.log('left');\n"
    ])
    let client = try DebugClient()
    try client.launch(scratch.directory.appendingPathComponent("main.mjs"))
    try client.request("pause", ["threadId": 1])
    #expect(try client.event("stopped")["reason"] == "pause")
    #expect(Int(try client.evaluate("count") ?? "") != nil)
    #expect(try client.evaluate("goes = false") == "false")
    try client.next()
    try client.event("terminated")
    #expect(client.printed.contains("left"))
    try client.end()
  }

  @Test func `a log point prints braces as they are, and the errors of expressions that fail`() throws {
    let scratch = try Scratch([
      "main.mjs": "function work(n) {\n  return n + 1;\n}\nfor (let n = 0; n < 2; n++) {\n  work(n);\n}\n"
    ])
    let main = scratch.directory.appendingPathComponent("main.mjs")
    let client = try DebugClient()
    try client.request("initialize")
    try client.request("launch", ["program": .string(main.path)])
    try client.event("initialized")
    let message = "}} {n} {`}${n}`} {({ a: n }).a} {n.nope.x} {n +} {[n, { n }]} {n as any} 5 % {"
    try client.setBreakpoints(main, [["line": 2, "logMessage": .string(message)]])
    try client.request("configurationDone")
    try client.event("terminated")
    #expect(client.printed.contains("}} 0 }0 0 {n.nope.x}: TypeError: "), "\(client.printed)")
    #expect(client.printed.contains(" {n +}: not an expression [ 0, [Object] ] 0 5 % {\n"), "\(client.printed)")
    #expect(client.printed.contains("}} 1 }1 1 "))
    // The program has ended already.
    try client.request("disconnect")
    try client.end()
  }

  @Test(arguments: [("none.mjs", "none.mjs"), (".", "directory")]) func `a launch that fails says why`(
    name: String, part: String
  ) throws {
    let scratch = try Scratch(["main.mjs": ""])
    let client = try DebugClient()
    try client.request("initialize")
    let path = scratch.directory.appendingPathComponent(name).path
    let message = try #require(try client.refusal("launch", ["program": .string(path)]))
    #expect(message.contains(part) && !message.contains("socket"), "\(message)")
    try client.request("disconnect")
    try client.end()
  }

  @Test func `log points print, hits are counted, and a function is a breakpoint`() throws {
    let scratch = try Scratch([
      "main.mjs": "function work(n) {\n  return n + 1;\n}\nfor (let n = 0; n < 5; n++) {\n  work(n);\n}\n"
    ])
    let main = scratch.directory.appendingPathComponent("main.mjs")
    let client = try DebugClient()
    try client.request("initialize")
    try client.request("launch", ["program": .string(main.path)])
    try client.event("initialized")
    try client.setBreakpoints(main, [["line": 2, "logMessage": "n is {n}"], ["line": 5, "hitCondition": "4"]])
    try client.request("configurationDone")
    try client.event("stopped")
    #expect(try client.evaluate("n") == "3")
    try client.next()
    try client.event("stopped")
    try client.setBreakpoints(main, [])
    try client.next()
    try client.event("terminated")
    #expect(client.printed.contains("n is 0\nn is 1\nn is 2\nn is 3\n"))
    try client.end()
  }

  @Test func `a paused program ends when its debugger is killed, by SIGTERM`() throws {
    let scratch = try Scratch(["main.mjs": "debugger;\nconsole.log('goes on');\n"])
    let client = try DebugClient()
    try client.launch(scratch.directory.appendingPathComponent("main.mjs"))
    try client.event("stopped")
    try client.end()
  }

  @Test func `nonsense is refused and the program lives on`() throws {
    let scratch = try Scratch(["main.mjs": "debugger;\nconsole.log('end');\n"])
    let client = try DebugClient()
    #expect(try client.refusal("threads")?.contains("before launch") == true)
    #expect(try client.refusal("launch", ["program": 5])?.contains("program") == true)
    #expect(try client.refusal("attach", ["port": "x"])?.contains("port") == true)
    #expect(try client.refusal("attach", ["port": 1, "host": "192.168.0.1"])?.contains("port") == true)
    try client.launch(scratch.directory.appendingPathComponent("main.mjs"))
    try client.event("stopped")
    for (command, arguments) in [
      ("unknown", [:]), ("setBreakpoints", [:]), ("variables", ["variablesReference": 99]), ("variables", [:]),
      ("evaluate", ["expression": "(", "frameId": 1]), ("evaluate", ["expression": "1", "frameId": -7]),
      ("setVariable", ["variablesReference": 1]), ("source", ["sourceReference": -1]),
    ] as [(String, JSON)] {
      #expect(try client.refusal(command, arguments) != nil)
    }
    _ = try client.request("stackTrace", ["startFrame": -5, "levels": 9_000_000_000_000_000])
    try client.next()
    try client.event("terminated")
    #expect(client.printed.contains("end"))
    try client.end()
  }

  @Test func `a program with several modules pauses in its own first statement`() throws {
    let scratch = try Scratch([
      "main.ts": "import { one } from './lib.ts';\nfunction f(): number { return one; }\nconsole.log(f());\n",
      "lib.ts": "export const one: number = 1;\n",
    ])
    let client = try DebugClient()
    try client.launch(scratch.directory.appendingPathComponent("main.ts"), lines: [], ["stopOnEntry": true])
    #expect(try client.pauses() == ["entry 3"])
    try client.end()
  }

  @Test func `a program without a file pauses in its first statement`() throws {
    let program = try CommandLine.start(
      "run", "--inspect-brk", "-e", "let a = 1;\na++;")
    let client = try DebugClient(address: DebugClient.address(in: program.errors.read(until: "\n")))
    try client.attach(URL(fileURLWithPath: "/"))
    #expect(try client.pauses() == ["entry 1"])
    program.process.waitUntilExit()
    #expect(program.process.terminationStatus == 0)
  }

  @Test(arguments: ["main.mjs", "main.js", "main.cjs"])
  func `breakpoints of a first line pause in the program's text, at its columns`(name: String) throws {
    let scratch = try Scratch([name: "let a = 1; a += 1;\nconsole.log(a);\n"])
    let main = scratch.directory.appendingPathComponent(name)
    let client = try DebugClient()
    try client.request("initialize")
    try client.request("launch", ["program": .string(main.path)])
    try client.event("initialized")
    try client.setBreakpoints(main, [["line": 1, "condition": "true"], ["line": 1, "column": 12]])
    try client.request("configurationDone")
    var columns: [Int?] = []
    for _ in 0..<2 {
      try client.event("stopped")
      columns.append(try client.request("stackTrace")["stackFrames"]?.array?.first?["column"]?.integer)
      try client.next()
    }
    try client.event("terminated")
    #expect(columns == [1, 12])
    try client.end()
  }

  @Test func `a file that is written later has the breakpoints that were set before`() throws {
    let scratch = try Scratch(["main.mjs": "debugger;\nawait import('./later.mjs');\n"])
    let later = scratch.directory.appendingPathComponent("later.mjs")
    let client = try DebugClient()
    try client.launch(scratch.directory.appendingPathComponent("main.mjs"))
    try client.event("stopped")
    #expect(try client.setBreakpoints(later, [["line": 1], ["line": 2]]).allSatisfy { $0["verified"] == false })
    try Data("console.log(1);\nconsole.log(2);\n".utf8).write(to: later)
    try client.next()
    #expect(try client.pauses() == ["breakpoint 1", "breakpoint 2"])
    try client.end()
  }

  @Test func `an address of another machine is refused`() throws {
    let result = try CommandLine.run("run", "--inspect", "--inspect-address", "0.0.0.0:1", "-e", "1")
    #expect(result.status == 2)
    #expect(result.errors.contains("--inspect-address"))
  }
}
