/// The raw results of one read of the kernel, from which the status is derived.
struct NetworkSnapshot {
  var links: [LinkMessage] = []
  var addresses: [AddressMessage] = []
  var routes: [RouteMessage] = []
  /// The routes that packets to a public address take, one for each family that has one: IPv4's first.
  var outgoing: [OutgoingRoute] = []
  /// The hops of the packets that tunnels with known ends send themselves; none if these packets have no route.
  var tunnelHops: [Int32: [RouteMessage.Hop]] = [:]
  /// The hops to a public address that leave by a device instead of a tunnel, best first.
  ///
  /// Read only if a tunnel is in use whose remote end is unknown.
  var alternatives: [RouteMessage.Hop] = []
  /// The names of the devices that carry sessions of PPP over Ethernet.
  var sessionDevices: Set<[UInt8]> = []
  var wirelessLinks: Set<Int32> = []
  /// The properties of WiFi links that nl80211 reports.
  var wirelessInterfaces: [Int32: WirelessInterface] = [:]
  /// The WiFi networks that links are members of.
  var associations: [Int32: WirelessAssociation] = [:]
  /// The properties of devices that come from /sys.
  var devices: [Int32: DeviceFacts] = [:]
  /// The names of the drivers of devices.
  var drivers: [Int32: String] = [:]
  var dns = DNSConfiguration(servers: [], search: [])
  var source = NetworkStatus.Source.netlink
  var isConsistent = true
}

/// The properties of a device that /sys/class/net has and netlink lacks.
struct DeviceFacts: Equatable {
  /// `DEVTYPE` of the uevent file: `wlan`, `wwan`, `bluetooth`.
  ///
  /// `nil` for plain Ethernet.
  var type: String?
  /// In Mbit/s.
  var speed: Int?
  /// `half` or `full`.
  var duplex: String?
}

extension NetworkSnapshot {
  /// The public form of all links, sorted by index.
  var interfaces: [NetworkInterface] {
    let names = names
    let addresses = Dictionary(grouping: addresses, by: \.link)
    return links.sorted { $0.index < $1.index }.map {
      NetworkInterface($0, in: self, names: names, addresses: addresses[$0.index] ?? [])
    }
  }

  /// The links' names by index.
  var names: [Int32: String] {
    Dictionary(links.map { ($0.index, String(kernelText: $0.name)) }, uniquingKeysWith: { first, _ in first })
  }

  func isWireless(_ link: LinkMessage) -> Bool {
    wirelessLinks.contains(link.index) || devices[link.index]?.type == "wlan"
  }

  func kind(of link: LinkMessage) -> String {
    if link.flags.contains(.loopback) || link.hardwareType == LinkMessage.HardwareType.loopback { return "loopback" }
    if isWireless(link) { return "wifi" }
    switch (String(kernelText: link.kind), devices[link.index]?.type) {
    case ("tun", _): return link.hardwareType == LinkMessage.HardwareType.ethernet ? "tap" : "tun"
    case ("", "wwan"?), ("wwan", _), ("rmnet", _): return "cellular"
    case ("", "bluetooth"?): return "bluetooth"
    case ("", _) where link.hardwareType == LinkMessage.HardwareType.ethernet: return "ethernet"
    case ("", _) where link.hardwareType == LinkMessage.HardwareType.rawIP: return "cellular"
    case ("", _) where link.hardwareType == LinkMessage.HardwareType.ppp: return "ppp"
    case ("", _): return "other"
    case (let kind, _): return kind
    }
  }
}
