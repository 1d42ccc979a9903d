/// A route as the kernel reports it: `RTM_NEWROUTE`.
///
/// Source: `struct rtmsg`, include/uapi/linux/rtnetlink.h.
struct RouteMessage {
  let family: AddressFamily
  let destinationLength: UInt8
  let type: UInt8
  let isCached: Bool
  /// The program or the mechanism that made the route: `rtm_protocol`.
  ///
  /// `nil` from a source other than netlink.
  private(set) var origin: UInt8?
  private(set) var table: UInt32
  private(set) var metric: UInt32 = 0
  /// The nexthop object with the hops, if the kernel does not repeat them in the route itself.
  ///
  /// Source: /proc/sys/net/ipv4/nexthop_compat_mode.
  private(set) var nexthop: UInt32?
  /// The source address: the preferred one of a route, the chosen one in the answer to a lookup.
  private(set) var source: IPAddress?
  /// The source addresses to which a route of IPv6 is restricted.
  private(set) var allowedSources: Prefix?
  /// The router's own preference, RFC 4191: 0 medium, 1 high, 3 low.
  private(set) var preference: UInt8?
  private(set) var mtu: UInt32?
  private var singleHop: Hop?
  private var severalHops: [Hop] = []

  /// The possible next hops: one, or several that share the traffic.
  var hops: [Hop] { severalHops.isEmpty ? singleHop.map { [$0] } ?? [] : severalHops }

  /// A way out: a link, and the gateway behind it.
  struct Way: Hashable {
    let link: Int32
    let gateway: IPAddress?
  }

  struct Hop: Equatable {
    var link: Int32
    var gateway: IPAddress?
    /// The share of the traffic, relative to the other hops.
    var weight = 1
    var flags: HopFlags = []

    /// The way out, whatever its state.
    var way: Way { Way(link: link, gateway: gateway) }
  }

  /// `RTNH_F_*`, include/uapi/linux/rtnetlink.h.
  struct HopFlags: OptionSet {
    let rawValue: UInt32

    static let dead = HopFlags(rawValue: 1)
    static let onLink = HopFlags(rawValue: 4)
    static let linkDown = HopFlags(rawValue: 16)
  }

  /// A network: the first bits of an address.
  struct Prefix: Equatable {
    let address: IPAddress
    let length: UInt8
  }

  /// Packets are delivered: `RTN_UNICAST`.
  ///
  /// Other types are local, or refuse packets: blackhole, unreachable, prohibit.
  var isUnicast: Bool { type == 1 }
  /// Matches every destination, and is not a cached exception.
  var isDefault: Bool { destinationLength == 0 && isUnicast && !isCached }

  /// Leads out of the links' own networks, as default routes and routes with a gateway do.
  ///
  /// The status needs no other routes, of which there may be many thousands.
  var leadsOut: Bool { isUnicast && !isCached && (isDefault || hasGateway || lacksHops) }
  /// Only the nexthop object knows the hops.
  var lacksHops: Bool { nexthop != nil && singleHop == nil && severalHops.isEmpty }
  private var hasGateway: Bool { singleHop?.gateway != nil || severalHops.contains { $0.gateway != nil } }

  private static let newRoute: UInt16 = 24
  static let headerSize = 12
  static let mainTable: UInt32 = 254
  /// `RTM_F_CLONED`: an exception that the kernel keeps for one destination.
  private static let cloned: UInt32 = 0x200

  /// Decodes a message.
  ///
  /// `nil` if it describes no IP route.
  init?(_ message: NetlinkMessage, _ bytes: NetlinkBytes) {
    let start = message.payload.lowerBound
    guard
      message.type == Self.newRoute, message.payload.count >= Self.headerSize,
      let family = AddressFamily(kernelFamily: bytes.uint8(at: start)),
      let destinationLength = bytes.uint8(at: start + 1), let table = bytes.uint8(at: start + 4),
      let type = bytes.uint8(at: start + 7), let flags = bytes.uint32(at: start + 8)
    else { return nil }
    self.family = family
    self.destinationLength = destinationLength
    self.table = UInt32(table)
    self.type = type
    origin = bytes.uint8(at: start + 5)
    isCached = flags & Self.cloned != 0
    readAttributes(of: message, bytes, flags: HopFlags(rawValue: flags), sourceLength: bytes.uint8(at: start + 2) ?? 0)
  }

  /// A route of the main table, from a source other than netlink.
  ///
  /// A gateway of zeros means none.
  init(
    family: AddressFamily, destinationLength: UInt8, refuses: Bool, isCached: Bool, metric: UInt32, hop: Hop
  ) {
    self.family = family
    self.destinationLength = destinationLength
    self.isCached = isCached
    self.metric = metric
    type = refuses ? 7 : 1
    table = Self.mainTable
    singleHop = Hop(link: hop.link, gateway: hop.gateway.flatMap { $0.isUnspecified ? nil : $0 })
  }

  /// Sets the hops from the nexthop objects.
  mutating func resolve(_ nexthops: Nexthops) {
    if lacksHops, let nexthop { severalHops = nexthops.hops(of: nexthop) }
  }

  private mutating func readAttributes(
    of message: NetlinkMessage, _ bytes: NetlinkBytes, flags: HopFlags, sourceLength: UInt8
  ) {
    var single = Hop(link: 0, flags: flags)
    var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: Self.headerSize)
    while let attribute = attributes.next(in: bytes) {
      let value = attribute.value
      switch attribute.type {
      case 2:  // RTA_SRC
        allowedSources = bytes.address(in: value).flatMap {
          sourceLength == 0 ? nil : Prefix(address: $0, length: sourceLength)
        }
      case 4: single.link = bytes.int32(in: value) ?? 0  // RTA_OIF
      case 5, 18: single.gateway = Self.gateway(attribute, bytes)  // RTA_GATEWAY, RTA_VIA
      case 6: metric = bytes.uint32(in: value) ?? 0  // RTA_PRIORITY
      case 7: source = bytes.address(in: value)  // RTA_PREFSRC
      case 8: mtu = Self.mtu(in: value, bytes)  // RTA_METRICS
      case 9: severalHops = Self.hops(in: value, bytes)  // RTA_MULTIPATH
      case 15: table = bytes.uint32(in: value) ?? table  // RTA_TABLE
      case 20: preference = bytes.uint8(in: value)  // RTA_PREF
      case 30: nexthop = bytes.uint32(in: value)  // RTA_NH_ID
      default: break
      }
    }
    if single.link != 0 { singleHop = single }
  }

  /// `RTAX_MTU`.
  private static func mtu(in range: Range<Int>, _ bytes: NetlinkBytes) -> UInt32? {
    var attributes = NetlinkAttributes(in: range)
    while let attribute = attributes.next(in: bytes) {
      if attribute.type == 2 { return bytes.uint32(in: attribute.value) }
    }
    return nil
  }

  /// `struct rtnexthop`: a length, flags, the weight less one, the link's index, and attributes of its own.
  private static func hops(in range: Range<Int>, _ bytes: NetlinkBytes) -> [Hop] {
    var hops: [Hop] = []
    var offset = range.lowerBound
    while range.upperBound - offset >= 8, let length = bytes.uint16(at: offset), length >= 8,
      Int(length) <= range.upperBound - offset, let link = bytes.int32(at: offset + 4)
    {
      var hop = Hop(
        link: link, weight: Int(bytes.uint8(at: offset + 3) ?? 0) + 1,
        flags: HopFlags(rawValue: UInt32(bytes.uint8(at: offset + 2) ?? 0)))
      var attributes = NetlinkAttributes(in: (offset + 8)..<(offset + Int(length)))
      while let attribute = attributes.next(in: bytes) {
        if attribute.type == 5 || attribute.type == 18 { hop.gateway = gateway(attribute, bytes) }
      }
      hops.append(hop)
      offset += Int(length).alignedToFour
    }
    return hops
  }

  /// The gateway: plain in `RTA_GATEWAY`, after its family in `RTA_VIA` (an IPv6 gateway for IPv4 packets).
  private static func gateway(_ attribute: NetlinkAttribute, _ bytes: NetlinkBytes) -> IPAddress? {
    let skipped = attribute.type == 18 ? min(2, attribute.value.count) : 0
    return bytes.address(in: attribute.value.dropFirst(skipped))
  }
}

extension AddressFamily {
  /// `AF_INET` and `AF_INET6`; `nil` for every other family.
  fileprivate init?(kernelFamily: UInt8?) {
    switch kernelFamily {
    case 2: self = .ipv4
    case 10: self = .ipv6
    default: return nil
    }
  }
}
