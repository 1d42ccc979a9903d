/// An IP address, written as RFC 5952 prescribes.
struct IPAddress: Hashable {
  let family: AddressFamily
  /// The address as one number: an IPv4 address is the low 32 bits.
  private let bits: UInt128

  /// Four or sixteen octets; `nil` for any other count.
  init?(_ bytes: Span<UInt8>, in range: Range<Int>) {
    guard range.count == 4 || range.count == 16, range.clamped(to: 0..<bytes.count) == range else { return nil }
    family = range.count == 4 ? .ipv4 : .ipv6
    var bits: UInt128 = 0
    for index in range { bits = bits << 8 | UInt128(bytes[index]) }
    self.bits = bits
  }

  /// Four or sixteen octets; `nil` for any other count.
  init?(_ octets: [UInt8]) {
    self.init(octets.span, in: 0..<octets.count)
  }

  init(bits: UInt128, _ family: AddressFamily) {
    self.bits = bits
    self.family = family
  }

  /// The four or sixteen octets, in network byte order.
  var octets: [UInt8] {
    stride(from: family == .ipv4 ? 24 : 120, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> $0) }
  }

  /// The number of an IPv4 address.
  ///
  /// `nil` for IPv6.
  var ipv4Bits: UInt32? { family == .ipv4 ? UInt32(truncatingIfNeeded: bits) : nil }

  /// All bits are zero: "no address", `0.0.0.0` or `::`.
  var isUnspecified: Bool { bits == 0 }

  /// The machine itself: `127.0.0.0/8`, `::1`.
  var isLoopback: Bool { family == .ipv4 ? bits >> 24 == 127 : bits == 1 }

  /// `fe80::/10`: meaningful on one link only.
  var isLinkLocalIPv6: Bool { family == .ipv6 && bits >> 118 == 0x3fa }

  /// Can be the source of a packet to a public address: no address of one machine or one link.
  var reachesBeyondLink: Bool {
    let isLinkLocalIPv4 = family == .ipv4 && bits >> 16 == 0xa9fe  // 169.254.0.0/16
    return !isUnspecified && !isLoopback && !isLinkLocalIPv6 && !isLinkLocalIPv4
  }

  /// Whether the first `length` bits are those of `network`, an address of the same family.
  func isIn(_ network: IPAddress, length: Int) -> Bool {
    let width = family == .ipv4 ? 32 : 128
    guard family == network.family, (0...width).contains(length) else { return false }
    return length == 0 || bits >> (width - length) == network.bits >> (width - length)
  }

  /// `192.0.0.0/29`: the IPv4 side of a translator to IPv6 on this machine (464XLAT).
  ///
  /// Source: RFC 7335.
  var isTranslated: Bool { family == .ipv4 && bits >> 3 == 0xc000_0000 >> 3 }
}

extension String {
  /// The text of an IP address of four or sixteen octets, as RFC 5952 prescribes.
  ///
  /// `nil` for any other count.
  package init?(ipAddress octets: [UInt8]) {
    guard let address = IPAddress(octets) else { return nil }
    self = address.description
  }
}

extension IPAddress: CustomStringConvertible {
  var description: String {
    family == .ipv4 ? dotted : ipv6Text
  }

  private var dotted: String {
    let number = UInt32(truncatingIfNeeded: bits)
    return "\(number >> 24).\(number >> 16 & 0xff).\(number >> 8 & 0xff).\(number & 0xff)"
  }

  private var ipv6Text: String {
    // Addresses that embed an IPv4 address keep its dotted form, as in the C library: ::ffff:192.0.2.1, ::192.0.2.1.
    if bits >> 32 == 0xffff { return "::ffff:" + dotted }
    if bits >> 32 == 0, bits > 0xffff { return "::" + dotted }
    let groups = (0..<8).map { UInt16(truncatingIfNeeded: bits >> (112 - 16 * $0)) }
    let text = { (groups: ArraySlice<UInt16>) in groups.map { String($0, radix: 16) }.joined(separator: ":") }
    guard let zeros = longestRunOfZeros(in: groups) else { return text(groups[...]) }
    return text(groups[..<zeros.lowerBound]) + "::" + text(groups[zeros.upperBound...])
  }

  /// The first longest run of at least two zero groups, which is written as `::`.
  private func longestRunOfZeros(in groups: [UInt16]) -> Range<Int>? {
    var longest = 0..<1
    var start = 0
    for (index, group) in groups.enumerated() {
      guard group == 0 else {
        start = index + 1
        continue
      }
      if index + 1 - start > longest.count { longest = start..<(index + 1) }
    }
    return longest.count > 1 ? longest : nil
  }
}
