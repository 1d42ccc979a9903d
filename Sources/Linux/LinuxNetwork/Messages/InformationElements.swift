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
      case 221: readVendor(value, bytes)
      default: break
      }
    }
  }

  private mutating func readVendor(_ value: Range<Int>, _ bytes: NetlinkBytes) {
    // Microsoft's element: 00-50-F2 and a type. Type 1 is WPA, type 17 the cost of the network (MS-NCT).
    guard value.count >= 4, bytes.octets(in: value.prefix(3)) == [0x00, 0x50, 0xf2] else { return }
    switch bytes.uint8(at: value.lowerBound + 3) {
    case 1: add(SecurityElement(firstVersion: value.dropFirst(4), bytes))
    case 17 where value.count >= 5:
      switch bytes.uint8(at: value.lowerBound + 4) {
      case 1: isMetered = false  // Unrestricted
      case 2, 4: isMetered = true  // Fixed, variable
      default: break
      }
    default: break
    }
  }

  private mutating func add(_ element: SecurityElement) {
    for method in element.methods where !security.contains(method) { security.append(method) }
    choices.formUnion(element.choices)
  }
}
