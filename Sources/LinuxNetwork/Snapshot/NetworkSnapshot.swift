/// The raw results of one read of the kernel, from which the status is derived.
struct NetworkSnapshot {
  var links: [LinkMessage] = []
  var addresses: [AddressMessage] = []
  var routes: [RouteMessage] = []
  /// The links that packets for a public address leave by: IPv4's first.
  var outgoingLinks: [Int32] = []
  var wirelessLinks: Set<Int32> = []
  /// The WiFi networks that links are members of.
  var associations: [Int32: WirelessAssociation] = [:]
  /// The properties of devices that come from /sys.
  var devices: [Int32: DeviceFacts] = [:]
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
}

extension NetworkSnapshot {
  /// Adds the links of the route to a public address.
  ///
  /// An IP version whose addresses are all tentative or duplicates is ignored: it can send no packet.
  mutating func addOutgoingLinks(_ route: RouteMessage) {
    guard route.isUnicast else { return }
    let loopbacks = Set(links.filter { $0.flags.contains(.loopback) }.map(\.index))
    let own = addresses.filter { $0.address.family == route.family && !loopbacks.contains($0.link) }
    guard own.isEmpty || !own.allSatisfy(\.isTentative) else { return }
    outgoingLinks += route.hops.map(\.link)
  }
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

  /// The default routes, one for each hop: IPv4 before IPv6, then by metric, then in the kernel's order.
  var defaultRoutes: [DefaultRoute] {
    let names = names
    let routes = routes.filter(\.isDefault).enumerated().sorted { left, right in
      (left.element.family.rawValue, left.element.metric, left.offset)
        < (right.element.family.rawValue, right.element.metric, right.offset)
    }
    return routes.flatMap { _, route in
      route.hops.map { hop in
        DefaultRoute(
          family: route.family, gateway: hop.gateway?.description,
          interface: names[hop.link] ?? "#\(hop.link)", metric: Int(route.metric))
      }
    }
  }

  private var names: [Int32: String] {
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
