#if Plugins
import Glibc
import NIOCore

/// An IP address, as its 4 or 16 bytes.
struct HostAddress: Sendable, Equatable {
  let bytes: [UInt8]

  var isVersion4: Bool { bytes.count == 4 }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Nil for any text that is not an IPv4 address of four decimal numbers or an IPv6 address.
  init?(_ text: String) {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if unsafe bytes.withUnsafeMutableBytes({ unsafe inet_pton(family, text, $0.baseAddress) }) == 1 {
        self.bytes = bytes
        return
      }
    }
    return nil
  }

  /// Nil for an address of another family, such as a path.
  init?(_ address: SocketAddress?) {
    guard let text = address?.ipAddress else { return nil }
    self.init(text)
  }

  /// As the URL Standard writes it: the longest run of zeros of an IPv6 address is `::`, and nothing of it is decimal.
  var text: String {
    if isVersion4 { return bytes.map { String($0) }.joined(separator: ".") }
    let pieces = (0..<8).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) }
    var zeros = 0..<0
    for start in pieces.indices {
      let run = start..<(pieces[start...].firstIndex { $0 != 0 } ?? 8)
      if run.count > max(1, zeros.count) { zeros = run }
    }
    let written = { (pieces: ArraySlice<UInt16>) in pieces.map { String($0, radix: 16) }.joined(separator: ":") }
    return zeros.isEmpty
      ? written(pieces[...]) : written(pieces[..<zeros.lowerBound]) + "::" + written(pieces[zeros.upperBound...])
  }

  /// Whether the address is globally reachable on the Internet.
  ///
  /// Source: the special-purpose address registries of IANA (RFC 6890).
  var isPublic: Bool {
    if isVersion4 { return !HostAddress.special4.contains { $0.contains(bytes) } }
    // ::ffff:10.0.0.1 is 10.0.0.1.
    if bytes[..<12] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
      return !HostAddress.special4.contains { $0.contains(Array(bytes[12...])) }
    }
    return Block([0x20], 3).contains(bytes) && !HostAddress.special6.contains { $0.contains(bytes) }
  }

  private struct Block: Sendable {
    let bytes: [UInt8]
    let length: Int

    init(_ bytes: [UInt8], _ length: Int) {
      self.bytes = bytes
      self.length = length
    }

    func contains(_ address: [UInt8]) -> Bool {
      (0..<length).allSatisfy { bit in
        let byte = bit / 8 < bytes.count ? bytes[bit / 8] : 0
        return (byte ^ address[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
      }
    }
  }

  private static let special4 = [
    Block([0], 8), Block([10], 8), Block([100, 64], 10), Block([127], 8), Block([169, 254], 16), Block([172, 16], 12),
    Block([192, 0, 0], 24), Block([192, 0, 2], 24), Block([192, 88, 99], 24), Block([192, 168], 16),
    Block([198, 18], 15), Block([198, 51, 100], 24), Block([203, 0, 113], 24), Block([224], 4), Block([240], 4),
  ]

  /// Within 2000::/3: protocol assignments including Teredo, documentation, and 6to4, which contains IPv4 addresses.
  private static let special6 = [
    Block([0x20, 0x01, 0x00], 23), Block([0x20, 0x01, 0x0D, 0xB8], 32), Block([0x20, 0x02], 16),
    Block([0x3F, 0xFF], 20),
  ]
}
#endif
