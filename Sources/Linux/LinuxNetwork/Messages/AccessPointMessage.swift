/// An access point in the kernel's scan list: `NL80211_CMD_NEW_SCAN_RESULTS`.
///
/// Source: `enum nl80211_bss`, include/uapi/linux/nl80211.h.
struct AccessPointMessage {
  private(set) var bssid: [UInt8] = []
  private(set) var frequencyMHz: UInt32?
  /// In hundredths of a dBm.
  ///
  /// `nil` if the driver reports no strength in dBm.
  private(set) var signalMillibel: Int32?
  private(set) var status: UInt32?
  private(set) var ageMilliseconds: UInt32?
  /// The number of this radio link of a device with several links (MLO).
  ///
  /// `nil` without membership, and for devices with one link.
  private(set) var linkNumber: UInt8?
  /// The address of the access point as a whole, if it has several links.
  private(set) var mldAddress: [UInt8] = []
  /// `nil` if the kernel has no broadcast elements.
  private(set) var facts: BroadcastFacts?
  private var capabilities: UInt16?

  /// This machine is a member: associated, or joined in ad-hoc mode.
  ///
  /// Status 0 (authenticated) is not yet a connection.
  var isJoined: Bool { status == 1 || status == 2 }

  /// The network's name as it was broadcast.
  var ssid: [UInt8]? { facts?.ssid }

  /// The security methods of the network.
  ///
  /// `nil` if neither its elements nor its capabilities are known. Without an element, the capability "privacy" (bit 4)
  /// means WEP.
  var security: [WiFiSecurity]? {
    guard let facts else { return nil }
    if !facts.security.isEmpty { return facts.security }
    return capabilities.map { [$0 & 0x10 == 0 ? .open : .wep] }
  }

  init?(_ message: NetlinkMessage, _ bytes: NetlinkBytes) {
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

  /// The joined access point, from a source other than nl80211.
  init(joined bssid: [UInt8], frequencyMHz: UInt32?, signalDbm: Int32?) {
    self.bssid = bssid
    self.frequencyMHz = frequencyMHz
    signalMillibel = signalDbm.flatMap { Int32(exactly: Int($0) * 100) }
    status = 1
  }

  private mutating func read(_ range: Range<Int>, _ bytes: NetlinkBytes) {
    var beacon: Range<Int>?
    var attributes = NetlinkAttributes(in: range)
    while let attribute = attributes.next(in: bytes) {
      let value = attribute.value
      switch attribute.type {
      case 1: bssid = bytes.octets(in: value)  // NL80211_BSS_BSSID
      case 2: frequencyMHz = bytes.uint32(in: value)  // NL80211_BSS_FREQUENCY
      case 5: capabilities = bytes.uint16(in: value)  // NL80211_BSS_CAPABILITY
      case 6: facts = BroadcastFacts(in: value, bytes)  // NL80211_BSS_INFORMATION_ELEMENTS
      case 7:  // NL80211_BSS_SIGNAL_MBM: zero for the ad-hoc network that this machine created itself
        signalMillibel = bytes.int32(in: value).flatMap { $0 == 0 ? nil : $0 }
      case 9: status = bytes.uint32(in: value)  // NL80211_BSS_STATUS
      case 10: ageMilliseconds = bytes.uint32(in: value)  // NL80211_BSS_SEEN_MS_AGO
      case 11: beacon = value  // NL80211_BSS_BEACON_IES
      case 22: mldAddress = bytes.octets(in: value)  // NL80211_BSS_MLD_ADDR
      case 21: linkNumber = bytes.uint8(in: value)  // NL80211_BSS_MLO_LINK_ID
      default: break
      }
    }
    if facts == nil { facts = beacon.map { BroadcastFacts(in: $0, bytes) } }
  }

  /// The request for an interface's scan list.
  ///
  /// It transmits nothing.
  static func dump(_ family: GenericFamily, interface: Int32) -> NetlinkRequest {
    family.request("reading access points", command: 32, dump: true).with(3, UInt32(bitPattern: interface))
  }

  /// The request for a new scan of all channels, with a probe for any name.
  ///
  /// The kernel refuses this without `CAP_NET_ADMIN`.
  static func trigger(_ family: GenericFamily, interface: Int32) -> NetlinkRequest {
    let anyName = NetlinkRequest.attribute(1, [])
    return family.request("requesting a WiFi scan", command: 33, dump: false)
      .with(3, UInt32(bitPattern: interface)).with(45, anyName)  // NL80211_ATTR_SCAN_SSIDS
  }
}
