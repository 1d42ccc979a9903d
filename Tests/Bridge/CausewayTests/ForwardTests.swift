import Causeway
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct ForwardTests {
  /// A caller of a gateway that forwards `far.*` to a worker.
  private func gateway(_ register: (Bridge) -> Void) -> (caller: Connection, worker: Connection) {
    let (worker, gateway) = (Bridge(), Bridge())
    register(worker)
    let (workerEnd, remoteEnd) = LoopbackTransport.pair()
    let served = worker.connect(workerEnd, permissions: ["far.*"])
    gateway.forward("far.*", to: gateway.connect(remoteEnd, permissions: .none))
    let (gatewayEnd, callerEnd) = LoopbackTransport.pair()
    _ = gateway.connect(gatewayEnd, permissions: ["far.*"])
    return (Bridge().connect(callerEnd, permissions: .none), served)
  }

  @Test func `calls, their progress and their errors are forwarded`() async throws {
    let (caller, _) = gateway { bridge in
      bridge.handle("far.double") { (value: Int, call: CallContext) async throws -> Int in
        call.report(progress: "half")
        return value * 2
      }
      bridge.handle("far.fail") { () async throws -> Int in throw BridgeError(.notFound, "none", data: ["id": 7]) }
    }
    let reports = Shared<[BridgeValue]>([])
    let result: Int = try await caller.call(
      "far.double", 21, onProgress: { report in reports.withLock { $0.append(report) } })
    #expect(result == 42)
    #expect(reports.value == ["half"])
    let error = await #expect(throws: BridgeError.self) { try await caller.call("far.fail") }
    #expect(error?.code == .notFound)
    #expect(error?.data == ["id": 7])
  }

  @Test func `the items of a forwarded stream come in order, and a consumer that leaves stops the worker`() async throws
  {
    let stopped = Signal()
    let (caller, worker) = gateway { bridge in
      bridge.stream("far.count") { (limit: Int, _: CallContext) in
        AsyncStream<Int> { continuation in
          continuation.onTermination = { if case .cancelled = $0 { stopped.fire() } }
          for item in 1...limit { continuation.yield(item) }
          if limit < 1_000 { continuation.finish() }
        }
      }
    }
    var items: [Int] = []
    for try await item in caller.stream("far.count", 200, of: Int.self) { items.append(item) }
    #expect(items == Array(1...200))
    for try await _ in caller.stream("far.count", 1_000, of: Int.self, buffer: 4) { break }
    await stopped.wait()
    try await eventually("nothing runs") { worker.statistics.running == 0 }
    #expect(caller.statistics.pending == 0)
  }

  @Test func `a method that is iterated, and a stream that is called, are refused by the other peer`() async throws {
    let (caller, _) = gateway { bridge in
      bridge.handle("far.now") { () in 1 }
      bridge.stream("far.count") { (_: CallContext) in AsyncStream<Int> { $0.finish() } }
    }
    let iterated = await #expect(throws: BridgeError.self) {
      for try await _ in caller.stream("far.now", of: Int.self) {}
    }
    #expect(iterated?.code == .failedPrecondition)
    let called = await #expect(throws: BridgeError.self) { try await caller.call("far.count") }
    #expect(called?.code == .failedPrecondition)
  }
}
