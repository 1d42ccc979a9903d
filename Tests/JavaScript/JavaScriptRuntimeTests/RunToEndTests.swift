import CausewayTesting
import Foundation
import JavaScriptRuntime
import Testing

@Suite(.timeLimit(.minutes(5))) struct RunToEndTests {
  private let later = "setTimeout(() => console.log('later'), 20); console.log('first')"

  @Test func `run waits for timers, and evaluate does not`() async throws {
    let clock = VirtualClock()
    let printed = Printed()
    var configuration = printed.configuration
    configuration.clock = clock
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.evaluate(program: later)
    #expect(printed.all == ["first"])
    await runtime.close()
    let other = try await JavaScriptRuntime(printed.configuration)
    try await other.run(later, timeout: .seconds(60))
    #expect(printed.all == ["first", "first", "later"])
    await other.close()
  }

  @Test func `a file runs to its end`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    let path = NSTemporaryDirectory() + "run-\(UUID().uuidString).js"
    try later.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await runtime.evaluate(file: path)
    #expect(printed.all == ["first"])
    try await runtime.run(file: path, timeout: .seconds(60))
    #expect(printed.all.last == "later")
    await runtime.close()
  }

  @Test(arguments: [
    ("setInterval(() => {}, 1000)", "it is waiting for timers"),
    ("await new Promise((resolve) => setTimeout(resolve, 3_600_000))", "it is waiting for timers"),
  ])
  func `a program that takes too long throws what it waits for, by the runtime's clock`(
    program: String, reason: String
  ) async throws {
    let clock = VirtualClock()
    var configuration = RuntimeConfiguration()
    configuration.clock = clock
    let runtime = try await JavaScriptRuntime(configuration)
    let error = await #expect(throws: JavaScriptError.self) {
      try await clock.runFreely { try await runtime.run(program, url: "slow.js", timeout: .seconds(90)) }
    }
    #expect(error?.code.rawValue == "DEADLINE_EXCEEDED")
    #expect(error?.message == "slow.js did not end within 90.0 seconds: \(reason).")
    await runtime.close()
  }

  @Test func `what ended before the timeout is not disturbed by it`() async throws {
    let clock = VirtualClock()
    var configuration = RuntimeConfiguration()
    configuration.clock = clock
    let runtime = try await JavaScriptRuntime(configuration)
    try await clock.runFreely {
      try await runtime.run("setTimeout(() => { globalThis.done = true }, 50)", timeout: .seconds(1))
      try await runtime.run("if (!done) throw 1; setTimeout(() => {}, 5000)", timeout: nil)
    }
    await runtime.close()
  }

  @Test func `a module runs to its end within its time`() async throws {
    let clock = VirtualClock()
    var configuration = RuntimeConfiguration()
    configuration.clock = clock
    configuration.modules = ModuleConfiguration(.memory(["main.js": "setInterval(() => {}, 1000); export {}"]))
    let runtime = try await JavaScriptRuntime(configuration)
    let error = await #expect(throws: JavaScriptError.self) {
      try await clock.runFreely { try await runtime.run(module: "./main.js", timeout: .seconds(3)) }
    }
    #expect(error?.code.rawValue == "DEADLINE_EXCEEDED")
    await runtime.close()
  }

  @Test func `an error reports its source line after its runtime has closed`() async throws {
    let runtime = try await JavaScriptRuntime()
    let error = await #expect(throws: JavaScriptError.self) {
      try await runtime.run("const a = {};\n  a.b.c();", url: "broken.js")
    }
    await runtime.close()
    let text = try #require(error).report().text
    #expect(text.contains("TypeError"))
    #expect(text.contains("  2 |   a.b.c();\n    |      ^"), "\(text)")
    #expect(String(reflecting: try #require(error)) == text)
  }

  @Test func `an error of main is reported, and the process ends with status 1`() async throws {
    let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      await exitOnError {
        let runtime = try await JavaScriptRuntime()
        try await runtime.run("await null;\nthrow new RangeError('too far')", url: "main.js", timeout: .seconds(60))
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("RangeError: too far\n  main.js:2:"), "\(text)")
    #expect(text.contains("  2 | throw new RangeError('too far')\n"), "\(text)")
    #expect(!text.contains("Fatal error"), "\(text)")
  }

  @Test func `a main that succeeds goes on`() async throws {
    var isDone = false
    await exitOnError { isDone = true }
    #expect(isDone)
  }
}
