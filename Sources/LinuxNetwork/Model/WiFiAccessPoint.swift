/// An access point that was seen in a scan.
///
/// Names and hardware addresses of access points locate a person: show them to nobody who need not know.
public struct WiFiAccessPoint: Sendable, Hashable {
  /// The name of the WiFi interface that saw it.
  public internal(set) var interface: String

  /// The network's name.
  ///
  /// `nil` if its octets are no text (see ``ssidBytes``), or if the network hides it.
  public internal(set) var ssid: String?

  /// The network's name as the octets that it really is.
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

  /// Strength of the last frame heard from it, in dBm.
  ///
  /// `nil` if the driver reports no such unit.
  public let signalDbm: Int?

  /// The same on a scale for people: 0 at -100 dBm or less, 100 at -50 dBm or more.
  public let signalPercent: Int?

  /// The ways to join: several while a network is in transition.
  ///
  /// `nil` if it is not known.
  public let security: [WiFiSecurity]?

  /// This machine is a member.
  public let joined: Bool

  /// How long ago it was last heard, in milliseconds.
  ///
  /// `nil` if the kernel does not say.
  public let ageMilliseconds: Int?

  /// Why what identifies the access point is missing here.
  ///
  /// `nil` if nothing was withheld.
  public internal(set) var withheld: String?
}

extension WiFiAccessPoint {
  init(_ message: AccessPointMessage, interface name: [UInt8]) {
    let name = String(kernelText: name)
    let ssid = message.ssid.flatMap(SSID.init)
    let frequency = message.frequencyMHz.map(Int.init)
    let channel = frequency.flatMap(WiFiChannel.init)
    interface = name
    self.ssid = ssid?.text
    ssidBytes = ssid?.octets
    bssid = String(hardwareAddress: message.bssid)
    frequencyMHz = frequency
    self.channel = channel?.number
    band = channel?.band
    signalDbm = message.signalMillibel.map { Int($0) / 100 }
    signalPercent = signalDbm.map(WiFiStatus.percent(ofSignal:))
    security = message.security
    joined = message.isJoined
    ageMilliseconds = message.ageMilliseconds.map(Int.init)
  }
}

extension WiFiAccessPoint: Codable {
  /// Writes every property: what is not known is `null`, so that JavaScript always finds it.
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
