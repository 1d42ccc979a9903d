/// The authentication methods and ciphers in an RSN or WPA element.
///
/// Source: IEEE 802.11-2020, 9.4.2.24, tables 9-149 and 9-151. Numbers in elements are little-endian on every machine.
struct SecurityElement {
  private(set) var methods: [WiFiSecurity] = []
  private(set) var choices = SecurityChoices()

  /// An RSN element: WPA2 and later.
  init(robust value: Range<Int>, _ bytes: NetlinkBytes) {
    guard let suites = Self.suites(in: value, bytes) else { return }
    // The capabilities follow: bit 6 requires protected management frames.
    let capabilities = Self.number(at: suites.end, in: value, bytes) ?? 0
    let isProtected = capabilities & 0x40 != 0
    // Empty lists mean CCMP and 802.1X.
    let types = suites.methods.isEmpty ? [[0x00, 0x0f, 0xac, 1]] : suites.methods
    let ciphers = suites.ciphers.isEmpty ? [[0x00, 0x0f, 0xac, 4]] : suites.ciphers
    methods = types.map { Self.robustMethod($0, isProtected: isProtected) }
    choices = SecurityChoices(ciphers: ciphers, methods: types)
  }

  private static func robustMethod(_ suite: [UInt8], isProtected: Bool) -> WiFiSecurity {
    guard suite.prefix(3) == [0x00, 0x0f, 0xac] else { return .unknown }
    switch suite[3] {
    case 2, 4, 6, 19, 20: return .wpa2Personal
    case 8, 9, 24, 25: return .wpa3Personal
    case 1, 3: return .wpa2Enterprise
    // 802.1X with SHA-256, and FILS.
    case 5, 14, 15, 16, 17: return isProtected ? .wpa3Enterprise : .wpa2Enterprise
    case 11, 12, 13, 22, 23: return .wpa3Enterprise
    case 18: return .owe
    default: return .unknown
    }
  }

  /// Microsoft's element of the first WPA.
  init(firstVersion value: Range<Int>, _ bytes: NetlinkBytes) {
    guard let suites = Self.suites(in: value, bytes) else { return }
    methods = suites.methods.map { suite in
      switch suite {
      case [0x00, 0x50, 0xf2, 1]: .wpaEnterprise
      case [0x00, 0x50, 0xf2, 2]: .wpaPersonal
      default: .unknown
      }
    }
    choices = SecurityChoices(ciphers: suites.ciphers, methods: suites.methods)
  }

  /// Reads the lists of ciphers and of authentication suites, which follow the version and the group cipher.
  ///
  /// `nil` without a version. A truncated list has the elements that are present.
  private static func suites(
    in value: Range<Int>, _ bytes: NetlinkBytes
  ) -> (ciphers: [[UInt8]], methods: [[UInt8]], end: Int)? {
    guard let version = number(at: value.lowerBound, in: value, bytes), version >= 1 else { return nil }
    let ciphers = list(at: value.lowerBound + 6, in: value, bytes)
    let methods = list(at: ciphers.end, in: value, bytes)
    return (ciphers.list, methods.list, methods.end)
  }

  private static func list(
    at offset: Int, in value: Range<Int>, _ bytes: NetlinkBytes
  ) -> (list: [[UInt8]], end: Int) {
    guard let count = number(at: offset, in: value, bytes) else { return ([], value.upperBound) }
    let fitting = min(count, (value.upperBound - offset - 2) / 4)
    let list = (0..<fitting).map { bytes.octets(in: (offset + 2 + 4 * $0)..<(offset + 6 + 4 * $0)) }
    return (list, offset + 2 + 4 * count)
  }

  private static func number(at offset: Int, in value: Range<Int>, _ bytes: NetlinkBytes) -> Int? {
    guard offset >= value.lowerBound, offset + 2 <= value.upperBound, let low = bytes.uint8(at: offset),
      let high = bytes.uint8(at: offset + 1)
    else { return nil }
    return Int(high) << 8 | Int(low)
  }
}

/// The ciphers and key management methods that an access point offers, by name.
struct SecurityChoices: Equatable {
  private(set) var ciphers: Set<String> = []
  private(set) var methods: Set<String> = []

  /// No choices.
  init() {}

  /// From suites of four octets: whose numbers they are, and the number.
  init(ciphers: [[UInt8]], methods: [[UInt8]]) {
    self.ciphers = Set(ciphers.map { Self.name($0, Self.cipherNames) })
    self.methods = Set(methods.map { Self.name($0, Self.methodNames) })
  }

  mutating func formUnion(_ other: SecurityChoices) {
    ciphers.formUnion(other.ciphers)
    methods.formUnion(other.methods)
  }

  /// The cipher that every member of the network uses; `nil` if there are several.
  var onlyCipher: String? { ciphers.count == 1 ? ciphers.first : nil }

  /// The key management method of a member.
  ///
  /// `nil` if there are several.
  ///
  /// - Parameter isProtected: whether the member's management frames are protected, as some methods require; `nil` if
  ///   unknown.
  func onlyMethod(isProtected: Bool?) -> String? {
    let possible = isProtected == false ? methods.subtracting(Self.protectedMethods) : methods
    return possible.count == 1 ? possible.first : nil
  }

  private static let cipherNames: [UInt8: String] = [
    1: "wep40", 2: "tkip", 4: "ccmp", 5: "wep104", 8: "gcmp", 9: "gcmp-256", 10: "ccmp-256",
  ]
  private static let methodNames: [UInt8: String] = [
    1: "802.1x", 2: "psk", 3: "ft-802.1x", 4: "ft-psk", 5: "802.1x-sha256", 6: "psk-sha256", 8: "sae", 9: "ft-sae",
    11: "802.1x-suite-b", 12: "802.1x-suite-b-192", 13: "ft-802.1x-sha384", 14: "fils-sha256", 15: "fils-sha384",
    16: "ft-fils-sha256", 17: "ft-fils-sha384", 18: "owe", 19: "ft-psk-sha384", 20: "psk-sha384", 21: "pasn",
    22: "802.1x-sha384", 23: "ft-802.1x-sha384-any", 24: "sae-ext-key", 25: "ft-sae-ext-key",
  ]
  private static let protectedMethods: Set<String> = ["sae", "ft-sae", "owe", "sae-ext-key", "ft-sae-ext-key"]

  /// An unknown suite is written as in the standard: `00-0f-ac:99`.
  private static func name(_ suite: [UInt8], _ names: [UInt8: String]) -> String {
    if suite.count == 4, [[0x00, 0x0f, 0xac], [0x00, 0x50, 0xf2]].contains(Array(suite.prefix(3))),
      let name = names[suite[3]]
    {
      return name
    }
    let octets = suite.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    return octets.prefix(3).joined(separator: "-") + ":\(suite.last ?? 0)"
  }
}
