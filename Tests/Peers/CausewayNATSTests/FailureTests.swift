#if NATS
import Causeway
@testable import CausewayNATS
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite(.enabled(if: NATSServer.path != nil, "nats-server is not installed"), .timeLimit(.minutes(5)))
struct FailureTests {
  /// How a call ended: with its own answer, by what it failed with, or with another one's answer.
  private enum End: Hashable {
    case answered
    case failed(BridgeError.Code)
    case misrouted
  }

  private func end(of value: Int, _ caller: Connection, timeout: Timeout = .seconds(20)) async -> End {
    do {
      return try await caller.call("echo", value, timeout: timeout) == value ? .answered : .misrouted
    } catch {
      return .failed((error as? BridgeError)?.code ?? "NONSENSE")
    }
  }

  @Test func `of calls and streams during which the server is killed twice each settles once, and none is misrouted`()
    async throws
  {
    let server = try NATSServer()
    var random = SeededRandom(orElse: 36)
    let waits = (0..<3_000).map { _ in Int.random(in: 0...20, using: &random) }
    let (worker, caller) = try await Fleet.start(server, lease: .milliseconds(800)) { bridge in
      bridge.handle("echo") { (value: Int) async throws -> Int in
        // Real time: calls of random length are running when the server, a process, is killed.
        try await Task.sleep(for: .milliseconds(waits[value % waits.count]))
        return value
      }
      bridge.stream("count") { (limit: Int, _: CallContext) in Counting(limit: limit) }
    }
    let ends = Shared<[End: Int]>([:])
    let broken = Shared(0)
    let settled = Shared(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<8 {
        group.addTask {
          for turn in 0..<150 {
            let end = await end(of: lane * 150 + turn, caller)
            ends.withLock { $0[end, default: 0] += 1 }
            settled.withLock { $0 += 1 }
            // Real time: without a server calls fail at once, and the rest is to see the next one.
            if end == .failed(.unavailable) { try await Task.sleep(for: .milliseconds(20)) }
          }
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<20 {
            var last = 0
            do {
              for try await item in caller.stream("count", 300, of: Int.self, buffer: 8) {
                if item != last + 1 { broken.withLock { $0 += 1 } }
                last = item
              }
              if last != 300 { broken.withLock { $0 += 1 } }
            } catch {
              let code = (error as? BridgeError)?.code
              if ![.unavailable, .dataLoss].contains(code) { broken.withLock { $0 += 1 } }
              // Real time: without a server streams fail at once, and the rest is to see the next one.
              try await Task.sleep(for: .milliseconds(20))
            }
          }
        }
      }
      var current = server
      for count in [200, 600] {
        try await eventually("calls are made") { settled.value >= count }
        current.stop()
        // Real time: the server is a process, and is gone for a while.
        try await Task.sleep(for: .milliseconds(100))
        current = try NATSServer(port: server.port)
      }
      try await eventually("the calls have ended", within: .seconds(90)) { settled.value == 1_200 }
      try await group.waitForAll()
      current.stop()
    }
    #expect(broken.value == 0)
    #expect(ends.value[.answered, default: 0] > 600)
    #expect(ends.value.keys.allSatisfy { [.answered, .failed(.unavailable)].contains($0) }, "\(ends.value)")
    #expect(caller.statistics.pending == 0)
    worker.close()
    #expect(worker.statistics.running == 0)
  }

  @Test func `calls fail by their lease while the server is paused, and are answered when it goes on`() async throws {
    let server = try NATSServer()
    let (_, caller) = try await Fleet.start(server, lease: .milliseconds(500)) {
      $0.handle("echo") { (value: Int) in value }
    }
    #expect(try await caller.call("echo", 1) == 1)
    server.pause()
    // By its lease: at its deadline it would fail with another code.
    #expect(await end(of: 2, caller) == .failed(.unavailable))
    server.resume()
    try await eventually("a call is answered") { await end(of: 3, caller) == .answered }
  }

  @Test func `a listener that blocks loses events, and neither calls nor their answers`() async throws {
    let server = try NATSServer()
    let (worker, _) = try await Fleet.start(server, permissions: ["*"], events: ["state"]) {
      $0.handle("echo") { (value: Int) in value }
    }
    let client = try await NATSClient.connect(server.url)
    let caller = try await Bridge().connect(to: "procedures", on: client)
    let gate = DispatchSemaphore(value: 0)
    let taken = Shared(0)
    let subscription = try client.subscribe("_EVENT.procedures.state") { _ in
      if taken.withLock({
        $0 += 1; return $0
      }) == 1 {
        _ = gate.wait(timeout: .now() + 60)
      }
    }
    try await client.flush()
    // More than libnats holds for one subscription.
    for number in 0..<70_000 { try worker.bridge.emit("state", number) }
    for value in 0..<100 { #expect(try await caller.call("echo", value) == value) }
    gate.signal()
    try await eventually("the rest is taken") { taken.value > 60_000 }
    #expect(taken.value < 70_000)
    subscription.cancel()
  }

  @Test func `calls that are cancelled while their worker is silent are kept up to a limit`() async throws {
    let server = try NATSServer()
    let worker = try await Peer(server)
    try await worker.listen("procedures.>")
    var limits = Limits()
    limits.callsInFlight = 10
    let bridge = Bridge()
    let transport = NATSCallerTransport(
      try await NATSClient.connect(server.url), prefix: "procedures", lease: .milliseconds(500), idempotent: .none,
      limits: limits, clock: bridge.clock)
    let caller = bridge.connect(transport, permissions: .none, limits: limits)
    try await transport.listen()
    for _ in 0..<10 {
      let calls = (0..<10).map { _ in Task { try await caller.call("slow", timeout: .seconds(60)) } }
      try await eventually("the calls are made") { caller.statistics.pending == 10 }
      for call in calls { call.cancel() }
      for call in calls { await #expect(throws: BridgeError.self) { try await call.value } }
    }
    #expect(transport.openCalls <= 11)
    try await eventually("the lease ends them") { transport.openCalls == 0 }
    caller.close()
    worker.stop()
  }
}
#endif
