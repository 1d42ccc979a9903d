/// The network connection of this machine at one time.
public struct NetworkStatus: Sendable, Hashable {
  /// Whether the kernel would send a packet for a public address, with a usable source address, through a device that
  /// is up, running and has a carrier.
  ///
  /// An address is usable if it is valid beyond its link, and neither tentative nor a duplicate.
  ///
  /// No packet is sent to find this out. So it does not prove that a router answers, that no firewall filters the
  /// traffic, or that no captive portal asks for a password.
  public let connected: Bool

  /// The kind of the device that sends such a packet.
  ///
  /// `none` if not connected.
  public let connectionType: ConnectionType

  /// For a VPN, the kind of device that the tunnel itself runs over.
  ///
  /// `unknown` if only the program of the VPN knows it. `nil` for everything else.
  public let underlyingConnectionType: ConnectionType?

  /// Whether traffic costs money or counts against a limit.
  ///
  /// True for a mobile modem. For WiFi the access point declares it (the Network Cost element). `nil` if unknown, which
  /// is usual. For a VPN, the value of the device below.
  public let metered: Bool?

  /// The connection by IPv4.
  public internal(set) var ipv4: IPConnection

  /// The connection by IPv6.
  public internal(set) var ipv6: IPConnection

  /// The default routes of all routing tables.
  ///
  /// IPv4 before IPv6; then the route in use, the main table and the other tables; then by metric.
  public internal(set) var defaultRoutes: [DefaultRoute]

  /// The configuration of the resolver.
  public internal(set) var dns: DNSConfiguration

  /// All interfaces, sorted by index.
  public internal(set) var interfaces: [NetworkInterface]

  /// The origin of the data.
  public let source: Source

  /// Whether the tables form one state of the kernel.
  ///
  /// False if they changed during each of five reads.
  public internal(set) var consistent: Bool

  /// A source of network information in the kernel.
  public enum Source: String, Sendable, Hashable, Codable {
    /// Netlink: complete and exact.
    case netlink
    /// /proc and interface requests, where netlink is denied.
    ///
    /// These report one IPv4 address for each interface, and only the main routing table.
    case proc
  }
}

extension NetworkStatus: Codable {
  /// Encodes every property: one that does not apply is `null`, so that JavaScript always finds it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(connected, forKey: .connected)
    try container.encode(connectionType, forKey: .connectionType)
    try container.encode(underlyingConnectionType, forKey: .underlyingConnectionType)
    try container.encode(metered, forKey: .metered)
    try container.encode(ipv4, forKey: .ipv4)
    try container.encode(ipv6, forKey: .ipv6)
    try container.encode(defaultRoutes, forKey: .defaultRoutes)
    try container.encode(dns, forKey: .dns)
    try container.encode(interfaces, forKey: .interfaces)
    try container.encode(source, forKey: .source)
    try container.encode(consistent, forKey: .consistent)
  }
}
