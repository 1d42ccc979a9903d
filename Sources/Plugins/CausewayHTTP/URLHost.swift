#if Plugins
import Causeway

/// The host of an `http:` or `https:` URL, as the URL Standard parses it: a name, an IPv4 or an IPv6 address.
///
/// Names must be those that a resolver takes: letters, digits, `-` and `_`. Names of other scripts arrive in ASCII, as
/// `new URL` has encoded them.
///
/// Source: the host parser, https://url.spec.whatwg.org/#host-parsing.
enum URLHost {
  /// Parses `host:port`.
  static func authority(
    _ text: ArraySlice<UInt8>, defaultPort: Int
  ) throws(BridgeError) -> (host: String, port: Int) {
    guard !text.contains(UInt8(ascii: "@")) else {
      throw .badAddress("it contains a user name or a password, which belong in a header")
    }
    let bracket = text.firstIndex(of: UInt8(ascii: "]")) ?? text.startIndex
    guard let colon = text[bracket...].firstIndex(of: UInt8(ascii: ":")) else {
      return (try host(text), defaultPort)
    }
    let digits = text[(colon + 1)...]
    let number = digits.isEmpty ? defaultPort : Int(String(decoding: digits, as: UTF8.self))
    guard digits.allSatisfy(URLPath.isDigit), let number, (1...65_535).contains(number) else {
      throw .badAddress("its port is invalid")
    }
    return (try host(text[..<colon]), number)
  }

  private static func host(_ text: ArraySlice<UInt8>) throws(BridgeError) -> String {
    if text.first == UInt8(ascii: "[") {
      let inner = String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
      guard text.last == UInt8(ascii: "]"), let address = HostAddress(inner), !address.isVersion4 else {
        throw .badAddress("its brackets do not contain an IPv6 address")
      }
      return address.text
    }
    let bytes = unescaped(text)
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      throw .badAddress("its host is not ASCII; new URL(…).href has its name in ASCII")
    }
    let name = String(decoding: bytes, as: UTF8.self).lowercased()
    guard isName(name) else { throw .badAddress("its host is not a name of letters a to z, digits, - and _") }
    guard let last = name.split(separator: ".").last, endsInNumber(last) else { return name }
    guard let address = address4(name) else {
      throw .badAddress("its host ends in a number, but is not an IPv4 address")
    }
    return address.text
  }

  private static func isName(_ name: String) -> Bool {
    guard (1...253).contains(name.utf8.count), !name.hasPrefix("."), !name.contains("..") else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(UInt8(16 * digits[0] + digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  // MARK: IPv4

  private static func endsInNumber(_ part: Substring) -> Bool {
    part.utf8.allSatisfy(URLPath.isDigit) || number(part) != nil
  }

  /// An address of up to four numbers, of which the last one fills the rest: decimal, octal behind `0`, hexadecimal
  /// behind `0x`.
  private static func address4(_ name: String) -> HostAddress? {
    var parts = name.split(separator: ".", omittingEmptySubsequences: false)
    if parts.last == "" { parts.removeLast() }
    guard parts.count <= 4 else { return nil }
    var address: UInt64 = 0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let bits = UInt64(isLast ? 8 * (4 - index) : 8)
      guard let value = number(part), value < 1 << bits else { return nil }
      address = address << bits | value
    }
    return HostAddress(bytes: (0..<4).map { UInt8(truncatingIfNeeded: address >> (24 - 8 * $0)) })
  }

  private static func number(_ part: Substring) -> UInt64? {
    guard let first = part.utf8.first, URLPath.isDigit(first) else { return nil }
    if part.hasPrefix("0x") {
      let digits = part.dropFirst(2)
      return digits.isEmpty ? 0 : unsigned(digits, radix: 16)
    }
    return part.count > 1 && part.hasPrefix("0") ? unsigned(part.dropFirst(), radix: 8) : unsigned(part, radix: 10)
  }

  private static func unsigned(_ digits: Substring, radix: Int) -> UInt64? {
    digits.allSatisfy(\.isHexDigit) ? UInt64(digits, radix: radix) : nil
  }
}
#endif
