/// One radio link of a multi-link connection (WiFi 7).
public struct WiFiLink: Sendable, Hashable {
  /// The link's number within the connection: 0 to 14.
  public let id: Int

  /// The hardware address of the access point's radio on this link, lower case.
  public internal(set) var bssid: String?

  /// The centre of the link's primary channel, in MHz.
  public let frequencyMHz: Int?

  /// The number of that channel within its band.
  public let channel: Int?

  /// `2.4`, `5` or `6`, in GHz.
  public let band: String?

  /// Strength of the last beacon on this link, in dBm.
  public let signalDbm: Int?
}

extension WiFiLink: Codable {
  /// Encodes every property: an unknown one is `null`, so that JavaScript always finds it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(bssid, forKey: .bssid)
    try container.encode(frequencyMHz, forKey: .frequencyMHz)
    try container.encode(channel, forKey: .channel)
    try container.encode(band, forKey: .band)
    try container.encode(signalDbm, forKey: .signalDbm)
  }
}
