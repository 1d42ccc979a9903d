/// Walks the elements that an access point broadcasts: an id, a length, and so many octets.
///
/// These bytes came from the air: nothing in them is to be trusted. An element that is cut off ends the walk.
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

/// What the elements of an access point say of its network.
struct BroadcastFacts: Equatable {
  /// The network's name, element 0.
  ///
  /// `nil` if the element is missing, cut off or too long.
  private(set) var ssid: [UInt8]?
  /// What the network costs, as its owner declares.
  ///
  /// `nil` if nothing is declared, or "unknown".
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
      case 48: add(SecurityElement(robust: value, bytes).ways)  // RSN
      case 221: readVendor(value, bytes)
      default: break
      }
    }
  }

  private mutating func readVendor(_ value: Range<Int>, _ bytes: NetlinkBytes) {
    // Microsoft's: 00-50-F2 and a type. 1 is the first version of WPA, 17 the cost of the network (MS-NCT).
    guard value.count >= 4, bytes.octets(in: value.prefix(3)) == [0x00, 0x50, 0xf2] else { return }
    switch bytes.uint8(at: value.lowerBound + 3) {
    case 1: add(SecurityElement(firstVersion: value.dropFirst(4), bytes).ways)
    case 17 where value.count >= 5:
      switch bytes.uint8(at: value.lowerBound + 4) {
      case 1: isMetered = false  // Unrestricted
      case 2, 4: isMetered = true  // Fixed, variable
      default: break
      }
    default: break
    }
  }

  private mutating func add(_ ways: [WiFiSecurity]) {
    for way in ways where !security.contains(way) { security.append(way) }
  }
}

/// The ways to authenticate that an RSN or WPA element lists.
///
/// Source: IEEE 802.11-2020, 9.4.2.24, table 9-151. Numbers in elements are little-endian on every machine.
private struct SecurityElement {
  private(set) var ways: [WiFiSecurity] = []

  /// An RSN element: WPA2 and later.
  init(robust value: Range<Int>, _ bytes: NetlinkBytes) {
    guard let suites = Self.suites(in: value, bytes) else { return }
    // The capabilities follow: bit 6 says that management frames must be protected.
    let capabilities = Self.number(at: suites.end, in: value, bytes) ?? 0
    // Without a list, 802.1X is meant.
    let types = suites.list.isEmpty ? [[0x00, 0x0f, 0xac, 1]] : suites.list
    ways = types.map { suite in
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
    ways = suites.list.map { suite in
      switch suite {
      case [0x00, 0x50, 0xf2, 1]: .wpaEnterprise
      case [0x00, 0x50, 0xf2, 2]: .wpaPersonal
      default: .unknown
      }
    }
  }

  /// Behind a version and the group's cipher stand two lists: ciphers, then ways to authenticate.
  ///
  /// `nil` if there is not even a version. A list that is cut off is as long as what is there.
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
