/// The two versions of the Internet Protocol.
public enum AddressFamily: String, Sendable, Hashable, Codable, CaseIterable {
  /// Version 4: 32 bits.
  case ipv4
  /// Version 6: 128 bits.
  case ipv6
}

/// An IP address of an interface.
public struct InterfaceAddress: Sendable, Hashable {
  /// The version of the address.
  public let family: AddressFamily

  /// The address itself, as RFC 5952 writes it: `192.0.2.7`, `2001:db8::7`.
  ///
  /// Without a zone: see ``scopeId``.
  ///
  /// This machine's end: on a point-to-point link, not the peer's.
  public let address: String

  /// How many leading bits name the network: 0 to 32, or 0 to 128.
  public let prefixLength: Int

  /// How far the address reaches: `global`, `site`, `link`, `host`, `nowhere`, or a number that the administrator chose.
  ///
  /// Source: `rtm_scope`, include/uapi/linux/rtnetlink.h.
  public let scope: String

  /// Which link an address means that every link may have: the number behind the `%` in `fe80::1%2`.
  ///
  /// `nil` for addresses of any other kind than link-local IPv6, which mean the same on every link.
  ///
  /// Source: `sin6_scope_id`, ipv6(7); the interface's index.
  public let scopeId: Int?

  /// Made for privacy, to be replaced in hours.
  public let temporary: Bool

  /// Past its preferred lifetime: still valid, no longer chosen for new connections.
  public let deprecated: Bool

  /// Not usable: not yet checked for duplicates, or found to be one.
  public let tentative: Bool
}

extension InterfaceAddress: Codable {
  /// Writes every property: an address that needs no link has `null` for it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(family, forKey: .family)
    try container.encode(address, forKey: .address)
    try container.encode(prefixLength, forKey: .prefixLength)
    try container.encode(scope, forKey: .scope)
    try container.encode(scopeId, forKey: .scopeId)
    try container.encode(temporary, forKey: .temporary)
    try container.encode(deprecated, forKey: .deprecated)
    try container.encode(tentative, forKey: .tentative)
  }
}

extension InterfaceAddress {
  init(_ message: AddressMessage) {
    family = message.address.family
    address = message.address.description
    prefixLength = Int(message.prefixLength)
    scope =
      switch message.scope {
      case 0: "global"
      case 200: "site"
      case 253: "link"
      case 254: "host"
      case 255: "nowhere"
      default: String(message.scope)
      }
    scopeId = message.address.isLinkLocalIPv6 ? Int(message.link) : nil
    // For IPv4 the same bit means "secondary": another address of the same network.
    temporary = message.address.family == .ipv6 && message.flags.contains(.temporary)
    deprecated = message.flags.contains(.deprecated)
    tentative = message.isTentative
  }
}
