import Synchronization

/// Holds the connection that a module above made for a runtime.
///
/// Any thread may look.
package final class ConnectionSlot: Sendable {
  private let slot = Mutex<(any Sendable)?>(nil)

  /// What was put in; nil before.
  package var value: (any Sendable)? { slot.withLock { $0 } }

  /// Puts the connection in, once; false when there is one already.
  package func fill(_ value: any Sendable) -> Bool {
    slot.withLock { slot in
      guard slot == nil else { return false }
      slot = value
      return true
    }
  }

  /// Takes the connection out: the runtime begins anew.
  func empty() {
    // A bridge may end with it, and what its handlers held may ask here: not under the lock.
    let old = slot.withLock { $0.take() }
    withExtendedLifetime(old) {}
  }
}
