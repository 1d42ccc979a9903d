/// The membership of one interface in a WiFi network, derived from several kernel sources.
struct WirelessAssociation {
  let interface: WirelessInterface
  /// The joined access point; the first one of a connection with several links.
  ///
  /// `nil` if the scan list no longer has it.
  let accessPoint: AccessPointMessage?
  /// The links of a connection that has several, by number.
  let links: [WiFiLink]
  let station: StationMessage?
  let ssid: SSID?
  /// Read only for the complete status.
  var settings = RadioSettings()

  /// `nil` if the interface is not a member of a network: also while it still exchanges keys, as with a wrong password.
  ///
  /// The name comes from the most reliable source that has it: the joined access point's broadcast, then the interface
  /// (for drivers that join on their own), then the wireless extensions. Hidden networks have a second, nameless entry
  /// in the scan list; only the joined entry counts.
  init?(
    interface: WirelessInterface, accessPoints: [AccessPointMessage], stations: [StationMessage],
    wirelessExtensions: () -> [UInt8]
  ) {
    let joined = accessPoints.filter(\.isJoined).sorted { ($0.linkNumber ?? 0) < ($1.linkNumber ?? 0) }
    let isStation = interface.type != WirelessInterface.Mode.adHoc
    guard !joined.isEmpty || isStation && !stations.isEmpty else { return nil }
    let station = joined.first.flatMap { point in stations.first { $0.mac == point.bssid } } ?? stations.first
    if isStation, station?.isAuthorized == false { return nil }
    self.interface = interface
    self.station = station
    accessPoint = joined.first
    links = joined.compactMap { point in point.linkNumber.map { WiFiLink(number: $0, point) } }
    ssid =
      joined.lazy.compactMap { $0.ssid.flatMap(SSID.init) }.first ?? SSID(octets: interface.ssid)
      ?? SSID(octets: wirelessExtensions())
  }

  /// The hardware address of the access point's radio.
  var bssid: String? { String(hardwareAddress: accessPoint?.bssid ?? station?.mac ?? []) }
}
