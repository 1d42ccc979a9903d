/// A peer of a WiFi interface, with the state of the radio link: `NL80211_CMD_NEW_STATION`.
///
/// The only peer of a client is its access point. Source: `enum nl80211_sta_info`, include/uapi/linux/nl80211.h.
struct StationMessage {
  private(set) var mac: [UInt8] = []
  /// In dBm.
  private(set) var signal: Int8?
  /// The mean over the last frames, in dBm.
  private(set) var averageSignal: Int8?
  /// Whether the key exchange has succeeded; without it, no packet passes.
  ///
  /// `nil` if the driver does not report it.
  private(set) var isAuthorized: Bool?
  /// Whether frames that manage the connection are protected.
  ///
  /// `nil` if the driver does not report it.
  private(set) var hasProtectedManagement: Bool?
  private(set) var connectedSeconds: UInt32?
  private(set) var sendRate: WirelessRate?
  private(set) var receiveRate: WirelessRate?
  private(set) var retries: UInt32?
  private(set) var failures: UInt32?
  private(set) var beaconLosses: UInt32?

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
      case 8: sendRate = WirelessRate(value, bytes)  // NL80211_STA_INFO_TX_BITRATE
      case 11: retries = bytes.uint32(in: value)  // NL80211_STA_INFO_TX_RETRIES
      case 12: failures = bytes.uint32(in: value)  // NL80211_STA_INFO_TX_FAILED
      case 13:  // NL80211_STA_INFO_SIGNAL_AVG
        averageSignal = bytes.number(Int8.self, in: value).flatMap { $0 == 0 ? nil : $0 }
      case 14: receiveRate = WirelessRate(value, bytes)  // NL80211_STA_INFO_RX_BITRATE
      case 18: beaconLosses = bytes.uint32(in: value)  // NL80211_STA_INFO_BEACON_LOSS
      case 17:  // NL80211_STA_INFO_STA_FLAGS: the known flags, the set ones; bit 1 is ..._AUTHORIZED, bit 4 ..._MFP
        let flags = (known: bytes.uint32(at: value.lowerBound), set: bytes.uint32(at: value.lowerBound + 4))
        guard value.count >= 8, let known = flags.known, let set = flags.set else { break }
        if known & 2 != 0 { isAuthorized = set & 2 != 0 }
        if known & 16 != 0 { hasProtectedManagement = set & 16 != 0 }
      case 16: connectedSeconds = bytes.uint32(in: value)  // ..._CONNECTED_TIME
      default: break
      }
    }
  }

  /// The request for the peers of an interface.
  static func dump(_ family: GenericFamily, interface: Int32) -> NetlinkRequest {
    family.request("reading the WiFi link", command: 17, dump: true).with(3, UInt32(bitPattern: interface))
  }
}
