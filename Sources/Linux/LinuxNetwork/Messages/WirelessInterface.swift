/// A WiFi interface as nl80211 reports it: `NL80211_CMD_NEW_INTERFACE`.
///
/// Source: include/uapi/linux/nl80211.h.
struct WirelessInterface {
  let index: Int32
  private(set) var name: [UInt8] = []
  private(set) var type: UInt32 = 0
  /// The name of the network, which most drivers omit for stations.
  ///
  /// Empty if it is missing.
  private(set) var ssid: [UInt8] = []
  private(set) var frequencyMHz: UInt32?
  private(set) var device: UInt32?
  /// In MHz.
  private(set) var width: Int?
  /// The limit of the transmit power, in hundredths of a dBm.
  private(set) var powerLimit: Int32?

  /// The modes in which an interface joins an existing network.
  enum Mode {
    static let adHoc: UInt32 = 1
    static let station: UInt32 = 2
    static let peerToPeerClient: UInt32 = 8
    static let accessPoints: Set<UInt32> = [3, 4, 9]

    /// `enum nl80211_iftype`; `nil` for one without a name here.
    static func name(_ type: UInt32) -> String? {
      [
        1: "ad-hoc", 2: "station", 3: "access-point", 4: "access-point-vlan", 5: "wds", 6: "monitor", 7: "mesh",
        8: "p2p-client", 9: "p2p-group-owner", 11: "ocb", 12: "nan",
      ][type]
    }
  }

  /// `enum nl80211_chan_width`, in MHz.
  private static let widths: [UInt32: Int] = [
    0: 20, 1: 20, 2: 40, 3: 80, 4: 160, 5: 160, 6: 5, 7: 10, 8: 1, 9: 2, 10: 4, 11: 8, 12: 16, 13: 320,
  ]

  /// A client with only these known properties.
  init(client name: [UInt8], index: Int32) {
    self.name = name
    self.index = index
    type = Mode.station
  }

  var isClient: Bool { type == Mode.station || type == Mode.peerToPeerClient || type == Mode.adHoc }

  /// Decodes a message.
  ///
  /// `nil` if it names no interface: a peer-to-peer device has none.
  init?(_ message: NetlinkMessage, _ bytes: NetlinkBytes) {
    guard bytes.uint8(in: message.payload) == 7 else { return nil }
    var index: Int32?
    var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: GenericFamily.headerSize)
    while let attribute = attributes.next(in: bytes) {
      let value = attribute.value
      switch attribute.type {
      case 1: device = bytes.uint32(in: value)  // NL80211_ATTR_WIPHY
      case 3: index = bytes.int32(in: value)  // NL80211_ATTR_IFINDEX
      case 4: name = bytes.string(in: value)  // NL80211_ATTR_IFNAME
      case 5: type = bytes.uint32(in: value) ?? 0  // NL80211_ATTR_IFTYPE
      case 38: frequencyMHz = bytes.uint32(in: value)  // NL80211_ATTR_WIPHY_FREQ
      case 98: powerLimit = bytes.int32(in: value)  // NL80211_ATTR_WIPHY_TX_POWER_LEVEL
      case 159: width = bytes.uint32(in: value).flatMap { Self.widths[$0] }  // NL80211_ATTR_CHANNEL_WIDTH
      case 52: ssid = bytes.octets(in: value)  // NL80211_ATTR_SSID: octets, not a string
      default: break
      }
    }
    guard let index else { return nil }
    self.index = index
  }

  /// The request for all WiFi interfaces.
  static func dump(_ family: GenericFamily) -> NetlinkRequest {
    family.request("reading WiFi interfaces", command: 5, dump: true)
  }
}
