/// A nexthop object, to which routes can refer: `RTM_NEWNEXTHOP`.
///
/// Source: `struct nhmsg`, include/uapi/linux/nexthop.h.
struct NexthopMessage {
  let number: UInt32
  private(set) var link: Int32?
  private(set) var gateway: IPAddress?
  /// The numbers of the objects in this group.
  ///
  /// Empty if this object is not a group.
  private(set) var members: [UInt32] = []

  private static let newNexthop: UInt16 = 104
  private static let headerSize = 8

  init?(_ message: NetlinkMessage, _ bytes: NetlinkBytes) {
    guard message.type == Self.newNexthop, message.payload.count >= Self.headerSize else { return nil }
    var number: UInt32?
    var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: Self.headerSize)
    while let attribute = attributes.next(in: bytes) {
      let value = attribute.value
      switch attribute.type {
      case 1: number = bytes.uint32(in: value)  // NHA_ID
      case 2:  // NHA_GROUP: struct nexthop_grp, eight octets that begin with the member's number
        members = stride(from: value.lowerBound, to: value.upperBound - 7, by: 8).compactMap { bytes.uint32(at: $0) }
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

extension [NexthopMessage] {
  /// The hops of the object with this number: one hop, or one for each member of its group.
  ///
  /// Empty if the object refuses packets (blackhole) or does not exist. Groups hold no groups.
  func hops(of number: UInt32) -> [RouteMessage.Hop] {
    guard let nexthop = first(where: { $0.number == number }) else { return [] }
    let singles =
      nexthop.members.isEmpty
      ? [nexthop]
      : nexthop.members.compactMap { member in
        first { $0.number == member }
      }
    return singles.compactMap { single in single.link.map { RouteMessage.Hop(link: $0, gateway: single.gateway) } }
  }
}
