import Testing

@testable import LinuxNetwork

@Suite struct `WireGuard's peers` {
  private func network(_ octets: [UInt8], _ length: UInt8) -> [UInt8] {
    Made.attribute(1, UInt16(octets.count == 4 ? 2 : 10).octets) + Made.attribute(2, octets)
      + Made.attribute(3, [length])
  }

  private func peer(_ endpoint: [UInt8]?, _ networks: [[UInt8]]) -> [UInt8] {
    // struct sockaddr_in, struct sockaddr_in6
    let name = endpoint.map { endpoint in
      endpoint.count == 4
        ? UInt16(2).octets + [0xca, 0x6c] + endpoint + [UInt8](repeating: 0, count: 8)
        : UInt16(10).octets + [0xca, 0x6c, 0, 0, 0, 0] + endpoint + [0, 0, 0, 0]
    }
    let list = networks.enumerated().flatMap { Made.attribute(UInt16($0.offset), $0.element) }
    return Made.attribute(1, [UInt8](repeating: 7, count: 32)) + (name.map { Made.attribute(4, $0) } ?? [])
      + Made.attribute(9, list)
  }

  private func message(_ peers: [[UInt8]]) -> [UInt8] {
    let list = peers.enumerated().flatMap { Made.attribute(UInt16($0.offset), $0.element) }
    return NetlinkRequest("testing", type: 30, dump: false, header: [0, 1, 0, 0])
      .with(3, [UInt8](repeating: 9, count: 32)).with(7, 51820).with(8, list).encoded(sequence: 0)
  }

  private func read(_ octets: [UInt8], for family: AddressFamily = .ipv4) -> WireGuardMessage? {
    var messages = NetlinkMessages()
    let bytes = NetlinkBytes(octets.span)
    return (try? messages.next(in: bytes)).flatMap { WireGuardMessage($0, bytes, for: family.publicAddress) }
  }

  private let zeros = [UInt8](repeating: 0, count: 16)
  private let server: [UInt8] = [0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 11) + [9]

  @Test func `are those that accept packets for a public address, with the tunnel's mark`() throws {
    let octets = message([
      peer([203, 0, 113, 9], [network([10, 0, 0, 0], 8), network([0, 0, 0, 0], 0)]),
      peer(server, [network([198, 41, 0, 0], 16), network(zeros, 0)]),
      peer([203, 0, 113, 10], [network([10, 0, 0, 0], 8)]), peer(nil, [network([0, 0, 0, 0], 0)]), peer([1, 2], []),
    ])
    let tunnel = try #require(read(octets))
    #expect(tunnel.mark == 51820)
    #expect(tunnel.peers.map(\.endpoint?.description) == ["203.0.113.9", "2001:db8::9", nil])
    #expect(tunnel.peers.map(\.matchedBits) == [0, 16, 0])
    #expect(read(octets, for: .ipv6)?.peers.map(\.endpoint?.description) == ["2001:db8::9"])
  }

  @Test func `with bytes that are cut off or impossible do no harm`() {
    let octets = message([peer([203, 0, 113, 9], [network([0, 0, 0, 0], 0), network([0, 0, 0, 0], 255)])])
    for length in octets.indices {
      var part = Array(octets[..<length])
      if length >= 4 { part.replaceSubrange(0..<4, with: UInt32(length).octets) }
      #expect((read(part)?.peers.count ?? 0) <= 1)
    }
    #expect(read(octets)?.peers.map(\.matchedBits) == [0])
  }

  @Test(arguments: [(0, true), (8, true), (9, false), (32, false), (-1, false), (33, false)] as [(Int, Bool)])
  func `accept a network's addresses`(_ length: Int, _ contains: Bool) throws {
    let address = try #require(IPAddress([198, 41, 0, 4]))
    let network = try #require(IPAddress([198, 169, 0, 0]))
    #expect(address.isIn(network, length: length) == contains)
    #expect(!address.isIn(AddressFamily.ipv6.publicAddress, length: length))
  }
}
