import Synchronization

/// The contexts that a `BroadcastChannel` reaches: a runtime and its workers, or those of a pool.
///
/// Any thread may use it.
final class BroadcastGroup: Sendable {
  /// One context.
  final class Member: Sendable {
    /// The number of bytes of messages that it has not read.
    let unreadBytes = Atomic<Int>(0)
    /// Called on any thread.
    let receive: @Sendable (_ name: String, PortMessage) -> Void

    init(receive: @escaping @Sendable (_ name: String, PortMessage) -> Void) { self.receive = receive }
  }

  private let members = Mutex<[String: [ObjectIdentifier: Member]]>([:])

  func join(_ member: Member, _ name: String) {
    members.withLock { $0[name, default: [:]][ObjectIdentifier(member)] = member }
  }

  func leave(_ member: Member, _ name: String) {
    members.withLock { members in
      members[name]?[ObjectIdentifier(member)] = nil
      if members[name]?.isEmpty == true { members[name] = nil }
    }
  }

  /// The other members that receive messages to a name.
  func others(than member: Member, _ name: String) -> [Member] {
    members.withLock { $0[name]?.values.filter { $0 !== member } ?? [] }
  }

  /// Sends a message to all other members atomically: a member's reply arrives after it everywhere.
  func post(_ message: PortMessage, to name: String, from member: Member) {
    members.withLock { members in
      guard let receivers = members[name]?.values else { return }
      for other in receivers where other !== member {
        other.unreadBytes.wrappingAdd(message.bytes, ordering: .relaxed)
        other.receive(name, message)
      }
    }
  }
}
