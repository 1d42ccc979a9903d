/// The rate of a frame, and its modulation.
///
/// Source: `enum nl80211_rate_info`, include/uapi/linux/nl80211.h.
struct WirelessRate: Equatable {
  /// In units of 100 kbit/s.
  ///
  /// `nil` for a rate of zero, which drivers report if they do not know it.
  private(set) var bitrate: UInt32?
  /// The index of modulation and coding.
  ///
  /// `nil` for the rates of the first WiFi generations.
  private(set) var mcs: Int?
  /// The number of spatial streams.
  private(set) var streams: Int?
  /// The WiFi generation of the frame: 4 to 7.
  private(set) var generation: Int?

  init(_ range: Range<Int>, _ bytes: NetlinkBytes) {
    var short: UInt32?
    var attributes = NetlinkAttributes(in: range)
    while let attribute = attributes.next(in: bytes) {
      let value = attribute.value
      switch attribute.type {
      case 1: short = bytes.uint16(in: value).map(UInt32.init)  // NL80211_RATE_INFO_BITRATE
      case 5: bitrate = bytes.uint32(in: value)  // ..._BITRATE32, which older kernels lack
      case 2:  // ..._MCS, of 802.11n: each stream has eight indexes
        setModulation(bytes.uint8(in: value), generation: 4)
        streams = mcs.flatMap { $0 < 32 ? $0 / 8 + 1 : nil }
      case 6: setModulation(bytes.uint8(in: value), generation: 5)  // ..._VHT_MCS
      case 13: setModulation(bytes.uint8(in: value), generation: 6)  // ..._HE_MCS
      case 19: setModulation(bytes.uint8(in: value), generation: 7)  // ..._EHT_MCS
      case 7, 14, 20: streams = bytes.uint8(in: value).map(Int.init)  // ..._VHT_NSS, ..._HE_NSS, ..._EHT_NSS
      default: break
      }
    }
    bitrate = (bitrate ?? short).flatMap { $0 == 0 ? nil : $0 }
  }

  private mutating func setModulation(_ index: UInt8?, generation: Int) {
    guard let index else { return }
    mcs = Int(index)
    self.generation = generation
  }
}
