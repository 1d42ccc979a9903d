/// Iterates over the elements that an access point broadcasts: each has an id, a length and a value.
///
/// The bytes come from the air and are not trusted. A truncated element ends the iteration.
struct InformationElements {
  private var offset: Int
  private let end: Int

  init(in range: Range<Int>) {
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The next element, or `nil` at the end.
  mutating func next(in bytes: NetlinkBytes) -> (id: UInt8, value: Range<Int>)? {
    guard end - offset >= 2, let id = bytes.uint8(at: offset), let length = bytes.uint8(at: offset + 1) else {
      return nil
    }
    let value = (offset + 2)..<(offset + 2 + Int(length))
    guard value.upperBound <= end else { return nil }
    offset = value.upperBound
    return (id, value)
  }
}

/// The properties of a network in its broadcast elements.
struct BroadcastFacts: Equatable {
  /// The network's name, element 0.
  ///
  /// `nil` if the element is missing, cut off or too long.
  private(set) var ssid: [UInt8]?
  /// Whether the network is metered, as its owner declares.
  ///
  /// `nil` if the owner declares nothing, or "unknown".
  private(set) var isMetered: Bool?
  private(set) var security: [WiFiSecurity] = []
  private var hasSSID = false

  init(in range: Range<Int>, _ bytes: NetlinkBytes) {
    var elements = InformationElements(in: range)
    while let (id, value) = elements.next(in: bytes) {
      switch id {
      case 0 where !hasSSID:
        hasSSID = true
        ssid = value.count <= SSID.maximumLength ? bytes.octets(in: value) : nil
      case 48: add(SecurityElement(robust: value, bytes).methods)  // RSN
      case 221: readVendor(value, bytes)
      default: break
      }
    }
  }

  private mutating func readVendor(_ value: Range<Int>, _ bytes: NetlinkBytes) {
    // Microsoft's element: 00-50-F2 and a type. Type 1 is WPA, type 17 the cost of the network (MS-NCT).
    guard value.count >= 4, bytes.octets(in: value.prefix(3)) == [0x00, 0x50, 0xf2] else { return }
    switch bytes.uint8(at: value.lowerBound + 3) {
    case 1: add(SecurityElement(firstVersion: value.dropFirst(4), bytes).methods)
    case 17 where value.count >= 5:
      switch bytes.uint8(at: value.lowerBound + 4) {
      case 1: isMetered = false  // Unrestricted
      case 2, 4: isMetered = true  // Fixed, variable
      default: break
      }
    default: break
    }
  }

  private mutating func add(_ methods: [WiFiSecurity]) {
    for method in methods where !security.contains(method) { security.append(method) }
  }
}

/// The authentication methods in an RSN or WPA element.
///
/// Source: IEEE 802.11-2020, 9.4.2.24, table 9-151. Numbers in elements are little-endian on every machine.
private struct SecurityElement {
  private(set) var methods: [WiFiSecurity] = []

  /// An RSN element: WPA2 and later.
  init(robust value: Range<Int>, _ bytes: NetlinkBytes) {
    guard let suites = Self.suites(in: value, bytes) else { return }
    // The capabilities follow: bit 6 requires protected management frames.
    let capabilities = Self.number(at: suites.end, in: value, bytes) ?? 0
    // An empty list means 802.1X.
    let types = suites.list.isEmpty ? [[0x00, 0x0f, 0xac, 1]] : suites.list
    methods = types.map { suite in
      guard suite.prefix(3) == [0x00, 0x0f, 0xac] else { return .unknown }
      switch suite[3] {
      case 2, 4, 6, 19, 20: return .wpa2Personal
      case 8, 9, 24, 25: return .wpa3Personal
      case 1, 3: return .wpa2Enterprise
      case 5: return capabilities & 0x40 == 0 ? .wpa2Enterprise : .wpa3Enterprise
      case 11, 12, 13, 22, 23: return .wpa3Enterprise
      case 18: return .owe
      default: return .unknown
      }
    }
  }

  /// Microsoft's element of the first WPA.
  init(firstVersion value: Range<Int>, _ bytes: NetlinkBytes) {
    guard let suites = Self.suites(in: value, bytes) else { return }
    methods = suites.list.map { suite in
      switch suite {
      case [0x00, 0x50, 0xf2, 1]: .wpaEnterprise
      case [0x00, 0x50, 0xf2, 2]: .wpaPersonal
      default: .unknown
      }
    }
  }

  /// Reads the list of authentication suites, which follows the version, the group cipher and the list of ciphers.
  ///
  /// `nil` without a version. A truncated list has the elements that are present.
  private static func suites(in value: Range<Int>, _ bytes: NetlinkBytes) -> (list: [[UInt8]], end: Int)? {
    guard let version = number(at: value.lowerBound, in: value, bytes), version >= 1 else { return nil }
    let ciphers = list(at: value.lowerBound + 6, in: value, bytes)
    return list(at: ciphers.end, in: value, bytes)
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
