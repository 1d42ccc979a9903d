/// How this machine is connected, at one moment.
public struct NetworkStatus: Sendable, Hashable {
  /// The kernel would send a packet for a public address out of a device that is up, running and has a carrier.
  ///
  /// A version of the Internet Protocol of which this machine has nothing but addresses that are not yet, or not, its own
  /// does not count.
  ///
  /// No packet is sent to find this out, so it cannot prove that a router answers, that nothing filters, or that no
  /// portal wants a password first.
  public let connected: Bool

  /// The kind of device that such a packet would leave by.
  ///
  /// `none` if not connected.
  public let connectionType: ConnectionType

  /// For a VPN, the kind of device that the tunnel itself runs over.
  ///
  /// `nil` for everything else.
  public let underlyingConnectionType: ConnectionType?

  /// Traffic costs money or counts against a limit, as far as anybody says.
  ///
  /// True for a mobile modem, and as the access point declares for WiFi (the Network Cost element). `nil` if nobody says,
  /// which is usual. For a VPN that of the device below.
  public let metered: Bool?

  /// The default routes of all routing tables: IPv4 before IPv6, then by metric.
  public internal(set) var defaultRoutes: [DefaultRoute]

  /// How host names are looked up.
  public internal(set) var dns: DNSConfiguration

  /// All interfaces, by index.
  public internal(set) var interfaces: [NetworkInterface]

  /// Where the data came from.
  public let source: Source

  /// The tables were read whole.
  ///
  /// False if they changed each of five times while the kernel wrote them.
  public internal(set) var consistent: Bool

  /// A part of the kernel that answers questions about the network.
  public enum Source: String, Sendable, Hashable, Codable {
    /// Netlink: complete and exact.
    case netlink
    /// /proc and interface requests, where netlink is denied.
    ///
    /// They know one IPv4 address an interface, only the main routing table, and no kinds of virtual links.
    case proc
  }
}

extension NetworkStatus: Codable {
  /// Writes every property: what does not apply is `null`, so that JavaScript always finds it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(connected, forKey: .connected)
    try container.encode(connectionType, forKey: .connectionType)
    try container.encode(underlyingConnectionType, forKey: .underlyingConnectionType)
    try container.encode(metered, forKey: .metered)
    try container.encode(defaultRoutes, forKey: .defaultRoutes)
    try container.encode(dns, forKey: .dns)
    try container.encode(interfaces, forKey: .interfaces)
    try container.encode(source, forKey: .source)
    try container.encode(consistent, forKey: .consistent)
  }
}
