import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import TestSupport
import Testing

/// The engine's heap does not grow with the number of calls.
@Suite(.unsanitized, .timeLimit(.minutes(5))) struct LeakTests {
  /// The size of the engine's heap after a collection.
  private func heap(of runtime: JavaScriptRuntime) async throws -> HeapStatistics {
    try await runtime.collectGarbage()
    return try #require(try await runtime.heapStatistics())
  }

  private func expectNoGrowth(
    _ what: String, in runtime: JavaScriptRuntime, per count: Int, _ work: () async throws -> Void
  ) async throws {
    try await work()
    let before = try await heap(of: runtime)
    try await work()
    try await work()
    let after = try await heap(of: runtime)
    // One value for each call would be twice the number of calls.
    #expect(after.objects - before.objects < count / 4, "\(what): \(before) to \(after)")
    #expect(after.protectedObjects - before.protectedObjects < 8, "\(what): \(before) to \(after)")
    let statistics = try runtime.connection.statistics
    #expect(statistics.pending + statistics.running == 0)
  }

  @Test func `nothing stays in the engine after calls, streams and programs have ended`() async throws {
    let lab = Lab()
    lab.bridge.handle("echo") { (value: BridgeValue) in value }
    lab.bridge.handle("later") { (value: BridgeValue) async throws -> BridgeValue in
      await Task.yield()
      return value
    }
    let runtime = try await lab.runtime()
    try await runtime.evaluate(
      """
      bridge.handle("echo", async (value) => value);
      bridge.handle("nested", (value, { call, signal }) => call("later", value, { metadata: { a: String(value) }, signal }));
      bridge.handle("count", async function* (end) { for (let i = 0; i < end; i++) yield { i }; });
      """)
    try await expectNoGrowth("calls from JavaScript", in: runtime, per: 2000) {
      try await runtime.evaluate(
        program: """
          for (let i = 0; i < 500; i++) {
            const { signal } = new AbortController();
            const ways = [bridge.call("echo", { i }), bridge.call("later", [i], { signal, onProgress() {} })];
            await Promise.all([...ways, bridge.call("nobody").catch(() => {}), bridge.call("later", 1, { timeout: 9e5 })]);
          }
          """)
    }
    try await expectNoGrowth("calls from Swift", in: runtime, per: 1000) {
      for i in 0..<500 {
        let answer: [Int] = try await runtime.call("echo", [i])
        #expect(answer == [i])
        #expect(try await runtime.call("nested", i) == i)
      }
    }
    try await expectNoGrowth("items of streams", in: runtime, per: 1000) {
      for _ in 0..<10 {
        var count = 0
        for try await _ in try runtime.stream("count", 100, of: BridgeValue.self) { count += 1 }
        #expect(count == 100)
      }
    }
    try await expectNoGrowth("programs", in: runtime, per: 100) {
      for i in 0..<100 { try await runtime.evaluate(program: "await bridge.call('later', \(i))") }
    }
    await runtime.close()
  }
}
