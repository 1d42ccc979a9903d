/// The WiFi network that this machine is a member of.
///
/// Names and hardware addresses of access points reveal a person's location: show them only where they are needed.
public struct WiFiStatus: Sendable, Hashable {
  /// The name of the WiFi interface.
  public internal(set) var interface: String

  /// The network's name.
  ///
  /// `nil` if its octets are not text (see ``ssidBytes``), or if it is unknown.
  public internal(set) var ssid: String?

  /// The network's name as octets.
  ///
  /// `nil` if unknown.
  public internal(set) var ssidBytes: [UInt8]?

  /// The hardware address of the access point's radio, lower case.
  ///
  /// `nil` if unknown.
  public internal(set) var bssid: String?

  /// The centre of the primary channel, in MHz: `2412`.
  ///
  /// `nil` if the driver does not report it.
  public let frequencyMHz: Int?

  /// The number of that channel within its band.
  ///
  /// `nil` if the frequency is unknown.
  public let channel: Int?

  /// `2.4`, `5`, `6` or `60`, in GHz.
  ///
  /// `nil` if the frequency is unknown.
  public let band: String?

  /// Strength of the last frame received from the access point.
  ///
  /// In dBm, usually -90 (weak) to -30 (near). `nil` if the driver reports none.
  ///
  /// Source: `NL80211_STA_INFO_SIGNAL`, include/uapi/linux/nl80211.h.
  public let signalDbm: Int?

  /// The strength in percent: 0 at -100 dBm or less, 100 at -50 dBm or more.
  public let signalPercent: Int?

  /// Rate of the last frame sent, in Mbit/s.
  ///
  /// `nil` if the driver does not report it.
  public let txBitrate: Double?

  /// Rate of the last frame received, in Mbit/s.
  ///
  /// `nil` if the driver does not report it.
  public let rxBitrate: Double?

  /// The security methods that the network offers: several while it is in transition.
  ///
  /// `nil` if unknown.
  public let security: [WiFiSecurity]?

  /// Seconds since the connection was established.
  ///
  /// `nil` if the driver does not report it.
  public let connectedSeconds: Int?

  /// The radio links of a connection with several, by number; empty for a single link.
  ///
  /// The properties above then describe the first link.
  public internal(set) var links: [WiFiLink]

  /// The reason why identifying properties are missing here.
  ///
  /// `nil` if no property was withheld.
  public internal(set) var withheld: String?
}

extension WiFiStatus {
  /// Converts a signal strength in dBm to percent.
  static func percent(ofSignal dbm: Int) -> Int { min(max(2 * (dbm + 100), 0), 100) }
}

extension WiFiStatus: Codable {
  /// Encodes every property: an unknown one is `null`, never 0.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(interface, forKey: .interface)
    try container.encode(ssid, forKey: .ssid)
    try container.encode(ssidBytes, forKey: .ssidBytes)
    try container.encode(bssid, forKey: .bssid)
    try container.encode(frequencyMHz, forKey: .frequencyMHz)
    try container.encode(channel, forKey: .channel)
    try container.encode(band, forKey: .band)
    try container.encode(signalDbm, forKey: .signalDbm)
    try container.encode(signalPercent, forKey: .signalPercent)
    try container.encode(txBitrate, forKey: .txBitrate)
    try container.encode(rxBitrate, forKey: .rxBitrate)
    try container.encode(security, forKey: .security)
    try container.encode(connectedSeconds, forKey: .connectedSeconds)
    try container.encode(links, forKey: .links)
    try container.encode(withheld, forKey: .withheld)
  }
}
