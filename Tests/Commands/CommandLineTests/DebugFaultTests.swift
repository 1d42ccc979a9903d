import DebugSupport
import Foundation
import JavaScriptInspector
import Testing

/// How often a program is paused, and a debugger comes and goes: `make soak-debugger` takes a larger number.
private let rounds = ProcessInfo.processInfo.environment["DEBUGGER_ROUNDS"].flatMap { Int($0) } ?? 300

/// Tests of debuggers that misbehave or go away, and of programs that do.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DebugFaultTests {
  /// A program that listens and counts until `done` is set.
  private final class Program {
    let process: Process
    let address: String
    let main: URL
    private let scratch: Scratch
    private let output: Pipe

    init(_ text: String = Program.counter, _ mode: String = "--inspect") throws {
      scratch = try Scratch(["main.mjs": text])
      main = scratch.directory.appendingPathComponent("main.mjs")
      let program = try CommandLine.start("run", mode, main.path)
      (process, output) = (program.process, program.output)
      address = DebugClient.address(in: program.errors.read(until: "\n"))
    }

    static let counter = """
      let n = 0;
      const timer = setInterval(() => {
        n++;
        if (globalThis.done) clearInterval(timer);
      }, 1);
      """

    /// Attaches, lets the program end, and checks that it does.
    func finish() throws {
      let client = try DebugClient(address: address)
      try client.attach(main, lines: [3])
      try client.event("stopped")
      #expect(try client.evaluate("globalThis.done = true") == "true")
      try client.next()
      client.close()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
  }

  @Test func `a debugger attaches to a running program, leaves, and comes again`() throws {
    let program = try Program()
    for round in 0..<max(10, rounds / 10) {
      let client = try DebugClient(address: program.address)
      try client.attach(program.main, lines: [3])
      try client.event("stopped")
      #expect(try client.evaluate("typeof n") == "\"number\"")
      // Rounds end in different ways: with the client's end while the program is paused, or with a request.
      if round % 2 == 1 { try client.request("disconnect") }
      client.close()
    }
    try program.finish()
  }

  @Test func `a program goes on when its debugger is killed, at every moment`() throws {
    let program = try Program()
    let messages: [(String, JSON)] = [
      ("initialize", [:]), ("attach", [:]),
      ("setBreakpoints", ["source": ["path": .string(program.main.path)], "breakpoints": [["line": 3]]]),
      ("setExceptionBreakpoints", ["filters": ["all"]]), ("configurationDone", [:]), ("stackTrace", [:]),
      ("scopes", ["frameId": 1]), ("evaluate", ["expression": "n", "frameId": 1]), ("next", [:]), ("stepIn", [:]),
      ("pause", [:]), ("continue", [:]), ("pause", [:]), ("evaluate", ["expression": "n"]),
    ]
    // Before and after the answer to each message, and within it.
    for count in 0...messages.count {
      for waits in [false, true] {
        let client = try DebugClient(address: program.address)
        for (command, arguments) in messages.prefix(count) {
          let number = try client.send(command, arguments)
          if waits { try client.answer(to: number) }
        }
        if count < messages.count, !waits { try client.send(Array("Content-Length: 90\r\n\r\n{".utf8)) }
        client.close()
      }
    }
    try program.finish()
  }

  @Test func `an expression while a step is made waits for its end, and the program goes on`() throws {
    let program = try Program()
    let client = try DebugClient(address: program.address)
    try client.attach(program.main, lines: [3])
    try client.event("stopped")
    for round in 0..<100 {
      let step = try client.send(round % 2 == 0 ? "next" : "stepIn")
      let answer = try client.request("evaluate", ["expression": "6 * 7"])
      #expect(answer["result"]?.string == "42", "round \(round)")
      try client.answer(to: step)
      try client.event("stopped")
    }
    client.close()
    try program.finish()
  }

  @Test func `an expression while a pause is to come is evaluated, and the program pauses after it`() throws {
    let program = try Program()
    let client = try DebugClient(address: program.address)
    try client.attach(program.main)
    for round in 0..<100 {
      try client.send("pause")
      let answer = try client.request("evaluate", ["expression": "6 * 7"])
      #expect(answer["result"]?.string == "42", "round \(round)")
      try client.event("stopped")
      try client.answer(to: try client.send("continue"))
    }
    client.close()
    try program.finish()
  }

  @Test func `bytes that are no message end the connection, and the program goes on`() throws {
    let program = try Program()
    for text in [
      "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
      "Content-Length: 99999999999\r\n\r\n", String(repeating: "x", count: 100_000),
    ] {
      let client = try DebugClient(address: program.address)
      try client.send(Array(text.utf8))
      #expect(throws: DebugClient.Ended.self) { try client.event("terminated") }
    }
    try program.finish()
  }

  @Test func `a second debugger is refused while there is one`() throws {
    let program = try Program()
    let first = try DebugClient()
    try first.attach(program.main, ["socket": .string(program.address)], lines: [3])
    try first.event("stopped")
    let second = try DebugClient()
    try second.request("initialize")
    #expect(try second.refusal("attach", ["socket": .string(program.address)])?.contains("another debugger") == true)
    try second.event("terminated")
    #expect(try second.refusal("threads")?.contains("ended") == true)
    try second.end()
    #expect(try first.evaluate("typeof n") == "\"number\"")
    try first.end()
    try program.finish()
  }

  @Test func `an expression that never ends fails, and the program can be ended`() throws {
    let program = try Program()
    let client = try DebugClient(address: program.address)
    try client.attach(program.main, lines: [3])
    try client.event("stopped")
    #expect(
      try client.refusal("evaluate", ["expression": "while (true);", "frameId": 1])?.contains("does not return") == true
    )
    #expect(try client.request("threads")["threads"]?.array?.count == 1)
    kill(program.process.processIdentifier, SIGINT)
    program.process.waitUntilExit()
    #expect(program.process.terminationStatus == 130)
  }

  @Test func `a getter that throws is an error of its own value`() throws {
    let program = try Program(
      "const object = { get bad() { throw new Error('within'); }, good: 1 };\ndebugger;\n", "--inspect-wait")
    let client = try DebugClient(address: program.address)
    try client.attach(program.main)
    try client.event("stopped")
    let value = try client.request("evaluate", ["expression": "object", "frameId": 1])
    let members =
      try client.request("variables", ["variablesReference": value["variablesReference"] ?? 0])["variables"]?.array
      ?? []
    #expect(members.contains { $0["name"] == "good" && $0["value"] == "1" })
    let getter = try #require(members.first { $0["name"] == "bad" })
    #expect(getter["value"] == "(getter)")
    let reference = getter["variablesReference"] ?? 0
    #expect(try client.refusal("variables", ["variablesReference": reference])?.contains("within") == true)
    #expect(try client.evaluate("object.good") == "1")
    try client.next()
    try client.event("terminated")
    program.process.waitUntilExit()
    #expect(program.process.terminationStatus == 0)
  }

  @Test func `many breakpoints are set, and one is hit many times`() throws {
    let count = min(9_999, 10 * rounds)
    let scratch = try Scratch(["main.mjs": "\nfor (let n = 0; n < \(rounds); n++) {\n  n;\n}\n"])
    let main = scratch.directory.appendingPathComponent("main.mjs")
    let client = try DebugClient()
    try client.request("initialize")
    try client.request("launch", ["program": .string(main.path)])
    try client.event("initialized")
    let answers = try client.setBreakpoints(main, (0..<count).map { ["line": JSON($0 + 1000)] } + [["line": 3]])
    #expect(answers.count == count + 1)
    #expect(
      try client.refusal(
        "setBreakpoints",
        ["source": ["path": "/a"], "breakpoints": .array(Array(repeating: ["line": 1], count: 10_001))])?
        .contains("10000") == true)
    try client.request("configurationDone")
    for _ in 0..<rounds {
      try client.event("stopped")
      try client.next()
    }
    try client.event("terminated")
    try client.end()
  }
}
