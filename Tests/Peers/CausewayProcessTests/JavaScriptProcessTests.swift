import Causeway
import CausewayConcurrency
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import CausewayProcess

@Suite(.timeLimit(.minutes(5))) struct JavaScriptProcessTests {
  @Test func `calls, values, events and streams cross in both directions`() async throws {
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
    let process = try await Children.start(bridge)
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
      globalThis.received = new Promise(resolve => bridge.on("tick", resolve));
      bridge.handle("twice", x => x * 2);
      bridge.handle("letters", async function* () { yield "a"; yield "b"; });
      """)
    #expect(try await process.call("twice", 21, returning: Int.self) == 42)
    var letters: [String] = []
    for try await letter in process.stream("letters", of: String.self) { letters.append(letter) }
    #expect(letters == ["a", "b"])
    try await eventually("the child has subscribed") { process.connection.statistics.subscriptions == 1 }
    try bridge.emit("tick", 5)
    #expect(try await process.evaluate("received", returning: Int.self) == 5)
    await process.close()
  }

  @Test func `blobs and forms cross from a child`() async throws {
    let bridge = Bridge()
    bridge.handle("size") { (bytes: [UInt8]) in bytes.count }
    let process = try await Children.start(bridge)
    let call = "bridge.call('size', new Blob(['a'.repeat(100_000), 'b']))"
    #expect(try await process.evaluate(call, returning: Int.self) == 100_001)
    #expect(try await process.evaluate("new File(['ab'], 'n')", returning: [UInt8].self) == [97, 98])
    let form = "(() => { const form = new FormData(); form.append('a', 'b'); return form })()"
    #expect(try await process.evaluate(form, returning: [[String]].self) == [["a", "b"]])
    await process.close()
  }

  @Test func `random values are available, although the child can open no file`() async throws {
    let process = try await Children.start()
    let ids = try await process.evaluate("[crypto.randomUUID(), crypto.randomUUID()]", returning: [String].self)
    #expect(Set(ids).count == 2 && ids.allSatisfy { $0.utf8.count == 36 })
    await process.close()
  }

  #if Plugins
  @Test func `keys, digests and compression work, although the child can open no file`() async throws {
    let bridge = Bridge()
    let (reports, report) = AsyncStream.makeStream(of: String.self)
    bridge.handle("report") { (text: String) in
      report.yield(text)
      return
    }
    let process = try await Children.start(bridge)
    try await process.run(
      """
      const { subtle } = crypto, abc = new TextEncoder().encode('abc');
      const digest = new Uint8Array(await subtle.digest('SHA-256', abc));
      await bridge.call('report', digest.toHex().slice(0, 8));
      for (const algorithm of [
        { name: 'Ed25519' }, { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }, { name: 'HMAC', hash: 'SHA-512' },
        { name: 'RSA-PSS', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256', saltLength: 32 },
      ]) {
        const key = await subtle.generateKey(algorithm, false, ['sign', 'verify']);
        const signature = await subtle.sign(algorithm, key.privateKey ?? key, abc);
        await bridge.call('report', `${algorithm.name} ${await subtle.verify(algorithm, key.publicKey ?? key, signature, abc)}`);
      }
      const zipped = new Blob(['a'.repeat(100_000)]).stream().pipeThrough(new CompressionStream('gzip'));
      const text = await new Response(zipped.pipeThrough(new DecompressionStream('gzip'))).text();
      await bridge.call('report', `${text.length}`);
      """)
    await process.close()
    report.finish()
    var lines: [String] = []
    for await line in reports { lines.append(line) }
    #expect(lines == ["ba7816bf", "Ed25519 true", "ECDSA true", "HMAC true", "RSA-PSS true", "100000"])
  }
  #endif

  @Test func `texts in older encodings are decoded, although the child can open no file`() async throws {
    let process = try await Children.start()
    let labels = [
      "ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
      "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh",
      "windows-874", "windows-1250", "windows-1251", "latin1", "windows-1253", "windows-1254", "windows-1255",
      "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "big5", "euc-kr", "euc-jp", "shift_jis", "gbk",
      "gb18030", "iso-2022-jp",
    ]
    let failures: [String] = try await process.evaluate(
      """
      \(labels).flatMap((label) => {
        try {
          const text = new TextDecoder(label).decode(Uint8Array.of(0xa7, 0xa8, 0xb5, 0xc3, 0x41));
          return text.endsWith("A") ? [] : [`${label} ${text}`];
        } catch (error) {
          return [`${error}`];
        }
      })
      """)
    #expect(failures == [])
    let text: String = try await process.evaluate("new TextDecoder('shift_jis').decode(Uint8Array.of(0x93, 0xfa))")
    #expect(text == "日")
    await process.close()
  }

  @Test func `an error keeps its class, message, stack and position`() async throws {
    let process = try await Children.start()
    let thrown = await failure { try await process.evaluate(program: "\n  null.x", url: "app.js") }
    #expect(thrown?.name == "TypeError")
    #expect(thrown?.location?.url == "app.js" && thrown?.location?.line == 2)
    #expect(thrown?.stack?.contains("app.js:2") == true)
    let refused = await failure { try await process.evaluate(program: "await bridge.call('nothing')") }
    #expect(refused?.code == .unimplemented)
    await process.close()
  }

  @Test func `permissions are checked in the parent`() async throws {
    let bridge = Bridge()
    bridge.handle("secret") { 1 }
    let process = try await Children.start(bridge, permissions: ["other.*"])
    let refused = await failure { try await process.evaluate(program: "await bridge.call('secret')") }
    #expect(refused?.code == .permissionDenied)
    await process.close()
  }

  @Test func `console output and uncaught errors are reported`() async throws {
    let lines = Mutex<[String]>([])
    let process = try await Children.start { configuration in
      configuration.onConsole = { level, text in lines.withLock { $0.append("\(level): \(text)") } }
      configuration.onUncaught = { report in lines.withLock { $0.append("uncaught: \(report)") } }
    }
    try await process.evaluate(
      program: "console.log({ a: 1 }); console.warn('w'); setTimeout(() => { throw new Error('lost') }, 0)")
    try await eventually("all three lines are reported") { lines.withLock { $0.count } == 3 }
    #expect(lines.withLock { $0[0] } == "log: { a: 1 }")
    #expect(lines.withLock { $0[1] } == "warn: w")
    #expect(lines.withLock { $0[2] }.contains("lost"))
    await process.close()
  }

  @Test func `an uncaught error without a handler is logged`() async throws {
    let lines = Lines()
    var configuration = Bridge.Configuration()
    configuration.logger = Logger(label: "test") { _ in lines }
    let process = try await Children.start(Bridge(configuration))
    try await process.evaluate("setTimeout(() => { throw new Error('lost') }, 0)")
    #expect(await lines.first { $0.contains("lost") } != nil)
    await process.close()
  }

  @Test func `the calls of a killed child fail, and another child can be started`() async throws {
    let bridge = Bridge()
    let process = try await Children.start(bridge)
    let waiting = Task { await failure { try await process.evaluate(program: "await new Promise(() => {})") } }
    try await process.evaluate("1")
    kill(try #require(process.processIdentifier), SIGKILL)
    #expect(await waiting.value?.code == .unavailable)
    #expect(await failure { try await process.evaluate("1") }?.code == .unavailable)
    #expect(await process.waitForEnd().message == "The JavaScript process was terminated by signal 9 (Killed).")
    let next = try await Children.start(bridge)
    #expect(try await next.evaluate("1 + 1", returning: Int.self) == 2)
    await next.close()
  }

  @Test(.timeLimit(.minutes(1))) func `a task that waits for a child's end can be cancelled`() async throws {
    let process = try await Children.start()
    let waiting = Task { await process.waitForEnd() }
    let other = Task { await process.waitForEnd() }
    try await process.evaluate("1")
    waiting.cancel()
    #expect(await waiting.value.code == .cancelled)
    #expect(process.processIdentifier != nil)
    await process.close()
    #expect(await other.value.code == .unavailable)
    #expect(await Task { await process.waitForEnd() }.value.code == .unavailable)
  }

  @Test func `writing to a dead child ends its calls, not this process`() async throws {
    // SIGPIPE kills by default, as in a user's program.
    let before = signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, before) }
    for _ in 0..<5 {
      let process = try await Children.start()
      let pages = (0..<20).map { _ in
        Task { await failure { try await process.call("page", String(repeating: "x", count: 100_000)) } }
      }
      kill(try #require(process.processIdentifier), SIGKILL)
      for page in pages { #expect(await page.value != nil) }
      await process.close()
    }
  }

  @Test func `a child that does not read blocks no other, and closing it ends its calls`() async throws {
    var limits = Limits()
    limits.messageBytes = 1 << 20
    let process = try await Children.start(limits: limits) { $0.limits.turn = .seconds(60) }
    kill(try #require(process.processIdentifier), SIGSTOP)
    let pages = (0..<30).map { _ in
      Task { await failure { try await process.call("page", String(repeating: "x", count: 900_000)) } }
    }
    for page in pages { #expect(await page.value?.code != .deadlineExceeded) }
    await process.close()
  }

  @Test func `a child that has ended is released`() async throws {
    weak var link: ChildProcess?
    do {
      let child = try ChildProcess(ProcessConfiguration(), limits: Limits(), clock: AnyClock(ContinuousClock()))
      link = child
      let connection = Bridge().connect(child, permissions: .none)
      child.finish(BridgeError(.unavailable, "over"))
      #expect(connection.isClosed)
    }
    // The port's queue retains it until the socket is closed.
    try await eventually("the child is released") { link == nil }
  }

  @Test func `a value over the limit fails only its call`() async throws {
    var limits = Limits()
    limits.messageBytes = 1000
    let process = try await Children.start(limits: limits)
    #expect(await failure { _ = try await process.evaluate("'x'.repeat(5000)", returning: String.self) }?.code != nil)
    #expect(try await process.evaluate("'x'.repeat(500).length", returning: Int.self) == 500)
    await process.close()
  }

  @Test func `the child has given up the rights that it does not need`() async throws {
    let process = try await Children.start()
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
    // Features of scripts that must work behind the filter: compiled code, garbage collection, threads, time zones.
    let sum = try await process.evaluate(
      """
      let sum = 0; for (let i = 0; i < 3e6; i++) sum += i % 7;
      for (let i = 0; i < 200; i++) new Array(10000).fill({});
      new Date(0).toLocaleString("en", { timeZone: "Asia/Tokyo" }).length > 0 ? sum : 0
      """, returning: Double.self)
    #expect(sum == 8_999_994)
    await process.close()
  }

  /// The JavaScript thread reads and writes the connection, but not in the midst of a script.
  @Test func `messages cross in both directions while a script does not return, and closing ends it`() async throws {
    let bridge = Bridge()
    let calls = Shared(0)
    bridge.handle("mark") { calls.withLock { $0 += 1 } }
    let process = try await Children.start(bridge) { $0.limits.turn = .seconds(120) }
    let busy = Task { try await process.evaluate(program: "bridge.call('mark'); for (;;) {}", url: "busy.js") }
    try await eventually("the call of the busy script") { calls.value == 1 }
    // Answered by another thread of the child.
    let refused = await failure { try await process.connection.call(ChildMessage.run, 1) }
    #expect(refused?.code == .invalidArgument)
    await process.close()
    #expect(await failure { try await busy.value }?.code == .unavailable)
  }

  /// libdispatch then reads its threads' state in /proc once a second, and aborts if that fails.
  @Test(arguments: ["parallel.compute", "parallel.wait"])
  func `a child with more work than threads for a second answers and does not crash`(method: String)
    async throws
  {
    let process = try await Children.start { $0.program = Children.localChild }
    #expect(process.confinement.contains("file system"))
    let pieces = try await process.evaluate("bridge.call('\(method)', 1.5, { timeout: 60000 })", returning: Int.self)
    #expect(pieces >= 1)
    await process.close()
  }

  @Test(arguments: [
    (ProcessConfiguration.Program.file("/nonexistent/program"), BridgeError.Code.unavailable),
    (.file("/bin/true"), .unavailable), (.file("/bin/sleep", arguments: ["60"]), .failedPrecondition),
  ])
  func `an executable that is not a child is reported`(program: ProcessConfiguration.Program, code: BridgeError.Code)
    async
  {
    let failure = await failure {
      _ = try await Children.start { configuration in
        configuration.program = program
        configuration.startTimeout = .milliseconds(1500)
      }
    }
    #expect(failure?.code == code)
  }

  @Test func `a released process ends, and twenty leave no descriptor behind`() async throws {
    func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    let bridge = Bridge()
    let dropped = try await Children.start(bridge).processIdentifier
    let gone = try #require(dropped)
    try await eventually("the released process has ended") { ProcessUsage.memory(of: gone) == nil }
    let before = try descriptors()
    for _ in 0..<20 {
      let process = try await Children.start(bridge)
      #expect(try await process.evaluate("1", returning: Int.self) == 1)
      await process.close()
    }
    #expect(try descriptors() <= before + 2)
  }
}

/// Collects log messages.
private struct Lines: LogHandler, AsyncSequence {
  private let lines = AsyncStream<String>.makeStream()
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { lines.continuation.yield("\(event.message) \(event.metadata ?? [:])") }

  func makeAsyncIterator() -> AsyncStream<String>.Iterator { lines.stream.makeAsyncIterator() }
}
