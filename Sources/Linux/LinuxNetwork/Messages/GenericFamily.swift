/// A generic netlink family.
///
/// The kernel assigns its number when its module is loaded, so it is looked up by name.
///
/// Source: include/uapi/linux/genetlink.h.
struct GenericFamily {
  let id: UInt16
  /// The numbers of its multicast groups, by name.
  let groups: [String: UInt32]

  private static let controller: UInt16 = 16
  static let headerSize = 4

  init?(_ message: NetlinkMessage, _ bytes: NetlinkBytes) {
    guard message.type == Self.controller else { return nil }
    var id: UInt16?
    var groups: [String: UInt32] = [:]
    var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: Self.headerSize)
    while let attribute = attributes.next(in: bytes) {
      switch attribute.type {
      case 1: id = bytes.uint16(in: attribute.value)  // CTRL_ATTR_FAMILY_ID
      case 7: groups = Self.groups(in: attribute.value, bytes)  // CTRL_ATTR_MCAST_GROUPS
      default: break
      }
    }
    guard let id else { return nil }
    self.id = id
    self.groups = groups
  }

  private static func groups(in range: Range<Int>, _ bytes: NetlinkBytes) -> [String: UInt32] {
    var groups: [String: UInt32] = [:]
    var entries = NetlinkAttributes(in: range)
    while let entry = entries.next(in: bytes) {
      var name: String?
      var number: UInt32?
      var attributes = NetlinkAttributes(in: entry.value)
      while let attribute = attributes.next(in: bytes) {
        switch attribute.type {
        case 1: name = String(kernelText: bytes.string(in: attribute.value))  // CTRL_ATTR_MCAST_GRP_NAME
        case 2: number = bytes.uint32(in: attribute.value)  // ..._GRP_ID
        default: break
        }
      }
      if let name, let number { groups[name] = number }
    }
    return groups
  }

  /// The lookup of the family called `name`.
  ///
  /// The kernel answers `ENOENT` if it does not exist.
  static func named(_ name: String) -> NetlinkRequest {
    let request = NetlinkRequest(
      "looking up the \(name) family", type: controller, dump: false, header: [3, 1, 0, 0])  // CTRL_CMD_GETFAMILY
    return request.with(2, Array(name.utf8) + [0])  // CTRL_ATTR_FAMILY_NAME
  }

  /// A request to this family.
  func request(_ operation: String, command: UInt8, dump: Bool) -> NetlinkRequest {
    NetlinkRequest(operation, type: id, dump: dump, acknowledged: !dump, header: [command, 0, 0, 0])
  }
}
