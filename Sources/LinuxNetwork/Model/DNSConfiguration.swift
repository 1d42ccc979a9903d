/// How host names are looked up, as the C library's resolver is told.
///
/// Source: resolv.conf(5).
public struct DNSConfiguration: Sendable, Hashable, Codable {
  /// The name servers' addresses, the first to be asked first.
  ///
  /// With a zone if the file has one: `fe80::1%eth0`.
  ///
  /// Where systemd-resolved is the only server named, these are the servers that it asks.
  public internal(set) var servers: [String]

  /// The domains that a short name is tried in.
  public let search: [String]
}
