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

  /// The mean strength over the last frames, in dBm.
  ///
  /// `nil` if the driver reports none.
  ///
  /// Source: `NL80211_STA_INFO_SIGNAL_AVG`.
  public let averageSignalDbm: Int?

  /// The width of the channel in MHz: 20, 40, 80, 160, 320.
  ///
  /// `nil` if the driver does not report it.
  ///
  /// Source: `NL80211_ATTR_CHANNEL_WIDTH`.
  public let widthMHz: Int?

  /// Rate of the last frame sent, in Mbit/s.
  ///
  /// `nil` if the driver does not report it.
  public let txBitrate: Double?

  /// Rate of the last frame received, in Mbit/s.
  ///
  /// `nil` if the driver does not report it.
  public let rxBitrate: Double?

  /// The index of modulation and coding of the last frame sent.
  ///
  /// `nil` for rates of the first WiFi generations, and if the driver does not report it.
  ///
  /// Source: `NL80211_RATE_INFO_MCS` and its successors.
  public let txMcs: Int?

  /// The index of modulation and coding of the last frame received.
  ///
  /// `nil` as for ``txMcs``.
  public let rxMcs: Int?

  /// The number of spatial streams of the last frame sent.
  ///
  /// `nil` as for ``txMcs``.
  ///
  /// Source: `NL80211_RATE_INFO_VHT_NSS` and its successors.
  public let txStreams: Int?

  /// The number of spatial streams of the last frame received.
  ///
  /// `nil` as for ``txMcs``.
  public let rxStreams: Int?

  /// The newest WiFi generation among the last frames: 4 (802.11n) to 7 (802.11be).
  ///
  /// `nil` as for ``txMcs``.
  public let generation: Int?

  /// The number of retransmitted frames.
  ///
  /// `nil` if the driver does not count them.
  ///
  /// Source: `NL80211_STA_INFO_TX_RETRIES`.
  public let txRetries: Int?

  /// The number of frames that could not be sent.
  ///
  /// `nil` if the driver does not count them.
  ///
  /// Source: `NL80211_STA_INFO_TX_FAILED`.
  public let txFailures: Int?

  /// How often the access point's beacons were lost.
  ///
  /// `nil` if the driver does not count them.
  ///
  /// Source: `NL80211_STA_INFO_BEACON_LOSS`.
  public let beaconLosses: Int?

  /// The access point lets packets pass.
  ///
  /// Never false: a station is not a member before the key exchange. `nil` if the driver does not report it.
  ///
  /// Source: `NL80211_STA_FLAG_AUTHORIZED`.
  public let authorized: Bool?

  /// The highest transmit power, in dBm.
  ///
  /// `nil` if the driver does not report it.
  ///
  /// Source: `NL80211_ATTR_WIPHY_TX_POWER_LEVEL`.
  public let txPowerLimitDbm: Double?

  /// Whether the radio sleeps between beacons.
  ///
  /// `nil` if the driver does not support it.
  ///
  /// Source: `NL80211_CMD_GET_POWER_SAVE`.
  public let powerSave: Bool?

  /// The country whose rules the radio follows, by ISO 3166-1: `DE`; `00` for rules that apply everywhere.
  ///
  /// `nil` if the driver does not report it.
  ///
  /// Source: `NL80211_ATTR_REG_ALPHA2`.
  public let regulatoryDomain: String?

  /// The address of the access point as a whole, if it has several links, lower case.
  ///
  /// `nil` for a single link.
  ///
  /// Source: `NL80211_BSS_MLD_ADDR`.
  public internal(set) var mldAddress: String?

  /// The security methods that the network offers: several while it is in transition.
  ///
  /// `nil` if unknown.
  public let security: [WiFiSecurity]?

  /// The cipher in use for this machine's frames: `ccmp`, `gcmp-256`, `tkip` and so on.
  ///
  /// `nil` if the access point offers several, since the kernel does not report the choice; and without encryption.
  ///
  /// Source: the access point's RSN element.
  public let cipher: String?

  /// The key management method (AKM) in use: `psk`, `sae`, `owe`, `802.1x` and so on.
  ///
  /// `nil` if it cannot be determined from the access point's offers and the protection of management frames.
  ///
  /// Source: the access point's RSN element, `NL80211_STA_FLAG_MFP`.
  public let keyManagement: String?

  /// Seconds since the connection was established.
  ///
  /// `nil` if the driver does not report it.
  public let connectedSeconds: Int?

  /// The radio links of a multi-link connection, by number; empty for a single link.
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
    try container.encode(averageSignalDbm, forKey: .averageSignalDbm)
    try container.encode(widthMHz, forKey: .widthMHz)
    try container.encode(txMcs, forKey: .txMcs)
    try container.encode(rxMcs, forKey: .rxMcs)
    try container.encode(txStreams, forKey: .txStreams)
    try container.encode(rxStreams, forKey: .rxStreams)
    try container.encode(generation, forKey: .generation)
    try container.encode(txRetries, forKey: .txRetries)
    try container.encode(txFailures, forKey: .txFailures)
    try container.encode(beaconLosses, forKey: .beaconLosses)
    try container.encode(authorized, forKey: .authorized)
    try container.encode(txPowerLimitDbm, forKey: .txPowerLimitDbm)
    try container.encode(powerSave, forKey: .powerSave)
    try container.encode(regulatoryDomain, forKey: .regulatoryDomain)
    try container.encode(mldAddress, forKey: .mldAddress)
    try container.encode(txBitrate, forKey: .txBitrate)
    try container.encode(rxBitrate, forKey: .rxBitrate)
    try container.encode(security, forKey: .security)
    try container.encode(cipher, forKey: .cipher)
    try container.encode(keyManagement, forKey: .keyManagement)
    try container.encode(connectedSeconds, forKey: .connectedSeconds)
    try container.encode(links, forKey: .links)
    try container.encode(withheld, forKey: .withheld)
  }
}
