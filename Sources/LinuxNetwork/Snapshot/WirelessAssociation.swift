/// One interface's membership of a WiFi network, put together from what the kernel gave.
struct WirelessAssociation {
  let interface: WirelessInterface
  /// The access point that was joined; of several links of one, the first.
  ///
  /// `nil` if the scan list has forgotten it.
  let accessPoint: AccessPointMessage?
  /// The links of a connection that has several, by number.
  let links: [WiFiLink]
  let station: StationMessage?
  let ssid: SSID?

  /// `nil` if the interface is no member of a network.
  ///
  /// The name is looked for where it is most reliable first: what the access point that we joined broadcasts, then the
  /// interface (drivers that join by themselves), then the old wireless extensions. Hidden networks have a second entry
  /// in the scan list, without a name; only the joined one counts.
  init?(
    interface: WirelessInterface, accessPoints: [AccessPointMessage], stations: [StationMessage],
    wirelessExtensions: () -> [UInt8]
  ) {
    let joined = accessPoints.filter(\.isJoined).sorted { ($0.linkNumber ?? 0) < ($1.linkNumber ?? 0) }
    let isStation = interface.type != WirelessInterface.Mode.adHoc
    guard !joined.isEmpty || isStation && !stations.isEmpty else { return nil }
    self.interface = interface
    accessPoint = joined.first
    links = joined.compactMap { point in point.linkNumber.map { WiFiLink(number: $0, point) } }
    station = joined.first.flatMap { point in stations.first { $0.mac == point.bssid } } ?? stations.first
    ssid =
      joined.lazy.compactMap { $0.ssid.flatMap(SSID.init) }.first ?? SSID(octets: interface.ssid)
      ?? SSID(octets: wirelessExtensions())
  }

  /// The hardware address of the access point's radio.
  var bssid: String? { String(hardwareAddress: accessPoint?.bssid ?? station?.mac ?? []) }
}

extension WiFiStatus {
  init(_ association: WirelessAssociation) {
    let point = association.accessPoint
    let station = association.station
    let frequency = (point?.frequencyMHz ?? association.interface.frequencyMHz).map(Int.init)
    let channel = frequency.flatMap(WiFiChannel.init)
    interface = String(kernelText: association.interface.name)
    ssid = association.ssid?.text
    ssidBytes = association.ssid?.octets
    bssid = association.bssid
    frequencyMHz = frequency
    self.channel = channel?.number
    band = channel?.band
    signalDbm = station?.signal.map(Int.init) ?? point?.signalMillibel.map { Int($0) / 100 }
    signalPercent = signalDbm.map(WiFiStatus.percent(ofSignal:))
    txBitrate = station?.sendRate.map { Double($0) / 10 }
    rxBitrate = station?.receiveRate.map { Double($0) / 10 }
    security = point?.security
    connectedSeconds = station?.connectedSeconds.map(Int.init)
    links = association.links
  }
}

/// A channel of the IEEE 802.11 bands, by its frequency.
struct WiFiChannel {
  let number: Int
  /// In GHz.
  let band: String

  /// `nil` for a frequency of no known band.
  ///
  /// Source: `ieee80211_freq_khz_to_channel`, net/wireless/util.c.
  init?(frequencyMHz frequency: Int) {
    switch frequency {
    case 2484: (number, band) = (14, "2.4")
    case 2407..<2484: (number, band) = ((frequency - 2407) / 5, "2.4")
    case 4910...4980: (number, band) = ((frequency - 4000) / 5, "5")
    case 5000..<5925: (number, band) = ((frequency - 5000) / 5, "5")
    case 5935: (number, band) = (2, "6")
    case 5950...7115: (number, band) = ((frequency - 5950) / 5, "6")
    case 58320...70200: (number, band) = ((frequency - 56160) / 2160, "60")
    default: return nil
    }
  }
}
