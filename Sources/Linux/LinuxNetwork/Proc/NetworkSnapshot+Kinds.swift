extension NetworkSnapshot {
  /// Reads the kinds of virtual links, and the links below them, without netlink.
  ///
  /// A driver's name determines the kind. The links above and below come from /sys; without them, a link with ports stays
  /// plain Ethernet, because it is unknown whether a port carries its packets.
  mutating func readKinds() {
    let indexes = Dictionary(links.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
    for position in links.indices where !links[position].flags.contains(.loopback) {
      let link = links[position]
      guard let driver = SystemCalls.driver(ofInterface: link.name) else { continue }
      let isKnown = DeviceFacts(of: link, withSpeed: false) != nil
      let directory = SysfsDirectory(name: link.name)
      if isKnown { links[position].master = directory.target(Array("master".utf8)).flatMap { indexes[$0] } }
      guard let kind = Self.kind(ofDriver: driver), isKnown || !["bridge", "bond", "team"].contains(kind) else {
        continue
      }
      links[position].kind = Array(kind.utf8)
      guard isKnown, Self.transparentKinds.contains(kind) else { continue }
      // The index may belong to another namespace; this link exists only within one.
      let lower = directory.text("iflink").flatMap { Int32($0) }
      let below = links.first { $0.index == lower }
      if let below, directory.target(Array("lower_".utf8) + below.name) != nil { links[position].lower = below.index }
    }
  }

  /// The kernel's name for the links of a driver.
  ///
  /// `nil` for the driver of a device.
  private static func kind(ofDriver driver: String) -> String? {
    switch driver {
    case "802.1Q VLAN Support": "vlan"
    case "bonding": "bond"
    case "bridge", "team": driver
    case _ where transparentKinds.contains(driver) || ethernetLikeKinds.contains(driver): driver
    case _ where sinkKinds.contains(driver) || tunnelKinds.contains(driver): driver
    default: nil
    }
  }
}
