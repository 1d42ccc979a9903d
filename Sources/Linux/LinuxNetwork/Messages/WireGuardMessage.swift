/// The ways of a WireGuard tunnel's own packets to its peers: `WG_CMD_GET_DEVICE`.
///
/// The kernel answers only with `CAP_NET_ADMIN`, since the answer also contains the private key, which is not decoded.
///
/// Source: include/uapi/linux/wireguard.h.
struct WireGuardMessage {
  private(set) var mark: UInt32 = 0
  private(set) var peers: [Peer] = []

  struct Peer: Equatable {
    /// Where its packets are sent to; `nil` if it is not known.
    let endpoint: IPAddress?
    /// How many leading bits the destination shares with the closest network that is reached by this peer.
    let matchedBits: UInt8
  }

  /// Reads a message: one of several, if there are many peers.
  ///
  /// Only the peers that accept packets for `destination` are kept.
  init?(_ message: NetlinkMessage, _ bytes: NetlinkBytes, for destination: IPAddress) {
    guard bytes.uint8(in: message.payload) == 0 else { return nil }
    var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: GenericFamily.headerSize)
    while let attribute = attributes.next(in: bytes) {
      switch attribute.type {
      case 7: mark = bytes.uint32(in: attribute.value) ?? 0  // WGDEVICE_A_FWMARK
      case 8:  // WGDEVICE_A_PEERS
        var list = NetlinkAttributes(in: attribute.value)
        while let peer = list.next(in: bytes) {
          if let peer = Self.peer(peer.value, bytes, for: destination) { peers.append(peer) }
        }
      default: break
      }
    }
  }

  private static func peer(_ range: Range<Int>, _ bytes: NetlinkBytes, for destination: IPAddress) -> Peer? {
    var endpoint: IPAddress?
    var matchedBits: UInt8?
    var attributes = NetlinkAttributes(in: range)
    while let attribute = attributes.next(in: bytes) {
      switch attribute.type {
      case 4: endpoint = address(attribute.value, bytes)  // WGPEER_A_ENDPOINT
      case 9:  // WGPEER_A_ALLOWEDIPS
        var list = NetlinkAttributes(in: attribute.value)
        while let network = list.next(in: bytes) {
          guard let length = matchedLength(network.value, bytes, destination) else { continue }
          matchedBits = max(matchedBits ?? 0, length)
        }
      default: break
      }
    }
    return matchedBits.map { Peer(endpoint: endpoint, matchedBits: $0) }
  }

  /// The address in a `struct sockaddr_in` or `sockaddr_in6`.
  private static func address(_ value: Range<Int>, _ bytes: NetlinkBytes) -> IPAddress? {
    switch bytes.uint16(at: value.lowerBound) {
    case 2 where value.count >= 8: bytes.address(in: value.dropFirst(4).prefix(4))
    case 10 where value.count >= 24: bytes.address(in: value.dropFirst(8).prefix(16))
    default: nil
    }
  }

  /// The length of a network's prefix; `nil` if the destination is not in the network.
  private static func matchedLength(_ range: Range<Int>, _ bytes: NetlinkBytes, _ destination: IPAddress) -> UInt8? {
    var network: IPAddress?
    var length: UInt8?
    var attributes = NetlinkAttributes(in: range)
    while let attribute = attributes.next(in: bytes) {
      switch attribute.type {
      case 2: network = bytes.address(in: attribute.value)  // WGALLOWEDIP_A_IPADDR
      case 3: length = bytes.uint8(in: attribute.value)  // WGALLOWEDIP_A_CIDR_MASK
      default: break
      }
    }
    guard let network, let length, destination.isIn(network, length: Int(length)) else { return nil }
    return length
  }

  /// The request for a tunnel and all of its peers.
  static func dump(_ family: GenericFamily, interface: Int32) -> NetlinkRequest {
    // WGDEVICE_A_IFINDEX
    family.request("reading WireGuard's peers", command: 0, dump: true).with(1, UInt32(bitPattern: interface))
  }
}
