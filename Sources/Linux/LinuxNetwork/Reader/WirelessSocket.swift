/// A connection to nl80211, the kernel's WiFi layer.
struct WirelessSocket: ~Copyable {
  private var socket: NetlinkSocket
  let family: GenericFamily

  /// Opens the connection.
  ///
  /// `nil` if this kernel has no WiFi.
  static func open() throws(NetworkError) -> WirelessSocket? {
    do throws(NetworkError) {
      var socket = try NetlinkSocket(.generic)
      guard let family = try socket.lookup(GenericFamily.named("nl80211"), GenericFamily.init) else { return nil }
      return WirelessSocket(socket: socket, family: family)
    } catch  where error.code == .notFound {
      return nil
    }
  }

  private init(socket: consuming NetlinkSocket, family: GenericFamily) {
    self.socket = socket
    self.family = family
  }

  mutating func interfaces() throws(NetworkError) -> Dump<WirelessInterface> {
    try socket.dump(WirelessInterface.dump(family), WirelessInterface.init)
  }

  /// The access points in an interface's scan list.
  ///
  /// Empty if the interface is down or has disappeared.
  mutating func accessPoints(of interface: WirelessInterface) throws(NetworkError) -> [AccessPointMessage] {
    try records(AccessPointMessage.dump(family, interface: interface.index), AccessPointMessage.init)
  }

  /// The peers of an interface.
  ///
  /// Empty if the interface is down or has disappeared.
  mutating func stations(of interface: WirelessInterface) throws(NetworkError) -> [StationMessage] {
    try records(StationMessage.dump(family, interface: interface.index), StationMessage.init)
  }

  /// Sends a request that the kernel only acknowledges.
  mutating func command(_ request: NetlinkRequest) throws(NetworkError) {
    _ = try socket.exchange(request) { _, _ throws(NetworkError) in }
  }

  /// The network that an interface is a member of, with the state of the radio link if `detailed`.
  ///
  /// `nil` if it is not a member of a network.
  mutating func association(
    of interface: WirelessInterface, detailed: Bool
  ) throws(NetworkError) -> WirelessAssociation? {
    let joined = try accessPoints(of: interface).filter(\.isJoined)
    // Without a joined access point in the list, one peer still proves the membership of a station.
    let stations = joined.isEmpty || detailed ? try stations(of: interface) : []
    var association = WirelessAssociation(interface: interface, accessPoints: joined, stations: stations) {
      SystemCalls.wirelessExtensionsSSID(interface: interface.name)
    }
    if detailed, association != nil { association?.settings = settings(of: interface) }
    return association
  }

  /// Drivers need not support these requests; a lack of support is not an error.
  private mutating func settings(of interface: WirelessInterface) -> RadioSettings {
    let powerSave = RadioSettings.powerSaveRequest(family, interface: interface.index)
    var settings = RadioSettings(powerSave: try? socket.lookup(powerSave, RadioSettings.powerSave))
    if let device = interface.device {
      let country = RadioSettings.countryRequest(family, device: device)
      settings.country = (try? socket.lookup(country, RadioSettings.country)) ?? []
    }
    return settings
  }

  private mutating func records<Record>(
    _ request: NetlinkRequest, _ parse: (NetlinkMessage, NetlinkBytes) throws(NetworkError) -> Record?
  ) throws(NetworkError) -> [Record] {
    do throws(NetworkError) {
      return try socket.dump(request, parse).records
    } catch  where [.notFound, .unavailable].contains(error.code) {
      return []
    }
  }
}
