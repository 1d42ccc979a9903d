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

  /// The modes in which an interface joins an existing network.
  enum Mode {
    static let adHoc: UInt32 = 1
    static let station: UInt32 = 2
    static let peerToPeerClient: UInt32 = 8
  }

  /// A client of which only these properties are known.
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
      case 3: index = bytes.int32(in: value)  // NL80211_ATTR_IFINDEX
      case 4: name = bytes.string(in: value)  // NL80211_ATTR_IFNAME
      case 5: type = bytes.uint32(in: value) ?? 0  // NL80211_ATTR_IFTYPE
      case 38: frequencyMHz = bytes.uint32(in: value)  // NL80211_ATTR_WIPHY_FREQ
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
