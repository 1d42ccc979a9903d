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

  /// The interface's IP addresses, in the kernel's order.
  public internal(set) var addresses: [InterfaceAddress]

  /// The traffic counters.
  ///
  /// `nil` if the kernel reports none.
  public internal(set) var statistics: InterfaceStatistics?

  /// The name of the bridge, bond or team that the interface is a port of.
  ///
  /// `nil` if it is no port.
  public internal(set) var master: String?

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
    try container.encode(addresses, forKey: .addresses)
    try container.encode(statistics, forKey: .statistics)
    try container.encode(master, forKey: .master)
    try container.encode(wifi, forKey: .wifi)
    try container.encode(withheld, forKey: .withheld)
  }
}
