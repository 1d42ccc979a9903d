import Causeway
import Glibc
import Testing

@testable import CausewayProcess

/// Children that send faster than the parent reads: the parent buffers a bounded part, and serves others.
@Suite(.timeLimit(.minutes(2))) struct FloodTests {
  @Test(arguments: ["console.log('')", "console.log()", "console.error('')"])
  func `endless empty lines exceed the limit`(print: String) async throws {
    let process = try await Children.start { $0.limits.consoleBytes = 10_000 }
    let ended = await failure {
      try await process.evaluate(
        program: "for (;;) { for (let at = 0; at < 100; at++) \(print); await new Promise(setTimeout); }")
    }
    #expect(ended?.code == .resourceExhausted && ended?.data?["limit"] == "consoleBytes")
  }

  @Test(arguments: [(9, true), (10, true), (11, false)])
  func `each line counts its line break`(lines: Int, isWithin: Bool) async throws {
    let process = try await Children.start { $0.limits.consoleBytes = 20 }
    let ended = await failure {
      try await process.evaluate(program: "for (let at = 0; at < \(lines); at++) console.log('x')")
      // The child exits soon after.
      _ = try await process.evaluate("new Promise((done) => setTimeout(() => done(1), 300))", returning: Int.self)
    }
    #expect((ended == nil) == isWithin)
    if !isWithin { #expect(ended?.data?["limit"] == "consoleBytes") }
    await process.close()
  }

  /// Programs that are not workers, but write to the connection.
  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"$/event","params":{"event":"$/console","value":{"level":"log","text":""}}}"#,
    #"{"jsonrpc":"2.0","method":"$/event","params":{"event":"$/console","value":{"level":5}}}"#,
    #"{"jsonrpc":"2.0","method":"$/event","params":{"event":"$/uncaught","value":{"a":1}}}"#,
  ])
  func `console events of a hostile child are counted whatever their content`(line: String) async throws {
    let error = await failure {
      _ = try await Children.start { configuration in
        configuration.program = .file("/bin/sh", arguments: ["-c", "exec yes \"$0\" >&0", line])
        configuration.limits.consoleBytes = 100_000
        configuration.startTimeout = .seconds(30)
      }
    }
    #expect(error?.code == .resourceExhausted && error?.data?["limit"] == "consoleBytes")
  }

  /// High limits for the child's polled resources: a sanitizer takes time and memory.
  private static func withoutOthers(_ configuration: inout ProcessConfiguration) {
    configuration.limits.memory = 4 << 30
    configuration.limits.turn = .seconds(120)
  }

  @Test func `unanswered large calls of a child fail beyond the bytes in flight`() async throws {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let bridge = Bridge()
    bridge.handle("wait") { (text: String) async in
      for await _ in gate {}
      return text.utf8.count
    }
    bridge.handle("now") { 1 }
    var limits = Limits()
    limits.bytesInFlight = 8 << 20
    let process = try await Children.start(bridge, limits: limits, configure: Self.withoutOthers)
    let before = try #require(ProcessUsage.memory(of: getpid()))
    try await process.evaluate(
      """
      globalThis.ends = { answered: 0, refused: 0 };
      globalThis.calls = Array.from({ length: 100 }, () => bridge.call("wait", "x".repeat(1 << 20)).then(
        () => { ends.answered++ }, (error) => { if (error.data?.limit === "bytesInFlight") ends.refused++ }));
      """)
    let refused: Int = try await process.evaluate(
      "new Promise((done) => { const look = () => ends.refused >= 92 ? done(ends.refused) : setTimeout(look, 5); look() })",
      returning: Int.self)
    #expect(refused == 92)
    #expect(process.connection.statistics.running == 8)
    #expect(process.connection.statistics.bytesInFlight < 9 << 20)
    let held = try #require(ProcessUsage.memory(of: getpid()))
    #expect(held - before < 128 << 20)
    // Another child is served, and this one too as long as it needs no bytes.
    let other = try await Children.start(bridge)
    #expect(try await other.evaluate("bridge.call('now')", returning: Int.self) == 1)
    #expect(try await process.evaluate("bridge.call('now')", returning: Int.self) == 1)
    open.finish()
    #expect(try await process.evaluate("Promise.all(calls).then(() => ends.answered)", returning: Int.self) == 8)
    #expect(
      try await process.evaluate("bridge.call('wait', 'x'.repeat(7 << 20))", returning: Int.self) == 7 << 20)
    #expect(process.connection.statistics.bytesInFlight == 0)
    await other.close()
    await process.close()
  }

  @Test func `endless small calls of a child fail beyond their maximum number, and the child continues`() async throws {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let bridge = Bridge()
    bridge.handle("wait") { () async in for await _ in gate {} }
    var limits = Limits()
    limits.callsInFlight = 100
    let process = try await Children.start(bridge, limits: limits, configure: Self.withoutOthers)
    let refused: Int = try await process.evaluate(
      """
      globalThis.refused = 0;
      globalThis.calls = [];
      new Promise(async (done) => {
        for (let at = 0; at < 50_000; at++) {
          calls.push(bridge.call("wait").catch((error) => { if (error.data?.limit === "callsInFlight") refused++ }));
          if (at % 100 === 0) await null;
        }
        const look = () => refused >= 49_900 ? done(refused) : setTimeout(look, 5);
        look();
      })
      """, timeout: .seconds(60), returning: Int.self)
    #expect(refused == 49_900 && process.connection.statistics.running == 100)
    open.finish()
    #expect(try await process.evaluate("Promise.all(calls).then((all) => all.length)", returning: Int.self) == 50_000)
    await process.close()
  }
}
