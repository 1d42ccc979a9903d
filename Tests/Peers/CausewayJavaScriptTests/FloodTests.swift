import Causeway
import Dispatch
import JavaScriptRuntime
import TestSupport
import Testing

@testable import CausewayJavaScript

/// The memory that the host uses for a script is bounded, even if the script only calls, or reads no answers.
@Suite(.timeLimit(.minutes(2))) struct FloodTests {
  private let lab = Lab()
  private let gate = AsyncStream<Void>.makeStream()

  private func open() { gate.continuation.finish() }

  private func runtime(bytes: Int, calls: Int = 10_000) async throws -> JavaScriptRuntime {
    lab.bridge.handle("wait") { [gate] (text: String) async in
      for await _ in gate.stream {}
      return text.utf8.count
    }
    lab.bridge.handle("now") { (text: String) in text.utf8.count }
    var limits = Limits()
    limits.bytesInFlight = bytes
    limits.callsInFlight = calls
    return try await lab.runtime(limits: limits)
  }

  private static let ends = """
    globalThis.ends = (calls) => Promise.all(calls.map((call) => call.then(() => "answered", (error) => `${error.code} ${error.data?.limit}`)))
      .then((all) => Object.entries(Object.groupBy?.(all, (x) => x) ?? all.reduce((sum, x) => ({ ...sum, [x]: [...(sum[x] ?? []), 1] }), {})).map(([end, these]) => `${end}: ${these.length}`).sort().join(", "));
    """

  @Test func `large calls over the limit of bytes in flight are refused, and the others are answered`() async throws {
    let runtime = try await runtime(bytes: 8 << 20)
    try await runtime.evaluate(Self.ends)
    try await runtime.evaluate(
      "globalThis.calls = Array.from({ length: 120 }, () => bridge.call('wait', 'x'.repeat(1 << 20)));")
    let connection = try runtime.connection
    #expect(connection.statistics.running == 8 && connection.statistics.bytesInFlight >= 8 << 20)
    // Another runtime of the bridge is served, and so are this one's calls without bytes.
    let other = try await lab.runtime()
    #expect(try await other.evaluate("bridge.call('now', 'abc')", returning: Int.self) == 3)
    #expect(try await runtime.evaluate("bridge.call('now', '')", returning: Int.self) == 0)
    open()
    #expect(
      try await runtime.evaluate("ends(calls)", returning: String.self)
        == "RESOURCE_EXHAUSTED bytesInFlight: 112, answered: 8")
    #expect(try await runtime.evaluate("bridge.call('wait', 'x'.repeat(8 << 20))", returning: Int.self) == 8 << 20)
    #expect(connection.statistics.bytesInFlight == 0)
    await other.close()
    await runtime.close()
  }

  @Test(.slowWhenSanitized, arguments: ["'wait', ''", "'now', new Date()", "'unknown.method'"])
  func `answers do not accumulate for a script that calls without end and never yields`(call: String) async throws {
    let runtime = try await runtime(bytes: 64 << 20, calls: 100)
    let connection = try runtime.connection
    let weighing = Task.detached {
      var most = 0
      while !Task.isCancelled {
        most = max(most, connection.statistics.bytesInFlight)
        try? await Task.sleep(for: .milliseconds(1))
      }
      return most
    }
    try await runtime.evaluate(Self.ends)
    try await runtime.evaluate(
      """
      globalThis.calls = [];
      for (let at = 0; at < 20_000; at++) calls.push(bridge.call(\(call)));
      for (const call of calls) call.catch(() => {});
      """)
    weighing.cancel()
    // The first thousand wait, and are a few hundred bytes each.
    #expect(await weighing.value < 1 << 20)
    open()
    let ends = try await runtime.evaluate("ends(calls)", returning: String.self)
    #expect(!ends.isEmpty && connection.statistics.running == 0)
    #expect(try await runtime.evaluate("bridge.call('now', 'abc')", returning: Int.self) == 3)
    await runtime.close()
  }

  @Test func `large answers over the limit of bytes in flight are refused for a script that reads none`() async throws {
    let runtime = try await runtime(bytes: 8 << 20)
    let connection = try runtime.connection
    let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    lab.bridge.handle("large", execution: .concurrent) { () async in String(repeating: "x", count: 1 << 20) }
    lab.bridge.handle("hold") {
      begun.signal()
      // On the JavaScript thread, as a long loop would be.
      go.wait(for: "the answers are there")
    }
    try await runtime.evaluate(Self.ends)
    async let ends = runtime.evaluate(
      """
      globalThis.calls = Array.from({ length: 40 }, () => bridge.call('large'));
      bridge.callSync('hold');
      ends(calls)
      """, returning: String.self)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        begun.wait(for: "the script blocks its thread")
        continuation.resume()
      }
    }
    try await eventually("every handler has ended") { connection.statistics.running == 0 }
    let held = connection.statistics.bytesInFlight
    #expect(held >= 8 << 20 && held < 9 << 20)
    go.signal()
    #expect(try await ends == "RESOURCE_EXHAUSTED bytesInFlight: 32, answered: 8")
    let length = try await runtime.evaluate("bridge.call('large').then((text) => text.length)", returning: Int.self)
    #expect(length == 1 << 20)
    #expect(connection.statistics.bytesInFlight == 0)
    await runtime.close()
  }
}
