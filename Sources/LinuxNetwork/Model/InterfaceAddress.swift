/// The two versions of the Internet Protocol.
public enum AddressFamily: String, Sendable, Hashable, Codable, CaseIterable {
  /// Version 4: 32 bits.
  case ipv4
  /// Version 6: 128 bits.
  case ipv6
}

/// An IP address of an interface.
public struct InterfaceAddress: Sendable, Hashable, Codable {
  /// The version of the address.
  public let family: AddressFamily

  /// The address itself, as RFC 5952 writes it: `192.0.2.7`, `2001:db8::7`.
  ///
  /// Without a zone.
  ///
  /// This machine's end: on a point-to-point link, not the peer's.
  public let address: String

  /// How many leading bits name the network: 0 to 32, or 0 to 128.
  public let prefixLength: Int

  /// How far the address reaches: `global`, `site`, `link`, `host`, `nowhere`, or a number that the administrator chose.
  ///
  /// Source: `rtm_scope`, include/uapi/linux/rtnetlink.h.
  public let scope: String

  /// Made for privacy, to be replaced in hours.
  public let temporary: Bool

  /// Past its preferred lifetime: still valid, no longer chosen for new connections.
  public let deprecated: Bool

  /// Not usable: not yet checked for duplicates, or found to be one.
  public let tentative: Bool
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
    // For IPv4 the same bit means "secondary": another address of the same network.
    temporary = message.address.family == .ipv6 && message.flags.contains(.temporary)
    deprecated = message.flags.contains(.deprecated)
    tentative = !message.flags.isDisjoint(with: [.tentative, .failed])
  }
}
