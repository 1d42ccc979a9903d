extension RouteMessage {
  /// The request for all routes of a family.
  static func dump(_ family: AddressFamily) -> NetlinkRequest {
    NetlinkRequest("reading \(family.name) routes", type: 26, dump: true, header: header(family))
  }

  /// The lookup of the route that a packet takes.
  ///
  /// It transmits nothing.
  ///
  /// - Parameters:
  ///   - source: the packet's source address; `nil` lets the kernel choose it.
  ///   - mark: the packet's mark, by which rules select routing tables.
  ///   - link: the link that the packet must leave by; `nil` for any.
  ///   - transport: the protocol above IP, by which rules select routing tables; `nil` for any.
  ///   - asEntry: whether the answer is the entry of the routing table, with all of its hops, instead of the chosen hop.
  static func lookup(
    _ destination: IPAddress, from source: IPAddress? = nil, mark: UInt32 = 0, link: Int32? = nil,
    transport: Transport? = nil, asEntry: Bool = false
  ) -> NetlinkRequest {
    let bits = { (address: IPAddress) in UInt8(address.octets.count * 8) }
    var request = NetlinkRequest(
      "looking up a route to an \(destination.family.name) address", type: 26, dump: false,
      header: header(
        destination.family, destinationLength: bits(destination), sourceLength: source.map(bits) ?? 0,
        flags: asEntry ? entryFlags(destination.family) : 0))
    request = request.with(1, destination.octets)  // RTA_DST
    if let source { request = request.with(2, source.octets) }  // RTA_SRC
    if let link { request = request.with(4, UInt32(bitPattern: link)) }  // RTA_OIF
    if let transport { request = request.with(27, [transport.rawValue]) }  // RTA_IP_PROTO
    return mark == 0 ? request : request.with(16, mark)  // RTA_MARK
  }

  /// A protocol above IP.
  enum Transport: UInt8 {
    case udp = 17
  }

  /// `RTM_F_FIB_MATCH`; for IPv4 also `RTM_F_LOOKUP_TABLE`, without which the answer names the main table.
  ///
  /// The strict checks of IPv6 refuse that flag. Source: include/uapi/linux/rtnetlink.h; `inet_rtm_getroute`,
  /// net/ipv4/route.c.
  private static func entryFlags(_ family: AddressFamily) -> UInt32 { family == .ipv4 ? 0x3000 : 0x2000 }

  private static func header(
    _ family: AddressFamily, destinationLength: UInt8 = 0, sourceLength: UInt8 = 0, flags: UInt32 = 0
  ) -> [UInt8] {
    [family.kernelFamily, destinationLength, sourceLength] + [UInt8](repeating: 0, count: headerSize - 7) + flags.octets
  }
}

extension AddressFamily {
  /// A root name server (a.root-servers.net), a public address to which no host has a route of its own.
  var publicAddress: IPAddress {
    switch self {
    case .ipv4: IPAddress(bits: 0xc629_0004, .ipv4)
    case .ipv6: IPAddress(bits: 0x2001_0503_ba3e_0000_0000_0000_0002_0030, .ipv6)
    }
  }

  fileprivate var kernelFamily: UInt8 { self == .ipv4 ? 2 : 10 }

  /// The name, for error texts.
  fileprivate var name: String { self == .ipv4 ? "IPv4" : "IPv6" }
}
