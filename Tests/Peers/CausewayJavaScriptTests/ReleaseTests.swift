import Causeway
import CausewayJavaScript
import JavaScriptEngine
import JavaScriptRuntime
import Synchronization
import TestSupport
import Testing

/// A closed runtime must release its virtual machine, which takes two megabytes or more.
///
/// The heap of a closed runtime is never collected again, so its objects would retain their Swift objects for ever.
@Suite(.timeLimit(.minutes(5))) struct ReleaseTests {
  enum Usage: String, CaseIterable {
    case nothing, script, value, object, promise, awaited, thrown, rejected, program, failing, unsettled, prompt, timer
    case calls, stream, events, handler, items, uncaught, reloaded, invoked, cancelled, interrupted, limited, parts

    /// The use of a runtime before it is closed.
    func perform(on runtime: JavaScriptRuntime) async throws {
      switch self {
      case .nothing: break
      case .script: try await runtime.evaluate("var x = 3 + 4")
      case .value: #expect(try await runtime.evaluate("3 + 4") as Int == 7)
      case .object: #expect(try await runtime.evaluate("({ a: [1] })") as BridgeValue == ["a": [1]])
      case .promise: #expect(try await runtime.evaluate("Promise.resolve(7)") as Int == 7)
      case .awaited: #expect(try await runtime.evaluate("bridge.call('later', 7)") as Double == 7)
      case .thrown: await #expect(throws: JavaScriptError.self) { try await runtime.evaluate("missing()") as Int }
      case .rejected:
        await #expect(throws: JavaScriptError.self) { try await runtime.evaluate("Promise.reject(7)") as Int }
      case .program: try await runtime.evaluate(program: "await bridge.call('later', 7)")
      case .failing: await #expect(throws: JavaScriptError.self) { try await runtime.run("throw new Error('no')") }
      case .unsettled:
        let task = Task { try await runtime.evaluate("globalThis.begun = true; new Promise(() => {})") as Int }
        try await eventually("the script has begun") { try await runtime.evaluate("'begun' in globalThis") }
        await runtime.close()
        await #expect(throws: JavaScriptError.self) { try await task.value }
      case .prompt: #expect(try await runtime.evaluateForPrompt("await bridge.call('later', 7)") == "7")
      case .timer: try await runtime.evaluate("setTimeout(() => {}, 60000); setInterval(() => {}, 60000)")
      case .calls: try await runtime.evaluate("bridge.call('later', 7); bridge.call('never').catch(() => {})")
      case .stream:
        try await runtime.evaluate(program: "for await (const item of bridge.stream('items')) if (item === 1) break")
      case .events:
        try await runtime.evaluate("bridge.on('event', (value) => { globalThis.heard = value })")
        try runtime.connection.emit("event", 7)
      case .handler:
        try await runtime.evaluate("bridge.handle('f', async (x) => x + 1)")
        #expect(try await runtime.call("f", 7) as Int == 8)
      case .items:
        try await runtime.evaluate("bridge.handle('g', async function* () { yield 1; yield 2 })")
        for try await item in try runtime.stream("g", of: Int.self) where item == 1 { break }
      case .uncaught: try await runtime.evaluate("Promise.reject(new Error('no')); setTimeout(() => { throw 7 })")
      case .reloaded:
        #expect(try await runtime.evaluate("3 + 4") as Int == 7)
        try await runtime.reload()
      case .invoked:
        try await runtime.evaluate("function twice(x) { return 2 * x }")
        #expect(try await runtime.invoke("twice", 7) == 14)
      case .cancelled:
        let task = Task { try await runtime.evaluate("new Promise(() => {})") as Int }
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
      case .interrupted:
        runtime.interrupt()
        await #expect(throws: JavaScriptError.self) { try await runtime.evaluate("for (;;) {}") as Int }
      case .limited:
        await #expect(throws: JavaScriptError.self) {
          let _: Int = try await runtime.evaluate("for (;;) {}")
        }
      case .parts:
        // Every global, and every module behind `bridge`.
        try await runtime.evaluate(
          program: """
            for (const name of Object.getOwnPropertyNames(globalThis)) void globalThis[name];
            new AbortController().abort();
            structuredClone({ a: new Map([[1, new Date()]]) });
            console.log(new URL("https://example.org/"), crypto.randomUUID(), await bridge.contract());
            """)
      }
    }
  }

  @Test(arguments: Usage.allCases) func `a closed runtime releases its machine`(after usage: Usage) async throws {
    let lab = Lab()
    lab.bridge.handle("later") { (x: Double) async in
      await Task.yield()
      return x
    }
    lab.bridge.handle("never") { try await Task.sleep(for: .seconds(600)) }
    lab.bridge.stream("items") { (_: CallContext) in AsyncStream { $0.yield(1) } }
    var runtime: JavaScriptRuntime? = try await lab.runtime { configuration in
      if usage == .limited { configuration.evaluationLimit = .milliseconds(50) }
      if usage == .interrupted { configuration.evaluationLimit = .seconds(600) }
    }
    let machine = try await runtime!.machine()
    try await usage.perform(on: runtime!)
    await runtime!.close()
    runtime = nil
    // The last owner may be a task that is ending.
    try await eventually("the machine is gone") { !machine.isThere }
  }

  /// The engine leaks the thread's event loop, with a descriptor, if the thread ends before the heap.
  @Test func `a runtime that closes while a script is awaited destroys its heap on its own thread`() async throws {
    let lab = Lab()
    let ends = Mutex<[Bool]>([])
    for _ in 0..<20 {
      let runtime = try await lab.runtime()
      try await runtime.keep(Ending { [thread = runtime.thread] in ends.withLock { $0.append(thread.isCurrent) } })
      let task = Task { try await runtime.evaluate("globalThis.begun = true; new Promise(() => {})") as Int }
      try await eventually("the script has begun") { try await runtime.evaluate("'begun' in globalThis") }
      await runtime.close()
      await #expect(throws: JavaScriptError.self) { try await task.value }
    }
    try await eventually("every heap has ended") { ends.withLock { $0.count } == 20 }
    #expect(ends.withLock { $0 } == Array(repeating: true, count: 20))
  }
}

/// Reports its own release.
private final class Ending: Sendable {
  private let tell: @Sendable () -> Void
  init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }
  deinit { tell() }
}

/// A weak reference to a machine.
private final class Trace: Sendable {
  weak let machine: JSMachine?
  init(_ machine: JSMachine) { self.machine = machine }
  var isThere: Bool { machine != nil }
}

extension JavaScriptRuntime {
  fileprivate func machine() throws -> Trace { Trace(try host().realm.machine) }

  /// Makes the heap retain an object.
  fileprivate func keep(_ object: Ending) throws {
    let realm = try host().realm
    let function = realm.makeFunction(name: "kept") { _ in withExtendedLifetime(object) { nil } }
    realm.define("kept", as: function, in: realm.global)
  }
}
