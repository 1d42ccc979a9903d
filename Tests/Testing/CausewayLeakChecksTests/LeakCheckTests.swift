import Causeway
import CausewayConcurrency
import CausewayJavaScript
@testable import CausewayLeakChecks
import CausewayTesting
import Glibc
import JavaScriptEngine
@testable import JavaScriptRuntime
import Synchronization
import Testing

/// Each kind of leak is produced and found, with its location.
///
/// Serialized, because some checks cover the whole process.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LeakCheckTests {
  /// Retains what a test leaves open.
  private final class Kept: Sendable {
    private let values = Mutex<[any Sendable]>([])
    func keep(_ value: any Sendable) { values.withLock { $0.append(value) } }
  }

  private let kept = Kept()

  /// The leaks of `body`, one line each.
  private func leaks(
    _ extent: LeakCheck = .bridges, _ body: () async throws -> Void
  ) async throws -> [String] {
    do {
      try await withLeakCheck(extent, body)
      return []
    } catch let error as LeaksFound {
      return error.leaks.map(\.description)
    }
  }

  private func pair(_ register: (Bridge) -> Void) -> Connection {
    let (server, client) = (Bridge(), Bridge())
    register(server)
    let (left, right) = LoopbackTransport.pair()
    _ = server.connect(left, permissions: .all, name: "server")
    return client.connect(right, permissions: .all, name: "client")
  }

  /// Runs JavaScript in a runtime that stays open.
  private func leaveOpen(_ source: String, register: (Bridge) -> Void = { _ in }) async throws -> JavaScriptRuntime {
    let bridge = Bridge()
    register(bridge)
    var configuration = RuntimeConfiguration()
    configuration.name = "app"
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all, configuration: configuration)
    try await runtime.evaluate(source, url: "app.js")
    kept.keep(runtime)
    return runtime
  }

  // MARK: Nothing

  @Test func `a test that closes everything has no leak`() async throws {
    let leaks = try await leaks(.all) {
      let caller = pair { $0.handle("echo") { (value: Int) in value } }
      let echo: Int = try await caller.call("echo", 1)
      #expect(echo == 1)
      let bridge = Bridge()
      bridge.handle("later") { () async throws -> Int in
        await Task.yield()
        return 1
      }
      let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
      try await runtime.evaluate(
        program: """
          await bridge.call("later");
          const stop = bridge.on("changed", () => {});
          stop();
          clearInterval(setInterval(() => {}, 10));
          """)
      await runtime.close()
    }
    #expect(leaks == [])
  }

  @Test func `a runtime that is released is closed asynchronously`() async throws {
    let leaks = try await leaks {
      let runtime = try await JavaScriptRuntime(bridge: Bridge(), permissions: .all)
      try await runtime.evaluate("setInterval(() => {}, 10)")
    }
    #expect(leaks == [])
  }

  @Test func `an error of the body is thrown even if resources are open`() async throws {
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await withLeakCheck {
        _ = try await leaveOpen("")
        throw Failure()
      }
    }
  }

  // MARK: Swift

  @Test func `a call without an answer is found on both sides`() async throws {
    let begun = AsyncStream.makeStream(of: Void.self)
    let leaks = try await leaks {
      let caller = pair { bridge in
        bridge.handle("stuck") { () async throws in
          begun.continuation.finish()
          try await Task.sleep(for: .seconds(600))
        }
      }
      Task {
        try await caller.call("stuck", 1)
      }
      for await _ in begun.stream {}
    }
    #expect(leaks.count == 2)
    #expect(leaks.contains("call stuck (handler still running) of connection server"))
    #expect(leaks.contains { $0.hasPrefix("call stuck of connection client") }, "\(leaks)")
  }

  @Test func `a stream that was not read to its end is found`() async throws {
    let leaks = try await leaks {
      let caller = pair { bridge in
        bridge.stream("ticks") { (_: CallContext) in AsyncStream<Int> { $0.yield(1) } }
      }
      var items = caller.stream("ticks", BridgeValue.undefined, of: Int.self).makeAsyncIterator()
      let first = try await items.next()
      #expect(first == 1)
      kept.keep(ValueBox(items))
    }
    let stream = try #require(leaks.first { $0.hasPrefix("stream ticks of connection client, made at ") })
    #expect(stream.contains("LeakCheckTests.swift:"), "\(stream)")
    #expect(leaks.contains("stream ticks (handler still running) of connection server"))
  }

  /// `@unchecked Sendable`: the value is never read.
  private final class ValueBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test func `a task that sleeps on a virtual clock is found, with its line`() async throws {
    let line = #line + 4
    let leaks = try await leaks {
      let clock = VirtualClock()
      kept.keep(clock)
      Task { try await clock.sleep(for: .seconds(60)) }
      await clock.waitForSleepers()
    }
    let location = "CausewayLeakChecksTests/LeakCheckTests.swift:\(line)"
    #expect(leaks == ["timer a sleep until 60 s of a virtual clock, made at \(location)"])
  }

  // MARK: JavaScript

  @Test func `JavaScript's calls, streams, listeners and timers are found, with their lines`() async throws {
    let line = #line + 2
    let leaks = try await leaks {
      _ = try await leaveOpen(
        """
        function ask() { return bridge.call("stuck"); }
        ask();
        bridge.on("network.changed", () => {});
        bridge.stream("ticks").next();
          setInterval(() => {}, 1e6);
        clearTimeout(setTimeout(() => {}, 1e6));
        """
      ) { bridge in
        bridge.handle("stuck") { () async throws in try await Task.sleep(for: .seconds(600)) }
        bridge.stream("ticks") { (_: CallContext) in AsyncStream<Int> { _ in } }
      }
    }
    let thread = try #require(leaks.first { $0.hasPrefix("thread of JavaScript, whose runtime app was not closed") })
    #expect(thread.contains("LeakCheckTests.swift:") && line > 0, "\(thread)")
    #expect(leaks.contains("timer setInterval of runtime app, made at app.js:5:14"), "\(leaks)")
    #expect(leaks.contains("call stuck of runtime app, made at ask (app.js:1:36)"), "\(leaks)")
    #expect(leaks.contains { $0.hasPrefix("listener network.changed of runtime app, made at app.js:3:") }, "\(leaks)")
    #expect(leaks.contains { $0.hasPrefix("stream ticks of runtime app, made at app.js:4:") }, "\(leaks)")
    #expect(!leaks.contains { $0.contains("setTimeout") })
  }

  @Test func `values that native code protects are counted`() async throws {
    func count(keeping values: Int) async throws -> Int {
      let leaks = try await leaks {
        let runtime = try await leaveOpen("")
        try await runtime.keepValues(values)
      }
      let found = leaks.compactMap { $0.firstMatch(of: /^protected value \((\d+) more than when/)?.1 }
      return found.first.flatMap { Int($0) } ?? 0
    }
    #expect(try await count(keeping: 0) == 0)
    #expect(try await count(keeping: 100) == 100)
  }

  @Test func `functions and objects that Swift still holds are found, with the line that keeps them`() async throws {
    let leaks = try await leaks {
      let runtime = try await leaveOpen(
        """
        bridge.handle("formatter", () => (value) => value);
        bridge.handle("counter", () => bridge.remote({ add: (count) => count }));
        bridge.handle("go", () => bridge.call("store", { f: (x) => x, ignored: (x) => x }));
        """
      ) { bridge in
        bridge.handle("store") { [kept] (functions: [String: Callback<Int, Int>]) throws in
          kept.keep(functions["ignored"])
          kept.keep(try functions["f"]?.keep())
        }
      }
      try await runtime.call("go")
      let formatter: Callback<Int, Int> = try await runtime.call("formatter")
      let counter: RemoteObject = try await runtime.call("counter")
      let released: RemoteObject = try await runtime.call("counter")
      kept.keep([formatter])
      kept.keep(counter)
      kept.keep(released)
      released.release()
    }
    let references = leaks.filter { $0.hasPrefix("reference") }.sorted()
    try #require(references.count == 3, "\(leaks)")
    #expect(references[0].hasPrefix("reference function formatter#result of connection app"))
    #expect(references[1].hasPrefix("reference function store#f of connection app, made at "))
    #expect(references[1].contains("LeakCheckTests.swift:"), "\(references[1])")
    #expect(references[2].hasPrefix("reference object counter#result of connection app"))
  }

  @Test func `a function that is released by its last holder is no leak`() async throws {
    let leaks = try await leaks {
      let runtime = try await leaveOpen("bridge.handle('formatter', () => (value) => value)")
      let formatter: Callback<Int, Int> = try await runtime.call("formatter")
      let found = try await formatter(5)
      #expect(found == 5)
    }
    #expect(!leaks.contains { $0.hasPrefix("reference") }, "\(leaks)")
  }

  @Test func `programs that the engine has compiled and cached do not count as protected values`() async throws {
    let leaks = try await leaks {
      let runtime = try await leaveOpen("")
      for number in 0..<20 { try await runtime.evaluate("\(number) + 1") }
    }
    #expect(!leaks.contains { $0.hasPrefix("protected value") }, "\(leaks)")
  }

  @Test func `an older runtime reports only its new resources`() async throws {
    let runtime = try await leaveOpen("setInterval(() => {}, 1e6)")
    try await withLeakCheck(of: runtime) { try await runtime.evaluate("1 + 1") }
    let error = await #expect(throws: LeaksFound.self) {
      try await withLeakCheck(of: runtime) { try await runtime.evaluate("setTimeout(() => {}, 1e6)") }
    }
    #expect(error?.leaks.map(\.kind) == [.timer])
    await runtime.close()
  }

  // MARK: The process

  @Test func `a descriptor that stays open is found, with its file`() async throws {
    var descriptor: Int32 = -1
    let leaks = try await leaks(.all) { descriptor = open("/etc/hostname", O_RDONLY | O_CLOEXEC) }
    #expect(leaks == ["descriptor \(descriptor) (/etc/hostname)"])
    close(descriptor)
  }

  @Test func `a named thread that keeps running is found`() async throws {
    var ends: (Int32, Int32) = (-1, -1)
    let leaks = try await leaks(.process) {
      var pipes: [Int32] = [0, 0]
      #expect(pipe(&pipes) == 0)
      ends = (pipes[0], pipes[1])
      var thread = pthread_t()
      let argument = UnsafeMutableRawPointer(bitPattern: Int(pipes[0]))
      pthread_create(
        &thread, nil,
        { argument in
          let name = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
          write(name, "left-behind", 11)
          close(name)
          var byte: UInt8 = 0
          read(Int32(Int(bitPattern: argument)), &byte, 1)
          return nil
        }, argument)
      pthread_detach(thread)
    }
    #expect(leaks.contains { $0.hasPrefix("thread ") && $0.hasSuffix("(left-behind)") }, "\(leaks)")
    #expect(leaks.count { $0.hasPrefix("descriptor ") } == 2)
    close(ends.1)
    close(ends.0)
  }

  // MARK: The trait

  @Test(.leakChecked, arguments: [1, 2])
  func `a test with the trait has its own tracker`(number: Int) async throws {
    #expect(ResourceTracker.current != nil)
    let caller = pair { $0.handle("echo") { (value: Int) in value } }
    let echo: Int = try await caller.call("echo", number)
    #expect(echo == number)
  }

  @Test func `the trait reports each leak in its issue`() async throws {
    let trait: LeakCheckTrait = .leakChecked
    try await withKnownIssue {
      try await trait.provideScope(for: #require(Test.current), testCase: nil) {
        let clock = VirtualClock()
        kept.keep(clock)
        Task { try await clock.sleep(for: .seconds(60)) }
        await clock.waitForSleepers()
      }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("1 resource was left open:\n  timer a sleep until 60 s") }
    }
  }
}

extension JavaScriptRuntime {
  /// Protects values from collection until the runtime closes.
  fileprivate func keepValues(_ count: Int) throws {
    let realm = try host().realm
    attach(Keeper((0..<count).map { _ in realm.keep(realm.makeObject()) }))
  }

  private final class Keeper: RuntimeAttachment {
    private var handles: [JSHandle]
    init(_ handles: [JSHandle]) { self.handles = handles }
    func runtimeCloses(_ reason: JavaScriptError) { handles = [] }
    var openResources: [OpenResource] { [] }
  }
}
