extension NetworkReader {
  /// The name of the WiFi network that this machine is a member of.
  ///
  /// `nil` without WiFi, without a connection, and if no source knows the name. Needs no privilege. `interface` is the
  /// name of the interface to read; `nil` means the connected one that carries traffic to the Internet, else that with
  /// the lowest index.
  public func currentSSID(of interface: String? = nil) throws(NetworkError) -> SSID? {
    try association(of: interface)?.ssid
  }

  /// The WiFi connection, and the state of its radio link.
  ///
  /// `nil` without WiFi and without a connection: not an error. Needs no privilege. `interface` is the name of the
  /// interface to read; `nil` means the connected one that carries traffic to the Internet, else that with the lowest
  /// index.
  public func wifiStatus(of interface: String? = nil) throws(NetworkError) -> WiFiStatus? {
    try association(of: interface).map(WiFiStatus.init)
  }

  /// The association of the interface that carries traffic, else of the first that is a member of a network.
  private func association(of name: String?) throws(NetworkError) -> WirelessAssociation? {
    do throws(NetworkError) {
      guard var socket = try WirelessSocket.open() else { return nil }
      let clients = try socket.clients(named: name)
      // The route is looked up only if it has to decide.
      let carriers = clients.count > 1 ? (try? snapshot().carrierDevices) ?? [] : []
      let first = carriers.first { link in clients.contains { $0.index == link } }
      for interface in clients.filter({ $0.index == first }) + clients.filter({ $0.index != first }) {
        if let association = try socket.association(of: interface, detailed: true) { return association }
      }
      return nil
    } catch  where error.meansDenied {
      return NetworkSnapshot.withoutNetlink().associations.values.filter {
        name == nil || String(kernelText: $0.interface.name) == name
      }
      .min { $0.interface.index < $1.interface.index }
    }
  }
}

extension WirelessSocket {
  /// The client interfaces, sorted by index; `name` restricts them to one interface.
  mutating func clients(named name: String?) throws(NetworkError) -> [WirelessInterface] {
    try interfaces().records.filter { $0.isClient && (name == nil || String(kernelText: $0.name) == name) }
      .sorted { $0.index < $1.index }
  }
}
