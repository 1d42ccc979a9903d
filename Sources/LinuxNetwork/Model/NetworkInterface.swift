/// A network interface of this machine: a device, or something that the kernel presents as one.
public struct NetworkInterface: Sendable, Hashable {
  /// The kernel's number for the interface: positive, and not reused soon.
  ///
  /// Names change, this does not.
  public let index: Int

  /// The name, such as `eth0`.
  ///
  /// Names are bytes: each octet that is not part of valid UTF-8 is shown as `\xNN`.
  public internal(set) var name: String

  /// What the interface is: `loopback`, `ethernet`, `wifi`, `cellular`, `bluetooth`, `tap`, or the kernel's own word
  /// for a virtual one (`bridge`, `vlan`, `bond`, `veth`, `macvlan`, `vxlan`, `wireguard`, `tun`, `dummy`).
  ///
  /// `other` if it does not say.
  ///
  /// Source: `IFLA_INFO_KIND`, include/uapi/linux/if_link.h.
  public let kind: String

  /// Switched on by the administrator.
  ///
  /// Says nothing about a cable.
  ///
  /// Source: `IFF_UP`, include/uapi/linux/if.h.
  public let up: Bool

  /// Switched on, with a carrier, and ready for packets.
  ///
  /// Source: `IFF_RUNNING`, include/uapi/linux/if.h.
  public let running: Bool

  /// Whether the link can pass packets, in more detail.
  public internal(set) var operationalState: OperationalState

  /// The hardware address, lower case: `02:00:5e:10:00:ff`.
  ///
  /// `nil` if the interface has none.
  ///
  /// It can identify a device, and its owner.
  public internal(set) var mac: String?

  /// The longest packet that the interface sends whole, in octets.
  public let mtu: Int

  /// The negotiated speed of a cable in Mbit/s.
  ///
  /// `nil` without a carrier, and for devices that have no such thing.
  ///
  /// Source: /sys/class/net/*/speed.
  public let speedMbps: Int?

  /// The interface's IP addresses, in the kernel's order.
  public internal(set) var addresses: [InterfaceAddress]

  /// What the interface has carried.
  ///
  /// `nil` if the kernel does not say.
  public internal(set) var statistics: InterfaceStatistics?

  /// The name of the bridge, bond or team that the interface is a port of.
  ///
  /// `nil` if it is none.
  public internal(set) var master: String?

  /// The WiFi network that the interface is a member of.
  ///
  /// `nil` if the interface is not WiFi.
  public internal(set) var wifi: WiFiMembership?

  /// Why what identifies a device or a place is missing here.
  ///
  /// `nil` if nothing was withheld.
  public internal(set) var withheld: String?
}

extension NetworkInterface: Codable {
  /// Writes every property: what is not known is `null`, so that JavaScript always finds it.
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
