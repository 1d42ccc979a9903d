/// An IP address as bytes in network order, and as the text that RFC 5952 prescribes.
struct IPAddress: Hashable {
  let octets: [UInt8]

  /// Four octets or sixteen; anything else is no address.
  init?(_ octets: [UInt8]) {
    guard octets.count == 4 || octets.count == 16 else { return nil }
    self.octets = octets
  }

  var family: AddressFamily { octets.count == 4 ? .ipv4 : .ipv6 }

  /// All octets are zero: "no address", `0.0.0.0` or `::`.
  var isUnspecified: Bool { octets.allSatisfy { $0 == 0 } }
}

extension IPAddress: CustomStringConvertible {
  var description: String {
    family == .ipv4 ? dotted(octets[...]) : ipv6Text
  }

  private func dotted(_ octets: ArraySlice<UInt8>) -> String {
    octets.map { String($0) }.joined(separator: ".")
  }

  private var ipv6Text: String {
    // An IPv4 address mapped into IPv6 is shown as what it is: ::ffff:192.0.2.1.
    if octets.prefix(10).allSatisfy({ $0 == 0 }), octets[10] == 0xff, octets[11] == 0xff {
      return "::ffff:" + dotted(octets[12...])
    }
    let groups = stride(from: 0, to: 16, by: 2).map { UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1]) }
    let text = { (groups: ArraySlice<UInt16>) in groups.map { String($0, radix: 16) }.joined(separator: ":") }
    guard let zeros = longestRunOfZeros(in: groups) else { return text(groups[...]) }
    return text(groups[..<zeros.lowerBound]) + "::" + text(groups[zeros.upperBound...])
  }

  /// The first longest run of at least two zero groups: the one that is written as `::`.
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
