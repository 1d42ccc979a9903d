/// The WiFi network that an interface is a member of: the properties that stay the same while it is connected to one
/// access point.
///
/// ``WiFiStatus`` adds the properties that change with every frame.
public struct WiFiMembership: Sendable, Hashable {
  /// The role of the interface: `station`, `access-point`, `ad-hoc`, `monitor`, `mesh`, `p2p-client` and so on.
  ///
  /// `nil` if nl80211 is denied, and for an unknown role.
  ///
  /// Source: `NL80211_ATTR_IFTYPE`, include/uapi/linux/nl80211.h.
  public let mode: String?

  /// The interface has joined a network.
  public let joined: Bool

  /// The network's name; for an access point, the name of the network that it provides.
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
}

extension WiFiMembership: Codable {
  /// Encodes every property: an unknown one is `null`, so that JavaScript always finds it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(mode, forKey: .mode)
    try container.encode(joined, forKey: .joined)
    try container.encode(ssid, forKey: .ssid)
    try container.encode(ssidBytes, forKey: .ssidBytes)
    try container.encode(bssid, forKey: .bssid)
  }
}
