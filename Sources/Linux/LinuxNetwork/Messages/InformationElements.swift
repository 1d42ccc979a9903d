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
  /// The ciphers for a station's own frames, and the methods by which it gets its keys, of which it chooses one each.
  private(set) var choices = SecurityChoices()
  private var hasSSID = false

  init(in range: Range<Int>, _ bytes: NetlinkBytes) {
    var elements = InformationElements(in: range)
    while let (id, value) = elements.next(in: bytes) {
      switch id {
      case 0 where !hasSSID:
        hasSSID = true
        ssid = value.count <= SSID.maximumLength ? bytes.octets(in: value) : nil
      case 48: add(SecurityElement(robust: value, bytes))  // RSN
      case 68: addUnknown()  // WAPI
      case 221: readVendor(value, bytes)
      default: break
      }
    }
  }

  /// An element of a vendor begins with its number of three octets, and a type.
  ///
  /// Of Microsoft: WPA, and the cost of the network (MS-NCT). Of the Wi-Fi Alliance: OSEN, and the RSN elements that
  /// override the plain one for stations that know them (WPA3 Specification 3.4, 9.4).
  private mutating func readVendor(_ value: Range<Int>, _ bytes: NetlinkBytes) {
    guard value.count >= 4 else { return }
    switch (bytes.octets(in: value.prefix(3)), bytes.uint8(at: value.lowerBound + 3)) {
    case (Vendor.alliance, 0x12): addUnknown()
    case (Vendor.alliance, 0x29), (Vendor.alliance, 0x2a): add(SecurityElement(robust: value.dropFirst(4), bytes))
    case (Vendor.microsoft, 1): add(SecurityElement(firstVersion: value.dropFirst(4), bytes))
    case (Vendor.microsoft, 17) where value.count >= 5:
      switch bytes.uint8(at: value.lowerBound + 4) {
      case 1: isMetered = false  // Unrestricted
      case 2, 4: isMetered = true  // Fixed, variable
      default: break
      }
    default: break
    }
  }

  private enum Vendor {
    static let microsoft: [UInt8] = [0x00, 0x50, 0xf2]
    static let alliance: [UInt8] = [0x50, 0x6f, 0x9a]
  }

  /// A network with a protection that has no name here.
  private mutating func addUnknown() {
    if !security.contains(.unknown) { security.append(.unknown) }
  }

  private mutating func add(_ element: SecurityElement) {
    for method in element.methods where !security.contains(method) { security.append(method) }
    choices.formUnion(element.choices)
  }
}
