/// The settings of a WiFi interface that need requests of their own.
///
/// Source: include/uapi/linux/nl80211.h.
struct RadioSettings: Equatable {
  /// Whether the radio sleeps between beacons.
  ///
  /// `nil` if the driver does not support it.
  var powerSave: Bool?
  /// The country whose rules the radio follows: two octets of text.
  var country: [UInt8] = []

  /// The answer to ``powerSaveRequest(_:interface:)``.
  static func powerSave(_ message: NetlinkMessage, _ bytes: NetlinkBytes) -> Bool? {
    value(of: 93, in: message, command: 62, bytes).flatMap { bytes.uint32(in: $0) }.map { $0 == 1 }
  }

  /// The answer to ``countryRequest(_:device:)``.
  static func country(_ message: NetlinkMessage, _ bytes: NetlinkBytes) -> [UInt8]? {
    value(of: 33, in: message, command: 31, bytes).map { bytes.string(in: $0) }
  }

  /// `NL80211_CMD_GET_POWER_SAVE`, answered with `NL80211_ATTR_PS_STATE`.
  static func powerSaveRequest(_ family: GenericFamily, interface: Int32) -> NetlinkRequest {
    family.request("reading a radio's power save", command: 62, dump: false).with(3, UInt32(bitPattern: interface))
  }

  /// `NL80211_CMD_GET_REG`, answered with `NL80211_ATTR_REG_ALPHA2`: a radio can have rules of its own.
  static func countryRequest(_ family: GenericFamily, device: UInt32) -> NetlinkRequest {
    family.request("reading a radio's regulations", command: 31, dump: false).with(1, device)
  }

  private static func value(
    of type: UInt16, in message: NetlinkMessage, command: UInt8, _ bytes: NetlinkBytes
  ) -> Range<Int>? {
    guard bytes.uint8(in: message.payload) == command else { return nil }
    var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: GenericFamily.headerSize)
    while let attribute = attributes.next(in: bytes) {
      if attribute.type == type { return attribute.value }
    }
    return nil
  }
}
