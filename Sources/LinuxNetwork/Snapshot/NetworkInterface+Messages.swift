extension NetworkInterface {
  init(_ link: LinkMessage, in snapshot: NetworkSnapshot, names: [Int32: String], addresses: [AddressMessage]) {
    index = Int(link.index)
    name = String(kernelText: link.name)
    kind = snapshot.kind(of: link)
    up = link.flags.contains(.up)
    running = link.flags.contains(.running)
    operationalState = OperationalState(kernelValue: link.operationalState)
    mac = LinkMessage.HardwareType.tunnels.contains(link.hardwareType) ? nil : String(hardwareAddress: link.mac)
    mtu = Int(link.mtu ?? 0)
    speedMbps = snapshot.devices[link.index]?.speed
    self.addresses = addresses.map(InterfaceAddress.init)
    statistics = link.statistics
    master = link.master.flatMap { names[$0] }
    // Dormant: associated, but the key exchange has not succeeded.
    let association = operationalState == .dormant ? nil : snapshot.associations[link.index]
    wifi = snapshot.isWireless(link) ? WiFiMembership(association) : nil
  }
}

extension InterfaceAddress {
  init(_ message: AddressMessage) {
    family = message.address.family
    address = message.address.description
    prefixLength = Int(message.prefixLength)
    scope =
      switch message.scope {
      case 0: "global"
      case 200: "site"
      case 253: "link"
      case 254: "host"
      case 255: "nowhere"
      default: String(message.scope)
      }
    scopeId = message.address.isLinkLocalIPv6 ? Int(message.link) : nil
    // For IPv4 the same bit means "secondary": another address of the same network.
    temporary = message.address.family == .ipv6 && message.flags.contains(.temporary)
    deprecated = message.flags.contains(.deprecated)
    tentative = message.isTentative
  }
}
