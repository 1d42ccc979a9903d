/// An address of a link as the kernel reports it: `RTM_NEWADDR`.
///
/// Source: `struct ifaddrmsg`, include/uapi/linux/if_addr.h.
struct AddressMessage {
  let link: Int32
  let prefixLength: UInt8
  let scope: UInt8
  let flags: Flags
  let address: IPAddress
  /// The other end of a point-to-point link.
  private(set) var peer: IPAddress?
  /// The bits of the IPv4 address of all machines on the link.
  private(set) var broadcast: UInt32?
  private(set) var label: [UInt8] = []
  private(set) var lifetimes = Lifetimes()
  /// Whether a server or a router assigned it, for a limited time.
  ///
  /// `nil` if the source does not report it.
  private(set) var isDynamic: Bool?

  /// The seconds until the address is no longer preferred, and no longer valid; `nil` for no end.
  struct Lifetimes: Equatable {
    var preferred: UInt32?
    var valid: UInt32?
  }

  struct Flags: OptionSet {
    let rawValue: UInt32

    static let temporary = Flags(rawValue: 0x01)
    /// Usable although it is tentative (RFC 4429).
    static let optimistic = Flags(rawValue: 0x04)
    /// Duplicate address detection found another owner: the address is unusable.
    static let failed = Flags(rawValue: 0x08)
    static let deprecated = Flags(rawValue: 0x20)
    static let tentative = Flags(rawValue: 0x40)
    static let permanent = Flags(rawValue: 0x80)
  }

  /// Not usable: not yet checked for duplicates, or a duplicate.
  var isTentative: Bool { !flags.isDisjoint(with: [.tentative, .failed]) }

  /// Can be the source of a packet now.
  var isUsable: Bool { !flags.contains(.failed) && (!flags.contains(.tentative) || flags.contains(.optimistic)) }

  /// Its administrator restricts it to this machine or to one link: `RT_SCOPE_LINK` and narrower.
  var isOfNarrowScope: Bool { scope >= 253 }

  private static let newAddress: UInt16 = 20
  private static let headerSize = 8

  /// Decodes a message.
  ///
  /// `nil` if it contains no IP address.
  init?(_ message: NetlinkMessage, _ bytes: NetlinkBytes) {
    let start = message.payload.lowerBound
    guard
      message.type == Self.newAddress, message.payload.count >= Self.headerSize,
      let prefixLength = bytes.uint8(at: start + 1), let headerFlags = bytes.uint8(at: start + 2),
      let scope = bytes.uint8(at: start + 3), let link = bytes.int32(at: start + 4)
    else { return nil }
    var peer: IPAddress?
    var local: IPAddress?
    var flags = UInt32(headerFlags)
    var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: Self.headerSize)
    while let attribute = attributes.next(in: bytes) {
      switch attribute.type {
      case 1: peer = bytes.address(in: attribute.value)  // IFA_ADDRESS
      case 2: local = bytes.address(in: attribute.value)  // IFA_LOCAL
      case 3: label = bytes.string(in: attribute.value)  // IFA_LABEL
      case 4: broadcast = bytes.address(in: attribute.value)?.ipv4Bits  // IFA_BROADCAST
      case 6:  // IFA_CACHEINFO: the preferred time, the valid time, and two instants
        lifetimes = Lifetimes(
          preferred: Self.seconds(at: attribute.value.prefix(4), bytes),
          valid: Self.seconds(at: attribute.value.dropFirst(4), bytes))
      case 8:  // IFA_FLAGS: all 32 bits
        flags = bytes.uint32(in: attribute.value) ?? flags
      default: break
      }
    }
    // On a point-to-point link IFA_ADDRESS is the peer's; without IFA_LOCAL it is our own.
    guard let address = local ?? peer else { return nil }
    self.link = link
    self.prefixLength = prefixLength
    self.scope = scope
    self.flags = Flags(rawValue: flags)
    self.address = address
    self.peer = local == nil || local == peer ? nil : peer
    isDynamic = !self.flags.contains(.permanent)
  }

  /// All ones mean for ever.
  private static func seconds(at range: Range<Int>, _ bytes: NetlinkBytes) -> UInt32? {
    bytes.uint32(in: range).flatMap { $0 == .max ? nil : $0 }
  }

  /// An address from a source other than netlink.
  init(link: Int32, prefixLength: UInt8, scope: UInt8, flags: Flags, address: IPAddress, isDynamic: Bool? = nil) {
    self.link = link
    self.prefixLength = prefixLength
    self.scope = scope
    self.flags = flags
    self.address = address
    self.isDynamic = isDynamic
  }

  /// The lookup of one IPv6 address; the kernel has no such lookup for IPv4.
  static func lookup(_ address: IPAddress) -> NetlinkRequest {
    let header: [UInt8] = [10] + [UInt8](repeating: 0, count: headerSize - 1)
    return NetlinkRequest("reading an address", type: 22, dump: false, header: header).with(1, address.octets)
  }

  /// The request for the IPv4 addresses of one link; kernels before 4.20 answer with those of all links.
  static func dumpIPv4(of link: Int32) -> NetlinkRequest {
    NetlinkRequest("reading addresses", type: 22, dump: true, header: [2, 0, 0, 0] + link.octets)
  }

  /// The request for all addresses of both families.
  static var dump: NetlinkRequest {
    NetlinkRequest("reading addresses", type: 22, dump: true, header: [UInt8](repeating: 0, count: headerSize))
  }
}
