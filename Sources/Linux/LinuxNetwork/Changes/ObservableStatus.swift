/// The part of a status that makes it a change.
///
/// All except the counters, the lifetimes of addresses and the consistency. Also ignored:
/// - The reason why a link does not run: when an access point disappears, the station goes from dormant to down half a
///   second later, and that is one change for a person.
/// - Addresses that are still being checked for duplicates: an address appears once, when it can be used.
struct ObservableStatus {
  private let status: NetworkStatus

  init(_ status: NetworkStatus) {
    var status = status
    status.consistent = true
    for index in status.interfaces.indices {
      status.interfaces[index].statistics = nil
      if !status.interfaces[index].running { status.interfaces[index].operationalState = .down }
      status.interfaces[index].addresses.removeAll { $0.tentative && !$0.dadFailed }
      for position in status.interfaces[index].addresses.indices {
        status.interfaces[index].addresses[position].preferredSeconds = nil
        status.interfaces[index].addresses[position].validSeconds = nil
      }
    }
    self.status = status
  }

  /// Whether the other status is a change from this one.
  ///
  /// - Parameter isBurst: compares the connection alone, without the lists of interfaces and routes.
  func differs(from other: ObservableStatus, isBurst: Bool = false) -> Bool {
    guard isBurst else { return status != other.status }
    let (old, new) = (status, other.status)
    return old.connected != new.connected || old.connectionType != new.connectionType
      || old.underlyingConnectionType != new.underlyingConnectionType || old.metered != new.metered
      || old.ipv4 != new.ipv4 || old.ipv6 != new.ipv6 || old.dns != new.dns || old.source != new.source
  }
}
