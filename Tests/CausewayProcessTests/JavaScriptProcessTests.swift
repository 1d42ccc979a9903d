import Causeway
import Foundation
import Synchronization
import Testing

@testable import CausewayProcess

/// Real children: `causeway worker`, built beside these tests.
@Suite struct JavaScriptProcessTests {
  static let worker =
    (Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    ?? URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]))
    .deletingLastPathComponent().appendingPathComponent("causeway").path
  /// The one whose own handlers misbehave.
  static let localWorker = URL(filePath: worker).deletingLastPathComponent().appending(path: "local-worker").path

  private func start(
    _ bridge: Bridge = Bridge(), permissions: Permissions = .all, limits: Limits? = nil,
    configure: (inout ProcessConfiguration) -> Void = { _ in }
  ) async throws -> JavaScriptProcess {
    var configuration = ProcessConfiguration()
    configuration.program = .file(Self.worker, arguments: ["worker"])
    configure(&configuration)
    return try await JavaScriptProcess(
      bridge: bridge, permissions: permissions, configuration: configuration, limits: limits)
  }

  /// What a call of a child that is being ended is told.
  private func error(_ body: () async throws -> Void) async -> BridgeError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? BridgeError
    }
  }

  @Test func `calls, values, events and streams cross both ways`() async throws {
    let bridge = Bridge()
    bridge.handle("add") { (numbers: [Double]) in numbers.reduce(0, +) }
    bridge.handle("later") { (x: Int) async -> Int in
      await Task.yield()
      return x + 1
    }
    bridge.stream("count") { (end: Int, _: CallContext) in
      AsyncStream<Int> { continuation in
        for index in 0..<end { continuation.yield(index) }
        continuation.finish()
      }
    }
    let process = try await start(bridge)
    #expect(try await process.evaluate("6 * 7", returning: Int.self) == 42)
    #expect(try await process.evaluate("bridge.call('add', [1, 2, 3.5])", returning: Double.self) == 6.5)
    #expect(try await process.evaluate("bridge.call('later', 1)", returning: Int.self) == 2)
    #expect(
      try await process.evaluate(
        "(async () => { let all = []; for await (const i of bridge.stream('count', 100)) all.push(i); return all })()",
        returning: [Int].self) == Array(0..<100))
    #expect(
      try await process.evaluate("new Map([[1n, new Uint8Array([1, 255])]])", returning: BridgeValue.self)
        == .map([BridgePair(.bigInt("1"), .bytes(BridgeBytes([1, 255], view: "Uint8Array")))]))
    try await process.evaluate(
      """
      globalThis.heard = new Promise(resolve => bridge.on("tick", resolve));
      bridge.handle("twice", x => x * 2);
      bridge.handle("letters", async function* () { yield "a"; yield "b"; });
      """)
    #expect(try await process.call("twice", with: 21, returning: Int.self) == 42)
    var letters: [String] = []
    for try await letter in process.stream("letters", of: String.self) { letters.append(letter) }
    #expect(letters == ["a", "b"])
    while process.connection.statistics.subscriptions == 0 { await Task.yield() }
    try bridge.emit("tick", 5)
    #expect(try await process.evaluate("heard", returning: Int.self) == 5)
    await process.close()
  }

  @Test func `an error keeps its class, message, stack and place`() async throws {
    let process = try await start()
    let thrown = await error { try await process.run("\n  null.x", url: "app.js") }
    #expect(thrown?.name == "TypeError")
    #expect(thrown?.data?["url"] == .string("app.js"))
    #expect(thrown?.data?["line"] == .number(2))
    #expect(thrown?.stack?.contains("app.js:2") == true)
    let refused = await error { try await process.run("await bridge.call('nothing')") }
    #expect(refused?.code == .unimplemented)
    await process.close()
  }

  @Test func `permissions are checked here, not there`() async throws {
    let bridge = Bridge()
    bridge.handle("secret") { 1 }
    let process = try await start(bridge, permissions: ["other.*"])
    let refused = await error { try await process.run("await bridge.call('secret')") }
    #expect(refused?.code == .permissionDenied)
    await process.close()
  }

  @Test func `console and uncaught errors are told`() async throws {
    let lines = Mutex<[String]>([])
    let process = try await start { configuration in
      configuration.onConsole = { level, text in lines.withLock { $0.append("\(level): \(text)") } }
      configuration.onUncaught = { report in lines.withLock { $0.append("uncaught: \(report)") } }
    }
    try await process.run("console.log({ a: 1 }); console.warn('w'); setTimeout(() => { throw new Error('lost') }, 0)")
    while lines.withLock({ $0.count }) < 3 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(lines.withLock { $0[0] } == "log: { a: 1 }")
    #expect(lines.withLock { $0[1] } == "warn: w")
    #expect(lines.withLock { $0[2] }.contains("lost"))
    await process.close()
  }

  @Test(arguments: [
    "while (true) {}", "const again = () => Promise.resolve().then(again); again()",
    "(async () => { for (;;) await null })()",
    "'a'.repeat(50).match(/(a*)*b/); for (;;) /(x+x+)+y/.test('x'.repeat(40))",
  ])
  func `a script that never comes back ends its process, with the limit's name`(source: String) async throws {
    let process = try await start { $0.limits.turn = .milliseconds(500) }
    let pending = Task { await error { _ = try await process.call("never", timeout: .never, returning: Int.self) } }
    let begun = ContinuousClock.now
    let ended = await error { try await process.evaluate(source) }
    let verdict = await process.waitForEnd()
    #expect(ContinuousClock.now - begun < .seconds(10))
    #expect(verdict.code == .resourceExhausted)
    #expect(verdict.data?["limit"] == .string("turn"))
    #expect(ended == nil || ended?.code == .resourceExhausted)
    _ = await pending.value
    #expect(process.processIdentifier == nil)
    #expect(process.connection.statistics.pending == 0)
  }

  @Test(arguments: [
    "const all = []; for (;;) all.push(new Array(100000).fill(Math.random()))",
    "const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1))",
    "let s = 'x'; for (;;) s += s + 'y'.repeat(1 << 20)",
  ])
  func `a script that takes all memory ends its process, and this one lives on`(source: String) async throws {
    let process = try await start {
      $0.limits.memory = 200 << 20
      $0.limits.turn = .seconds(30)
    }
    let ended = await error { try await process.evaluate(source) }
    // Either the limit was seen first, or the engine gave up by itself (a string that is too long throws).
    #expect(ended != nil)
    let verdict: BridgeError? = ended?.code == .unknown ? nil : await process.waitForEnd()
    #expect(verdict == nil || verdict?.code == .resourceExhausted || verdict?.code == .unavailable)
    if let limit = verdict?.data?["limit"] { #expect(limit == .string("memory")) }
    await process.close()
  }

  @Test func `a child that is killed ends its calls, and another can be started`() async throws {
    let bridge = Bridge()
    let process = try await start(bridge)
    let waiting = Task { await error { try await process.run("await new Promise(() => {})") } }
    try await process.evaluate("1")
    kill(try #require(process.processIdentifier), SIGKILL)
    #expect(await waiting.value?.code == .unavailable)
    #expect(await error { try await process.evaluate("1") }?.code == .unavailable)
    #expect(await process.waitForEnd().message == "The JavaScript process was ended by signal 9 (Killed).")
    let next = try await start(bridge)
    #expect(try await next.evaluate("1 + 1", returning: Int.self) == 2)
    await next.close()
  }

  @Test func `writing to a child that has just died ends its calls, not this process`() async throws {
    // SIGPIPE's default is death, as in a user's program.
    let before = signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, before) }
    for _ in 0..<5 {
      let process = try await start()
      let pages = (0..<20).map { _ in
        Task { await error { try await process.call("page", with: String(repeating: "x", count: 100_000)) } }
      }
      kill(try #require(process.processIdentifier), SIGKILL)
      for page in pages { #expect(await page.value != nil) }
      await process.close()
    }
  }

  @Test func `a child that does not read holds nobody up, and closing it ends its calls`() async throws {
    var limits = Limits()
    limits.messageBytes = 1 << 20
    let process = try await start(limits: limits) { $0.limits.turn = .seconds(60) }
    kill(try #require(process.processIdentifier), SIGSTOP)
    let pages = (0..<30).map { _ in
      Task { await error { try await process.call("page", with: String(repeating: "x", count: 900_000)) } }
    }
    for page in pages { #expect(await page.value?.code != .deadlineExceeded) }
    await process.close()
  }

  @Test func `a child that has ended is let go of`() async throws {
    weak var link: ChildProcess?
    do {
      let child = try ChildProcess(ProcessConfiguration(), limits: Limits())
      link = child
      let connection = Bridge().connect(child, permissions: .none)
      child.finish(BridgeError(.unavailable, "over"))
      #expect(connection.isClosed)
    }
    // The port's own queue holds it until the socket is closed.
    for _ in 0..<200 where link != nil { try await Task.sleep(for: .milliseconds(5)) }
    #expect(link == nil)
  }

  @Test func `what is printed is bounded`() async throws {
    let process = try await start { $0.limits.consoleBytes = 10_000 }
    try? await process.evaluate("for (let i = 0; i < 1000; i++) console.log('x'.repeat(100))")
    #expect(await process.waitForEnd().data?["limit"] == .string("consoleBytes"))
  }

  @Test func `processor time and lifetime are bounded`() async throws {
    let busy = try await start { $0.limits.processorTime = .milliseconds(300) }
    _ = await error { try await busy.evaluate("setInterval(() => { for (let i = 0; i < 1e7; i++); }, 0)") }
    #expect(await busy.waitForEnd().data?["limit"] == .string("processorTime"))
    let idle = try await start { $0.limits.lifetime = .milliseconds(300) }
    #expect(await idle.waitForEnd().data?["limit"] == .string("lifetime"))
  }

  @Test func `a value over the limit fails its call and nothing else`() async throws {
    var limits = Limits()
    limits.messageBytes = 1000
    let process = try await start(limits: limits)
    #expect(await error { _ = try await process.evaluate("'x'.repeat(5000)", returning: String.self) }?.code != nil)
    #expect(try await process.evaluate("'x'.repeat(500).length", returning: Int.self) == 500)
    await process.close()
  }

  @Test func `the child has given up what it does not need`() async throws {
    let process = try await start()
    #expect(process.confinement == ["file system", "network", "programs", "other processes"])
    let status = try String(contentsOfFile: "/proc/\(try #require(process.processIdentifier))/status", encoding: .utf8)
    #expect(status.contains("NoNewPrivs:\t1"))
    #expect(status.contains("Seccomp:\t2"))
    let descriptors = try FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(try #require(process.processIdentifier))/fd")
    let sockets = descriptors.filter { name in
      (try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(process.processIdentifier ?? 0)/fd/\(name)"))?.hasPrefix("socket:") == true
    }
    #expect(sockets.count == 1)
    // What scripts may still need works behind the filter: compiled code, collection, threads, time zones.
    let sum = try await process.evaluate(
      """
      let sum = 0; for (let i = 0; i < 3e6; i++) sum += i % 7;
      for (let i = 0; i < 200; i++) new Array(10000).fill({});
      new Date(0).toLocaleString("en", { timeZone: "Asia/Tokyo" }).length > 0 ? sum : 0
      """, returning: Double.self)
    #expect(sum == 8_999_994)
    await process.close()
  }

  /// libdispatch looks up its threads in /proc then, once a second, and ends its process when it is refused.
  @Test(arguments: ["crowd.compute", "crowd.wait"])
  func `a child with more work than threads for a second answers, and does not die of SIGILL`(method: String)
    async throws
  {
    let process = try await start { $0.program = .file(Self.localWorker) }
    #expect(process.confinement.contains("file system"))
    let pieces = try await process.evaluate("bridge.call('\(method)', 1.5, { timeout: 60000 })", returning: Int.self)
    #expect(pieces >= 1)
    await process.close()
  }

  @Test(arguments: [
    (ProcessConfiguration.Program.file("/nonexistent/program"), BridgeError.Code.unavailable),
    (.file("/bin/true"), .unavailable), (.file("/bin/sleep", arguments: ["60"]), .failedPrecondition),
  ])
  func `what cannot be a worker says so`(program: ProcessConfiguration.Program, code: BridgeError.Code) async {
    let failure = await error {
      _ = try await start { configuration in
        configuration.program = program
        configuration.startTimeout = .milliseconds(1500)
      }
    }
    #expect(failure?.code == code)
  }

  @Test func `a process that is dropped goes, and twenty leave no descriptor behind`() async throws {
    func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    let bridge = Bridge()
    let dropped = try await start(bridge).processIdentifier
    while ProcessUsage.memory(of: try #require(dropped)) != nil { try await Task.sleep(for: .milliseconds(5)) }
    let before = try descriptors()
    for _ in 0..<20 {
      let process = try await start(bridge)
      #expect(try await process.evaluate("1", returning: Int.self) == 1)
      await process.close()
    }
    #expect(try descriptors() <= before + 2)
  }
}
