import Synchronization

/// Holds the connection that another module made for a runtime.
///
/// Any thread may use it.
package final class ConnectionSlot: Sendable {
  private let slot = Mutex<(any Sendable)?>(nil)

  /// The connection; nil before `fill`.
  package var value: (any Sendable)? { slot.withLock { $0 } }

  /// Stores the connection; false if one is stored already.
  package func fill(_ value: any Sendable) -> Bool {
    slot.withLock { slot in
      guard slot == nil else { return false }
      slot = value
      return true
    }
  }

  /// Removes the connection, because the runtime is reloaded.
  func empty() {
    // Released without the lock: it may be the last reference to a bridge, whose handlers may use this slot as they
    // end.
    let old = slot.withLock { $0.take() }
    withExtendedLifetime(old) {}
  }
}
