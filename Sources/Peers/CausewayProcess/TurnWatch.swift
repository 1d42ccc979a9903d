import CausewayConcurrency

/// Decides whether a JavaScript thread has been busy for too long, from the moment of a question that only it can answer.
///
/// Time in which the machine has no processor for the child does not count as running time of its script. So the limit is
/// compared with the child's processor time, which is at least the time of its JavaScript thread. A thread that sleeps in
/// native code uses no processor time: a second limit, in wall-clock time, applies to it.
struct TurnWatch: Sendable {
  /// The exceeded limit: its name, and its maximum.
  enum Verdict: Sendable, Equatable {
    case turn(Duration)
    case response(Duration)
  }

  private let turn: Duration
  private let response: Duration
  /// The moment of the open question, and the processor time that the child had used by then, if known; nil while none is
  /// open.
  private var asked: (at: SuspendingClock.Instant, used: Duration?)?

  init(_ limits: ProcessLimits) {
    turn = limits.turn
    response = limits.response ?? ProcessLimits.response(for: limits.turn)
  }

  /// The thread is asked.
  mutating func ask(at now: SuspendingClock.Instant, used: Duration?) { asked = (now, used) }

  /// The time until now does not count: this process could not have taken the answer.
  mutating func postpone(at now: SuspendingClock.Instant, used: Duration?) {
    if asked != nil { asked = (now, used) }
  }

  /// The thread has answered.
  mutating func answered() { asked = nil }

  /// Whether the thread may have exceeded `turn` at this moment, which ``verdict(at:used:)`` decides.
  func isLate(at now: SuspendingClock.Instant) -> Bool { asked.map { now - $0.at > min(turn, response) } ?? false }

  /// The verdict; nil while the thread has time left.
  ///
  /// - Parameter used: the processor time that the child has used; nil if it is unknown, as without /proc: then only the
  ///   clock counts.
  func verdict(at now: SuspendingClock.Instant, used: Duration?) -> Verdict? {
    guard let asked else { return nil }
    let passed = now - asked.at
    let busy = if let used, let before = asked.used { used - before } else { passed }
    if passed > turn, busy > turn { return .turn(turn) }
    return passed > response ? .response(response) : nil
  }
}
