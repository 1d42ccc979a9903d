/// A link as the kernel reports it: `RTM_NEWLINK`.
///
/// Source: `struct ifinfomsg`, include/uapi/linux/rtnetlink.h; `IFLA_*`, include/uapi/linux/if_link.h.
struct LinkMessage {
  let index: Int32
  let hardwareType: UInt16
  var flags: Flags
  var name: [UInt8] = []
  var mac: [UInt8] = []
  var mtu: UInt32?
  var operationalState: UInt8?
  /// The driver's kind, such as `bridge`.
  ///
  /// Empty for hardware.
  var kind: [UInt8] = []
  /// The bridge, bond or team that the link is a port of.
  var master: Int32?
  /// The one port that sends and receives: of a bond in the mode active-backup.
  private(set) var activePort: Int32?
  /// The link below: the carrier of a VLAN, the peer of a veth.
  var lower: Int32?
  /// The ends of a tunnel that has fixed ones.
  var tunnel: TunnelEnds?
  /// This namespace's number for the network namespace of the link below, where its index has another meaning.
  ///
  /// `nil` if that link is in this namespace. Negative if the namespace has no number here.
  var lowerNamespace: Int32?
  var vlan: UInt16?
  var permanentMAC: [UInt8] = []
  var alternativeNames: [[UInt8]] = []
  var alias: [UInt8] = []
  /// The device that the link belongs to, such as a PCI function.
  var parent: [UInt8] = []
  /// The number of programs and links that want to receive every packet.
  var promiscuity: UInt32 = 0
  var statistics: InterfaceStatistics?

  struct Flags: OptionSet {
    let rawValue: UInt32

    static let up = Flags(rawValue: 0x1)
    static let loopback = Flags(rawValue: 0x8)
    static let pointToPoint = Flags(rawValue: 0x10)
    static let running = Flags(rawValue: 0x40)
    static let lowerUp = Flags(rawValue: 0x10000)
    /// Able to carry packets now: the flags that "connected" requires of a device.
    static let ready: Flags = [.up, .running, .lowerUp]
  }

  /// `ARPHRD_*`, include/uapi/linux/if_arp.h.
  enum HardwareType {
    static let ethernet: UInt16 = 1
    static let ppp: UInt16 = 512
    static let rawIP: UInt16 = 519
    static let loopback: UInt16 = 772
    /// Tunnels, whose "hardware address" is the IP address of their local end: ipip, ip6tnl, sit, gre, ip6gre.
    static let tunnels: Set<UInt16> = [768, 769, 776, 778, 823]
  }

  var lowerIsElsewhere: Bool { lowerNamespace != nil }

  private static let newLink: UInt16 = 16
  private static let headerSize = 16

  /// A link with only these known properties.
  init(index: Int32, hardwareType: UInt16, flags: Flags) {
    self.index = index
    self.hardwareType = hardwareType
    self.flags = flags
  }

  /// Decodes a message.
  ///
  /// `nil` if it does not describe a complete link. Scans and roams send messages with little more than a name, and the
  /// bridge and IPv6 families send messages of their own. None of these may overwrite the known properties.
  init?(_ message: NetlinkMessage, _ bytes: NetlinkBytes) {
    let start = message.payload.lowerBound
    guard
      message.type == Self.newLink, message.payload.count >= Self.headerSize, bytes.uint8(at: start) == 0,
      let hardwareType = bytes.uint16(at: start + 2), let index = bytes.int32(at: start + 4),
      let flags = bytes.uint32(at: start + 8)
    else { return nil }
    self.index = index
    self.hardwareType = hardwareType
    self.flags = Flags(rawValue: flags)
    var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: Self.headerSize)
    while let attribute = attributes.next(in: bytes) { read(attribute, bytes) }
    guard !name.isEmpty, mtu != nil, operationalState != nil else { return nil }
  }

  private mutating func read(_ attribute: NetlinkAttribute, _ bytes: NetlinkBytes) {
    let value = attribute.value
    switch attribute.type {
    case 1: mac = bytes.octets(in: value)  // IFLA_ADDRESS
    case 3: name = bytes.string(in: value)  // IFLA_IFNAME
    case 4: mtu = bytes.uint32(in: value)  // IFLA_MTU
    case 5: lower = bytes.int32(in: value)  // IFLA_LINK
    case 10: master = bytes.int32(in: value)  // IFLA_MASTER
    case 16: operationalState = bytes.uint8(in: value)  // IFLA_OPERSTATE
    case 18: readLinkInfo(value, bytes)  // IFLA_LINKINFO
    case 20: alias = bytes.string(in: value)  // IFLA_IFALIAS
    case 23: statistics = InterfaceStatistics(value, bytes)  // IFLA_STATS64
    case 30: promiscuity = bytes.uint32(in: value) ?? 0  // IFLA_PROMISCUITY
    case 37: lowerNamespace = bytes.int32(in: value) ?? -1  // IFLA_LINK_NETNSID
    case 52: readAlternativeNames(value, bytes)  // IFLA_PROP_LIST
    case 54: permanentMAC = bytes.octets(in: value)  // IFLA_PERM_ADDRESS
    case 56: parent = bytes.string(in: value)  // IFLA_PARENT_DEV_NAME
    default: break
    }
  }

  private mutating func readLinkInfo(_ value: Range<Int>, _ bytes: NetlinkBytes) {
    var name: Range<Int>?
    var data: Range<Int>?
    var attributes = NetlinkAttributes(in: value)
    while let attribute = attributes.next(in: bytes) {
      switch attribute.type {
      case 1: name = attribute.value  // IFLA_INFO_KIND
      case 2: data = attribute.value  // IFLA_INFO_DATA
      default: break
      }
    }
    guard let name else { return }
    kind = bytes.string(in: name)
    if let data { readKindData(data, bytes) }
  }

  private mutating func readKindData(_ value: Range<Int>, _ bytes: NetlinkBytes) {
    let kind = String(kernelText: kind)
    tunnel = TunnelEnds(kind: kind, value, bytes)
    var mode: UInt8?
    var attributes = NetlinkAttributes(in: value)
    while let attribute = attributes.next(in: bytes) {
      switch (kind, attribute.type) {
      case ("vlan", 1): vlan = bytes.uint16(in: attribute.value)  // IFLA_VLAN_ID
      case ("bond", 1): mode = bytes.uint8(in: attribute.value)  // IFLA_BOND_MODE
      case ("bond", 2): activePort = bytes.int32(in: attribute.value)  // IFLA_BOND_ACTIVE_SLAVE
      default: break
      }
    }
    // The modes 5 and 6 have a first port, and send by the others too. BOND_MODE_ACTIVEBACKUP is 1.
    if mode != 1 { activePort = nil }
  }

  private mutating func readAlternativeNames(_ value: Range<Int>, _ bytes: NetlinkBytes) {
    var attributes = NetlinkAttributes(in: value)
    while let attribute = attributes.next(in: bytes) {
      if attribute.type == 53 { alternativeNames.append(bytes.string(in: attribute.value)) }  // IFLA_ALT_IFNAME
    }
  }

  /// `IFLA_EXT_MASK`.
  private static let extensionMask: UInt16 = 29
  /// `RTEXT_FILTER_SKIP_STATS`: without the counters of IPv6; those of the link remain.
  private static let skipsStatistics: UInt32 = 8

  /// The lookup of one link.
  static func lookup(_ index: Int32) -> NetlinkRequest {
    let header = [UInt8](repeating: 0, count: 4) + index.octets + [UInt8](repeating: 0, count: 8)
    return NetlinkRequest("reading a link", type: 18, dump: false, header: header).with(extensionMask, skipsStatistics)
  }

  /// The request for all links.
  ///
  /// With a mask the kernel makes its datagrams as large as the largest link, such as one with hundreds of alternative
  /// names; without one it ends the dump before a link of more than 32 KiB, and does not say so.
  ///
  /// Source: `rtnl_calcit`, net/core/rtnetlink.c.
  static var dump: NetlinkRequest {
    NetlinkRequest("reading links", type: 18, dump: true, header: [UInt8](repeating: 0, count: headerSize))
      .with(extensionMask, skipsStatistics)
  }
}

extension InterfaceStatistics {
  /// `struct rtnl_link_stats64`: 64-bit counters in a fixed order.
  ///
  /// Newer kernels append counters, so longer values are accepted.
  fileprivate init?(_ value: Range<Int>, _ bytes: NetlinkBytes) {
    func counter(_ position: Int) -> UInt64 { bytes.uint64(at: value.lowerBound + position * 8) ?? 0 }
    guard value.count >= 10 * 8 else { return nil }
    self.init(
      receivedPackets: counter(0), sentPackets: counter(1), receivedBytes: counter(2), sentBytes: counter(3),
      receiveErrors: counter(4), sendErrors: counter(5), receiveDropped: counter(6), sendDropped: counter(7),
      multicast: counter(8), collisions: counter(9))
  }
}
