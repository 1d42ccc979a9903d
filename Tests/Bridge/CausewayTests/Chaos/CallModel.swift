import Causeway

/// The life of a call, as small as it can be told: it is made, and the first thing that ends it is its outcome.
///
/// The real implementation has locks, tables, tasks and timers; what a caller sees of them must be this.
struct CallModel {
  enum Outcome: Equatable, CustomStringConvertible {
    case result(Int)
    case failure(BridgeError.Code)
    /// An answer that nobody could have sent.
    case nonsense(String)

    /// The outcome without its value.
    var kind: String { if case .result = self { "result" } else { description } }

    var description: String {
      switch self {
      case .result(let value): "the result \(value)"
      case .failure(let code): code.rawValue
      case .nonsense(let text): text
      }
    }
  }

  /// What can end a call before its deadline does.
  enum Event { case answered(Outcome), gaveUp, reloaded, closed }

  /// When the deadline comes, once the call is made.
  private var deadline: Duration?
  private var end: (event: Event, time: Duration)?

  /// The call begins; nothing else counts that came before, but that its caller had given up or the link was gone.
  mutating func begin(at time: Duration, timeout: Duration) {
    deadline = time + timeout
    switch end?.event {
    case .answered, .reloaded: end = nil
    case .gaveUp, .closed, nil: break
    }
  }

  /// Something happens that ends the call, unless it has ended.
  mutating func happen(_ event: Event, at time: Duration) {
    if end == nil { end = (event, time) }
  }

  /// What the caller may see: one outcome, or two where the deadline comes at the very moment of something else.
  var outcomes: [Outcome] {
    let late = Outcome.failure(.deadlineExceeded)
    guard let deadline, let end else { return [late] }
    if end.time > deadline { return [late] }
    let outcome: Outcome =
      switch end.event {
      case .answered(let outcome): outcome
      case .gaveUp: .failure(.cancelled)
      case .reloaded: .failure(.aborted)
      case .closed: .failure(.unavailable)
      }
    return end.time == deadline ? [outcome, late] : [outcome]
  }

  /// The latest moment at which the call may settle.
  var latestEnd: Duration? { deadline }
}
