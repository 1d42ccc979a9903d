import Causeway
import LinuxNetwork

extension TypeCatalog {
  mutating func describe(_ type: WiFiStatus.Type) -> TypeDescription {
    define(type) { catalog in
      .object(
        "The WiFi network that this machine is a member of.",
        [.field("interface", .string, "The name of the WiFi interface.")] + .network(in: &catalog)
          + .radio(in: &catalog) + [
            .field(
              "signalPercent", .optional(catalog.describe(Int.self)), "0 at -100 dBm or less, 100 at -50 dBm or more."),
            .field("txBitrate", .optional(.number), "Rate of the last frame sent, in Mbit/s."),
            .field("rxBitrate", .optional(.number), "Rate of the last frame received, in Mbit/s."),
            .security(in: &catalog),
            .field("connectedSeconds", .optional(catalog.describe(Int.self)), "Since the connection was made."),
            .field(
              "links", .list(catalog.describe(WiFiLink.self)),
              "The radio links of a connection that has several (WiFi 7); empty for one that has one."),
            .withheld,
          ])
    }
  }

  mutating func describe(_ type: WiFiAccessPoint.Type) -> TypeDescription {
    define(type) { catalog in
      .object(
        "An access point that was seen in a scan.",
        [.field("interface", .string, "The name of the WiFi interface that saw it.")] + .network(in: &catalog)
          + .radio(in: &catalog) + [
            .field(
              "signalPercent", .optional(catalog.describe(Int.self)), "0 at -100 dBm or less, 100 at -50 dBm or more."),
            .security(in: &catalog),
            .field("joined", .boolean, "This machine is a member."),
            .field(
              "ageMilliseconds", .optional(catalog.describe(Int.self)),
              "How long ago it was last heard; null if the kernel does not say."),
            .withheld,
          ])
    }
  }

  mutating func describe(_ type: WiFiMembership.Type) -> TypeDescription {
    define(type) { catalog in
      .object(
        "Which WiFi network an interface is a member of.",
        [.field("joined", .boolean, "The interface has joined a network.")] + .network(in: &catalog))
    }
  }

  mutating func describe(_ type: WiFiLink.Type) -> TypeDescription {
    define(type) { catalog in
      .object(
        "One of the radio links of a connection that has several.",
        [
          .field("id", catalog.describe(Int.self), "The link's number within the connection: 0 to 14."), .bssid,
        ] + .radio(in: &catalog))
    }
  }

  mutating func describe(_ type: WiFiSecurity.Type) -> TypeDescription {
    define(type) { _ in
      .literals(
        "A way in which a WiFi network protects itself; one in transition offers several.",
        [
          LiteralDescription("open", documentation: "No protection at all."),
          LiteralDescription("owe", documentation: "Encrypted, but open to everybody: Enhanced Open."),
          LiteralDescription("wep", documentation: "A key that is broken in minutes."),
          LiteralDescription("wpa-personal"), LiteralDescription("wpa-enterprise"),
          LiteralDescription("wpa2-personal"), LiteralDescription("wpa2-enterprise"),
          LiteralDescription("wpa3-personal"), LiteralDescription("wpa3-enterprise"),
          LiteralDescription("unknown", documentation: "A way that is not known here."),
        ])
    }
  }
}

extension [FieldDescription] {
  /// What names a network.
  fileprivate static func network(in catalog: inout TypeCatalog) -> [FieldDescription] {
    [
      .field("ssid", .optional(.string), "The network's name; null if it is not known, or its octets are no text."),
      .field(
        "ssidBytes", .optional(.bytes), "The name as the octets that it really is."),
      .bssid,
    ]
  }

  /// What tells how an access point sends.
  fileprivate static func radio(in catalog: inout TypeCatalog) -> [FieldDescription] {
    let integer = TypeDescription.optional(catalog.describe(Int.self))
    return [
      .field("frequencyMHz", integer, "The centre of the primary channel."),
      .field("channel", integer, "The number of that channel within its band."),
      .field("band", .optional(.string), "2.4, 5, 6 or 60, in GHz."),
      .field("signalDbm", integer, "Strength of the last frame heard: usually -90 (weak) to -30 (near)."),
    ]
  }
}

extension FieldDescription {
  fileprivate static let bssid = field(
    "bssid", .optional(.string), "The hardware address of the access point's radio, lower case.")

  fileprivate static func security(in catalog: inout TypeCatalog) -> FieldDescription {
    field(
      "security", .optional(.list(catalog.describe(WiFiSecurity.self))), "The ways to join; null if not known.")
  }
}
