import TestSupport
import Causeway
@testable import CausewayTesting
import Synchronization

/// Plays a schedule against two real connections and compares what callers see with the model.
///
/// Everything runs on the virtual clock's one thread, so a schedule always plays the same.
final class ChaosRun: Sendable {
  private struct Call {
    let call: ChaosCall
    var model = CallModel()
    var observed: [(outcome: CallModel.Outcome, time: Duration)] = []
    /// Copies of the call that reached the connection of the handler.
    var arrivals = 0
    var handled = 0
  }

  private struct State {
    var calls: [Int: Call] = [:]
    /// Which call an id of a side's belongs to.
    var ids: [ChaosStep.Side: [CallID: Int]] = [.client: [:], .server: [:]]
    var stubborn: [CheckedContinuation<Void, Never>] = []
    var tasks: [Int: Task<Void, Never>] = [:]
    var isOver = false
    var complaints: [String] = []
    var streams = 0
    var taken: [Taken] = []
  }

  private let clock: VirtualClock
  private let schedule: ChaosSchedule
  private let state = Mutex(State())
  let connections: [ChaosStep.Side: Connection]
  private let link: SimulatedTransport

  /// Plays the schedule.
  ///
  /// - Parameter sabotage: a fault planted at the client's end, to see that it is found.
  static func play(
    _ schedule: ChaosSchedule, sabotage: @escaping Tap.Sabotage = { [$0] }, interruption: Interruption? = nil
  ) async -> Report {
    await ChaosRun(schedule, LoopbackTransport.pair(), VirtualClock(), sabotage).play(interruption)
  }

  /// What came of it.
  struct Report {
    /// What went wrong, each a sentence; empty when all is as the model says.
    var complaints: [String]
    /// How often calls ended how.
    var outcomes: [String: Int]
    /// How and when each call ended.
    var ends: [String]
    /// How many jobs it took: between any two of them something may come.
    var jobs: Int
    var link: SimulatedTransport.Statistics
  }

  /// Something done after so many jobs of the run: between any two suspension points.
  struct Interruption {
    let job: Int
    let step: ChaosStep
  }

  /// - Parameter ends: those of the server and of the client, between which messages pass on the clock's thread, or while
  ///   the clock is held.
  init(
    _ schedule: ChaosSchedule, _ ends: (any Transport, any Transport), _ clock: VirtualClock,
    _ sabotage: @escaping Tap.Sabotage = { [$0] }
  ) {
    self.schedule = schedule
    self.clock = clock
    var configuration = Bridge.Configuration()
    configuration.clock = clock
    let (client, server) = (Bridge(configuration), Bridge(configuration))
    let (left, right) = ends
    link = SimulatedTransport(right, plan: schedule.plan, clock: clock)
    let relay = Relay()
    self.relay = relay
    connections = [
      .client: client.connect(
        Tap(link, sabotage: sabotage) { relay.run?.notice($0, .client) }, permissions: .all, name: "client"),
      .server: server.connect(Tap(left) { relay.run?.notice($0, .server) }, permissions: .all, name: "server"),
    ]
    relay.set(self)
    for case .stream(let stream) in schedule.steps {
      ChaosRun.handle(stream, on: stream.caller == .client ? server : client, clock)
    }
    for case .call(let call) in schedule.steps {
      state.withLock { $0.calls[call.index] = Call(call: call) }
      handle(call, on: call.caller == .client ? server : client)
    }
  }

  private let relay: Relay

  /// Lets the taps, which are made first, find the run.
  private final class Relay: Sendable {
    private let target = Mutex<ChaosRun?>(nil)
    var run: ChaosRun? { target.withLock { $0 } }
    func set(_ run: ChaosRun?) { target.withLock { $0 = run } }
  }

  // MARK: Playing

  /// - Parameter drain: returns when no message is on its way any more.
  func play(_ interruption: Interruption? = nil, drain: () async -> Void = {}) async -> Report {
    for step in schedule.steps { begin(step) }
    if let interruption {
      clock.work.interrupt(afterJob: interruption.job) { [self] in act(interruption.step) }
    }
    await settle()
    // Whoever ignored its end answers now: to nobody.
    let stubborn = state.withLock { state in
      state.isOver = true
      defer { state.stubborn = [] }
      return state.stubborn
    }
    for continuation in stubborn { continuation.resume() }
    await settle()
    await drain()
    await settle()
    judge()
    for connection in connections.values { connection.close() }
    await settle()
    relay.set(nil)
    // The handlers hold this run, and its connections their bridges.
    for bridge in connections.values.map(\.bridge) {
      for method in bridge.methods { bridge.removeHandler(method) }
    }
    return state.withLock { state in
      Report(
        complaints: state.complaints,
        outcomes: state.calls.values.reduce(into: [:]) { outcomes, call in
          if let outcome = call.observed.first?.outcome { outcomes[outcome.kind, default: 0] += 1 }
        }.merging(state.taken.flatMap(\.ends).map { ("stream \($0)", 1) }, uniquingKeysWith: +), ends: ends(of: state),
        jobs: clock.work.jobs, link: link.statistics)
    }
  }

  private func ends(of state: State) -> [String] {
    state.calls.values.sorted { $0.call.index < $1.call.index }
      .map { "\($0.call.method): \($0.observed.map { "\($0.outcome) at \($0.time)" })" }
      + state.taken.map { "\($0.stream.method): \($0.items) \($0.ends)" }
  }

  private func settle() async {
    do {
      try await clock.runUntilIdle()
    } catch {
      complain("\(error)")
    }
  }

  private func begin(_ step: ChaosStep) {
    switch step {
    case .call(let call):
      let task = Task(executorPreference: clock.executor) { await self.make(call) }
      state.withLock { $0.tasks[call.index] = task }
      if let abort = call.abort {
        later(call.start + abort) {
          self.happen(.gaveUp, to: call.index)
          task.cancel()
        }
      }
    case .stream(let stream):
      guard let connection = connections[stream.caller] else { return }
      state.withLock { $0.streams += 1 }
      Task(executorPreference: clock.executor) {
        let taken = await self.take(stream, from: connection, self.clock)
        self.state.withLock { $0.taken.append(taken) }
      }
    case .reload(_, let time), .close(_, let time), .cut(let time): later(time) { self.act(step) }
    }
  }

  private func later(_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
    Task(executorPreference: clock.executor) {
      try? await self.clock.sleep(for: .milliseconds(milliseconds))
      body()
    }
  }

  private func act(_ step: ChaosStep) {
    switch step {
    case .reload(let side, _):
      happen(.reloaded, toCallsOf: side)
      connections[side]?.reload()
    case .close(let side, _):
      happen(.closed, toCallsOf: side)
      connections[side]?.close()
    case .cut: link.cut()
    case .call, .stream: break
    }
  }

  /// The caller: makes its call, and tells how it ended.
  private func make(_ call: ChaosCall) async {
    let start = VirtualClock.Instant(offset: .milliseconds(call.start))
    // A caller that has given up still comes here, and is told so by its call.
    if (try? await clock.sleep(until: start, tolerance: nil)) == nil { await Task.yield() }
    let outcome: CallModel.Outcome
    do {
      guard let connection = connections[call.caller] else { return }
      state.withLock { state in
        state.calls[call.index]?.model.begin(at: clock.now.offset, timeout: .milliseconds(call.timeout))
        if connection.isClosed { state.calls[call.index]?.model.happen(.closed, at: clock.now.offset) }
      }
      outcome = .result(
        try await connection.call(call.method, call.index, timeout: .milliseconds(call.timeout)))
    } catch {
      outcome = (error as? BridgeError).map { .failure($0.code) } ?? .nonsense("\(error)")
    }
    let time = clock.now.offset
    state.withLock { $0.calls[call.index]?.observed.append((outcome, time)) }
  }

  // MARK: Watching

  fileprivate func notice(_ event: Tap.Event, _ side: ChaosStep.Side) {
    switch event {
    case .sent(.call(let request)):
      // A stream's number is none of a call's.
      state.withLock { $0.ids[side]?[request.id] = Int(request.method.dropFirst()) ?? -1 }
    case .received(.answer(let id, let answer)):
      guard let index = state.withLock({ $0.ids[side]?[id] }) else {
        return complain("an answer came for \(id), which the \(side) never called")
      }
      happen(.answered(outcome(of: answer)), to: index)
    case .received(.call(let request)):
      if let index = Int(request.method.dropFirst()) { state.withLock { $0.calls[index]?.arrivals += 1 } }
    case .disconnected: happen(.closed, toCallsOf: side)
    default: break
    }
  }

  private func outcome(of answer: Result<Payload, BridgeError>) -> CallModel.Outcome {
    switch answer {
    case .success(let payload):
      (try? payload.decode(Int.self)).map { .result($0) } ?? .nonsense("an answer that is no number")
    case .failure(let error): .failure(error.code)
    }
  }

  private func happen(_ event: CallModel.Event, to index: Int) {
    state.withLock { $0.calls[index]?.model.happen(event, at: clock.now.offset) }
  }

  private func happen(_ event: CallModel.Event, toCallsOf side: ChaosStep.Side) {
    let now = clock.now.offset
    state.withLock { state in
      for (index, call) in state.calls where call.call.caller == side {
        // A call that begins later finds a reloaded page as good as new.
        state.calls[index]?.model.happen(event, at: now)
      }
    }
  }

  private func complain(_ complaint: String) { state.withLock { $0.complaints.append(complaint) } }

  // MARK: Handling

  private func handle(_ call: ChaosCall, on bridge: Bridge) {
    switch call.handler {
    case .answersAtOnce: bridge.handle(call.method) { (value: Int) in self.enter(call, value) }
    case .answersTwiceAfter(let time):
      bridge.handle(call.method, replying: Int.self) { (value: Int, _: CallContext, reply) in
        let result = self.enter(call, value)
        self.later(Int(self.clock.now.offset / .milliseconds(1)) + time) {
          reply.succeed(result)
          reply.succeed(-1)
          reply.fail(BridgeError(.internal, "a second answer"))
        }
      }
    case .dropsItsReply:
      bridge.handle(call.method, replying: Int.self) { (value: Int, _: CallContext, _) in _ = self.enter(call, value) }
    default:
      bridge.handle(call.method) { (value: Int) async throws -> Int in
        let result = self.enter(call, value)
        switch call.handler {
        case .answersAfter(let time): try await self.clock.sleep(for: .milliseconds(time))
        case .throwsAfter(let time):
          try await self.clock.sleep(for: .milliseconds(time))
          throw BridgeError("CHAOS", "on purpose")
        case .waits: try await untilCancelled()
        case .ignoresItsEnd: await self.untilOver()
        default: await Task.yield()
        }
        return result
      }
    }
  }

  private func enter(_ call: ChaosCall, _ value: Int) -> Int {
    state.withLock { state in
      state.calls[call.index]?.handled += 1
      if value != call.index { state.complaints.append("\(call.method) was given \(value)") }
    }
    return call.result
  }

  private func untilOver() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.stubborn.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  // MARK: Judging

  private func judge() {
    let calls = state.withLock { $0.calls.values.sorted { $0.call.index < $1.call.index } }
    // A page that was reloaded knows nothing of the calls before.
    let reloads = schedule.steps.compactMap { if case .reload(let side, _) = $0 { side } else { nil } }
    for call in calls {
      let name = call.call.method
      guard let (outcome, time) = call.observed.first, call.observed.count == 1 else {
        complain("\(name) settled \(call.observed.count) times")
        continue
      }
      let expected = call.model.outcomes
      if !expected.contains(outcome) {
        complain(
          "\(name) ended with \(outcome) at \(time), and not with "
            + expected.map(\.description).joined(separator: " or "))
      }
      if let latest = call.model.latestEnd, time > latest { complain("\(name) settled at \(time), after its deadline") }
      if case .result(let value) = outcome, value != call.call.result { complain("\(name) was answered with \(value)") }
      if case .failure(let code) = outcome, !allowed(call.call).contains(code) {
        complain("\(name) failed with \(code)")
      }
      if call.handled > 1, reloads.allSatisfy({ $0 == call.call.caller }) {
        complain("\(name) was handled \(call.handled) times")
      }
      if call.handled > call.arrivals {
        complain("\(name) was handled \(call.handled) times, and came \(call.arrivals)")
      }
    }
    let (streams, taken) = state.withLock { ($0.streams, $0.taken) }
    if taken.count != streams { complain("\(streams - taken.count) streams did not end") }
    for complaint in taken.flatMap(\.complaints) { complain(complaint) }
    for (side, connection) in connections {
      let statistics = connection.statistics
      if statistics.pending != 0 { complain("the \(side) has \(statistics.pending) calls pending") }
      if statistics.running != 0 { complain("the \(side) has \(statistics.running) calls running") }
    }
  }

  /// What a call may fail with, whatever happens.
  private func allowed(_ call: ChaosCall) -> Set<BridgeError.Code> {
    var codes: Set<BridgeError.Code> = [.deadlineExceeded, .aborted, .unavailable]
    if call.abort != nil { codes.insert(.cancelled) }
    if case .throwsAfter = call.handler { codes.insert("CHAOS") }
    if case .dropsItsReply = call.handler { codes.insert(.internal) }
    return codes
  }
}
