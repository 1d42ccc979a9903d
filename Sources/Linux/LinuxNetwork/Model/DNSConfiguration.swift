/// The configuration of the C library's resolver for host names.
///
/// Source: resolv.conf(5).
public struct DNSConfiguration: Sendable, Hashable, Codable {
  /// The addresses of the name servers, in the order of use.
  ///
  /// Without any in the file, 127.0.0.1, as in the C library. With a zone if the file has one: `fe80::1%eth0`. If the
  /// file names only systemd-resolved, these are the upstream servers of systemd-resolved: see ``stub``.
  public internal(set) var servers: [String]

  /// The domains that are appended to a short name.
  ///
  /// Without any in the file, the domain of the host's name, as in the C library.
  public let search: [String]

  /// The local stub whose upstream servers ``servers`` names: `127.0.0.53` of systemd-resolved.
  ///
  /// The C library asks the stub. `nil` if ``servers`` are those of the file itself.
  public internal(set) var stub: String?

  /// The number of dots from which a name is first tried without the domains of ``search``: 0 to 15.
  public internal(set) var ndots = 1

  /// The options of the file, as they are written: `edns0`, `timeout:1`.
  public internal(set) var options: [String] = []
}

extension DNSConfiguration {
  /// Encodes every property: a missing stub is `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(servers, forKey: .servers)
    try container.encode(search, forKey: .search)
    try container.encode(stub, forKey: .stub)
    try container.encode(ndots, forKey: .ndots)
    try container.encode(options, forKey: .options)
  }
}
