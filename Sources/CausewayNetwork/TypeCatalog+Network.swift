import Causeway
import LinuxNetwork

/// What the readers' types look like in JavaScript: written by hand, since the readers know no bridge.
///
/// A test compares each with what is really encoded, property by property.
extension TypeCatalog {
  mutating func describe(_ type: NetworkStatus.Type) -> TypeDescription {
    define(type) { catalog in
      let kind = catalog.describe(ConnectionType.self)
      return .object(
        "How this machine is connected, at one moment.",
        [
          .field(
            "connected", .boolean,
            "The kernel would send a packet for a public address out of a device that is up, running and has a carrier."
          ),
          .field("connectionType", kind, "The kind of device that such a packet would leave by."),
          .field("underlyingConnectionType", .optional(kind), "For a VPN, the kind of device below it; else null."),
          .field(
            "metered", .optional(.boolean), "Whether traffic costs money; null when nobody says, which is usual."),
          .field(
            "defaultRoutes", .list(catalog.describe(DefaultRoute.self)),
            "Of all routing tables: IPv4 before IPv6, then by metric."),
          .field("dns", catalog.describe(DNSConfiguration.self), "How host names are looked up."),
          .field("interfaces", .list(catalog.describe(NetworkInterface.self)), "All interfaces, by index."),
          .field(
            "source", catalog.describe(NetworkStatus.Source.self), "Where the data came from."),
          .field(
            "consistent", .boolean, "False if the tables changed each of five times while the kernel wrote them."),
        ])
    }
  }

  mutating func describe(_ type: NetworkStatus.Source.Type) -> TypeDescription {
    define(type) { _ in
      .literals(
        "A part of the kernel that answers questions about the network.",
        [
          LiteralDescription("netlink", documentation: "Complete and exact."),
          LiteralDescription(
            "proc", documentation: "Where netlink is denied: one IPv4 address an interface, the main routing table."),
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
      .object(
        "A route that leads everywhere: where packets go that have no better one.",
        [
          .field("family", catalog.describe(AddressFamily.self), "The version of the packets that take it."),
          .field("gateway", .optional(.string), "The next router; null if the destinations are on the link itself."),
          .field("interface", .string, "The name of the interface that packets leave by."),
          .field("metric", catalog.describe(Int.self), "The lower, the better."),
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
    define(type) { _ in
      .object(
        "How host names are looked up, as the C library's resolver is told.",
        [
          .field("servers", .list(.string), "The name servers' addresses, the first to be asked first."),
          .field("search", .list(.string), "The domains that a short name is tried in."),
        ])
    }
  }

  mutating func describe(_ type: NetworkInterface.Type) -> TypeDescription {
    define(type) { catalog in
      let integer = catalog.describe(Int.self)
      return .object(
        "A network interface of this machine: a device, or something that the kernel presents as one.",
        [
          .field("index", integer, "The kernel's number for the interface: names change, this does not."),
          .field("name", .string, "Such as eth0; each octet that is not part of valid UTF-8 is shown as \\xNN."),
          .field(
            "kind", .string,
            "loopback, ethernet, wifi, cellular, bluetooth, tap, other, or the kernel's own word: bridge, veth, …"),
          .field("up", .boolean, "Switched on by the administrator: says nothing about a cable."),
          .field("running", .boolean, "Switched on, with a carrier, and ready for packets."),
          .field(
            "operationalState", catalog.describe(OperationalState.self), "Whether the link can pass packets."),
          .field("mac", .optional(.string), "The hardware address, lower case; null if there is none, or withheld."),
          .field("mtu", integer, "The longest packet that is sent whole, in octets."),
          .field("speedMbps", .optional(integer), "The negotiated speed of a cable in Mbit/s; else null."),
          .field(
            "addresses", .list(catalog.describe(InterfaceAddress.self)), "The IP addresses, in the kernel's order."),
          .field(
            "statistics", .optional(catalog.describe(InterfaceStatistics.self)),
            "What it has carried; null if the kernel does not say."),
          .field("master", .optional(.string), "The bridge, bond or team that it is a port of; null for none."),
          .field(
            "wifi", .optional(catalog.describe(WiFiMembership.self)),
            "The WiFi network that it is a member of; null for what is not WiFi."),
          .withheld,
        ])
    }
  }

  mutating func describe(_ type: OperationalState.Type) -> TypeDescription {
    define(type) { _ in
      .literals(
        "Whether a link can pass packets, as RFC 2863 names it.",
        ["unknown", "notpresent", "down", "lowerlayerdown", "testing", "dormant", "up"].map { LiteralDescription($0) })
    }
  }

  mutating func describe(_ type: InterfaceAddress.Type) -> TypeDescription {
    define(type) { catalog in
      .object(
        "An IP address of an interface.",
        [
          .field("family", catalog.describe(AddressFamily.self), "The version of the address."),
          .field("address", .string, "As RFC 5952 writes it, without a zone."),
          .field("prefixLength", catalog.describe(Int.self), "How many leading bits name the network."),
          .field("scope", .string, "global, site, link, host, nowhere, or a number of the administrator's."),
          .field(
            "scopeId", .optional(catalog.describe(Int.self)),
            "The link that a link-local IPv6 address means; null for any other."),
          .field("temporary", .boolean, "Made for privacy, to be replaced in hours."),
          .field("deprecated", .boolean, "Still valid, no longer chosen for new connections."),
          .field("tentative", .boolean, "Not usable: not yet checked for duplicates, or found to be one."),
        ])
    }
  }

  mutating func describe(_ type: InterfaceStatistics.Type) -> TypeDescription {
    define(type) { catalog in
      let count = catalog.describe(UInt64.self)
      return .object(
        "What an interface has carried since it was made.",
        [
          .field("receivedPackets", count, "Packets received."), .field("sentPackets", count, "Packets sent."),
          .field("receivedBytes", count, "Octets received."), .field("sentBytes", count, "Octets sent."),
          .field("receiveErrors", count, "Packets that arrived damaged."),
          .field("sendErrors", count, "Packets that could not be sent for an error."),
          .field("receiveDropped", count, "Packets that arrived whole and were not kept."),
          .field("sendDropped", count, "Packets dropped on their way out."),
          .field("multicast", count, "Multicast packets received."),
          .field("collisions", count, "Collisions while sending."),
        ])
    }
  }
}
