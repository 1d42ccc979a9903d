import Causeway
import LinuxNetwork

/// The JavaScript descriptions of the readers' types, written by hand because the readers do not depend on the bridge.
///
/// A test compares each description with an encoded value, property by property.
extension TypeCatalog {
  mutating func describe(_ type: NetworkStatus.Type) -> TypeDescription {
    define(type) { catalog in
      let kind = catalog.describe(ConnectionType.self)
      return .object(
        "The network connection of this machine at one time.",
        [
          .field(
            "connected", .boolean,
            "Whether packets for a public address leave through a device that is up, running and has a carrier."
          ),
          .field("connectionType", kind, "The kind of that device."),
          .field("underlyingConnectionType", .optional(kind), "For a VPN, the kind of device below it; else null."),
          .field(
            "metered", .optional(.boolean), "Whether traffic costs money; null if unknown, which is usual."),
          .field("ipv4", catalog.describe(IPConnection.self), "The connection by IPv4."),
          .field("ipv6", catalog.describe(IPConnection.self), "The connection by IPv6."),
          .field(
            "defaultRoutes", .list(catalog.describe(DefaultRoute.self)),
            "The default routes of all routing tables: IPv4 before IPv6; in use, main table, others; then by metric."),
          .field("dns", catalog.describe(DNSConfiguration.self), "The configuration of the resolver."),
          .field("interfaces", .list(catalog.describe(NetworkInterface.self)), "All interfaces, sorted by index."),
          .field(
            "source", catalog.describe(NetworkStatus.Source.self), "The origin of the data."),
          .field(
            "consistent", .boolean, "False if the tables changed during each of five reads."),
        ])
    }
  }

  mutating func describe(_ type: IPConnection.Type) -> TypeDescription {
    define(type) { catalog in
      .object(
        "The connection by one IP version: how a packet to a public address leaves. From the kernel's route lookup.",
        [
          .field(
            "reachable", .boolean, "Whether it has a route, a usable source address and a device that carries it."),
          .field("grade", catalog.describe(IPConnection.Grade.self), "How far packets get."),
          .field("interface", .optional(.string), "The name of the outgoing interface; null if not reachable."),
          .field("gateway", .optional(.string), "The next router; null if there is none, or if it is withheld."),
          .field(
            "source", .optional(.string), "The source address that the kernel chooses; null if it is withheld."),
          .field(
            "portal", .optional(.string),
            "The sign-in page, chosen by the network; null unless captive, if the network names none, or if withheld."),
        ])
    }
  }

  mutating func describe(_ type: IPConnection.Grade.Type) -> TypeDescription {
    define(type) { _ in
      .literals(
        "How far packets of one IP version get.",
        [
          LiteralDescription("none", documentation: "Not beyond this machine."),
          LiteralDescription("local", documentation: "To neighbours."),
          LiteralDescription("routed", documentation: "To a public address, as far as the kernel knows."),
          LiteralDescription("captive", documentation: "To a captive portal, according to the program's probe."),
          LiteralDescription("full", documentation: "To the server of the program's probe, which has answered."),
        ])
    }
  }

  mutating func describe(_ type: NetworkStatus.Source.Type) -> TypeDescription {
    define(type) { _ in
      .literals(
        "A source of network information in the kernel.",
        [
          LiteralDescription("netlink", documentation: "Complete and exact."),
          LiteralDescription(
            "proc",
            documentation: "Used if netlink is denied: one IPv4 address for each interface, and the main routing table."
          ),
        ])
    }
  }

  mutating func describe(_ type: ConnectionType.Type) -> TypeDescription {
    define(type) { _ in
      .literals(
        "A kind of device, spelled as Capacitor and the Network Information API spell it.",
        ["wifi", "ethernet", "cellular", "bluetooth", "vpn", "none", "unknown"].map { LiteralDescription($0) })
    }
  }

  mutating func describe(_ type: DefaultRoute.Type) -> TypeDescription {
    define(type) { catalog in
      let integer = catalog.describe(Int.self)
      return .object(
        "A route for every destination that has no more specific route.",
        [
          .field("family", catalog.describe(AddressFamily.self), "The IP version of the packets that use the route."),
          .field("gateway", .optional(.string), "The next router; null if the destinations are on the link itself."),
          .field("interface", .string, "The name of the outgoing interface."),
          .field("metric", integer, "The priority: lower is better."),
          .field("table", integer, "The number of the routing table: 254 is the main table."),
          .field("inUse", .boolean, "Whether the kernel selects this route for a packet to a public address."),
          .field("origin", .optional(.string), "kernel, boot, static, dhcp, ra, …; null without netlink."),
          .field("preferredSource", .optional(.string), "The source address that the kernel prefers; null if none."),
          .field("from", .optional(.string), "The network that a source address must belong to; null for any."),
          .field("preference", .optional(.string), "low, medium or high, of an IPv6 router (RFC 4191); null for IPv4."),
          .field("weight", integer, "The share of the traffic, relative to the route's other hops; 1 without others."),
          .field("mtu", .optional(integer), "The longest packet in octets; null if only the interface limits it."),
          .field(
            "onLink", .boolean, "The gateway is treated as a neighbour, even if it matches no address of the interface."
          ),
          .field("dead", .boolean, "The interface is down: the kernel does not use this hop."),
          .field("linkDown", .boolean, "The interface has no carrier."),
        ])
    }
  }

  mutating func describe(_ type: AddressFamily.Type) -> TypeDescription {
    define(type) { _ in
      .literals(
        "The two versions of the Internet Protocol.", AddressFamily.allCases.map { LiteralDescription($0.rawValue) })
    }
  }

  mutating func describe(_ type: DNSConfiguration.Type) -> TypeDescription {
    define(type) { catalog in
      .object(
        "The configuration of the C library's resolver for host names.",
        [
          .field("servers", .list(.string), "The addresses of the name servers, in the order of use."),
          .field("search", .list(.string), "The domains that are appended to a short name."),
          .field("stub", .optional(.string), "The local stub whose upstream servers these are; null without one."),
          .field(
            "ndots", catalog.describe(Int.self),
            "The number of dots from which a name is first tried as it is: 0 to 15."),
          .field("options", .list(.string), "The options of resolv.conf, unparsed."),
        ])
    }
  }

  mutating func describe(_ type: NameServiceStatus.Type) -> TypeDescription {
    define(type) { catalog in
      .object(
        "The name servers of single links, as the service that distributes queries among them reports them.",
        [
          .field(
            "service", .optional(.string), "systemd-resolved or NetworkManager; null if neither runs: see status().dns."
          ),
          .field(
            "links", .list(catalog.describe(LinkNameServers.self)), "The links that have servers or domains."),
        ])
    }
  }

  mutating func describe(_ type: LinkNameServers.Type) -> TypeDescription {
    define(type) { _ in
      .object(
        "The name servers of one link.",
        [
          .field("interface", .optional(.string), "The interface; null for servers that belong to no link."),
          .field(
            "servers", .list(.string),
            "The addresses in the order of use, such as 192.0.2.1 or 192.0.2.1:853#dns.example."),
          .field("search", .list(.string), "Domains that are appended to a short name, and known to these servers."),
          .field(
            "routes", .list(.string), "Further domains: names below them are looked up only here; . means every name."),
          .field(
            "defaultRoute", .optional(.boolean),
            "Whether names outside of all links' domains are looked up here too; null if the service does not report it."
          ),
        ])
    }
  }

  mutating func describe(_ type: NetworkInterface.Type) -> TypeDescription {
    define(type) { catalog in
      let integer = catalog.describe(Int.self)
      return .object(
        "A network interface of this machine: hardware or virtual.",
        [
          .field("index", integer, "The kernel's number for the interface: unlike the name, it does not change."),
          .field(
            "name", .string, "The name, such as eth0; each octet that is not part of valid UTF-8 is shown as \\xNN."),
          .field(
            "kind", .string,
            "loopback, ethernet, wifi, cellular, bluetooth, tap, other, or the kernel's name: bridge, veth, …"),
          .field("up", .boolean, "Enabled by the administrator; does not imply a connected cable."),
          .field("running", .boolean, "Enabled, with a carrier, and ready for packets."),
          .field(
            "operationalState", catalog.describe(OperationalState.self), "The ability of the link to pass packets."),
          .field("mac", .optional(.string), "The hardware address, lower case; null if there is none, or withheld."),
          .field("mtu", integer, "The longest packet that is sent unfragmented, in octets."),
          .field("speedMbps", .optional(integer), "The negotiated speed of a cable in Mbit/s; null if there is none."),
          .field("duplex", .optional(.string), "full or half; null without a carrier, and if unknown."),
          .field(
            "addresses", .list(catalog.describe(InterfaceAddress.self)), "The IP addresses, in the kernel's order."),
          .field(
            "statistics", .optional(catalog.describe(InterfaceStatistics.self)),
            "The traffic counters; null if the kernel reports none."),
          .field(
            "master", .optional(.string),
            "The bridge, bond or team that the interface is a port of; null if there is none."),
          .field("link", .optional(.string), "The interface below, or a veth's other end; null if there is none."),
          .field(
            "linkNamespace", .optional(integer),
            "The number of the network namespace that has the interface below; null if it is this one."),
          .field("alternativeNames", .list(.string), "Further names of the interface."),
          .field("alias", .optional(.string), "The administrator's description; null if there is none, or withheld."),
          .field(
            "permanentMac", .optional(.string),
            "The permanent hardware address of the device; null if unknown, or withheld."),
          .field("driver", .optional(.string), "The driver of a device; null for virtual kinds."),
          .field("parentDevice", .optional(.string), "The device on its bus, such as 0000:00:1f.6; null if virtual."),
          .field("vlanId", .optional(integer), "The number of a VLAN; null for other kinds."),
          .field(
            "tunnel", .optional(catalog.describe(TunnelEndpoints.self)),
            "The ends of a tunnel; null for other kinds, and if only its program knows them."),
          .field("promiscuous", .boolean, "Receives every packet on the link, as a port of a bridge does."),
          .field(
            "wifi", .optional(catalog.describe(WiFiMembership.self)),
            "The WiFi network that the interface is a member of; null if it is not WiFi."),
          .withheld,
        ])
    }
  }

  mutating func describe(_ type: OperationalState.Type) -> TypeDescription {
    define(type) { _ in
      .literals(
        "The ability of a link to pass packets, with the names of RFC 2863.",
        ["unknown", "notpresent", "down", "lowerlayerdown", "testing", "dormant", "up"].map { LiteralDescription($0) })
    }
  }

  mutating func describe(_ type: InterfaceAddress.Type) -> TypeDescription {
    define(type) { catalog in
      .object(
        "An IP address of an interface.",
        [
          .field("family", catalog.describe(AddressFamily.self), "The version of the address."),
          .field("address", .string, "The address as RFC 5952 writes it, without a zone."),
          .field("prefixLength", catalog.describe(Int.self), "The number of leading bits that name the network."),
          .field("scope", .string, "global, site, link, host, nowhere, or a number that the administrator chose."),
          .field(
            "scopeId", .optional(catalog.describe(Int.self)),
            "The link of a link-local IPv6 address; null for all others."),
          .field("temporary", .boolean, "A temporary address for privacy, replaced after hours."),
          .field("deprecated", .boolean, "Still valid, no longer chosen for new connections."),
          .field("tentative", .boolean, "Not usable: not yet checked for duplicates, or a duplicate."),
          .field("dadFailed", .boolean, "Not usable: another machine on the link has the same address."),
          .field("dynamic", .optional(.boolean), "Assigned for a limited time, for example by DHCP; null if unknown."),
          .field(
            "preferredSeconds", .optional(catalog.describe(Int.self)),
            "Seconds until deprecated; null if it never is."),
          .field(
            "validSeconds", .optional(catalog.describe(Int.self)), "Seconds until removed; null if it never is."),
          .field(
            "peer", .optional(.string), "The other end's address on a point-to-point link; null if there is none."),
          .field("broadcast", .optional(.string), "The address of all machines on the link; null if there is none."),
          .field("label", .optional(.string), "The administrator's label of an IPv4 address; null for IPv6."),
        ])
    }
  }

  mutating func describe(_ type: TunnelEndpoints.Type) -> TypeDescription {
    define(type) { _ in
      .object(
        "The addresses between which a tunnel sends its own packets.",
        [
          .field("local", .optional(.string), "This machine's end; null if the kernel chooses it, or if withheld."),
          .field("remote", .optional(.string), "The other end; null if withheld."),
        ])
    }
  }

  mutating func describe(_ type: InterfaceStatistics.Type) -> TypeDescription {
    define(type) { catalog in
      let count = catalog.describe(UInt64.self)
      return .object(
        "The traffic counters of an interface since its creation.",
        [
          .field("receivedPackets", count, "Packets received."), .field("sentPackets", count, "Packets sent."),
          .field("receivedBytes", count, "Octets received."), .field("sentBytes", count, "Octets sent."),
          .field("receiveErrors", count, "Packets that arrived damaged."),
          .field("sendErrors", count, "Packets that were not sent because of an error."),
          .field("receiveDropped", count, "Packets that arrived intact and were dropped."),
          .field("sendDropped", count, "Outgoing packets that were dropped."),
          .field("multicast", count, "Multicast packets received."),
          .field("collisions", count, "Collisions while sending."),
        ])
    }
  }
}
