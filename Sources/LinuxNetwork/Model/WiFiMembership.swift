/// Which WiFi network an interface is a member of: what lasts as long as the connection to one access point.
///
/// ``WiFiStatus`` tells more, of what changes with every frame.
public struct WiFiMembership: Sendable, Hashable {
  /// The interface has joined a network.
  public let joined: Bool

  /// The network's name.
  ///
  /// `nil` if its octets are no text (see ``ssidBytes``), or if it is not known.
  public internal(set) var ssid: String?

  /// The network's name as the octets that it really is.
  ///
  /// `nil` if it is not known.
  public internal(set) var ssidBytes: [UInt8]?

  /// The hardware address of the access point's radio, lower case.
  ///
  /// `nil` if it is not known.
  public internal(set) var bssid: String?
}

extension WiFiMembership {
  init(_ association: WirelessAssociation?) {
    joined = association != nil
    ssid = association?.ssid?.text
    ssidBytes = association?.ssid?.octets
    bssid = association?.bssid
  }
}

extension WiFiMembership: Codable {
  /// Writes every property: what is not known is `null`, so that JavaScript always finds it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(joined, forKey: .joined)
    try container.encode(ssid, forKey: .ssid)
    try container.encode(ssidBytes, forKey: .ssidBytes)
    try container.encode(bssid, forKey: .bssid)
  }
}
