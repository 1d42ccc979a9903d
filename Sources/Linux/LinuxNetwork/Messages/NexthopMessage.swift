/// A nexthop object, to which routes can refer: `RTM_NEWNEXTHOP`.
///
/// Source: `struct nhmsg`, include/uapi/linux/nexthop.h.
struct NexthopMessage {
  let number: UInt32
  private(set) var link: Int32?
  private(set) var gateway: IPAddress?
  private(set) var flags: RouteMessage.HopFlags = []
  /// The objects in this group: the number and the weight of each.
  ///
  /// Empty if this object is not a group.
  private(set) var members: [(number: UInt32, weight: Int)] = []

  private static let newNexthop: UInt16 = 104
  private static let headerSize = 8

  init?(_ message: NetlinkMessage, _ bytes: NetlinkBytes) {
    guard message.type == Self.newNexthop, message.payload.count >= Self.headerSize else { return nil }
    var number: UInt32?
    flags = RouteMessage.HopFlags(rawValue: bytes.uint32(at: message.payload.lowerBound + 4) ?? 0)
    var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: Self.headerSize)
    while let attribute = attributes.next(in: bytes) {
      let value = attribute.value
      switch attribute.type {
      case 1: number = bytes.uint32(in: value)  // NHA_ID
      case 2:  // NHA_GROUP: struct nexthop_grp, a number of four octets and the weight less one, its low octet first
        members = stride(from: value.lowerBound, to: value.upperBound - 7, by: 8).compactMap { offset in
          let (low, high) = (bytes.uint8(at: offset + 4) ?? 0, bytes.uint8(at: offset + 5) ?? 0)
          return bytes.uint32(at: offset).map { ($0, (Int(high) << 8 | Int(low)) + 1) }
        }
      case 5: link = bytes.int32(in: value)  // NHA_OIF
      case 6: gateway = bytes.address(in: value)  // NHA_GATEWAY
      default: break
      }
    }
    guard let number else { return nil }
    self.number = number
  }

  /// The request for all nexthop objects.
  static var dump: NetlinkRequest {
    NetlinkRequest("reading nexthops", type: 106, dump: true, header: [UInt8](repeating: 0, count: headerSize))
  }
}

/// Nexthop objects by their numbers.
struct Nexthops {
  private let objects: [UInt32: NexthopMessage]

  init(_ messages: [NexthopMessage]) {
    objects = Dictionary(messages.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The hops of the object with this number: one hop, or one for each member of its group.
  ///
  /// Empty if the object refuses packets (blackhole) or does not exist. Groups do not contain groups.
  func hops(of number: UInt32) -> [RouteMessage.Hop] {
    guard let nexthop = objects[number] else { return [] }
    let members = nexthop.members.isEmpty ? [(number: number, weight: 1)] : nexthop.members
    return members.compactMap { member in
      guard let single = objects[member.number], let link = single.link else { return nil }
      return RouteMessage.Hop(link: link, gateway: single.gateway, weight: member.weight, flags: single.flags)
    }
  }
}
