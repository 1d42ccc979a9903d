import Causeway
import CausewayTesting
import Dispatch
import JavaScriptRuntime
import Synchronization
import TestSupport
import Testing

@testable import CausewayJavaScript

/// The queue for a busy engine is bounded.
@Suite(.timeLimit(.minutes(5))) struct OutboxTests {
  private func names(_ messages: [Message]) -> [String] {
    messages.map { message in
      switch message {
      case .event(let name, _): name
      case .progress(let id, _): "progress \(id)"
      case .answer(let id, _): "answer \(id)"
      default: "other"
      }
    }
  }

  private func answer(_ id: UInt64) -> Message { .answer(CallID(rawValue: id), .success(.null)) }

  @Test func `the oldest event is dropped, answers never are, and the order stays`() {
    var outbox = Outbox(limit: 2)
    #expect(outbox.append(.event("a", .null)) == nil)
    #expect(outbox.append(answer(1)) == nil)
    #expect(outbox.append(.progress(CallID(rawValue: 7), .null)) == nil)
    #expect(outbox.append(answer(2)) == nil)
    #expect(outbox.append(.event("b", .null)).map { names([$0]) } == ["a"])
    #expect(outbox.append(.event("c", .null)).map { names([$0]) } == ["progress 7"])
    #expect(names(outbox.removeAll().compactMap(\.self)) == ["answer 1", "answer 2", "b", "c"])
    #expect(outbox.isEmpty)
  }

  @Test(arguments: [1, 2, 3, 16, 100]) func `the queue is bounded for any messages`(limit: Int) {
    var outbox = Outbox(limit: limit)
    var dropped: [String] = []
    for index in 0..<5000 {
      if index.isMultiple(of: 50) { _ = outbox.append(answer(UInt64(index))) }
      if let message = outbox.append(.event("\(index)", .null)) { dropped += names([message]) }
      #expect(outbox.count <= index / 50 + 1 + 2 * limit + 1)
    }
    #expect(dropped == (0..<5000 - limit).map(String.init))
    let left = names(outbox.removeAll().compactMap(\.self))
    #expect(left.filter { !$0.hasPrefix("answer") } == (5000 - limit..<5000).map(String.init))
    #expect(left.count == 100 + limit)
  }

  @Test(.slowWhenSanitized, arguments: [false, true])
  func `a script that never yields loses events, and memory stays bounded`(isSimulated: Bool) async throws {
    let lab = Lab()
    let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    lab.bridge.handle("hold") {
      begun.signal()
      go.wait(for: "the events are sent")  // On the JavaScript thread, as a long loop would be.
    }
    let simulated: @Sendable (any Transport) -> any Transport = {
      SimulatedTransport($0, plan: FaultPlan(seed: 1, []), clock: ContinuousClock())
    }
    let runtime = try await lab.runtime(through: isSimulated ? simulated : nil)
    try await runtime.evaluate("globalThis.seen = []; bridge.on('tick', (n) => { seen.push(n); });")
    try await eventually("the script listens") { try runtime.connection.statistics.subscriptions == 1 }
    async let held: Void = runtime.evaluate(program: "await bridge.call('hold')")
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        begun.wait(for: "the handler is called")
        continuation.resume()
      }
    }
    for index in 0..<10_000 { try lab.bridge.emit("tick", index) }
    #expect(try runtime.connection.statistics.dropped == 10_000 - Limits().eventBuffer)
    go.signal()
    try await held
    #expect(try await runtime.evaluate("seen", returning: [Int].self) == Array(8_976..<10_000))
    await runtime.close()
  }

  @Test(arguments: [1, 900, 1_100, 2_000, 5_000, 20_000])
  func `a burst of progress reports loses the oldest, and nothing else`(steps: Int) async throws {
    let lab = Lab()
    lab.bridge.handle("work") { (steps: Int, call: CallContext) async throws -> Int in
      for step in 0..<steps { call.report(progress: step) }
      return steps
    }
    let uncaught = Mutex<[String]>([])
    let runtime = try await lab.runtime { $0.onUncaught = { error, _ in uncaught.withLock { $0.append("\(error)") } } }
    let seen: [Int] = try await runtime.evaluate(
      """
      (async () => {
        const seen = [];
        const steps = await bridge.call("work", \(steps), { onProgress: (step) => seen.push(step) });
        return [...seen, steps];
      })()
      """)
    #expect(seen.last == steps && seen == seen.sorted() && seen.count >= min(steps, 1_024))
    #expect(uncaught.withLock { $0 } == [])
    await runtime.close()
  }
}
