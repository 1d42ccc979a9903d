/// One interface's membership of a WiFi network, put together from what the kernel gave.
struct WirelessAssociation {
  let interface: WirelessInterface
  let accessPoint: AccessPointMessage?
  let station: StationMessage?
  let ssid: SSID?

  /// `nil` if the interface is no member of a network.
  ///
  /// The name is looked for where it is most reliable first: what the access point that we joined broadcasts, then the
  /// interface (drivers that join by themselves), then the old wireless extensions. Hidden networks have a second entry
  /// in the scan list, without a name; only the joined one counts.
  init?(
    interface: WirelessInterface, accessPoint: AccessPointMessage?, stations: [StationMessage],
    wirelessExtensions: () -> [UInt8]
  ) {
    let isStation = interface.type != WirelessInterface.Mode.adHoc
    guard accessPoint != nil || isStation && !stations.isEmpty else { return nil }
    self.interface = interface
    self.accessPoint = accessPoint
    station = accessPoint.map { point in stations.first { $0.mac == point.bssid } } ?? stations.first
    ssid =
      accessPoint?.ssid.flatMap(SSID.init) ?? SSID(octets: interface.ssid) ?? SSID(octets: wirelessExtensions())
  }
}

extension WiFiStatus {
  init(_ association: WirelessAssociation) {
    let frequency = (association.accessPoint?.frequencyMHz ?? association.interface.frequencyMHz).map(Int.init)
    let channel = frequency.flatMap(WiFiChannel.init)
    let signal =
      association.station?.signal.map(Int.init)
      ?? association.accessPoint?.signalMillibel.map { Int($0) / 100 }
    interface = String(kernelText: association.interface.name)
    ssid = association.ssid?.text
    ssidBytes = association.ssid?.octets
    bssid = String(hardwareAddress: association.accessPoint?.bssid ?? association.station?.mac ?? [])
    frequencyMHz = frequency
    self.channel = channel?.number
    band = channel?.band
    signalDbm = signal
    signalPercent = signal.map { min(max(2 * ($0 + 100), 0), 100) }
    txBitrate = association.station?.sendRate.map { Double($0) / 10 }
    rxBitrate = association.station?.receiveRate.map { Double($0) / 10 }
    connectedSeconds = association.station?.connectedSeconds.map(Int.init)
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
