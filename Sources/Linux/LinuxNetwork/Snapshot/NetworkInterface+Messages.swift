extension NetworkInterface {
  init(_ link: LinkMessage, in snapshot: NetworkSnapshot, names: [Int32: String], addresses: [AddressMessage]) {
    index = Int(link.index)
    name = String(kernelText: link.name)
    kind = snapshot.kind(of: link)
    up = link.flags.contains(.up)
    running = link.flags.contains(.running)
    operationalState = OperationalState(kernelValue: link.operationalState)
    let isTunnel = LinkMessage.HardwareType.tunnels.contains(link.hardwareType)
    mac = isTunnel ? nil : String(hardwareAddress: link.mac)
    permanentMac = isTunnel ? nil : String(hardwareAddress: link.permanentMAC)
    mtu = Int(link.mtu ?? 0)
    speedMbps = snapshot.devices[link.index]?.speed
    duplex = snapshot.devices[link.index]?.duplex
    self.addresses = addresses.map(InterfaceAddress.init)
    statistics = link.statistics
    master = link.master.flatMap { names[$0] }
    self.link = link.lowerIsElsewhere ? nil : link.lower.flatMap { names[$0] }
    linkNamespace = link.lowerNamespace.flatMap { $0 < 0 ? nil : Int($0) }
    alternativeNames = link.alternativeNames.map { String(kernelText: $0) }
    alias = link.alias.isEmpty ? nil : String(kernelText: link.alias)
    driver = snapshot.drivers[link.index]
    parentDevice = link.parent.isEmpty ? nil : String(kernelText: link.parent)
    vlanId = link.vlan.map(Int.init)
    tunnel = link.tunnel.map { TunnelEndpoints(local: $0.local?.description, remote: $0.remote.description) }
    promiscuous = link.promiscuity > 0
    // Dormant: associated, but the key exchange has not succeeded.
    let association = operationalState == .dormant ? nil : snapshot.associations[link.index]
    wifi = snapshot.isWireless(link) ? WiFiMembership(association, of: snapshot.wirelessInterfaces[link.index]) : nil
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
    dadFailed = message.flags.contains(.failed)
    dynamic = message.isDynamic
    preferredSeconds = message.lifetimes.preferred.map(Int.init)
    validSeconds = message.lifetimes.valid.map(Int.init)
    peer = message.peer?.description
    broadcast = message.broadcast.map { IPAddress(bits: UInt128($0), .ipv4).description }
    label = message.label.isEmpty ? nil : String(kernelText: message.label)
  }
}
