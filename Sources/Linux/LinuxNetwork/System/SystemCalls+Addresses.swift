import Glibc

extension SystemCalls {
  /// The four octets of an IPv4 address in any form that inet_aton accepts, such as `127.1` and `0x7f000001`.
  ///
  /// `nil` for anything else, including an address with a blank or other text after it.
  static func ipv4Octets(_ text: [UInt8]) -> [UInt8]? {
    // inet_aton ignores the text after white space.
    guard !text.isEmpty, !text.contains(where: { $0 == 0 || (9...13).contains($0) || $0 == 32 }) else { return nil }
    var address = in_addr()
    guard unsafe inet_aton(terminated(text), &address) == 1 else { return nil }
    // Network byte order, as in memory.
    return unsafe withUnsafeBytes(of: address.s_addr) { unsafe Array($0) }
  }

  /// The sixteen octets of an IPv6 address without a zone; `nil` for anything else.
  static func ipv6Octets(_ text: [UInt8]) -> [UInt8]? {
    guard !text.contains(0) else { return nil }
    var octets = [UInt8](repeating: 0, count: 16)
    return unsafe inet_pton(AF_INET6, terminated(text), &octets) == 1 ? octets : nil
  }

  /// The part of this machine's name after the first dot.
  ///
  /// `nil` if there is none.
  static var hostDomain: String? {
    var name = [UInt8](repeating: 0, count: 256)
    let read = unsafe name.withUnsafeMutableBytes { buffer in
      guard let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
      return unsafe gethostname(start, buffer.count - 1) == 0
    }
    let domain = name.prefix { $0 != 0 }.drop { $0 != UInt8(ascii: ".") }.dropFirst()
    return read && !domain.isEmpty ? String(kernelText: Array(domain)) : nil
  }

  private static func terminated(_ text: [UInt8]) -> [CChar] { (text + [0]).map { CChar(bitPattern: $0) } }
}
