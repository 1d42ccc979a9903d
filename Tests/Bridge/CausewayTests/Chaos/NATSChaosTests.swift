#if NATS
@testable import Causeway
import CausewayTesting
import Synchronization
import TestSupport
import Testing

/// Holds virtual time while a message is on its way between the ends of a link, which takes real time.
///
/// Each method of a schedule is called once, so its name stands for the call at both ends.
private final class InFlight: Sendable {
  enum Side { case client, server }

  private struct State {
    var methods: [Side: [CallID: String]] = [.client: [:], .server: [:]]
    var held: [String: Int] = [:]
    /// Calls of which the caller expects nothing more, and so no message of theirs.
    var ended: Set<String> = []
    var isOver = false
  }

  private let clock: VirtualClock
  private let state = Mutex(State())

  init(_ clock: VirtualClock) { self.clock = clock }

  /// Notes a message that is being sent; returns whether time is held for it.
  func send(_ message: Message, _ side: Side) {
    switch message {
    case .call(let request):
      state.withLock { $0.methods[side]?[request.id] = request.method }
      hold(request.id, side)
    case .answer(let id, _), .item(let id, _), .credit(let id, _): hold(id, side)
    case .cancel(let id, _): end(id, side)
    case .event, .progress: break
    }
  }

  /// Time is held during `receive`, and no longer for the message then.
  func receive(_ message: Message, _ side: Side, _ receive: () -> Void) {
    if case .call(let request) = message { state.withLock { $0.methods[side]?[request.id] = request.method } }
    clock.beginWork()
    receive()
    switch message {
    case .call(let request): release(request.id, side)
    case .item(let id, _), .credit(let id, _): release(id, side)
    case .answer(let id, _): end(id, side)
    case .cancel, .event, .progress: break
    }
    clock.endWork()
  }

  /// The message is not sent after all.
  func lost(_ message: Message, _ side: Side) {
    switch message {
    case .call(let request): release(request.id, side)
    case .answer(let id, _), .item(let id, _), .credit(let id, _): release(id, side)
    case .cancel, .event, .progress: break
    }
  }

  /// An end is closed: messages may be lost from now on.
  func close() {
    let count = state.withLock { state in
      state.isOver = true
      defer { state.held = [:] }
      return state.held.values.reduce(0, +)
    }
    for _ in 0..<count { clock.endWork() }
  }

  private func hold(_ id: CallID, _ side: Side) {
    // Before the message can be received: it is not sent yet.
    clock.beginWork()
    let isHeld = state.withLock { state in
      guard !state.isOver, let method = state.methods[side]?[id], !state.ended.contains(method) else { return false }
      state.held[method, default: 0] += 1
      return true
    }
    if !isHeld { clock.endWork() }
  }

  private func release(_ id: CallID, _ side: Side) {
    let isHeld = state.withLock { state in
      guard let method = state.methods[side]?[id], let count = state.held[method] else { return false }
      state.held[method] = count > 1 ? count - 1 : nil
      return true
    }
    if isHeld { clock.endWork() }
  }

  private func end(_ id: CallID, _ side: Side) {
    let count = state.withLock { state in
      guard side == .client, let method = state.methods[side]?[id] else { return 0 }
      state.ended.insert(method)
      return state.held.removeValue(forKey: method) ?? 0
    }
    for _ in 0..<count { clock.endWork() }
  }
}

/// One end of the link.
private final class HeldTransport: Transport {
  private let inner: any Transport
  private let side: InFlight.Side
  private let inFlight: InFlight

  init(_ inner: any Transport, _ side: InFlight.Side, _ inFlight: InFlight) {
    self.inner = inner
    self.side = side
    self.inFlight = inFlight
  }

  var idsAreUnique: Bool { inner.idsAreUnique }
  var carriesReferences: Bool { inner.carriesReferences }

  func start(_ receiver: any TransportReceiver) { inner.start(Receiver(receiver, self)) }

  func send(_ message: Message) throws(BridgeError) {
    inFlight.send(message, side)
    do throws(BridgeError) {
      try inner.send(message)
    } catch {
      inFlight.lost(message, side)
      throw error
    }
  }

  func close() {
    inner.close()
    inFlight.close()
  }

  private final class Receiver: TransportReceiver {
    private let receiver: any TransportReceiver
    private let transport: HeldTransport

    init(_ receiver: any TransportReceiver, _ transport: HeldTransport) {
      self.receiver = receiver
      self.transport = transport
    }

    func receive(_ message: Message) {
      transport.inFlight.receive(message, transport.side) { receiver.receive(message) }
    }
    func dropped(_ message: Message) { receiver.dropped(message) }
    func disconnected(_ reason: BridgeError) { receiver.disconnected(reason) }
  }
}

/// The chaos model over a NATS server: the client's calls and streams, on a link that delays, drops and is cut.
@Suite(.enabled(if: NATSServer.path != nil, "nats-server is not installed"), .timeLimit(.minutes(10)))
struct NATSChaosTests {
  /// A schedule as this link carries it: only the client calls, no page reloads, and no call comes twice.
  private func schedule(_ seed: UInt64) -> ChaosSchedule {
    var schedule = ChaosSchedule(seed: seed)
    schedule.steps = schedule.steps.compactMap { step in
      switch step {
      case .call(let call):
        return .call(
          ChaosCall(
            index: call.index, caller: .client, start: call.start, timeout: call.timeout, abort: call.abort,
            handler: call.handler))
      case .stream(var stream):
        stream.caller = .client
        return .stream(stream)
      case .reload: return nil
      case .close, .cut: return step
      }
    }
    var calls = FaultRule()
    calls.only = [.calls]
    calls.duplicate = 0
    schedule.plan.rules.append(calls)
    return schedule
  }

  private func play(_ schedule: ChaosSchedule) async throws -> ChaosRun.Report {
    let clock = VirtualClock()
    let link = try await NATSLink()
    let inFlight = InFlight(clock)
    let run = ChaosRun(
      schedule, (HeldTransport(link.worker, .server, inFlight), HeldTransport(link.caller, .client, inFlight)), clock)
    guard let server = run.connections[.server] else { return try #require(nil) }
    try await link.listen(server)
    return await run.play(drain: {
      try? await link.flush()
      // A cancelled call learns of it with its first sign of life, in real time.
      try? await eventually("the worker's calls end") {
        try? await clock.runUntilIdle()
        return server.statistics.running == 0
      }
    })
  }

  @Test func `random days over NATS settle every call once, as the model says`() async throws {
    var outcomes: [String: Int] = [:]
    for seed in UInt64(1)...40 {
      let report = try await play(schedule(seed))
      #expect(report.complaints == [], "seed \(seed)")
      outcomes.merge(report.outcomes, uniquingKeysWith: +)
    }
    let kinds = ["result", "CHAOS", "INTERNAL", "DEADLINE_EXCEEDED", "CANCELLED", "UNAVAILABLE"]
    for kind in ["finished", "left"] { #expect(outcomes["stream \(kind)", default: 0] >= 10, "\(outcomes)") }
    #expect(Set(outcomes.keys.filter { !$0.hasPrefix("stream") }) == Set(kinds))
    for kind in kinds { #expect(outcomes[kind, default: 0] >= 20, "\(outcomes)") }
    #expect(outcomes["result", default: 0] > 1_000)
  }
}
#endif
