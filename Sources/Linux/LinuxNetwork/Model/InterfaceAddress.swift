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
  /// On a point-to-point link, this machine's address, not the peer's.
  public let address: String

  /// The number of leading bits that name the network: 0 to 32, or 0 to 128.
  public let prefixLength: Int

  /// The scope of the address: `global`, `site`, `link`, `host`, `nowhere`, or a number that the administrator chose.
  ///
  /// Source: `rtm_scope`, include/uapi/linux/rtnetlink.h.
  public let scope: String

  /// The link of a link-local IPv6 address: the number after the `%` in `fe80::1%2`.
  ///
  /// `nil` for all other addresses, which mean the same on every link.
  ///
  /// Source: `sin6_scope_id`, ipv6(7); the interface's index.
  public let scopeId: Int?

  /// A temporary address for privacy, replaced after hours.
  public let temporary: Bool

  /// Past its preferred lifetime: still valid, no longer chosen for new connections.
  public let deprecated: Bool

  /// Not usable: not yet checked for duplicates, or a duplicate.
  public let tentative: Bool

  /// Not usable: another machine on the link has the same address.
  ///
  /// Source: `IFA_F_DADFAILED`, include/uapi/linux/if_addr.h.
  public let dadFailed: Bool

  /// Assigned for a limited time, for example by a DHCP server or a router's announcement.
  ///
  /// `nil` if unknown: for IPv4 if netlink is denied.
  ///
  /// Source: the absence of `IFA_F_PERMANENT`.
  public let dynamic: Bool?

  /// The seconds until the address is deprecated, at the time of the read.
  ///
  /// `nil` if it never is, and if netlink is denied.
  ///
  /// Source: `IFA_CACHEINFO`.
  public internal(set) var preferredSeconds: Int?

  /// The seconds until the kernel removes the address, at the time of the read.
  ///
  /// `nil` if it never is, and if netlink is denied.
  ///
  /// Source: `IFA_CACHEINFO`.
  public internal(set) var validSeconds: Int?

  /// The other end's address on a point-to-point link.
  ///
  /// `nil` if there is none, and if netlink is denied.
  ///
  /// Source: `IFA_ADDRESS` beside `IFA_LOCAL`.
  public internal(set) var peer: String?

  /// The address of all machines on the link.
  ///
  /// `nil` for IPv6, if none is set, and if netlink is denied.
  ///
  /// Source: `IFA_BROADCAST`.
  public let broadcast: String?

  /// The administrator's label of an IPv4 address: the interface's name, or `eth0:1`.
  ///
  /// `nil` for IPv6, and if netlink is denied.
  ///
  /// Source: `IFA_LABEL`.
  public internal(set) var label: String?
}

extension InterfaceAddress: Codable {
  /// Encodes every property: a missing scope id is `null`.
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
    try container.encode(dadFailed, forKey: .dadFailed)
    try container.encode(dynamic, forKey: .dynamic)
    try container.encode(preferredSeconds, forKey: .preferredSeconds)
    try container.encode(validSeconds, forKey: .validSeconds)
    try container.encode(peer, forKey: .peer)
    try container.encode(broadcast, forKey: .broadcast)
    try container.encode(label, forKey: .label)
  }
}
