/// An access point in the kernel's scan list: `NL80211_CMD_NEW_SCAN_RESULTS`.
///
/// Source: `enum nl80211_bss`, include/uapi/linux/nl80211.h.
struct AccessPointMessage {
  private(set) var bssid: [UInt8] = []
  private(set) var frequencyMHz: UInt32?
  /// In hundredths of a dBm.
  ///
  /// `nil` if the driver reports no such unit.
  private(set) var signalMillibel: Int32?
  private(set) var status: UInt32?
  /// The network's name as it was broadcast.
  ///
  /// `nil` if the element is missing, truncated or too long.
  private(set) var ssid: [UInt8]?

  /// This machine is a member: associated, or joined in ad-hoc mode.
  ///
  /// Status 0, authenticated, is not yet a connection.
  var isJoined: Bool { status == 1 || status == 2 }

  init?(_ message: NetlinkMessage, _ bytes: Span<UInt8>) {
    guard bytes.uint8(in: message.payload) == 34 else { return nil }
    var found = false
    var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: GenericFamily.headerSize)
    while !found, let attribute = attributes.next(in: bytes) {
      guard attribute.type == 47 else { continue }  // NL80211_ATTR_BSS
      found = true
      read(attribute.value, bytes)
    }
    guard found else { return nil }
  }

  private mutating func read(_ range: Range<Int>, _ bytes: Span<UInt8>) {
    var attributes = NetlinkAttributes(in: range)
    while let attribute = attributes.next(in: bytes) {
      let value = attribute.value
      switch attribute.type {
      case 1: bssid = bytes.octets(in: value)  // NL80211_BSS_BSSID
      case 2: frequencyMHz = bytes.uint32(in: value)  // NL80211_BSS_FREQUENCY
      case 6: ssid = Self.ssid(inElements: value, bytes)  // NL80211_BSS_INFORMATION_ELEMENTS
      case 7: signalMillibel = bytes.int32(in: value)  // NL80211_BSS_SIGNAL_MBM
      case 9: status = bytes.uint32(in: value)  // NL80211_BSS_STATUS
      default: break
      }
    }
  }

  /// Element 0 of what the access point broadcast.
  ///
  /// These bytes came from the air: nothing in them is to be trusted.
  private static func ssid(inElements range: Range<Int>, _ bytes: Span<UInt8>) -> [UInt8]? {
    var offset = range.lowerBound
    while range.upperBound - offset >= 2, let id = bytes.uint8(at: offset), let length = bytes.uint8(at: offset + 1) {
      let value = (offset + 2)..<(offset + 2 + Int(length))
      guard value.upperBound <= range.upperBound else { return nil }
      if id == 0 { return length <= SSID.maximumLength ? bytes.octets(in: value) : nil }
      offset = value.upperBound
    }
    return nil
  }

  /// Asks for the access points that an interface has seen: from the kernel's memory, nothing is sent.
  static func dump(_ family: GenericFamily, interface: Int32) -> NetlinkRequest {
    family.request("reading access points", command: 32, dump: true).with(3, UInt32(bitPattern: interface))
  }
}
