/// An access point from the scan list.
///
/// Names and hardware addresses of access points reveal a person's location: show them only where they are needed.
public struct WiFiAccessPoint: Sendable, Hashable {
  /// The name of the WiFi interface that found it.
  public internal(set) var interface: String

  /// The network's name.
  ///
  /// `nil` if its octets are not text (see ``ssidBytes``), or if the network hides it.
  public internal(set) var ssid: String?

  /// The network's name as octets.
  ///
  /// `nil` if the network hides it.
  public internal(set) var ssidBytes: [UInt8]?

  /// The hardware address of the access point's radio, lower case.
  public internal(set) var bssid: String?

  /// The centre of the primary channel, in MHz: `2412`.
  public let frequencyMHz: Int?

  /// The number of that channel within its band.
  public let channel: Int?

  /// `2.4`, `5`, `6` or `60`, in GHz.
  public let band: String?

  /// Strength of the last received frame, in dBm.
  ///
  /// `nil` if the driver does not report dBm.
  public let signalDbm: Int?

  /// The strength in percent: 0 at -100 dBm or less, 100 at -50 dBm or more.
  public let signalPercent: Int?

  /// The security methods: several while a network is in transition.
  ///
  /// `nil` if unknown.
  public let security: [WiFiSecurity]?

  /// Whether this machine is a member.
  public let joined: Bool

  /// The time since the last received frame, in milliseconds.
  ///
  /// `nil` if the kernel does not report it.
  public let ageMilliseconds: Int?

  /// The reason why identifying properties are missing here.
  ///
  /// `nil` if no property was withheld.
  public internal(set) var withheld: String?
}

extension WiFiAccessPoint: Codable {
  /// Encodes every property: an unknown one is `null`, so that JavaScript always finds it.
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
    try container.encode(security, forKey: .security)
    try container.encode(joined, forKey: .joined)
    try container.encode(ageMilliseconds, forKey: .ageMilliseconds)
    try container.encode(withheld, forKey: .withheld)
  }
}
