/// A network interface of this machine: hardware or virtual.
public struct NetworkInterface: Sendable, Hashable {
  /// The kernel's number for the interface: positive, and not reused soon.
  ///
  /// The name can change; the index does not.
  public let index: Int

  /// The name, such as `eth0`.
  ///
  /// Kernel names are bytes: each octet that is not part of valid UTF-8 is shown as `\xNN`.
  public internal(set) var name: String

  /// The kind of the interface: `loopback`, `ethernet`, `wifi`, `cellular`, `bluetooth`, `tap`, or the kernel's name
  /// for a virtual kind (`bridge`, `vlan`, `bond`, `veth`, `macvlan`, `vxlan`, `wireguard`, `tun`, `dummy`).
  ///
  /// `other` if the kernel reports none.
  ///
  /// Source: `IFLA_INFO_KIND`, include/uapi/linux/if_link.h.
  public let kind: String

  /// Enabled by the administrator.
  ///
  /// This does not imply a connected cable.
  ///
  /// Source: `IFF_UP`, include/uapi/linux/if.h.
  public let up: Bool

  /// Enabled, with a carrier, and ready for packets.
  ///
  /// Source: `IFF_RUNNING`, include/uapi/linux/if.h.
  public let running: Bool

  /// The link's ability to pass packets, in more detail.
  public internal(set) var operationalState: OperationalState

  /// The hardware address in lower case: `02:00:5e:10:00:ff`.
  ///
  /// `nil` if the interface has none.
  ///
  /// It can identify a device and its owner.
  public internal(set) var mac: String?

  /// The longest packet that the interface sends unfragmented, in octets.
  public let mtu: Int

  /// The negotiated speed of a cable in Mbit/s.
  ///
  /// `nil` without a carrier, and for devices without a speed.
  ///
  /// Source: /sys/class/net/*/speed.
  public let speedMbps: Int?

  /// Whether a cable carries both directions at once: `full` or `half`.
  ///
  /// `nil` without a carrier, and if the driver does not know it.
  ///
  /// Source: /sys/class/net/*/duplex.
  public let duplex: String?

  /// The interface's IP addresses, in the kernel's order.
  public internal(set) var addresses: [InterfaceAddress]

  /// The traffic counters.
  ///
  /// `nil` if the kernel reports none.
  public internal(set) var statistics: InterfaceStatistics?

  /// The name of the bridge, bond or team that the interface is a port of.
  ///
  /// `nil` if it is not a port.
  public internal(set) var master: String?

  /// The name of the interface below, such as the carrier of a VLAN; the other end of a veth pair.
  ///
  /// `nil` if there is none, and if it is in another network namespace: see ``linkNamespace``.
  ///
  /// Source: `IFLA_LINK`, include/uapi/linux/if_link.h.
  public internal(set) var link: String?

  /// This namespace's number for the network namespace that has the interface below, or the other end.
  ///
  /// `nil` if it is in the same namespace, and if it has no number here.
  ///
  /// Source: `IFLA_LINK_NETNSID`.
  public let linkNamespace: Int?

  /// Further names of the interface.
  ///
  /// Source: `IFLA_ALT_IFNAME`.
  public internal(set) var alternativeNames: [String]

  /// The administrator's description of the interface.
  ///
  /// `nil` if there is none. It can identify a person or a place.
  ///
  /// Source: `IFLA_IFALIAS`.
  public internal(set) var alias: String?

  /// The permanent hardware address of the device, in lower case.
  ///
  /// `nil` if the driver does not report it. It can identify a device and its owner.
  ///
  /// Source: `IFLA_PERM_ADDRESS`.
  public internal(set) var permanentMac: String?

  /// The name of a device's driver: `e1000e`.
  ///
  /// `nil` for virtual kinds, which ``kind`` names, and if the driver has no name.
  ///
  /// Source: `ETHTOOL_GDRVINFO`, include/uapi/linux/ethtool.h.
  public let driver: String?

  /// The device that the interface belongs to, as its bus names it: `0000:00:1f.6`.
  ///
  /// `nil` for virtual interfaces, and for kernels before 5.14.
  ///
  /// Source: `IFLA_PARENT_DEV_NAME`.
  public let parentDevice: String?

  /// The number of a VLAN: 1 to 4094.
  ///
  /// `nil` for other kinds.
  ///
  /// Source: `IFLA_VLAN_ID`.
  public let vlanId: Int?

  /// The addresses between which a tunnel sends its packets.
  ///
  /// `nil` for other kinds, and for tunnels without a fixed remote end or with one that only their program knows.
  public internal(set) var tunnel: TunnelEndpoints?

  /// Receives every packet on the link, not only its own, as a port of a bridge does, or a packet analyzer's.
  ///
  /// Source: `IFLA_PROMISCUITY`.
  public let promiscuous: Bool

  /// The WiFi network that the interface is a member of.
  ///
  /// `nil` if the interface is not WiFi.
  public internal(set) var wifi: WiFiMembership?

  /// The reason why identifying properties are missing here.
  ///
  /// `nil` if no property was withheld.
  public internal(set) var withheld: String?
}

extension NetworkInterface: Codable {
  /// Encodes every property: an unknown one is `null`, so that JavaScript always finds it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(index, forKey: .index)
    try container.encode(name, forKey: .name)
    try container.encode(kind, forKey: .kind)
    try container.encode(up, forKey: .up)
    try container.encode(running, forKey: .running)
    try container.encode(operationalState, forKey: .operationalState)
    try container.encode(mac, forKey: .mac)
    try container.encode(mtu, forKey: .mtu)
    try container.encode(speedMbps, forKey: .speedMbps)
    try container.encode(duplex, forKey: .duplex)
    try container.encode(addresses, forKey: .addresses)
    try container.encode(statistics, forKey: .statistics)
    try container.encode(master, forKey: .master)
    try container.encode(link, forKey: .link)
    try container.encode(linkNamespace, forKey: .linkNamespace)
    try container.encode(alternativeNames, forKey: .alternativeNames)
    try container.encode(alias, forKey: .alias)
    try container.encode(permanentMac, forKey: .permanentMac)
    try container.encode(driver, forKey: .driver)
    try container.encode(parentDevice, forKey: .parentDevice)
    try container.encode(vlanId, forKey: .vlanId)
    try container.encode(tunnel, forKey: .tunnel)
    try container.encode(promiscuous, forKey: .promiscuous)
    try container.encode(wifi, forKey: .wifi)
    try container.encode(withheld, forKey: .withheld)
  }
}

/// The addresses between which a tunnel sends its own packets.
public struct TunnelEndpoints: Sendable, Hashable {
  /// This machine's end.
  ///
  /// `nil` if the kernel chooses it for each packet.
  public internal(set) var local: String?

  /// The other end.
  public internal(set) var remote: String?
}

extension TunnelEndpoints: Codable {
  /// Encodes both ends: an unknown one is `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(local, forKey: .local)
    try container.encode(remote, forKey: .remote)
  }
}
