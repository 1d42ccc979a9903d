/// A peer of a WiFi interface, with the state of the radio link: `NL80211_CMD_NEW_STATION`.
///
/// The only peer of a client is its access point. Source: `enum nl80211_sta_info`, include/uapi/linux/nl80211.h.
struct StationMessage {
  private(set) var mac: [UInt8] = []
  /// In dBm.
  private(set) var signal: Int8?
  /// The key exchange has not succeeded yet, or never will: no packet passes.
  ///
  /// False if the driver does not report it.
  private(set) var isUnauthorized = false
  private(set) var connectedSeconds: UInt32?
  /// In units of 100 kbit/s.
  private(set) var sendRate: UInt32?
  private(set) var receiveRate: UInt32?

  init?(_ message: NetlinkMessage, _ bytes: NetlinkBytes) {
    guard bytes.uint8(in: message.payload) == 19 else { return nil }
    var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: GenericFamily.headerSize)
    while let attribute = attributes.next(in: bytes) {
      switch attribute.type {
      case 6: mac = bytes.octets(in: attribute.value)  // NL80211_ATTR_MAC
      case 21: read(attribute.value, bytes)  // NL80211_ATTR_STA_INFO
      default: break
      }
    }
    guard mac.count == 6 else { return nil }
  }

  private mutating func read(_ range: Range<Int>, _ bytes: NetlinkBytes) {
    var attributes = NetlinkAttributes(in: range)
    while let attribute = attributes.next(in: bytes) {
      let value = attribute.value
      switch attribute.type {
      case 7:  // NL80211_STA_INFO_SIGNAL: zero if no frame has been received
        signal = bytes.number(Int8.self, in: value).flatMap { $0 == 0 ? nil : $0 }
      case 8: sendRate = Self.rate(value, bytes)  // NL80211_STA_INFO_TX_BITRATE
      case 14: receiveRate = Self.rate(value, bytes)  // NL80211_STA_INFO_RX_BITRATE
      case 17:  // NL80211_STA_INFO_STA_FLAGS: the known flags, the set ones; bit 1 is NL80211_STA_FLAG_AUTHORIZED
        let flags = (known: bytes.uint32(at: value.lowerBound), set: bytes.uint32(at: value.lowerBound + 4))
        if value.count >= 8, let known = flags.known, let set = flags.set { isUnauthorized = known & ~set & 2 != 0 }
      case 16: connectedSeconds = bytes.uint32(in: value)  // ..._CONNECTED_TIME
      default: break
      }
    }
  }

  /// The 32-bit rate, or the 16-bit rate of older kernels.
  ///
  /// `nil` for a rate of zero, which drivers report if they do not know it.
  private static func rate(_ range: Range<Int>, _ bytes: NetlinkBytes) -> UInt32? {
    var short: UInt32?
    var long: UInt32?
    var attributes = NetlinkAttributes(in: range)
    while let attribute = attributes.next(in: bytes) {
      let value = attribute.value
      switch attribute.type {
      case 1: short = bytes.uint16(in: value).map(UInt32.init)  // NL80211_RATE_INFO_BITRATE
      case 5: long = bytes.uint32(in: value)  // NL80211_RATE_INFO_BITRATE32
      default: break
      }
    }
    return (long ?? short).flatMap { $0 == 0 ? nil : $0 }
  }

  /// The request for the peers of an interface.
  static func dump(_ family: GenericFamily, interface: Int32) -> NetlinkRequest {
    family.request("reading the WiFi link", command: 17, dump: true).with(3, UInt32(bitPattern: interface))
  }
}
