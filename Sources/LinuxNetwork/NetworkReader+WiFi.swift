extension NetworkReader {
  /// The name of the WiFi network that this machine is a member of.
  ///
  /// `nil` without WiFi, without a connection, and if no source knows the name. Needs no privilege.
  public func currentSSID() throws(NetworkError) -> SSID? {
    try association(detailed: false)?.ssid
  }

  /// The WiFi connection, and the state of its radio link.
  ///
  /// `nil` without WiFi and without a connection: not an error. Needs no privilege. Of several connections, the one of
  /// the interface with the lowest index.
  public func wifiStatus() throws(NetworkError) -> WiFiStatus? {
    try association(detailed: true).map(WiFiStatus.init)
  }

  /// The first interface that is a member of a network, and what is known of that membership.
  func association(detailed: Bool) throws(NetworkError) -> WirelessAssociation? {
    guard var socket = try WirelessSocket.open() else { return nil }
    let clients = try socket.interfaces().records.filter(\.isClient).sorted { $0.index < $1.index }
    for interface in clients {
      let joined = try socket.accessPoints(of: interface).first(where: \.isJoined)
      // Without a joined access point in the list, having one peer still proves the membership of a station.
      let stations = joined == nil || detailed ? try socket.stations(of: interface) : []
      let association = WirelessAssociation(interface: interface, accessPoint: joined, stations: stations) {
        SystemCalls.wirelessExtensionsSSID(interface: interface.name)
      }
      if let association { return association }
    }
    return nil
  }
}
