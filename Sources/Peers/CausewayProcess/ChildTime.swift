import Causeway
import CausewayConcurrency
import Synchronization

/// Holds a manual clock while a child works on calls of this process: its JavaScript and its timers take real time.
///
/// A child that waits for a handler of this process does not hold it. Neither does one that has sent nothing for the longest
/// time that a clock is held.
final class ChildTime: Sendable {
  private struct State {
    /// The open calls to the child.
    var asked: Set<CallID> = []
    /// The open calls of the child.
    var asking: Set<CallID> = []
    var hold: HeldTime?
  }

  private let clock: any ManualClock
  private let state = Mutex(State())

  /// Nil if the clock advances by itself.
  init?(_ clock: AnyClock) {
    guard let clock = clock.manualClock else { return nil }
    self.clock = clock
  }

  /// Notes a message to the child, before it is sent.
  func sending(_ message: Message) {
    update { state in
      switch message {
      case .call(let request) where request.credit == nil: state.asked.insert(request.id)
      case .cancel(let id, _): state.asked.remove(id)
      case .answer(let id, _): state.asking.remove(id)
      default: break
      }
    }
  }

  /// Notes a message of the child while it is received: at the end, the clock knows what it led to.
  func receiving(_ message: Message, _ receive: () -> Void) {
    let hold = HeldTime(clock)
    defer { hold.end() }
    // The answer may be sent before the receiver returns.
    if case .call(let request) = message { update(renews: true) { $0.asking.insert(request.id) } }
    receive()
    switch message {
    case .call: break
    case .answer(let id, _): update(renews: true) { $0.asked.remove(id) }
    case .cancel(let id, _): update(renews: true) { $0.asking.remove(id) }
    default: update(renews: true) { _ in }
    }
  }

  /// The child has ended.
  func end() {
    update { state in
      state.asked = []
      state.asking = []
    }
  }

  private func update(renews: Bool = false, _ change: (inout State) -> Void) {
    let old: HeldTime? = state.withLock { state in
      change(&state)
      let holds = !state.asked.isEmpty && state.asking.isEmpty
      guard holds != (state.hold != nil) || renews else { return nil }
      return exchange(&state.hold, with: holds ? HeldTime(clock) : nil)
    }
    old?.end()
  }
}
