import Causeway
import CausewayConcurrency
import Synchronization

/// Checks those limits of a child that only its parent can enforce.
///
/// It reports an exceeded limit; its caller ends the child.
final class LimitWatch: Sendable {
  private struct State {
    var turn: TurnWatch
    /// When the limits were last checked, and how many lines of the child had been delivered by then.
    var lastCheck: (at: SuspendingClock.Instant, lines: Int)?
  }

  private let limits: ProcessLimits
  /// Where the child's answers arrive.
  private let port: LinePort
  private let startTime = ContinuousClock.now
  /// The clock of the bridge, which a debugger stops.
  private let clock: AnyClock
  private let origin: (machine: SuspendingClock.Instant, bridge: Instant)
  private let state: Mutex<State>

  init(_ limits: ProcessLimits, port: LinePort, clock: AnyClock) {
    self.limits = limits
    self.port = port
    self.clock = clock
    origin = (.now, clock.now)
    state = Mutex(State(turn: TurnWatch(limits)))
  }

  /// The interval in which ``excess(of:)`` is to be asked.
  static let interval = Duration.milliseconds(50)
  /// After a pause this long between two checks, this process itself was not running.
  private static let longestPause = interval * 10

  /// The error of a limit that the child exceeds; nil if it exceeds none.
  func excess(of identifier: Int32) -> BridgeError? {
    if let memory = ProcessUsage.memory(of: identifier), memory > limits.memory {
      return .exhausted("memory", maximum: limits.memory, "The memory of the child (\(memory) bytes)")
    }
    if let threads = ProcessUsage.threads(of: identifier), threads > limits.threads {
      return .exhausted("threads", maximum: limits.threads, "The number of threads of the child (\(threads))")
    }
    if let maximum = limits.processorTime, let time = ProcessUsage.processorTime(of: identifier), time > maximum {
      return LimitWatch.exhausted("processorTime", maximum)
    }
    if let maximum = limits.lifetime, ContinuousClock.now - startTime > maximum {
      return LimitWatch.exhausted("lifetime", maximum)
    }
    return excessOfTurn(identifier)
  }

  static func exhausted(_ limit: String, _ maximum: Duration) -> BridgeError {
    let milliseconds = Double(maximum / .milliseconds(1))
    return BridgeError(
      .resourceExhausted, "The JavaScript process took longer than the limit \(limit) (\(maximum)).",
      data: ["limit": .string(limit), "maximumMilliseconds": .number(milliseconds)])
  }

  // MARK: The JavaScript thread

  /// How long to wait after an answer before the thread is asked again: a script over its limit is ended at most this late.
  var rest: Duration { min(limits.turn / 4, .milliseconds(200)) }

  /// The JavaScript thread is asked whether it returns to its event loop.
  func ask(_ identifier: Int32) {
    // The clock may be the program's own: it is not read under the lock.
    let (moment, used) = (moment, ProcessUsage.processorTime(of: identifier))
    state.withLock { $0.turn.ask(at: moment, used: used) }
  }

  /// It has answered.
  func answered() { state.withLock { $0.turn.answered() } }

  /// The measured time, which stops while the machine is suspended or the bridge's clock is stopped.
  private var moment: SuspendingClock.Instant {
    origin.machine + min(SuspendingClock.now - origin.machine, origin.bridge.duration(to: clock.now))
  }

  private func excessOfTurn(_ identifier: Int32) -> BridgeError? {
    let moment = moment
    if isBehind(at: SuspendingClock.now) {
      let used = ProcessUsage.processorTime(of: identifier)
      state.withLock { $0.turn.postpone(at: moment, used: used) }
      return nil
    }
    let watch = state.withLock { $0.turn }
    guard watch.isLate(at: moment) else { return nil }
    switch watch.verdict(at: moment, used: ProcessUsage.processorTime(of: identifier)) {
    case .turn(let maximum)?: return LimitWatch.exhausted("turn", maximum)
    case .response(let maximum)?: return LimitWatch.exhausted("response", maximum)
    case nil: return nil
    }
  }

  /// Whether an answer of the child's may have arrived without being read, by no fault of the child: the thread that reads
  /// is held by a handler or an observer, or does not run; or this check itself is late.
  ///
  /// A child that never stops sending does not count: its lines are handed over.
  private func isBehind(at now: SuspendingClock.Instant) -> Bool {
    let lines = port.lineCount
    let last = state.withLock { state in
      defer { state.lastCheck = (now, lines) }
      return state.lastCheck
    }
    guard let last else { return false }
    if now - last.at > LimitWatch.longestPause { return true }
    return lines == last.lines && (port.isReceiving || port.hasUnread)
  }
}
