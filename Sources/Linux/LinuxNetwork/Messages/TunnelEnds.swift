/// The addresses between which a tunnel sends its own packets, and the mark that selects their routing rule.
///
/// Source: `IFLA_INFO_DATA`; `IFLA_IPTUN_*`, `IFLA_GRE_*` and `IFLA_VTI_*`, include/uapi/linux/if_tunnel.h.
struct TunnelEnds: Equatable {
  /// The link that the tunnel is bound to; 0 for any.
  private(set) var link: Int32 = 0
  /// `nil` if the kernel chooses the source address.
  private(set) var local: IPAddress?
  private(set) var remote: IPAddress
  private(set) var mark: UInt32 = 0

  init(remote: IPAddress, mark: UInt32) {
    self.remote = remote
    self.mark = mark
  }

  /// Reads the properties of a tunnel of a kind that has them.
  ///
  /// `nil` for other kinds, and for a tunnel without a fixed remote end.
  init?(kind: String, _ range: Range<Int>, _ bytes: NetlinkBytes) {
    guard let types = Self.attributeTypes(kind) else { return nil }
    var remote: IPAddress?
    var attributes = NetlinkAttributes(in: range)
    while let attribute = attributes.next(in: bytes) {
      let value = attribute.value
      switch attribute.type {
      case 1: link = bytes.int32(in: value) ?? 0  // The same number in all three sets.
      case types.local: local = bytes.address(in: value).flatMap { $0.isUnspecified ? nil : $0 }
      case types.remote: remote = bytes.address(in: value)
      case types.mark: mark = bytes.uint32(in: value) ?? 0
      default: break
      }
    }
    guard let remote, !remote.isUnspecified else { return nil }
    self.remote = remote
  }

  private static func attributeTypes(_ kind: String) -> (local: UInt16, remote: UInt16, mark: UInt16)? {
    switch kind {
    case "ipip", "sit", "ip6tnl": (2, 3, 20)
    case "gre", "gretap", "ip6gre", "ip6gretap", "erspan", "ip6erspan": (6, 7, 20)
    case "vti", "vti6": (4, 5, 6)
    default: nil
    }
  }
}
