/// The addresses between which a tunnel sends its own packets, and the mark that selects their routing rule.
///
/// Source: `IFLA_INFO_DATA`; `IFLA_IPTUN_*`, `IFLA_GRE_*` and `IFLA_VTI_*`, include/uapi/linux/if_tunnel.h; `IFLA_VXLAN_*`
/// and `IFLA_GENEVE_*`, include/uapi/linux/if_link.h.
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
    guard let types = Types(kind) else { return nil }
    var remote: IPAddress?
    var attributes = NetlinkAttributes(in: range)
    while let attribute = attributes.next(in: bytes) {
      let value = attribute.value
      switch attribute.type {
      case types.link: link = bytes.int32(in: value) ?? 0
      case types.local, types.local6: local = bytes.address(in: value).flatMap { $0.isUnspecified ? nil : $0 }
      case types.remote, types.remote6: remote = bytes.address(in: value)
      case types.mark: mark = bytes.uint32(in: value) ?? 0
      default: break
      }
    }
    guard let remote, !remote.isUnspecified else { return nil }
    self.remote = remote
  }

  /// The numbers of the attributes; `nil` for those that a kind does not have.
  private struct Types {
    var link: UInt16? = 1
    var local: UInt16?
    var local6: UInt16?
    var remote: UInt16
    var remote6: UInt16?
    var mark: UInt16?

    init?(_ kind: String) {
      switch kind {
      case "ipip", "sit", "ip6tnl": (local, remote, mark) = (2, 3, 20)
      case "gre", "gretap", "ip6gre", "ip6gretap", "erspan", "ip6erspan": (local, remote, mark) = (6, 7, 20)
      case "vti", "vti6": (local, remote, mark) = (4, 5, 6)
      // Without a fixed remote end, a table says where a packet goes.
      case "vxlan": (link, local, local6, remote, remote6) = (3, 4, 17, 2, 16)
      case "geneve": (link, remote, remote6) = (nil, 2, 7)
      default: return nil
      }
    }
  }
}
