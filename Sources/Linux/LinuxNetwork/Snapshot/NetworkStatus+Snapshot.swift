extension NetworkStatus {
  /// Derives the status from a snapshot.
  ///
  /// Pure: the same snapshot always gives the same status.
  init(_ snapshot: NetworkSnapshot) {
    let carrier = snapshot.carrier
    connected = carrier != nil
    connectionType = carrier?.type ?? .none
    underlyingConnectionType = carrier?.underlying
    metered = carrier?.device.flatMap(snapshot.isMetered)
    ipv4 = IPConnection(.ipv4, in: snapshot)
    ipv6 = IPConnection(.ipv6, in: snapshot)
    defaultRoutes = snapshot.defaultRoutes
    dns = snapshot.dns
    interfaces = snapshot.interfaces
    source = snapshot.source
    consistent = snapshot.isConsistent
  }
}

extension NetworkSnapshot {
  /// Whether traffic over this link is metered; `nil` if unknown.
  func isMetered(_ link: Int32) -> Bool? {
    if links.contains(where: { $0.index == link && kind(of: $0) == "cellular" }) { return true }
    return associations[link]?.accessPoint?.facts?.isMetered
  }
}
