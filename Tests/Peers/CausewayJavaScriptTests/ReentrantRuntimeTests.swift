import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import Synchronization
import Testing

/// User code that runs inside of a runtime, and calls into it.
@Suite(.timeLimit(.minutes(5))) struct ReentrantRuntimeTests {
  /// A reference to a runtime, for handlers that are registered before it is made.
  private final class Slot: Sendable {
    private let runtime = Mutex<JavaScriptRuntime?>(nil)
    func set(_ new: JavaScriptRuntime?) { runtime.withLock { $0 = new } }
    /// Runs a closure on the runtime's thread, on which the caller is.
    func within<Result: Sendable>(_ body: @Sendable (isolated JavaScriptRuntime) throws -> Result) rethrows -> Result {
      let runtime = runtime.withLock { $0 }!
      return try runtime.assumeIsolated { try body($0) }
    }
  }

  @Test func `a handler that reports progress still answers synchronously`() async throws {
    let lab = Lab()
    lab.bridge.handle("work") { (value: Int, call: CallContext) in
      call.report(progress: 0.5)
      return value + 1
    }
    #expect(try await lab.run("console.log(bridge.callSync('work', 1))") == ["2"])
  }

  @Test(.timeLimit(.minutes(1))) func `a stream that is cancelled while it starts ends its producer`() async throws {
    let lab = Lab()
    let slot = Slot()
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)
    lab.bridge.stream("items") { (_: CallContext) async throws -> AsyncStream<Int> in
      try slot.within { try $0.evaluate("items.return()") }
      return AsyncStream { continuation in
        continuation.onTermination = { _ in end.yield(true) }
        continuation.yield(1)
      }
    }
    let runtime = try await lab.runtime()
    slot.set(runtime)
    try await runtime.evaluate(
      program: "globalThis.items = bridge.stream('items'); console.log((await items.next()).done)")
    #expect(await ends.first { _ in true } == true)
    #expect(lab.printed == ["true"])
    slot.set(nil)
    await runtime.close()
  }

  @Test(.timeLimit(.minutes(1))) func `an event that a handler emits is delivered before its answer`() async throws {
    let lab = Lab()
    lab.bridge.handle("work") { [unowned bridge = lab.bridge] () throws -> Int in
      try bridge.emit("counter.changed", 1)
      return 2
    }
    let lines = try await lab.run(
      """
      const stop = bridge.on('counter.changed', (value) => console.log('event', value));
      console.log('answer', await bridge.call('work'));
      stop();
      """)
    #expect(lines == ["event 1", "answer 2"])
  }

  @Test func `the contract is available at once while an event waits`() async throws {
    let lab = Lab()
    lab.bridge.handle("radio.tune") { [unowned bridge = lab.bridge] () throws in try bridge.emit("counter.changed", 1) }
    let lines = try await lab.run(
      """
      bridge.on('counter.changed', () => {})();
      const stop = bridge.on('counter.changed', () => {});
      bridge.call('radio.tune');
      console.log(Object.keys(bridge.plugins));
      stop();
      """)
    #expect(lines == ["[ 'radio' ]"])
  }

  @Test(arguments: [
    "bridge.call('reload')", "bridge.callSync('reload')",
    "bridge.call('echo', { get a() { bridge.callSync('reload') } })",
  ])
  func `a handler may reload its own runtime`(script: String) async throws {
    let lab = Lab()
    let slot = Slot()
    lab.bridge.handle("reload") { [unowned bridge = lab.bridge] () throws in
      try slot.within { runtime in
        try runtime.reload()
        try runtime.attach(bridge, permissions: .all)
        try runtime.evaluate("globalThis.isNew = true")
      }
    }
    lab.bridge.handle("echo") { (value: BridgeValue) in value }
    let runtime = try await lab.runtime()
    slot.set(runtime)
    for _ in 0..<20 {
      await #expect(throws: (any Error).self) {
        try await runtime.evaluate(program: "\(script); await new Promise(() => {})")
      }
      #expect(try await runtime.evaluate("isNew && bridge.callSync('echo', 7)") as Int == 7)
    }
    slot.set(nil)
    await runtime.close()
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func `a handler that is cancelled by a reload or by closing may reload and attach again`(isReload: Bool) async throws
  {
    let lab = Lab()
    let slot = Slot()
    let attached = Mutex<[Connection]>([])
    lab.bridge.handle("wait") { [unowned bridge = lab.bridge] () async throws in
      try await withTaskCancellationHandler {
        try await Task.sleep(for: .seconds(600))
      } onCancel: {
        try? slot.within { runtime in
          try runtime.reload()
          let connection = try runtime.attach(bridge, permissions: .all)
          attached.withLock { $0.append(connection) }
        }
      }
    }
    lab.bridge.handle("echo") { (value: BridgeValue) in value }
    let runtime = try await lab.runtime()
    slot.set(runtime)
    try await runtime.evaluate("bridge.call('wait').catch(() => {})")
    if isReload {
      try await runtime.reload()
      #expect(try await runtime.evaluate("bridge.callSync('echo', 7)") as Int == 7)
      #expect(try runtime.connection === attached.withLock { $0.first })
    }
    await runtime.close()
    // Taken out: the handler holds the list, and a connection its handlers.
    #expect(attached.withLock { $0.popLast() }?.isClosed == (isReload ? true : nil))
    slot.set(nil)
  }

  private final class Farewell: Sendable {
    private let say: @Sendable () -> Void
    init(_ say: @escaping @Sendable () -> Void) { self.say = say }
    deinit { say() }
  }

  @Test func `an object that is released with a runtime's bridge may read that runtime's connection`() async throws {
    let runtime = try await JavaScriptRuntime()
    let seen = Mutex<[Bool]>([])
    func attach() async throws {
      let bridge = Bridge()
      let farewell = Farewell { [weak runtime] in
        let isThere = (try? runtime?.connection) != nil
        seen.withLock { $0.append(isThere) }
      }
      bridge.handle("work") { withExtendedLifetime(farewell) {} }
      try await runtime.attach(bridge, permissions: .all)
    }
    try await attach()
    try await runtime.reload()
    #expect(seen.withLock { $0 } == [false])
    await runtime.close()
  }
}
