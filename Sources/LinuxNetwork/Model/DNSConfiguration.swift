/// The configuration of the C library's resolver for host names.
///
/// Source: resolv.conf(5).
public struct DNSConfiguration: Sendable, Hashable, Codable {
  /// The addresses of the name servers, in the order of use.
  ///
  /// Without any in the file, 127.0.0.1, as in the C library. With a zone if the file has one: `fe80::1%eth0`. If the file names only systemd-resolved, these are the upstream
  /// servers of systemd-resolved.
  public internal(set) var servers: [String]

  /// The domains that are appended to a short name.
  ///
  /// Without any in the file, the domain of the host's name, as in the C library.
  public let search: [String]
}
