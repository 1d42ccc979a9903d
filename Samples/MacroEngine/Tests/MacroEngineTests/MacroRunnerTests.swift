import Foundation
import JavaScriptCoreAdditions
import MacroEngine
import Synchronization
import SampleTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct MacroRunnerTests {
  let engine = MacroEngine(timeLimit: .milliseconds(100))
  let dial = Dial()
  let runner: MacroRunner

  init() {
    engine.addObject(dial)
    engine.addFunction("pause") { (milliseconds: Double) async throws in
      // Real time: the limit of a macro counts it.
      try await Task.sleep(for: .milliseconds(milliseconds))
    }
    // Processor time is scarce while other programs build, so only the tests of the timeout wait for it.
    runner = MacroRunner(engine: engine, timeout: .seconds(20))
  }

  func run(_ source: String) async throws -> String? {
    try await runner.run(MacroMethod(javascript: source, key: "macro", engine: engine))
  }

  @Test func `a macro's result is returned as text`() async throws {
    #expect(try await run("() => 6 * 7") == "42")
    #expect(try await run("() => undefined") == nil)
    #expect(try await run("() => ({ a: [1, 'b'] })") == #"{"a":[1,"b"]}"#)
    #expect(try await run("async () => 'late'") == "late")
    #expect(try await run("() => ({ then(done) { done('thenable') } })") == "thenable")
  }

  /// With its virtual machine and the macros' thread.
  @Test(arguments: ["() => 1", "async () => 1", "async () => { throw new Error('no') }"])
  func `an engine whose macros have run is released with its last owner`(source: String) async throws {
    weak var held: MacroEngine?
    do {
      let engine = MacroEngine()
      held = engine
      let runner = MacroRunner(engine: engine, timeout: .seconds(20))
      _ = try? await runner.run(MacroMethod(javascript: source, key: "macro", engine: engine))
    }
    // The last owner may be a task or a thread that is ending.
    try await eventually("the engine is let go of") { held == nil }
  }

  @Test func `an asynchronous macro awaits native functions`() async throws {
    let source = "async () => { for (let i = 1; i < 4; i++) { await pause(5); setInnerProgress(i) } return 'done' }"
    #expect(try await run(source) == "done")
    #expect(dial.changes == [1, 2, 3])
  }

  @Test(arguments: [
    "function() { throw new Error('no') }", "async function() { await pause(1); throw new Error('no') }",
    "() => Promise.reject(new Error('no'))",
  ])
  func `any kind of failure is reported`(source: String) async {
    let error = await #expect(throws: MacroError.self) { try await run(source) }
    #expect(error?.code == .exception)
    #expect(error?.message == "Error: no")
    #expect(error?.line == 1)
  }

  @Test(arguments: [
    "function() { while (true) {} }",
    "function() { for (;;) { try { while (true) {} } catch {} finally { continue } } }",
    "async function() { await pause(1); while (true) {} }",
    "async function() { await null; while (true) {} }",
    "async function() { while (true) await null }",
    "async function() { while (true) { await null; setInnerProgress(1) } }",
    "async function() { await pause(1); while (true) await null }",
    "function f() { return Promise.resolve().then(f) }",
  ])
  func `an endless macro is stopped, and the next one runs`(source: String) async throws {
    let error = await #expect(throws: MacroError.self) { try await run(source) }
    #expect(error?.code == .endless)
    #expect(try await run("() => 5") == "5")
  }

  @Test func `a macro whose context was released while it ran is stopped, and leaves no error in the new context`()
    async throws
  {
    engine.addFunction("letGo") { [engine] in engine.reset() }
    let error = await #expect(throws: MacroError.self) { try await run("() => { letGo(); return Promise.resolve(1) }") }
    #expect(error?.code == .stopped)
    #expect(engine.context().exception == nil)
    #expect(try await run("() => 5") == "5")
  }

  @Test func `an abandoned macro has no effect any more`() async throws {
    await #expect(throws: MacroError.self) {
      try await run("async function() { while (true) { await null; try { setInnerProgress(1) } catch {} } }")
    }
    let count = dial.changes.count
    #expect(try await run("() => 5") == "5")
    #expect(dial.changes.count == count)
  }

  @Test(arguments: [
    "() => new Promise(() => {})", "async () => { await pause(5000) }", "() => ({ then() {} })",
  ])
  func `a macro that never answers is abandoned`(source: String) async throws {
    let runner = MacroRunner(engine: engine, timeout: .milliseconds(600))
    let error = await #expect(throws: MacroError.self) {
      try await runner.run(MacroMethod(javascript: source, key: "macro", engine: engine))
    }
    #expect(error?.code == .unanswered)
    #expect(error?.message.contains("0.6 seconds") == true)
    let next = try await runner.run(MacroMethod(javascript: "() => 5", key: "macro", engine: engine))
    #expect(next == "5")
  }

  @Test func `work that a macro did not await does not continue after its end`() async throws {
    #expect(try await run("function() { pause(1).then(() => setInnerProgress(9)) }") == nil)
    _ = try await run("async () => { await pause(50) }")
    #expect(dial.changes.isEmpty)
  }

  @Test func `a macro that changes built-in objects affects no other macro`() async throws {
    _ = try await run("() => { Promise = Function = JSON = Object = Reflect = null }")
    _ = try await run("() => { Array.prototype.then = 1; globalThis.then = () => {} }")
    #expect(try await run("async () => { await pause(1); return 5 }") == "5")
    #expect(try await run("() => ({ a: 1 })") == "[object Object]")
  }

  @Test func `a second answer of a macro has no effect`() async throws {
    #expect(try await run("() => ({ then(done, failed) { done(1); done(2); failed(3) } })") == "1")
  }

  @Test func `stopping a macro ends it`() async throws {
    let begun = AsyncStream.makeStream(of: Void.self)
    let method = MacroMethod(javascript: "async () => { await pause(5000) }", key: "long", engine: engine)
    let task = Task { try await runner.run(method) { begun.continuation.finish() } }
    for await _ in begun.stream {}
    task.cancel()
    let error = await #expect(throws: MacroError.self) { try await task.value }
    #expect(error?.code == .stopped)
  }

  @Test func `macros run one after the other, and too many are refused`() async throws {
    let method = MacroMethod(
      javascript: "async () => { setInnerProgress(1); await pause(1); setInnerProgress(0) }", key: "turn",
      engine: engine)
    let refused = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<40 {
        group.addTask {
          do { _ = try await runner.run(method) } catch { return (error as? MacroError)?.code == .busy }
          return false
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(refused > 0)
    #expect(dial.changes.count == 2 * (40 - refused))
    #expect(dial.changes.enumerated().allSatisfy { $1 == ($0 % 2 == 0 ? 1 : 0) })
  }
}
